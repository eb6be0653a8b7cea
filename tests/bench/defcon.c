/* Uniform random play of Defcon, by hand in C: what the compiled engine is measured against.
 *
 * The representation and the algorithms are those of harness/games/defcon: sets as masks, rivers with a summary that
 * each card is folded into, lazy shuffles, legal actions counted and picked by population counts. There are no views and no rows;
 * the two players are one inlined function. Default rules, both decks of 54 cards, no swap: game n is deal n with
 * order X for seat a and Y for seat b. The streams are the engine's, so that the totals must be too.
 *
 *     gcc -O3 -march=native -o defcon defcon.c && ./defcon SEED GAMES LABEL_A LABEL_B
 *
 * The labels are the words that the players' streams absorb. Prints one JSON object.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint8_t u8;

/* -- random streams (harness/core/streams.py) ------------------------------------------------------------------- */

#define GAMMA 0x9E3779B97F4A7C15u

static inline u64 mix(u64 word) {
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

static inline u64 absorb(u64 key, u64 value) { return mix(key ^ mix(value + GAMMA)); }

static inline u64 deal_key(u64 seed, u64 deal) { return absorb(absorb(mix(0x5348554646u), seed), deal); }

static inline u64 shuffle_state(u64 key, u64 side, u64 attempt) { return absorb(absorb(key, side), attempt); }

static inline u64 player_state(u64 seed, u64 deal, u64 leg, u64 label) {
    return absorb(absorb(absorb(absorb(mix(0x504C41594552u), seed), deal), leg), label);
}

static inline u64 draw_word(u64 *random) { return mix(*random += GAMMA); }

static inline unsigned below(u64 *random, unsigned limit) {
    u64 product = (draw_word(random) >> 32) * limit;
    if ((uint32_t)product < limit) {
        uint32_t floor = -(uint32_t)limit % limit;
        while ((uint32_t)product < floor) product = (draw_word(random) >> 32) * limit;
    }
    return product >> 32;
}

/* -- cards and sets --------------------------------------------------------------------------------------------- */

enum { SET = 54, ACE = 0, TEN = 9, JACK = 10, QUEEN = 11, KING = 12, JOKER = 13 };

#define EACH_SUIT (1ull | 1ull << 13 | 1ull << 26 | 1ull << 39)
#define LANE 0x3FFull
#define ALL_CARDS ((1ull << 54) - 1)
#define NUMBERS (LANE * EACH_SUIT)
#define MODIFIERS (ALL_CARDS ^ NUMBERS)
#define JACKS (EACH_SUIT << JACK)
#define QUEENS (EACH_SUIT << QUEEN)
#define KINGS_JOKERS (EACH_SUIT << KING | 3ull << 52)

static inline unsigned count(u64 set) { return __builtin_popcountll(set); }
static inline unsigned lowest(u64 set) { return __builtin_ctzll(set); }
static inline int has(u64 set, unsigned card) { return set >> card & 1; }
static inline u64 bit(unsigned card) { return 1ull << card; }
static inline unsigned suit(unsigned card) { return card / 13; }
static inline unsigned number_rank(unsigned card) { return card % 13; }
static inline unsigned rank(unsigned card) { return card < 52 ? card % 13 : JOKER; }
static inline u64 of_rank(unsigned rank) { return EACH_SUIT << rank; }
static inline u64 of_suit(unsigned suit) { return LANE << 13 * suit; }
static inline u64 higher(unsigned rank) { return (0x3FEull << rank & LANE) * EACH_SUIT; }
static inline u64 lower(unsigned rank) { return (bit(rank) - 1) * EACH_SUIT; }

static inline unsigned nth(u64 set, unsigned index) {
    while (index--) set &= set - 1;
    return lowest(set);
}

/* -- rivers ----------------------------------------------------------------------------------------------------- */

enum { FOREIGN = 64 };

typedef struct {
    u64 accepts, cards, own, foreign, open;
    uint16_t value;
    u8 length, extras;
    int8_t base, heading;
    u8 suit, locked;
    u8 numbers[40], kings[40];
    u8 modifiers[20], carriers[20], moments[20];
} River;

typedef struct {
    int keeps, both, draw, max_attachments, low, high;
} Rules;

static void clear(River *river) {
    memset(river, 0, offsetof(River, numbers));
    river->accepts = NUMBERS;
}

static inline void append(River *river, unsigned card, const Rules *rules) {
    unsigned place = river->length;
    int step = 0;
    if (place) {
        int before = number_rank(river->numbers[place - 1]), now = number_rank(card);
        step = (now > before) - (now < before);
    }
    if (!rules->keeps) {
        if (step) river->base = step;
        river->heading = river->base;
    } else if (!river->heading) {
        river->heading = step;
    }
    river->suit = suit(card);
    river->numbers[place] = card;
    river->kings[place] = 0;
    river->length = place + 1;
    river->cards |= bit(card);
    river->open |= bit(place);
    river->value += number_rank(card) + 1;
}

static inline int attachments(const River *river, unsigned position) {
    int carried = 0;
    for (unsigned i = 0; i < river->extras; i++) carried += river->carriers[i] == position;
    return carried;
}

static inline void attach(River *river, unsigned modifier, unsigned position, const Rules *rules) {
    unsigned place = river->extras, card = modifier & (FOREIGN - 1), kind = rank(card);
    river->modifiers[place] = modifier;
    river->carriers[place] = position;
    river->moments[place] = river->length;
    river->extras = place + 1;
    if (modifier < FOREIGN)
        river->own |= bit(card);
    else
        river->foreign |= bit(card);
    unsigned carrier = number_rank(river->numbers[position]);
    if (kind == QUEEN) {
        if (carrier == ACE || carrier == TEN) {
            river->locked = 1;
        } else {
            river->heading = -river->heading;
            river->suit = suit(card);
        }
    } else if (kind == KING) {
        river->value += (carrier + 1) << river->kings[position]++;
    }
    if (rules->max_attachments && attachments(river, position) >= rules->max_attachments)
        river->open &= ~bit(position);
}

static inline void close_river(River *river) {
    if (!river->length) {
        river->accepts = NUMBERS;
    } else if (river->locked) {
        river->accepts = 0;
    } else {
        unsigned last = number_rank(river->numbers[river->length - 1]);
        u64 allowed = NUMBERS;
        if (river->heading)
            allowed = (river->heading > 0 ? higher(last) : lower(last)) | of_suit(river->suit);
        river->accepts = allowed & ~of_rank(last);
    }
}

static void rebuild(River *river, u64 cards, const Rules *rules) {
    unsigned length = river->length, extras = river->extras, extra = 0;
    u64 gone = 0;
    clear(river);
    for (unsigned place = 0; place <= length; place++) {
        for (; extra < extras && river->moments[extra] == place; extra++) {
            unsigned carrier = river->carriers[extra];
            if (!has(gone, carrier))
                attach(river, river->modifiers[extra], carrier - count(gone & (bit(carrier) - 1)), rules);
        }
        if (place < length) {
            unsigned card = river->numbers[place];
            if (has(cards, card))
                gone |= bit(place);
            else
                append(river, card, rules);
        }
    }
}

static inline void remove_cards(River *river, u64 cards, const Rules *rules, u64 *own, u64 *foreign) {
    *own = (river->cards & cards) | river->own;
    *foreign = river->foreign;
    if (!(river->cards & ~cards)) {
        clear(river);
    } else {
        rebuild(river, cards, rules);
        *own &= ~river->own;
        *foreign &= ~river->foreign;
    }
}

/* -- the state -------------------------------------------------------------------------------------------------- */

typedef struct {
    u64 plays[3], spare, jacks, kings, queens;
    int first;
    unsigned disbands;
    unsigned plays_end, attachments_end, discards_end, total;
} Menu;

typedef struct {
    River rivers[6];
    Menu menu;
    u64 jacks, kings, queens; /* targets: a byte a river */
    u64 hand[2], deck[2], discards[2], shown[2];
    int ply, challenger, reason, winner;
    u64 random[2];
    int next[2], settled[2], mulligans[2];
    u8 order[2][SET];
} State;

/* -- deals ------------------------------------------------------------------------------------------------------ */

static inline unsigned shuffle_step(State *state, int seat, unsigned place) {
    u8 *order = state->order[seat];
    unsigned other = place + below(&state->random[seat], SET - place);
    u8 card = order[other];
    order[other] = order[place];
    order[place] = card;
    state->settled[seat] = place + 1;
    return card;
}

static inline void draw_card(State *state, int seat) {
    int place = state->next[seat];
    unsigned card;
    do {
        card = place >= state->settled[seat] ? shuffle_step(state, seat, place) : state->order[seat][place];
        place++;
    } while (!has(state->deck[seat], card));
    state->next[seat] = place;
    state->deck[seat] ^= bit(card);
    state->hand[seat] |= bit(card);
}

static void deal_hand(State *state, u64 key, int seat, u64 side, u64 deck) {
    for (u64 attempt = 0;; attempt++) {
        state->random[seat] = shuffle_state(key, side, attempt);
        for (int card = 0; card < SET; card++) state->order[seat][card] = card;
        state->next[seat] = state->settled[seat] = 0;
        state->deck[seat] = deck;
        state->hand[seat] = 0;
        for (int i = 0; i < 8; i++) draw_card(state, seat);
        state->mulligans[seat] = attempt;
        if (count(state->hand[seat] & NUMBERS) >= 3) return;
    }
}

/* -- legal actions ---------------------------------------------------------------------------------------------- */

enum { PLAY, ATTACH, DISCARD, DISBAND };

#define EACH_RIVER 0x010101010101ull
#define HIGH_BITS 0x808080808080ull
#define BYTES 0xFFFFFFFFFFFFull

static inline unsigned action(unsigned kind, unsigned card, unsigned river, unsigned position) {
    return card | river << 6 | position << 9 | kind << 15;
}

static inline unsigned all_targets(u64 targets) { return targets * EACH_RIVER >> 40 & 0xFF; }

static inline u64 targets_of(const Menu *menu, unsigned card) {
    return has(JACKS, card) ? menu->jacks : has(QUEENS, card) ? menu->queens : menu->kings;
}

static inline void offer(State *state) {
    Menu *menu = &state->menu;
    if (state->reason) {
        memset(menu, 0, sizeof *menu);
        return;
    }
    int seat = state->ply & 1, first = 3 * seat;
    u64 hand = state->hand[seat];
    const River *rivers = state->rivers + first;
    menu->first = first;
    menu->disbands = 0;
    menu->plays_end = 0;
    if (state->ply < 6) {
        for (int i = 0; i < 3; i++) {
            menu->plays[i] = rivers[i].length ? 0 : hand & NUMBERS;
            menu->plays_end += count(menu->plays[i]);
        }
        menu->spare = menu->jacks = menu->kings = menu->queens = 0;
    } else {
        for (int i = 0; i < 3; i++) {
            menu->plays[i] = hand & rivers[i].accepts;
            menu->plays_end += count(menu->plays[i]);
            menu->disbands |= (rivers[i].length > 0) << i;
        }
        menu->spare = hand;
        menu->jacks = state->jacks;
        menu->kings = state->kings;
        menu->queens = state->queens;
    }
    menu->attachments_end = menu->plays_end + count(menu->spare & JACKS) * all_targets(menu->jacks) +
                            count(menu->spare & QUEENS) * all_targets(menu->queens) +
                            count(menu->spare & KINGS_JOKERS) * all_targets(menu->kings);
    menu->discards_end = menu->attachments_end + count(menu->spare);
    menu->total = menu->discards_end + count(menu->disbands);
}

static inline unsigned pick_play(const Menu *menu, unsigned index) {
    u64 cards = menu->plays[0] | menu->plays[1] | menu->plays[2];
    for (;; cards &= cards - 1) {
        unsigned card = lowest(cards);
        unsigned on_a = has(menu->plays[0], card), on_ab = on_a + has(menu->plays[1], card);
        unsigned here = on_ab + has(menu->plays[2], card);
        if (index < here) return action(PLAY, card, menu->first + (index >= on_a) + (index >= on_ab), 0);
        index -= here;
    }
}

static inline unsigned pick_attachment(const Menu *menu, const River *rivers, unsigned index) {
    for (u64 cards = menu->spare & MODIFIERS;; cards &= cards - 1) {
        unsigned card = lowest(cards);
        u64 targets = targets_of(menu, card);
        unsigned here = all_targets(targets);
        if (index < here) {
            u64 ends = targets * EACH_RIVER;
            unsigned river = count(((((u64)index * EACH_RIVER) | HIGH_BITS) - (ends & BYTES)) & HIGH_BITS);
            unsigned position = index - (ends << 8 >> 8 * river & 0xFF);
            if (menu->kings != menu->jacks && !has(JACKS, card)) position = nth(rivers[river].open, position);
            return action(ATTACH, card, river, position);
        }
        index -= here;
    }
}

static inline unsigned pick(const Menu *menu, const River *rivers, unsigned index) {
    if (index < menu->plays_end) return pick_play(menu, index);
    if (index < menu->attachments_end) return pick_attachment(menu, rivers, index - menu->plays_end);
    if (index < menu->discards_end) return action(DISCARD, nth(menu->spare, index - menu->attachments_end), 0, 0);
    return action(DISBAND, 0, menu->first + nth(menu->disbands, index - menu->discards_end), 0);
}

/* -- a turn ----------------------------------------------------------------------------------------------------- */

static inline void set_byte(u64 *word, unsigned at, u64 byte) {
    *word = (*word & ~(0xFFull << 8 * at)) | byte << 8 * at;
}

static inline void finish_river(State *state, unsigned at) {
    River *river = &state->rivers[at];
    close_river(river);
    unsigned open = count(river->open);
    set_byte(&state->jacks, at, river->length);
    set_byte(&state->kings, at, open);
    set_byte(&state->queens, at, river->locked ? 0 : open);
}

static inline void take(State *state, unsigned at, u64 cards, const Rules *rules) {
    int owner = at >= 3;
    u64 own, foreign;
    remove_cards(&state->rivers[at], cards, rules, &own, &foreign);
    state->discards[owner] |= own;
    state->discards[!owner] |= foreign;
    finish_river(state, at);
}

static void explode(State *state, unsigned at, unsigned number, const Rules *rules) {
    unsigned rank = number_rank(number);
    u64 like = rank == ACE ? of_suit(suit(number)) : of_rank(rank);
    for (unsigned other = 0; other < 6; other++) {
        u64 hit = state->rivers[other].cards & like;
        if (other == at) hit &= ~bit(number);
        if (hit) take(state, other, hit, rules);
    }
}

static inline void use_modifier(State *state, unsigned at, unsigned card, unsigned position, const Rules *rules) {
    int seat = state->ply & 1;
    River *river = &state->rivers[at];
    unsigned number = river->numbers[position];
    if (has(JACKS, card)) {
        state->discards[seat] |= bit(card);
        take(state, at, bit(number), rules);
        return;
    }
    attach(river, seat == (at >= 3) ? card : card | FOREIGN, position, rules);
    finish_river(state, at);
    if (rank(card) == JOKER) explode(state, at, number, rules);
}

static inline int bid(int value, const Rules *rules) {
    return value >= rules->low && value <= rules->high ? value : 0;
}

static inline void best_two(const River *rivers, const Rules *rules, int *best, int *second) {
    int x = bid(rivers[0].value, rules), y = bid(rivers[1].value, rules), z = bid(rivers[2].value, rules);
    int high = x > y ? x : y, low = x < y ? x : y, lesser = high < z ? high : z;
    *best = high > z ? high : z;
    *second = low > lesser ? low : lesser;
}

static inline int leader(const State *state, const Rules *rules) {
    int best_a, second_a, best_b, second_b;
    best_two(state->rivers, rules, &best_a, &second_a);
    best_two(state->rivers + 3, rules, &best_b, &second_b);
    if (second_a && best_a > best_b && second_a > (rules->both ? best_b : second_b)) return 0;
    if (second_b && best_b > best_a && second_b > (rules->both ? best_a : second_a)) return 1;
    return -1;
}

static inline void end_turn(State *state, const Rules *rules) {
    int mover = state->ply & 1, rival = !mover, lead = leader(state, rules);
    if (state->challenger == rival && lead == rival) {
        state->reason = 1;
        state->winner = rival;
    } else if (!state->hand[rival]) {
        state->reason = 2;
        state->winner = lead >= 0 ? lead : rules->draw ? 2 : mover;
    }
    state->challenger = lead;
    state->ply++;
    offer(state);
}

static inline void play(State *state, unsigned code, const Rules *rules) {
    int seat = state->ply & 1;
    unsigned kind = code >> 15, card = code & 63, at = code >> 6 & 7, position = code >> 9 & 63;
    if (kind == DISBAND) {
        take(state, at, state->rivers[at].cards, rules);
    } else {
        state->hand[seat] ^= bit(card);
        state->shown[seat] |= bit(card);
        if (kind == PLAY) {
            append(&state->rivers[at], card, rules);
            finish_river(state, at);
        } else if (kind == ATTACH) {
            use_modifier(state, at, card, position, rules);
        } else {
            state->discards[seat] |= bit(card);
        }
        if (state->ply >= 6 && state->deck[seat]) draw_card(state, seat);
    }
    end_turn(state, rules);
}

static void begin(State *state, u64 key) {
    for (int i = 0; i < 6; i++) clear(&state->rivers[i]);
    state->jacks = state->kings = state->queens = 0;
    for (int seat = 0; seat < 2; seat++) {
        state->discards[seat] = state->shown[seat] = 0;
        deal_hand(state, key, seat, seat, ALL_CARDS);
    }
    state->ply = state->reason = state->winner = 0;
    state->challenger = -1;
    offer(state);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: %s SEED GAMES LABEL_A LABEL_B\n", argv[0]);
        return 2;
    }
    u64 seed = strtoull(argv[1], 0, 10), games = strtoull(argv[2], 0, 10);
    u64 labels[2] = {strtoull(argv[3], 0, 10), strtoull(argv[4], 0, 10)};
    const Rules rules = {.low = 21, .high = 26};
    static State state;
    u64 plies = 0, winners[3] = {0};
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (u64 game = 0; game < games; game++) {
        u64 random[2] = {player_state(seed, game, 0, labels[0]), player_state(seed, game, 0, labels[1])};
        begin(&state, deal_key(seed, game));
        while (!state.reason)
            play(&state, pick(&state.menu, state.rivers, below(&random[state.ply & 1], state.menu.total)), &rules);
        plies += state.ply;
        winners[state.winner]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) * 1e-9;
    printf("{\"games\": %llu, \"decisions\": %llu, \"winners\": [%llu, %llu, %llu], \"seconds\": %.6f}\n",
           (unsigned long long)games, (unsigned long long)plies, (unsigned long long)winners[0],
           (unsigned long long)winners[1], (unsigned long long)winners[2], seconds);
    return 0;
}

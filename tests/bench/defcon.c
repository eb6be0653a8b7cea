/* Uniform random play of Defcon, by hand in C: what the compiled engine is measured against.
 *
 * The representation and the algorithms are those of harness/games/defcon: sets as masks, rivers with a summary that
 * each card is folded into, lazy shuffles, legal actions counted and picked by population counts. There are no views and no rows;
 * the two players are one inlined function. Both decks have 54 cards, and there is no swap: game n is deal n with
 * order X for seat a and Y for seat b. The streams are the engine's, so that the totals must be too.
 *
 *     gcc -O3 -march=native -o defcon defcon.c && ./defcon SEED GAMES LABEL_A LABEL_B [KEEPS BOTH DRAW MAX_ATTACHMENTS LOW HIGH]
 *
 * Default rules unless they are given. The labels are the words that the players' streams absorb. Prints one JSON object.
 */
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
    uint16_t value, bid;
    u8 length, extras;
    int8_t last, base, heading, suit, locked;
    u8 numbers[40], kings[40];
    u8 modifiers[20], carriers[20], moments[20];
} River;

typedef struct {
    int keeps, both, draw, max_attachments, low, high;
} Rules;

/* A river but for the order of its cards: folded card by card, in registers. */
typedef struct {
    int last, base, heading, suit, locked, value;
    unsigned length, extras;
    u64 cards, own, foreign, open;
} Summary;

static const Summary EMPTY = {.last = -1};

static inline Summary summary_of(const River *river) {
    return (Summary){river->last,   river->base,   river->heading, river->suit, river->locked,  river->value,
                     river->length, river->extras, river->cards,   river->own,  river->foreign, river->open};
}

static inline u64 accepted(const Summary *river) {
    if (river->last < 0) return NUMBERS;
    if (river->locked) return 0;
    u64 upward = river->heading >= 0 ? higher(river->last) : 0;
    u64 downward = river->heading <= 0 ? lower(river->last) : 0;
    return upward | downward | (of_suit(river->suit) & ~of_rank(river->last));
}

static inline void write_summary(River *river, Summary summary, const Rules *rules) {
    river->accepts = accepted(&summary);
    river->cards = summary.cards;
    river->own = summary.own;
    river->foreign = summary.foreign;
    river->open = summary.open;
    river->value = summary.value;
    river->bid = summary.value * (summary.value >= rules->low && summary.value <= rules->high);
    river->length = summary.length;
    river->extras = summary.extras;
    river->last = summary.last;
    river->base = summary.base;
    river->heading = summary.heading;
    river->suit = summary.suit;
    river->locked = summary.locked;
}

static inline void clear(River *river, const Rules *rules) { write_summary(river, EMPTY, rules); }

static inline Summary with_number(River *river, Summary summary, unsigned card, const Rules *rules) {
    int now = number_rank(card);
    int step = summary.last < 0 ? 0 : (now > summary.last) - (now < summary.last);
    if (!rules->keeps) {
        if (step) summary.base = step;
        summary.heading = summary.base;
    } else if (!summary.heading) {
        summary.base = summary.heading = step;
    }
    summary.last = now;
    summary.suit = suit(card);
    summary.value += now + 1;
    summary.cards |= bit(card);
    summary.open |= bit(summary.length);
    river->numbers[summary.length] = card;
    river->kings[summary.length++] = 0;
    return summary;
}

static inline int attachments(const River *river, unsigned extras, unsigned position) {
    int carried = 0;
    for (unsigned i = 0; i < extras; i++) carried += river->carriers[i] == position;
    return carried;
}

static inline Summary with_modifier(River *river, Summary summary, unsigned modifier, unsigned position,
                                    const Rules *rules) {
    unsigned place = summary.extras++, card = modifier & (FOREIGN - 1), kind = rank(card);
    river->modifiers[place] = modifier;
    river->carriers[place] = position;
    river->moments[place] = summary.length;
    if (modifier < FOREIGN)
        summary.own |= bit(card);
    else
        summary.foreign |= bit(card);
    unsigned carrier = number_rank(river->numbers[position]);
    if (kind == QUEEN) {
        if (carrier == ACE || carrier == TEN) {
            summary.locked = 1;
        } else {
            summary.heading = -summary.heading;
            summary.suit = suit(card);
        }
    } else if (kind == KING) {
        summary.value += (carrier + 1) << river->kings[position]++;
    }
    if (rules->max_attachments && attachments(river, summary.extras, position) >= rules->max_attachments)
        summary.open &= ~bit(position);
    return summary;
}

static inline void append(River *river, unsigned card, const Rules *rules) {
    write_summary(river, with_number(river, summary_of(river), card, rules), rules);
}

static inline void attach(River *river, unsigned modifier, unsigned position, const Rules *rules) {
    write_summary(river, with_modifier(river, summary_of(river), modifier, position, rules), rules);
}

static void rebuild(River *river, u64 cards, const Rules *rules) {
    unsigned length = river->length, extras = river->extras, extra = 0;
    Summary summary = EMPTY;
    u64 gone = 0;
    for (unsigned place = 0; place <= length; place++) {
        for (; extra < extras && river->moments[extra] == place; extra++) {
            unsigned modifier = river->modifiers[extra], carrier = river->carriers[extra];
            if (!has(gone, carrier))
                summary = with_modifier(river, summary, modifier, carrier - count(gone & (bit(carrier) - 1)), rules);
        }
        if (place < length) {
            unsigned card = river->numbers[place];
            if (has(cards, card))
                gone |= bit(place);
            else
                summary = with_number(river, summary, card, rules);
        }
    }
    write_summary(river, summary, rules);
}

static inline void remove_cards(River *river, u64 cards, const Rules *rules, u64 *own, u64 *foreign) {
    *own = (river->cards & cards) | river->own;
    *foreign = river->foreign;
    if (!(river->cards & ~cards)) {
        clear(river, rules);
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
    int next[2], settled[2], top[2], mulligans[2];
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

static inline void settle(State *state, int seat) {
    int place = state->next[seat];
    unsigned card;
    if (!state->deck[seat]) return;
    do {
        card = place >= state->settled[seat] ? shuffle_step(state, seat, place) : state->order[seat][place];
        place++;
    } while (!has(state->deck[seat], card));
    state->next[seat] = place;
    state->top[seat] = card;
}

static inline void draw_card(State *state, int seat) {
    if (!state->deck[seat]) return;
    u64 card = bit(state->top[seat]);
    state->deck[seat] ^= card;
    state->hand[seat] |= card;
    settle(state, seat);
}

static void deal_hand(State *state, u64 key, int seat, u64 side, u64 deck) {
    for (u64 attempt = 0;; attempt++) {
        state->random[seat] = shuffle_state(key, side, attempt);
        for (int card = 0; card < SET; card++) state->order[seat][card] = card;
        state->next[seat] = state->settled[seat] = 0;
        state->deck[seat] = deck;
        state->hand[seat] = 0;
        settle(state, seat);
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

static inline void count_targets(State *state, unsigned at) {
    const River *river = &state->rivers[at];
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
    count_targets(state, at);
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
    count_targets(state, at);
    if (rank(card) == JOKER) explode(state, at, number, rules);
}

static inline void best_two(const River *rivers, int *best, int *second) {
    int x = rivers[0].bid, y = rivers[1].bid, z = rivers[2].bid;
    int high = x > y ? x : y, low = x < y ? x : y, lesser = high < z ? high : z;
    *best = high > z ? high : z;
    *second = low > lesser ? low : lesser;
}

static inline int leader(const State *state, const Rules *rules) {
    int best_a, second_a, best_b, second_b;
    best_two(state->rivers, &best_a, &second_a);
    best_two(state->rivers + 3, &best_b, &second_b);
    int a = (best_a > best_b) & (second_a > (rules->both ? best_b : second_b));
    int b = (best_b > best_a) & (second_b > (rules->both ? best_a : second_a));
    return b - !(a | b);
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
            count_targets(state, at);
        } else if (kind == ATTACH) {
            use_modifier(state, at, card, position, rules);
        } else {
            state->discards[seat] |= bit(card);
        }
        if (state->ply >= 6) draw_card(state, seat);
    }
    end_turn(state, rules);
}

static void begin(State *state, u64 key, const Rules *rules) {
    for (int i = 0; i < 6; i++) clear(&state->rivers[i], rules);
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
    if (argc != 5 && argc != 11) {
        fprintf(stderr, "usage: %s SEED GAMES LABEL_A LABEL_B [KEEPS BOTH DRAW MAX_ATTACHMENTS LOW HIGH]\n", argv[0]);
        return 2;
    }
    u64 seed = strtoull(argv[1], 0, 10), games = strtoull(argv[2], 0, 10);
    u64 labels[2] = {strtoull(argv[3], 0, 10), strtoull(argv[4], 0, 10)};
    Rules rules = {.low = 21, .high = 26};
    if (argc == 11)
        rules = (Rules){atoi(argv[5]), atoi(argv[6]), atoi(argv[7]), atoi(argv[8]), atoi(argv[9]), atoi(argv[10])};
    static State state;
    u64 plies = 0, winners[3] = {0};
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (u64 game = 0; game < games; game++) {
        u64 random[2] = {player_state(seed, game, 0, labels[0]), player_state(seed, game, 0, labels[1])};
        begin(&state, deal_key(seed, game), &rules);
        while (!state.reason)
            play(&state, pick(&state.menu, state.rivers, below(&random[state.ply & 1], state.menu.total)), &rules);
        plies += state.ply;
        winners[state.winner]++;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) * 1e-9;
    printf("{\"games\": %llu, \"decisions\": %llu, \"winners\": [%llu, %llu, %llu], \"seconds\": %.6f}\n",
           (unsigned long long)games, (unsigned long long)plies, (unsigned long long)winners[0],
           (unsigned long long)winners[1], (unsigned long long)winners[2], seconds);
    return 0;
}

/* Uniform random play of Defcon, by hand in C: what the compiled engine is measured against.
 *
 * The representation and the algorithms are those of harness/games/defcon: sets as masks, rivers with a summary
 * that each card is folded into, lazy shuffles, legal actions counted and picked by population counts. "full" does
 * all that the harness does: each decision fills a view, whose player is called through a pointer and its answer
 * checked; a histogram is kept, and each game writes a row. "bare" does only what the game needs.
 *
 * Both decks have 54 cards, and there is no swap: game n is deal n, with order X for seat a and Y for seat b. The
 * streams are the engine's, so that the games must be the same. Prints one JSON object.
 *
 * Use: cc -O3 -o defcon defcon.c && ./defcon full|bare SEED GAMES LABEL_A LABEL_B [RULES]
 * where the labels are the words that the players' streams absorb, and RULES six numbers: suit_match (1 keeps),
 * lead (1 both), exhaustion (1 draw), max_attachments, low, high.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef int64_t i64;
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
    int8_t last, trend, heading, suit, locked;
    u8 numbers[40], kings[40];
    u8 modifiers[20], carriers[20], moments[20];
} River;

typedef struct {
    int keeps, both, draw, max_attachments, low, high;
} Rules;

/* A river but for the order of its cards: folded card by card, in registers. */
typedef struct {
    int last, trend, heading, suit, locked, value;
    unsigned length, extras;
    u64 cards, own, foreign, open;
} Summary;

static const Summary EMPTY = {.last = -1};

static inline Summary summary_of(const River *river) {
    return (Summary){river->last,   river->trend,   river->heading, river->suit, river->locked,  river->value,
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
    river->trend = summary.trend;
    river->heading = summary.heading;
    river->suit = summary.suit;
    river->locked = summary.locked;
}

static inline void clear(River *river, const Rules *rules) { write_summary(river, EMPTY, rules); }

static inline Summary with_number(River *river, Summary summary, unsigned card, const Rules *rules) {
    int now = number_rank(card);
    int step = summary.last < 0 ? 0 : (now > summary.last) - (now < summary.last);
    if (!rules->keeps) {
        if (step) summary.trend = step;
        summary.heading = summary.trend;
    } else if (!summary.heading) {
        summary.trend = summary.heading = step;
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
    u64 jacks, kings, queens; /* targets: a byte a river */
    u64 hand[2], deck[2], discards[2], shown[2], played[2], counts[2];
    int ply, challenger, reason, winner, last;
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

static inline void offer(Menu *menu, const State *state) {
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

static inline int allowed(int ply, u64 hand, const River *rivers, i64 code) {
    if ((u64)code >> 17) return 0;
    unsigned kind = code >> 15, card = code & 63, at = code >> 6 & 7, position = code >> 9 & 63;
    if (kind == ATTACH) {
        if (ply < 6 || at >= 6 || !has(hand & MODIFIERS, card)) return 0;
        if (has(JACKS, card)) return position < rivers[at].length;
        return has(rivers[at].open, position) && !(has(QUEENS, card) && rivers[at].locked);
    }
    if (position) return 0;
    if (kind == DISCARD) return !at && has(hand, card) && ply >= 6;
    if (at - 3u * (ply & 1) >= 3) return 0;
    if (kind == PLAY) return has(hand & rivers[at].accepts, card) && (ply >= 6 || !rivers[at].length);
    return !card && rivers[at].length && ply >= 6;
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

static unsigned explode(State *state, unsigned at, unsigned number, const Rules *rules) {
    unsigned rank = number_rank(number);
    u64 like = rank == ACE ? of_suit(suit(number)) : of_rank(rank);
    unsigned changed = 0;
    for (unsigned other = 0; other < 6; other++) {
        u64 hit = state->rivers[other].cards & like;
        if (other == at) hit &= ~bit(number);
        if (hit) {
            take(state, other, hit, rules);
            changed |= 1u << other;
        }
    }
    return changed;
}

static inline unsigned use_modifier(State *state, unsigned at, unsigned card, unsigned position, const Rules *rules) {
    int seat = state->ply & 1;
    River *river = &state->rivers[at];
    unsigned number = river->numbers[position];
    if (has(JACKS, card)) {
        state->discards[seat] |= bit(card);
        take(state, at, bit(number), rules);
        return 1u << at;
    }
    attach(river, seat == (at >= 3) ? card : card | FOREIGN, position, rules);
    count_targets(state, at);
    return 1u << at | (rank(card) == JOKER ? explode(state, at, number, rules) : 0);
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
}

static inline unsigned action_kind(unsigned code) {
    unsigned kind = code >> 15;
    return kind == PLAY ? 0 : kind == ATTACH ? rank(code & 63) - 9 : kind + 3;
}

/* Returns the rivers that changed, a bit each. Books are only kept for views and rows. */
static inline unsigned play(State *state, unsigned code, const Rules *rules, int books) {
    int seat = state->ply & 1;
    unsigned kind = code >> 15, card = code & 63, at = code >> 6 & 7, position = code >> 9 & 63, changed = 0;
    if (kind == DISBAND) {
        changed = 1u << at;
        take(state, at, state->rivers[at].cards, rules);
    } else {
        state->hand[seat] ^= bit(card);
        if (books) {
            state->shown[seat] |= bit(card);
            state->played[seat] |= kind == DISCARD ? 0 : bit(card);
            state->counts[seat] += (u64)(kind == ATTACH && seat != (at >= 3)) << 56;
        }
        if (kind == PLAY) {
            changed = 1u << at;
            append(&state->rivers[at], card, rules);
            count_targets(state, at);
        } else if (kind == ATTACH) {
            changed = use_modifier(state, at, card, position, rules);
        } else {
            state->discards[seat] |= bit(card);
        }
        if (state->ply >= 6) draw_card(state, seat);
    }
    if (books) {
        state->counts[seat] += 1ull << 8 * action_kind(code);
        state->last = code;
    }
    end_turn(state, rules);
    return changed;
}

static void begin(State *state, u64 key, const Rules *rules) {
    for (int i = 0; i < 6; i++) clear(&state->rivers[i], rules);
    state->jacks = state->kings = state->queens = 0;
    for (int seat = 0; seat < 2; seat++) {
        state->discards[seat] = state->shown[seat] = state->played[seat] = state->counts[seat] = 0;
        deal_hand(state, key, seat, seat, ALL_CARDS);
    }
    state->ply = state->reason = state->winner = 0;
    state->challenger = state->last = -1;
}

/* -- views, players, rows --------------------------------------------------------------------------------------- */

typedef struct {
    River rivers[6];
    Menu menu;
    u64 hand, deck, unseen, discards[2];
    i64 ply, rival_hand, rival_deck, challenger, last, seat;
    Rules rules;
} __attribute__((aligned(64))) View;

typedef i64 (*Player)(const View *view, u64 *random);

static i64 uniform_player(const View *view, u64 *random) {
    return pick(&view->menu, view->rivers, below(random, view->menu.total));
}

static inline void fill(View *view, const State *state, int seat) {
    int rival = !seat;
    view->hand = state->hand[seat];
    view->deck = state->deck[seat];
    view->unseen = ALL_CARDS & ~state->shown[rival];
    view->discards[0] = state->discards[0];
    view->discards[1] = state->discards[1];
    view->ply = state->ply;
    view->rival_hand = count(state->hand[rival]);
    view->rival_deck = count(state->deck[rival]);
    view->challenger = state->challenger;
    view->last = state->last;
}

static inline void show_rivers(View *views, const State *state, unsigned changed) {
    for (; changed; changed &= changed - 1) {
        unsigned at = lowest(changed);
        views[0].rivers[at] = state->rivers[at];
        views[1].rivers[at] = state->rivers[at];
    }
}

static u64 final_values(const State *state) {
    u64 packed = 0;
    for (int at = 0; at < 6; at++) {
        u64 value = state->rivers[at].value;
        packed |= (value < 1023 ? value : 1023) << 10 * at;
    }
    return packed;
}

enum { COLUMNS = 10, MAX_PLIES = 188, KINDS = 7 };

static State state __attribute__((aligned(64)));
static View views[2];
static i64 histogram[2][MAX_PLIES][KINDS];

/* Returns 0, or 1 after an illegal action. */
static int play_full(const Rules *rules, Player volatile *players, u64 *random, u64 *rows, u64 games, u64 game) {
    rows[games + game] = state.hand[0];
    rows[2 * games + game] = state.hand[1];
    for (int seat = 0; seat < 2; seat++) {
        views[seat].seat = seat;
        views[seat].rules = *rules;
    }
    show_rivers(views, &state, 63);
    while (!state.reason) {
        int seat = state.ply & 1;
        View *view = &views[seat];
        fill(view, &state, seat);
        offer(&view->menu, &state);
        i64 code = players[seat](view, &random[seat]);
        if (!allowed(state.ply, state.hand[seat], state.rivers, code)) return 1;
        histogram[seat][state.ply][action_kind(code)]++;
        show_rivers(views, &state, play(&state, code, rules, 1));
    }
    rows[game] = state.winner | (u64)state.reason << 6 | (u64)state.ply << 10 | (u64)state.mulligans[0] << 43 |
                 (u64)state.mulligans[1] << 51;
    for (int seat = 0; seat < 2; seat++) {
        rows[(3 + seat) * games + game] = ALL_CARDS & ~state.deck[seat];
        rows[(5 + seat) * games + game] = state.played[seat];
        rows[(7 + seat) * games + game] = state.counts[seat];
    }
    rows[9 * games + game] = final_values(&state);
    return 0;
}

static void play_bare(const Rules *rules, u64 *random) {
    Menu menu;
    while (!state.reason) {
        offer(&menu, &state);
        play(&state, pick(&menu, state.rivers, below(&random[state.ply & 1], menu.total)), rules, 0);
    }
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 12) {
        fprintf(stderr, "usage: %s full|bare SEED GAMES LABEL_A LABEL_B [SIX RULES]\n", argv[0]);
        return 2;
    }
    int full = argv[1][0] == 'f';
    u64 seed = strtoull(argv[2], 0, 10), games = strtoull(argv[3], 0, 10);
    u64 labels[2] = {strtoull(argv[4], 0, 10), strtoull(argv[5], 0, 10)};
    Rules rules = {.low = 21, .high = 26};
    if (argc == 12)
        rules = (Rules){atoi(argv[6]), atoi(argv[7]), atoi(argv[8]), atoi(argv[9]), atoi(argv[10]), atoi(argv[11])};
    u64 *rows = full ? calloc(COLUMNS * games, sizeof *rows) : 0;
    Player volatile players[2] = {uniform_player, uniform_player};
    u64 plies = 0, winners[3] = {0}, check = 0;
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (u64 game = 0; game < games; game++) {
        u64 random[2] = {player_state(seed, game, 0, labels[0]), player_state(seed, game, 0, labels[1])};
        begin(&state, deal_key(seed, game), &rules);
        if (!full)
            play_bare(&rules, random);
        else if (play_full(&rules, players, random, rows, games, game))
            return 1;
        plies += state.ply;
        winners[state.winner]++;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    for (u64 i = 0; full && i < COLUMNS * games; i++) check = mix(check ^ rows[i]);
    double seconds = (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) * 1e-9;
    printf("{\"games\": %llu, \"decisions\": %llu, \"winners\": [%llu, %llu, %llu], "
           "\"check\": %llu, \"seconds\": %.6f}\n",
           (unsigned long long)games, (unsigned long long)plies, (unsigned long long)winners[0],
           (unsigned long long)winners[1], (unsigned long long)winners[2], (unsigned long long)check, seconds);
    return 0;
}

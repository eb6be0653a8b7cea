/* The yardstick of Forecast's engine: uniform random play of the standard deck, in plain C.
 *
 * The same representation, random streams and rules as harness/games/forecast, so that it plays the same
 * games. "full" does all that the harness does: a view is filled for each decision, players are called through
 * pointers, actions are checked, a histogram is kept and a row is written. "bare" does only what the game needs.
 * Prints one JSON object.
 *
 * Use: cc -O3 -o forecast forecast.c && ./forecast full|bare SEED GAMES LABEL_A LABEL_B
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t word;
#define GAMMA 0x9E3779B97F4A7C15ull

static word mix(word z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
static word absorb(word key, word value) { return mix(key ^ mix(value + GAMMA)); }

static int64_t below(word *state, int64_t limit) {
    word n = (word)limit, product;
    *state += GAMMA;
    product = (mix(*state) >> 32) * n;
    if ((product & 0xFFFFFFFFu) < n) {
        word floor = ((1ull << 32) - n) % n;
        while ((product & 0xFFFFFFFFu) < floor) {
            *state += GAMMA;
            product = (mix(*state) >> 32) * n;
        }
    }
    return (int64_t)(product >> 32);
}

#define EACH 0x0842108421ull
#define SLOTS 31ull

typedef struct {
    word table, predicted[2], hand[2], unseen[2], played[2], legal, random;
    int64_t ply, reason, left, top, next, settled, last;
    uint16_t order[36];
} game_state;

static word full_slots(word t) { return ((t >> 10) | (t >> 15)) & SLOTS; }
static word started_slots(word t) { return (t | (t >> 5)) & SLOTS; }

static void settle(game_state *s) {
    if (s->left == 0) { s->top = -1; return; }
    int64_t place = s->next;
    if (place >= s->settled) {
        int64_t other = place + below(&s->random, 36 - place);
        uint16_t card = s->order[other];
        s->order[other] = s->order[place];
        s->order[place] = card;
        s->settled = place + 1;
    }
    s->next = place + 1;
    s->top = s->order[place] & 7;
}

static void refresh(game_state *s) {
    int seat = s->ply & 1;
    word t = s->table, h = s->hand[seat], p = s->predicted[seat];
    word has = (h | (h >> 1) | (h >> 2)) & EACH;
    word legal = ((has & 0x421ull) * (full_slots(t) ^ SLOTS) + (has & 0x2108000ull) * (((p | (p >> 5)) & SLOTS) ^ SLOTS)) << 1;
    legal |= ((has >> 30) & 1) * (0x3FFull << 31);
    legal |= (has >> 35) * (started_slots(t) << 41);
    legal |= (s->left > 0) & ((((h * EACH) >> 35) & 31) < 5);
    s->reason = s->left == 0 ? 1 : full_slots(t) == SLOTS ? 2 : legal == 0 ? 3 : 0;
    s->legal = legal;
}

static const uint8_t LOW[10] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 3}, HIGH[10] = {1, 2, 3, 4, 2, 3, 4, 3, 4, 4};

static void play(game_state *s, int64_t action) {
    int seat = s->ply & 1, kind;
    word t = s->table;
    if (action == 0) {
        s->hand[seat] += 1ull << 5 * s->top;
        s->left--;
        settle(s);
    } else {
        if (action < 31) {
            kind = (action - 1) / 5;
            int slot = (action - 1) % 5;
            int number = kind < 3 ? kind + 1 : kind - 2;
            word bits = ((word)(number & 1) | (word)(number >> 1) << 5) << slot;
            if (kind >= 3) s->predicted[seat] |= bits;
            else s->table = t | (started_slots(t) >> slot & 1 ? bits << 10 : bits);
        } else if (action < 41) {
            int r = LOW[action - 31], q = HIGH[action - 31];
            word moved = ((t >> r) ^ (t >> q)) & 0x8421ull;
            s->table = t ^ ((moved << r) | (moved << q));
            kind = 6;
        } else {
            int slot = action - 41;
            word bits = 0x21ull << slot;
            s->table = t & ~(full_slots(t) >> slot & 1 ? bits << 10 : bits);
            kind = 7;
        }
        s->hand[seat] -= 1ull << 5 * kind;
    }
    s->ply++;
    refresh(s);
}

static int64_t score(word t, word p) {
    word full = full_slots(t);
    word low = ((t >> 10) & full) | (t & ~full & SLOTS), high = ((t >> 15) & full) | ((t >> 5) & ~full & SLOTS);
    word sl = p & SLOTS, sh = (p >> 5) & SLOTS, said = sl | sh;
    word hit = said & ~((low ^ sl) | (high ^ sh));
    word over = said & ((high & ~sh) | (~(high ^ sh) & low & ~sl));
    word miss = said & ~(hit | over);
    return 2 * (__builtin_popcountll(hit & sl) + 2 * __builtin_popcountll(hit & sh)) + __builtin_popcountll(over) -
           __builtin_popcountll(miss);
}

typedef struct {
    word legal, table, predicted, rival_predicted, hand, unseen;
    int64_t seat, ply, hand_size, rival_blue, rival_brown, left, top_back, last, exact, over, miss, hand_limit;
} view;
typedef struct {
    const double *parameters;
    word *memory, *scratch, *random;
} desk;
typedef int64_t (*player)(const view *, const desk *);

static int64_t choose(word legal, word *random) {
    for (int64_t k = below(random, __builtin_popcountll(legal)); k > 0; k--) legal &= legal - 1;
    return __builtin_ctzll(legal);
}
__attribute__((noinline)) static int64_t random_player(const view *seen, const desk *own) {
    return choose(seen->legal, own->random);
}

static int64_t size_of(word hand) { return hand * EACH >> 35 & 31; }
static int64_t blue_of(word hand) { return hand * EACH >> 10 & 31; }

static void fill(view *v, const game_state *s, int seat) {
    word rival = s->hand[1 - seat], planes = s->predicted[1 - seat];
    v->legal = s->legal;
    v->table = s->table;
    v->predicted = s->predicted[seat];
    v->rival_predicted = (planes | planes >> 5) & SLOTS;
    v->hand = s->hand[seat];
    v->unseen = s->unseen[seat];
    v->ply = s->ply;
    v->hand_size = size_of(v->hand);
    v->rival_blue = blue_of(rival);
    v->rival_brown = size_of(rival) - v->rival_blue;
    v->left = s->left;
    v->top_back = s->left > 0 ? s->top >= 3 : -1;
    v->last = s->last;
}

static int kind_of(int64_t action) { return (action >= 1) + (action >= 16) + (action >= 31) + (action >= 41); }

static void bookkeep(game_state *s, int64_t action) {
    int seat = s->ply & 1;
    if (action == 0) {
        s->unseen[seat] -= 1ull << 8 * s->top;
        s->last = s->top < 3 ? 46 : 47;
        return;
    }
    word card = 1ull << 8 * (action < 31 ? (action - 1) / 5 : action < 41 ? 6 : 7);
    s->played[seat] += card;
    if (action >= 16 && action < 31) {
        s->last = 48 + (action - 1) % 5;
    } else {
        s->unseen[1 - seat] -= card;
        s->last = action;
    }
}

static volatile player players[2] = {random_player, random_player};

int main(int argc, char **argv) {
    if (argc != 6) return 2;
    int full = argv[1][0] == 'f';
    int64_t games = atoll(argv[3]), plies = 0, wins[3] = {0, 0, 0};
    word seed = strtoull(argv[2], 0, 10), label[2] = {strtoull(argv[4], 0, 10), strtoull(argv[5], 0, 10)};
    static const int counts[8] = {6, 6, 6, 4, 4, 4, 3, 3};
    static int64_t histogram[2][239][5];
    word *rows = malloc(games * 6 * sizeof(word)), composition = 0;
    uint16_t universe[36];
    int cards = 0;
    for (int kind = 0; kind < 8; kind++) {
        composition |= (word)counts[kind] << 8 * kind;
        for (int copy = 0; copy < counts[kind]; copy++) universe[cards++] = copy * 8 + kind;
    }
    view views[2] = {{.seat = 0, .exact = 2, .over = 1, .miss = -1, .hand_limit = 5}, {.seat = 1, .exact = 2, .over = 1, .miss = -1, .hand_limit = 5}};
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (int64_t game = 0; game < games; game++) {
        word deal = game / 2, leg = game % 2, stream[2];
        for (int entrant = 0; entrant < 2; entrant++)
            stream[leg ^ entrant] =
                absorb(absorb(absorb(absorb(mix(0x504C41594552ull), seed), deal), leg), label[entrant]);
        desk desks[2] = {{.random = &stream[0]}, {.random = &stream[1]}};
        player seated[2] = {players[leg], players[1 - leg]};
        game_state s = {0};
        s.left = 36;
        s.last = -1;
        s.unseen[0] = s.unseen[1] = composition;
        s.random = absorb(absorb(absorb(absorb(mix(0x5348554646ull), seed), deal), 0), 0);
        for (int i = 0; i < 36; i++) s.order[i] = universe[i];
        settle(&s);
        refresh(&s);
        while (!s.reason) {
            int seat = s.ply & 1;
            int64_t action;
            if (full) {
                fill(&views[seat], &s, seat);
                action = seated[seat](&views[seat], &desks[seat]);
                if ((word)action >= 46 || !(s.legal >> action & 1)) return 1;
                histogram[seat][s.ply][kind_of(action)]++;
                bookkeep(&s, action);
            } else {
                action = choose(s.legal, &stream[seat]);
            }
            play(&s, action);
        }
        int64_t a = score(s.table, s.predicted[0]), b = score(s.table, s.predicted[1]);
        int winner = a > b ? 0 : b > a ? 1 : 2;
        wins[winner]++;
        plies += s.ply;
        if (full) {
            word *row = rows + game * 6;
            row[0] = winner | leg << 2 | leg << 3 | s.reason << 6 | s.ply << 10 | (word)(a + 512) << 23 | (word)(b + 512) << 33;
            row[1] = s.table | s.predicted[0] << 20 | s.predicted[1] << 30;
            row[2] = s.hand[0];
            row[3] = s.hand[1];
            row[4] = s.played[0];
            row[5] = s.played[1];
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    word check = 0;
    for (int64_t i = 0; full && i < games * 6; i++) check = mix(check ^ rows[i]);
    double seconds = (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) * 1e-9;
    printf("{\"games\": %lld, \"decisions\": %lld, \"winners\": [%lld, %lld, %lld], \"check\": %llu, \"seconds\": %.6f}\n",
           (long long)games, (long long)plies, (long long)wins[0], (long long)wins[1], (long long)wins[2],
           (unsigned long long)check, seconds);
    return 0;
}

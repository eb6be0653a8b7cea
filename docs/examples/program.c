/* A player as a program of its own, in C: plays any legal action.
 *
 * make examples && headrace match forecast exec:build/program random --blocks 100
 *
 * It reads just what it needs of each line: the type, the number, the seed and the legal actions. None of
 * them holds a quote or a backslash, so that no JSON library is needed for this.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t below(uint64_t limit) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % limit;
}

/* Give what stands behind "name": in a line, NULL where there is none. */
static char *field(char *line, const char *name) {
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    char *found = strstr(line, key);
    if (!found) return NULL;
    found += strlen(key);
    while (*found == ' ') found++;
    return found;
}

/* Print one of the strings of a list. */
static void print_one(char *list) {
    char *end = strchr(list, ']');
    uint64_t quotes = 0;
    for (char *at = list; at < end; at++) quotes += *at == '"';
    for (uint64_t skip = 2 * below(quotes / 2); skip > 0; list++) skip -= *list == '"';
    list = strchr(list, '"') + 1;
    printf("%.*s", (int)(strchr(list, '"') - list), list);
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        char *type = field(line, "type"), *number = field(line, "n");
        if (!type || !number || !strncmp(type, "\"quit\"", 6)) break;
        long long n = atoll(number);
        if (!strncmp(type, "\"hello\"", 7)) {
            printf("{\"type\":\"hello\",\"n\":%lld,\"name\":\"CProgram\",\"author\":\"Headrace\","
                   "\"games\":[\"forecast\",\"defcon\"],\"parameters\":[]}\n", n);
        } else if (!strncmp(type, "\"act\"", 5)) {
            printf("{\"type\":\"action\",\"n\":%lld,\"action\":\"", n);
            print_one(field(line, "legal"));
            printf("\"}\n");
        } else {
            char *seed = field(line, "seed");
            if (seed) state = strtoull(seed, NULL, 10);
            printf("{\"type\":\"ready\",\"n\":%lld}\n", n);
        }
        fflush(stdout);
    }
    return 0;
}

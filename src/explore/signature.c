/* Which lines of a failing run's output name the failure. */
#include "explore/signature.h"

#include <ctype.h>

enum { MOST_LEARNED = 20000, LONGEST_SIGNATURE = 400 };

static bool contains(struct str text, const char *word)
{
    return text.len && memmem(text.at, text.len, word, strlen(word)) != NULL;
}

/* Our own words, and the dynamic linker's about the shim, are never the program's failure. */
static bool is_noise(struct str line)
{
    return str_starts(line, STR("interloper:")) || str_starts(line, STR("interloper-shim:")) ||
           contains(line, "from LD_PRELOAD cannot be preloaded");
}

static bool is_binary(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if ((unsigned char)line.at[i] < 0x20 && line.at[i] != '\t')
            return true;
    return false;
}

static bool contains_any(struct str line, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (contains(line, words[i]))
            return true;
    return false;
}

/* "TypeError: …", "Uncaught AssertionError [ERR_ASSERTION]: …": what an engine or a test runner
 * prints to name a failure. Node shows the source line first, which speaks of errors too. */
static bool names_error(struct str line)
{
    static const struct str marks[] = {{"not ok ", 7}, {"✖ ", 4},         {"✗ ", 4},
                                       {"✕ ", 4},      {"● ", 4},         {"FAIL ", 5},
                                       {"panic: ", 7}, {"Traceback ", 10}};
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (str_starts(line, marks[i]))
            return true;
    if (str_starts(line, STR("Uncaught ")))
        line = str_from(line, strlen("Uncaught "));
    size_t length = 0;
    while (length < line.len &&
           (isalnum((unsigned char)line.at[length]) || strchr("_$.", line.at[length])))
        length++;
    struct str word = {line.at, length};
    char next = length < line.len ? line.at[length] : ':';
    return (str_ends(word, STR("Error")) || str_ends(word, STR("Exception"))) &&
           (next == ':' || next == ' ');
}

static const char *const strong_words[] = {"Error",    "Exception", "Assertion", "assert",
                                           "Uncaught", "Unhandled", "fatal",     "FATAL",
                                           "error:",   "FAIL"};
static const char *const weak_words[] = {"failed",  "error", "lost",     "mismatch",
                                         "corrupt", "wrong", "expected", "BUG"};

/* How well a line names a failure; 0: it is just a line. */
static int telling(struct str line)
{
    if (names_error(line))
        return 3;
    if (contains_any(line, strong_words, COUNT_OF(strong_words)))
        return 2;
    return contains_any(line, weak_words, COUNT_OF(weak_words));
}

/* "at f (lib/a.js:3:5)", but not one of Node's own or of a package. */
static bool is_own_frame(struct str line)
{
    return str_starts(line, STR("at ")) && !contains(line, "node:") &&
           !contains(line, "node_modules/") && !contains(line, "<anonymous>") &&
           contains(line, ":");
}

static bool is_frame(struct str line)
{
    return str_starts(line, STR("at ")) || str_starts(line, STR("File \""));
}

static bool is_usual(const struct signature_rules *rules, struct str line)
{
    return map_find(&rules->usual, line) != NULL;
}

void signature_learn(struct signature_rules *rules, struct str output)
{
    struct buf line = {0};
    while (output.len && rules->usual.len < MOST_LEARNED) {
        buf_clear(&line);
        signature_normalise(rules->project, str_cut(&output, '\n'), &line);
        if (line.len && !map_find(&rules->usual, buf_view(&line)))
            map_add(&rules->usual, arena_str(&rules->arena, buf_view(&line)), NULL);
    }
    buf_free(&line);
}

/* The best seen so far: the last line where none tells anything, else the first of those that tell
 * most, and the first own frame behind it. */
struct candidates {
    struct buf line, frame;
    int telling;
    size_t number; /* of the line */
};

static void consider(struct candidates *self, const struct signature_rules *rules, struct str line,
                     size_t number)
{
    if (!line.len || is_binary(line) || is_noise(line) || is_usual(rules, line))
        return;
    if (is_frame(line)) {
        if (self->telling && !self->frame.len && is_own_frame(line))
            buf_str(&self->frame, line);
        return;
    }
    int value = telling(line);
    if (value > self->telling || (!value && !self->telling)) {
        self->telling = value;
        self->number = number;
        buf_clear(&self->frame);
        buf_clear(&self->line);
        buf_str(&self->line, line);
    }
}

size_t signature_of(const struct signature_rules *rules, struct str output, struct buf *signature)
{
    struct candidates best = {0};
    struct buf line = {0};
    for (size_t number = 0; output.len; number++) {
        buf_clear(&line);
        signature_normalise(rules->project, str_cut(&output, '\n'), &line);
        consider(&best, rules, buf_view(&line), number);
    }
    buf_str(signature, buf_view(&best.line));
    if (best.frame.len)
        buf_printf(signature, " " STR_FMT, STR_ARG(buf_view(&best.frame)));
    if (signature->len > LONGEST_SIGNATURE) {
        signature->len = LONGEST_SIGNATURE;
        signature->at[signature->len] = '\0';
    }
    buf_free(&best.line);
    buf_free(&best.frame);
    buf_free(&line);
    return best.telling ? best.number : SIZE_MAX;
}

void signature_rules_free(struct signature_rules *rules)
{
    map_free(&rules->usual);
    arena_free(&rules->arena);
}

uint64_t signature_digest(const struct signature_rules *rules, struct str output)
{
    struct buf line = {0};
    uint64_t digest = 0;
    while (output.len) {
        buf_clear(&line);
        signature_normalise(rules->project, str_cut(&output, '\n'), &line);
        if (line.len && !is_noise(buf_view(&line)))
            digest += map_hash(buf_view(&line));
    }
    buf_free(&line);
    return digest;
}

/* Which lines of a failing run's output name the failure. */
#include "explore/signature.h"

enum { MOST_LEARNED = 20000, LONGEST_SIGNATURE = 400 };

static bool contains(struct str text, const char *word) {
    return text.len && memmem(text.at, text.len, word, strlen(word)) != NULL;
}

/* Our own words, and the dynamic linker's about the shim, are never the program's failure. */
static bool is_noise(struct str line) {
    return str_starts(line, STR("interloper:")) || str_starts(line, STR("interloper-shim:")) ||
           contains(line, "from LD_PRELOAD cannot be preloaded");
}

static bool is_binary(struct str line) {
    for (size_t i = 0; i < line.len; i++)
        if ((unsigned char)line.at[i] < 0x20 && line.at[i] != '\t')
            return true;
    return false;
}

static bool speaks_of_error(struct str line) {
    static const char *const words[] = {
        "Error",  "error:",   "rror [", "Exception", "exception:", "Traceback", "panic",
        "not ok", "FAIL",     "failed", "Assertion", "assert",     "Uncaught",  "Unhandled",
        "fatal",  "FATAL",    "✖",      "✗",         "✕",          "●",         "mismatch",
        "BUG",    "expected", "lost",   "corrupt",   "wrong",
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (contains(line, words[i]))
            return true;
    return false;
}

/* "at f (lib/a.js:3:5)", but not one of Node's own or of a package. */
static bool is_own_frame(struct str line) {
    return str_starts(line, STR("at ")) && !contains(line, "node:") &&
           !contains(line, "node_modules/") && !contains(line, "<anonymous>") &&
           contains(line, ":");
}

static bool is_frame(struct str line) {
    return str_starts(line, STR("at ")) || str_starts(line, STR("File \""));
}

static bool is_usual(const struct signature_rules *rules, struct str line) {
    return map_find(&rules->usual, line) != NULL;
}

void signature_learn(struct signature_rules *rules, struct str output) {
    struct buf line = {0};
    while (output.len && rules->usual.len < MOST_LEARNED) {
        buf_clear(&line);
        signature_normalise(rules->project, str_cut(&output, '\n'), &line);
        if (line.len && !map_find(&rules->usual, buf_view(&line)))
            map_add(&rules->usual, arena_str(&rules->arena, buf_view(&line)), NULL);
    }
    buf_free(&line);
}

/* The lines seen so far that could name the failure, best last to be overruled by better ones. */
struct candidates {
    struct buf last;  /* last line of any kind */
    struct buf error; /* first that speaks of an error */
    struct buf frame; /* first own frame behind it */
};

static void replace(struct buf *text, struct str by) {
    buf_clear(text);
    buf_str(text, by);
}

static void consider(struct candidates *self, const struct signature_rules *rules,
                     struct str line) {
    if (!line.len || is_binary(line) || is_noise(line) || is_usual(rules, line))
        return;
    if (self->error.len && !self->frame.len && is_own_frame(line))
        replace(&self->frame, line);
    if (is_frame(line))
        return;
    replace(&self->last, line);
    if (!self->error.len && speaks_of_error(line))
        replace(&self->error, line);
}

void signature_of(const struct signature_rules *rules, struct str output, struct buf *signature) {
    struct candidates found = {0};
    struct buf line = {0};
    while (output.len) {
        buf_clear(&line);
        signature_normalise(rules->project, str_cut(&output, '\n'), &line);
        consider(&found, rules, buf_view(&line));
    }
    buf_str(signature, buf_view(found.error.len ? &found.error : &found.last));
    if (found.frame.len)
        buf_printf(signature, " " STR_FMT, STR_ARG(buf_view(&found.frame)));
    if (signature->len > LONGEST_SIGNATURE) {
        signature->len = LONGEST_SIGNATURE;
        signature->at[signature->len] = '\0';
    }
    buf_free(&found.last);
    buf_free(&found.error);
    buf_free(&found.frame);
    buf_free(&line);
}

void signature_rules_free(struct signature_rules *rules) {
    map_free(&rules->usual);
    arena_free(&rules->arena);
}

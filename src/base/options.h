/* Command-line options as a table. One row makes the parser's case, the line in --help and the
 * near-miss suggestion.
 *
 * `into` points at the variable of the row's type; strings point into argv. A row whose `name` is
 * NULL and `help` is not is a heading. Parsing stops at "--" or, with `stop_at_first`, at the first
 * word that is not an option. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "base/error.h"
#include "base/str.h"
#include "base/vec.h"

enum option_type {
    OPTION_FLAG,     /* bool: --x */
    OPTION_TEXT,     /* const char * */
    OPTION_LIST,     /* struct texts: may be given again */
    OPTION_INTEGER,  /* int64_t, within [least, most] */
    OPTION_REAL,     /* double, within [least, most] */
    OPTION_DURATION, /* int64_t nanoseconds: 250ms, 60s, 5m, 1h; a bare number is seconds */
    OPTION_CHOICE,   /* const char *, one of `choices` ("a|b|c") */
};

struct texts {
    const char **at;
    size_t len, room;
};

struct option_row {
    const char *name; /* without the dashes */
    char letter;      /* 0 where there is none */
    enum option_type type;
    void *into;
    const char *value; /* how --help names the value, and for OPTION_CHOICE the choices */
    const char *help;
    double least, most; /* both 0: any */
};

struct command_usage {
    const char *command;  /* "run" */
    const char *synopsis; /* "interloper run [options] -- CMD [ARG...]" */
    const char *summary;  /* one sentence */
    const char *examples; /* lines, each indented by two */
    const struct option_row *rows;
    size_t row_count;
    bool stop_at_first; /* words behind the first that is no option belong to a command */
    /* NULL, or gets "--name" or "--name=value" of each option that was given and is not in
     * `not_repeated` (ends with NULL): what whoever repeats it must give too. It owns the texts. */
    struct texts *given;
    const char *const *not_repeated;
};

/* --help is for people; --help=man and --help=names, from the same rows, for the manual pages and
 * the completions of shells. */
enum help_form { HELP_NONE, HELP_TEXT, HELP_MAN, HELP_NAMES };

struct parsed {
    enum help_form help;
    char **rest; /* words that are not options, in order; points into argv, which is permuted */
    int rest_count;
    bool saw_dashes; /* a "--" stood before the first of `rest` */
    int code;        /* exit status of a command that ends with that (take_options) */
};

bool options_parse(const struct command_usage *usage, int argc, char **argv, struct parsed *result,
                   struct error *error);
void options_print_help(const struct command_usage *usage, enum help_form form, FILE *out);

/* HELP_NONE where the word does not ask for help. */
enum help_form help_form_of(const char *word);

/* A text of a manual page: what its markup would take for itself is escaped. */
void manual_text(const char *text, FILE *out);
void manual_head(const char *page, const char *summary, FILE *out);

bool duration_parse(const char *text, int64_t *nanoseconds);

/* The nearest of `names` if it is near enough to be what was meant, else NULL. */
const char *nearest_name(const char *mistyped, const char *const *names, size_t count);

#endif

#include "base/options.h"

#include <errno.h>
#include <math.h>

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Damerau-Levenshtein distance (adjacent swaps count once) between words shorter than the row
 * buffer. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    size_t rows[3][LONGEST + 1] = {0};
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *above = rows[(i - 1) % 3], *higher = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] =
                smaller(above[j - 1] + (a[i - 1] != b[j - 1]), smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], higher[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

const char *nearest_name(const char *mistyped, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t best_distance = strlen(mistyped) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(mistyped, names[i]);
        if (strncmp(mistyped, names[i], strlen(mistyped)) == 0 && strlen(mistyped) > 1)
            distance = 1;
        if (distance < best_distance) {
            best = names[i];
            best_distance = distance;
        }
    }
    return best;
}

bool duration_parse(const char *text, int64_t *nanoseconds)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1},   {"s", 1},    {"ms", 1e-3}, {"us", 1e-6},
                 {"m", 60}, {"min", 60}, {"h", 3600}};
    char *end;
    double number = strtod(text, &end);
    if (end == text || !isfinite(number) || number < 0)
        return false;
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (strcmp(end, units[i].unit) == 0) {
            double result = number * units[i].seconds * 1e9;
            *nanoseconds = (int64_t)result;
            return result < 9e18;
        }
    return false;
}

static bool bad_value(const struct option_row *row, const char *value, const char *wanted,
                      struct error *error)
{
    return error_set(error, EXIT_BAD_USAGE, "--%s: '%s' is not %s", row->name, value, wanted);
}

static bool in_range(const struct option_row *row, double number, const char *value,
                     struct error *error)
{
    if (row->least == 0 && row->most == 0)
        return true;
    if (number >= row->least && number <= row->most)
        return true;
    return error_set(error, EXIT_BAD_USAGE, "--%s: %s is not between %g and %g", row->name, value,
                     row->least, row->most);
}

static bool is_choice(const char *choices, const char *value)
{
    for (struct str rest = str_of(choices); rest.len;)
        if (str_is(str_cut(&rest, '|'), value))
            return true;
    return false;
}

static bool store(const struct option_row *row, const char *value, struct error *error)
{
    char *end = NULL;
    errno = 0;
    switch (row->type) {
    case OPTION_FLAG:
        *(bool *)row->into = true;
        return true;
    case OPTION_TEXT:
        *(const char **)row->into = value;
        return true;
    case OPTION_LIST:
        *vec_push((struct texts *)row->into) = value;
        return true;
    case OPTION_CHOICE:
        if (!is_choice(row->value, value))
            return bad_value(row, value, row->value, error);
        *(const char **)row->into = value;
        return true;
    case OPTION_DURATION:
        if (!duration_parse(value, row->into))
            return bad_value(row, value, "a time such as 250ms, 60s or 5m", error);
        return true;
    case OPTION_INTEGER:
        *(int64_t *)row->into = strtoll(value, &end, 10);
        if (end == value || *end || errno)
            return bad_value(row, value, "a whole number", error);
        return in_range(row, (double)*(int64_t *)row->into, value, error);
    case OPTION_REAL:
        *(double *)row->into = strtod(value, &end);
        if (end == value || *end || !isfinite(*(double *)row->into))
            return bad_value(row, value, "a number", error);
        return in_range(row, *(double *)row->into, value, error);
    }
    BUG("option type %d", (int)row->type);
}

static bool unknown_option(const struct command_usage *usage, const char *option,
                           struct error *error)
{
    bool is_long = option[1] == '-';
    struct str rest = str_of(option + (is_long ? 2 : 1)), name = str_cut(&rest, '=');
    VEC(const char *) names = {0};
    for (size_t i = 0; i < usage->row_count; i++)
        if (usage->rows[i].name)
            *vec_push(&names) = usage->rows[i].name;
    *vec_push(&names) = "help";
    char *word = mem_dup_n(name.at, name.len);
    const char *near = nearest_name(word, names.at, names.len);
    if (near)
        error_set(error, EXIT_BAD_USAGE, "%s: unknown option '%s%s'; did you mean '--%s'?",
                  usage->command, is_long ? "--" : "-", word, near);
    else
        error_set(error, EXIT_BAD_USAGE, "%s: unknown option '%s%s'; see 'interloper %s --help'",
                  usage->command, is_long ? "--" : "-", word, usage->command);
    free(word);
    vec_free(&names);
    return false;
}

static const struct option_row *find_row(const struct command_usage *usage, const char *word)
{
    struct str rest = str_of(word + 2), name = str_cut(&rest, '=');
    for (size_t i = 0; i < usage->row_count; i++) {
        const struct option_row *row = &usage->rows[i];
        bool by_name = row->name && word[1] == '-' && str_is(name, row->name);
        bool by_letter = row->letter && word[1] == row->letter && !word[2];
        if (by_name || by_letter)
            return row;
    }
    return NULL;
}

/* How an option would have to be given again; -n 5 becomes --runs=5. */
static bool note(const struct command_usage *usage, const struct option_row *row, const char *value)
{
    for (const char *const *other = usage->given ? usage->not_repeated : NULL; other && *other;
         other++)
        if (strcmp(row->name, *other) == 0)
            return true;
    if (usage->given)
        *vec_push(usage->given) =
            value ? mem_printf("--%s=%s", row->name, value) : mem_printf("--%s", row->name);
    return true;
}

/* Takes the option at argv[*at], with its value from behind "=" or from the next word. */
static bool take_option(const struct command_usage *usage, int argc, char **argv, int *at,
                        struct error *error)
{
    char *word = argv[*at];
    const struct option_row *row = find_row(usage, word);
    char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    if (!row)
        return unknown_option(usage, word, error);
    if (row->type == OPTION_FLAG)
        return equals ? error_set(error, EXIT_BAD_USAGE, "--%s takes no value", row->name)
                      : store(row, NULL, error) && note(usage, row, NULL);
    if (equals)
        return store(row, equals + 1, error) && note(usage, row, equals + 1);
    if (*at + 1 >= argc)
        return error_set(error, EXIT_BAD_USAGE, "--%s needs a value: %s", row->name, row->value);
    ++*at;
    return store(row, argv[*at], error) && note(usage, row, argv[*at]);
}

bool options_parse(const struct command_usage *usage, int argc, char **argv, struct parsed *result,
                   struct error *error)
{
    *result = (struct parsed){.rest = argv};
    int kept = 0;
    for (int i = 0; i < argc; i++) {
        char *word = argv[i];
        bool dashes = strcmp(word, "--") == 0;
        if (dashes || (usage->stop_at_first && (word[0] != '-' || !word[1]))) {
            result->saw_dashes = dashes && kept == 0;
            for (i += dashes; i < argc; i++)
                argv[kept++] = argv[i];
        } else if (help_form_of(word)) {
            result->help = help_form_of(word);
        } else if (word[0] == '-' && word[1]) {
            if (!take_option(usage, argc, argv, &i, error))
                return false;
        } else {
            argv[kept++] = word;
        }
    }
    result->rest_count = kept;
    if (kept < argc) /* so that the rest is a list that exec takes: argv itself ends so */
        argv[kept] = NULL;
    return true;
}

static void print_row(const struct option_row *row, FILE *out)
{
    if (!row->name) {
        fprintf(out, "\n%s\n", row->help);
        return;
    }
    char left[96];
    snprintf(left, sizeof left, "--%s%s%s", row->name, row->value ? " " : "",
             row->value ? row->value : "");
    if (row->letter)
        fprintf(out, "  -%c, ", row->letter);
    else
        fputs("      ", out);
    fprintf(out, strlen(left) > 26 ? "%s\n%34s%s\n" : "%-26s%2s%s\n", left, "", row->help);
}

static void print_text(const struct command_usage *usage, FILE *out)
{
    fprintf(out, "%s\n\nUsage: %s\n", usage->summary, usage->synopsis);
    if (usage->row_count && usage->rows[0].name)
        fputs("\nOptions:\n", out);
    for (size_t i = 0; i < usage->row_count; i++)
        print_row(&usage->rows[i], out);
    fputs("  -h, --help                      show this\n", out);
    if (usage->examples)
        fprintf(out, "\nExamples:\n%s", usage->examples);
}

/* One option a line: its name, a tab, whether a value follows and which, a tab, what it does. */
static void print_names(const struct command_usage *usage, FILE *out)
{
    for (size_t i = 0; i < usage->row_count; i++) {
        const struct option_row *row = &usage->rows[i];
        if (row->name)
            fprintf(out, "--%s\t%s\t%s\n", row->name, row->value ? row->value : "", row->help);
    }
    fputs("--help\t\tshow the options and examples\n", out);
}

void manual_text(const char *text, FILE *out)
{
    bool line_starts = true;
    for (const char *at = text; *at; at++) {
        if (line_starts && (*at == '.' || *at == '\''))
            fputs("\\&", out);
        if (*at == '\\')
            fputs("\\e", out);
        else if (*at == '-')
            fputs("\\-", out);
        else
            fputc(*at, out);
        line_starts = *at == '\n';
    }
}

void manual_head(const char *page, const char *summary, FILE *out)
{
    fprintf(out,
            ".TH %s 1 \"\" \"interloper " INTERLOPER_VERSION "\" \"User Commands\"\n.SH NAME\n",
            page);
    manual_text(page, out);
    fputs(" \\- ", out);
    manual_text(summary, out);
}

static void print_manual_row(const struct option_row *row, FILE *out)
{
    if (!row->name) {
        fputs(".SS ", out);
        manual_text(row->help, out);
        fputc('\n', out);
        return;
    }
    fputs(".TP\n\\fB", out);
    if (row->letter)
        fprintf(out, "\\-%c\\fR, \\fB", row->letter);
    fputs("\\-\\-", out);
    manual_text(row->name, out);
    fputs("\\fR", out);
    if (row->value) {
        fputs(" \\fI", out);
        manual_text(row->value, out);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    manual_text(row->help, out);
    fputc('\n', out);
}

static void print_manual(const struct command_usage *usage, FILE *out)
{
    char page[64];
    snprintf(page, sizeof page, "interloper-%s", usage->command);
    manual_head(page, usage->summary, out);
    fputs("\n.SH SYNOPSIS\n.nf\n", out);
    manual_text(usage->synopsis, out);
    fputs("\n.fi\n.SH OPTIONS\n", out);
    for (size_t i = 0; i < usage->row_count; i++)
        print_manual_row(&usage->rows[i], out);
    if (usage->examples) {
        fputs(".SH EXAMPLES\n.nf\n", out);
        manual_text(usage->examples, out);
        fputs(".fi\n", out);
    }
    fputs(".SH SEE ALSO\n.BR interloper (1)\n", out);
}

enum help_form help_form_of(const char *word)
{
    static const struct {
        const char *word;
        enum help_form form;
    } forms[] = {{"--help", HELP_TEXT},
                 {"-h", HELP_TEXT},
                 {"--help=man", HELP_MAN},
                 {"--help=names", HELP_NAMES}};
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (strcmp(word, forms[i].word) == 0)
            return forms[i].form;
    return HELP_NONE;
}

void options_print_help(const struct command_usage *usage, enum help_form form, FILE *out)
{
    if (form == HELP_MAN)
        print_manual(usage, out);
    else if (form == HELP_NAMES)
        print_names(usage, out);
    else
        print_text(usage, out);
}

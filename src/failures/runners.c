/* The reports of test runners, one recogniser each: a report is known by words that only its runner
 * prints. What they were made from, and what each must give, lies in test/explain/outputs. */
#include "failures/scan.h"

static bool all_digits(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    return text.len > 0;
}

static bool contains(struct str text, const char *word)
{
    return text.len && memmem(text.at, text.len, word, strlen(word)) != NULL;
}

/* "a > b" as others write it: "a › b". */
static struct str with_one_sign(struct scan *scan, struct str name)
{
    struct buf text = {0};
    for (size_t i = 0; i < name.len; i++)
        if (str_starts(str_from(name, i), STR(" > "))) {
            buf_text(&text, " › ");
            i += 2;
        } else {
            buf_char(&text, name.at[i]);
        }
    struct str kept = arena_str(&scan->out->arena, buf_view(&text));
    buf_free(&text);
    return kept;
}

/* ---- mocha ----   "  1) accounts\n       throws:" behind "  3 failing" */

static bool is_mocha_entry(const struct scan *scan, size_t i, struct str *title)
{
    size_t indent;
    struct str line = failures__text(scan, i, &indent), rest = line;
    struct str number = str_cut(&rest, ')');
    *title = str_trim(rest);
    return indent == 2 && all_digits(number) && title->len && rest.at[0] == ' ';
}

static void recognise_mocha(struct scan *scan)
{
    size_t i = 0, indent;
    for (; i < scan->lines.len; i++) {
        struct str line = failures__text(scan, i, &indent), rest = line;
        if (indent == 2 && all_digits(str_cut(&rest, ' ')) && str_is(rest, "failing"))
            break;
    }
    struct str title, next;
    for (; i < scan->lines.len; i++) {
        if (!is_mocha_entry(scan, i, &title))
            continue;
        struct str test = STR("");
        for (;;) { /* each line is a suite, the last one the test, with a colon */
            bool last = str_ends(title, STR(":"));
            title.len -= last;
            test = failures__join(scan, test, title);
            i++;
            title = failures__text(scan, i, &indent);
            if (last || i >= scan->lines.len || !title.len)
                break;
        }
        size_t end = i;
        while (end < scan->lines.len && !is_mocha_entry(scan, end, &next))
            end++;
        failures__add(scan, test, STR(""), i, end);
        i = end - 1;
    }
}

/* ---- jest ----   "  ● accounts › throws" below "FAIL test/db.test.js" */

static bool is_jest_entry(const struct scan *scan, size_t i, struct str *title)
{
    size_t indent;
    struct str line = failures__text(scan, i, &indent);
    *title = str_from(line, strlen("● "));
    return indent == 2 && str_starts(line, STR("● ")) && !str_starts(*title, STR("Console")) &&
           !str_starts(*title, STR("Cannot log after"));
}

static void recognise_jest(struct scan *scan)
{
    bool is_jest = false;
    for (size_t i = 0; i < scan->lines.len && !is_jest; i++)
        is_jest = str_starts(scan->lines.at[i], STR("Test Suites: "));
    struct str file = STR(""), title, next;
    for (size_t i = 0; is_jest && i < scan->lines.len; i++) {
        struct str line = scan->lines.at[i];
        if (str_starts(line, STR("FAIL "))) {
            struct str rest = str_trim(str_from(line, strlen("FAIL ")));
            file = str_cut(&rest, ' ');
        }
        if (!is_jest_entry(scan, i, &title))
            continue;
        size_t end = i + 1;
        while (end < scan->lines.len && !is_jest_entry(scan, end, &next) &&
               (!scan->lines.at[end].len || scan->lines.at[end].at[0] == ' '))
            end++;
        if (str_starts(title, STR("Test suite failed to run")))
            title = STR("");
        failures__add(scan, failures__join(scan, file, title), STR(""), i + 1, end);
        i = end - 1;
    }
}

/* ---- vitest ----   " FAIL  test/db.test.mjs > accounts > throws" */

static bool is_vitest_entry(const struct scan *scan, size_t i)
{
    return str_starts(failures__line(scan, i), STR(" FAIL  "));
}

static void recognise_vitest(struct scan *scan)
{
    bool is_vitest = false;
    for (size_t i = 0; i < scan->lines.len && !is_vitest; i++)
        is_vitest = str_starts(scan->lines.at[i], STR("⎯⎯"));
    for (size_t i = 0; is_vitest && i < scan->lines.len; i++) {
        if (!is_vitest_entry(scan, i))
            continue;
        size_t from = i + 1;
        while (is_vitest_entry(scan, from)) /* several tests, one error */
            from++;
        size_t end = from;
        while (end < scan->lines.len && !is_vitest_entry(scan, end) &&
               !str_starts(scan->lines.at[end], STR("⎯⎯")))
            end++;
        struct str name = str_trim(str_from(scan->lines.at[i], strlen(" FAIL  ")));
        failures__add(scan, with_one_sign(scan, name), STR(""), from, end);
    }
}

/* ---- ava ----   "  ✘ [fail]: throws Rejected promise …", and each title again behind a ruler */

static bool is_ava_title(const struct scan *scan, size_t i)
{
    static const struct str mark = {"✘ [fail]: ", sizeof "✘ [fail]: " - 1};
    size_t indent, other;
    struct str title = failures__text(scan, i, &indent);
    bool found = false;
    for (size_t k = 0; title.len && indent == 2 && k < i && !found; k++) {
        struct str line = failures__text(scan, k, &other);
        struct str rest = str_from(line, mark.len);
        found = str_starts(line, mark) && str_starts(rest, title) &&
                (rest.len == title.len || rest.at[title.len] == ' ');
    }
    return found;
}

static void recognise_ava(struct scan *scan)
{
    enum { MOST = 4000 }; /* lines: each title is looked for in those before it */
    size_t i = 0, end, indent, failed = SIZE_MAX;
    for (; i < scan->lines.len && !str_is(scan->lines.at[i], "  ─"); i++)
        if (contains(scan->lines.at[i], "✘ [fail]: "))
            failed = i;
    if (failed == SIZE_MAX || scan->lines.len - i > MOST || i > MOST)
        return;
    for (i++; i < scan->lines.len; i = end) {
        end = i + 1;
        if (!is_ava_title(scan, i))
            continue;
        while (end < scan->lines.len && !is_ava_title(scan, end) &&
               !str_is(scan->lines.at[end], "  ─"))
            end++;
        struct str test = failures__text(scan, i, &indent), place = STR("");
        size_t from = i + 1;
        while (from < end && !failures__line(scan, from).len)
            from++;
        struct str first = failures__text(scan, from, &indent);
        if (failures_place(first).len == first.len) { /* "test/db.js:5" */
            place = first;
            from++;
        }
        if (place.len)
            place.len = (size_t)((const char *)memrchr(place.at, ':', place.len) - place.at);
        failures__add(scan, failures__join(scan, place, test), STR(""), from, end);
    }
}

/* ---- tap's report for people ----   " ✖ accounts > throws > message" below " FAIL  test/db.js" */

static void recognise_tap_report(struct scan *scan)
{
    static const struct str mark = {" ✖ ", sizeof " ✖ " - 1};
    struct str file = STR("");
    bool complete = false;
    size_t indent;
    for (size_t i = 0; i < scan->lines.len; i++) {
        struct str line = scan->lines.at[i];
        complete |= contains(line, "TEST COMPLETE") || str_starts(line, STR("# { total: "));
        if (str_starts(line, STR(" FAIL  "))) {
            struct str rest = str_trim(str_from(line, strlen(" FAIL  ")));
            file = str_cut(&rest, ' ');
        }
        if (!complete || !file.len || !str_starts(line, mark))
            continue;
        size_t end = i + 1;
        while (end < scan->lines.len && (failures__text(scan, end, &indent).len && indent >= 4))
            end++;
        struct str name = str_from(line, mark.len), message = name;
        for (size_t k = 0; k + 3 <= name.len; k++)
            if (str_starts(str_from(name, k), STR(" > ")))
                message = str_from(name, k + 3);
        if (message.len < name.len)
            name.len -= message.len + strlen(" > ");
        failures__add(scan, failures__join(scan, file, with_one_sign(scan, name)), message, i + 1,
                      end);
    }
}

/* ---- uvu ----   "   FAIL  accounts  \"saves twice\"" below "test/db.js" and "• ✘   (1 / 2)" */

static bool is_uvu_progress(struct str line)
{
    return (contains(line, "•") || contains(line, "✘")) && contains(line, " / ") &&
           str_ends(line, STR(")"));
}

static bool is_uvu_entry(const struct scan *scan, size_t i, struct str *title)
{
    size_t indent;
    struct str line = failures__text(scan, i, &indent);
    *title = str_trim(str_from(line, strlen("FAIL")));
    return indent == 3 && str_starts(line, STR("FAIL ")) && str_ends(line, STR("\""));
}

/* `accounts  "saves twice"` as others write it. */
static struct str uvu_test(struct scan *scan, struct str file, struct str title)
{
    const char *quote = memchr(title.at, '"', title.len);
    struct str suite = {title.at, (size_t)(quote - title.at)};
    struct str name = str_from(title, suite.len + 1);
    name.len -= name.len > 0;
    return failures__join(scan, failures__join(scan, file, str_trim(suite)), name);
}

static void recognise_uvu(struct scan *scan)
{
    bool is_uvu = false;
    for (size_t i = 0; i < scan->lines.len && !is_uvu; i++)
        is_uvu = str_starts(scan->lines.at[i], STR("  Skipped:   "));
    struct str file = STR(""), title, next;
    for (size_t i = 0; is_uvu && i < scan->lines.len; i++) {
        struct str line = scan->lines.at[i];
        if (line.len && line.at[0] != ' ' && !is_uvu_progress(line) &&
            is_uvu_progress(failures__line(scan, i + 1)))
            file = line;
        if (!is_uvu_entry(scan, i, &title))
            continue;
        size_t end = i + 1;
        while (end < scan->lines.len && !is_uvu_entry(scan, end, &next) &&
               !is_uvu_progress(scan->lines.at[end]) &&
               !str_starts(scan->lines.at[end], STR("  Total:  ")))
            end++;
        failures__add(scan, uvu_test(scan, file, title), STR(""), i + 1, end);
        i = end - 1;
    }
}

/* ---- jasmine ----   "1) accounts saves twice\n  Message:\n    …\n  Stack:\n    …" */

static bool is_jasmine_entry(const struct scan *scan, size_t i, struct str *title)
{
    static const struct str suite = {"Suite error: ", sizeof "Suite error: " - 1};
    struct str line = failures__line(scan, i), rest = line;
    bool numbered = all_digits(str_cut(&rest, ')')) && str_starts(rest, STR(" "));
    *title = numbered ? str_trim(rest) : str_from(line, suite.len);
    return (numbered || str_starts(line, suite)) &&
           str_is(failures__line(scan, i + 1), "  Message:");
}

static void recognise_jasmine(struct scan *scan)
{
    size_t end;
    struct str title, next;
    for (size_t i = 0; i < scan->lines.len; i = end) {
        end = i + 1;
        if (!is_jasmine_entry(scan, i, &title))
            continue;
        while (end < scan->lines.len && scan->lines.at[end].len &&
               !is_jasmine_entry(scan, end, &next))
            end++;
        struct buf message = {0};
        size_t stack = i + 2, indent;
        for (; stack < end && !str_is(scan->lines.at[stack], "  Stack:"); stack++) {
            struct str text = failures__text(scan, stack, &indent);
            buf_printf(&message, "%s" STR_FMT, message.len ? "\n" : "", STR_ARG(text));
        }
        failures__add(scan, title, buf_view(&message), stack, end);
        buf_free(&message);
    }
}

/* ---- node:test's spec ----   "test at test/db.js:8:3\n✖ throws (12ms)" */

/* "name (12.5ms)", and whether it is one that may fail. */
static struct str without_time(struct str name, bool *may_fail)
{
    *may_fail = contains(name, "# TODO") || contains(name, "# SKIP");
    const char *open = name.len ? memrchr(name.at, '(', name.len) : NULL;
    if (open && open > name.at && str_ends(name, STR("ms)")))
        name.len = (size_t)(open - name.at);
    return str_trim(name);
}

static bool begins_test(const struct scan *scan, size_t i)
{
    struct str line = failures__line(scan, i);
    return str_starts(line, STR("test at ")) || str_starts(line, STR("✖ "));
}

static struct str file_of(struct str place)
{
    for (int i = 0; i < 2; i++) {
        const char *colon = place.len ? memrchr(place.at, ':', place.len) : NULL;
        struct str digits = colon ? str_from(place, (size_t)(colon + 1 - place.at)) : STR("");
        if (all_digits(digits))
            place.len = (size_t)(colon - place.at);
    }
    return place;
}

/* node --test of a file that is no test: the error stands in what the file printed. */
static bool is_whole_file(struct str name, struct str file)
{
    return str_equal(name, file) || (name.len > file.len && file.len && str_ends(name, file));
}

static void add_error_before(struct scan *scan, struct str test, size_t before);

static void recognise_node_spec(struct scan *scan)
{
    size_t i = 0, end;
    while (i < scan->lines.len && !str_is(scan->lines.at[i], "✖ failing tests:"))
        i++;
    size_t begin = i;
    struct str file = STR("");
    for (i++; i < scan->lines.len; i = end) {
        struct str line = scan->lines.at[i];
        end = i + 1;
        if (str_starts(line, STR("test at ")))
            file = failures__relative(scan, file_of(str_from(line, strlen("test at "))));
        if (!str_starts(line, STR("✖ ")))
            continue;
        while (end < scan->lines.len && !begins_test(scan, end))
            end++;
        bool may_fail;
        struct str name = without_time(str_from(line, strlen("✖ ")), &may_fail);
        struct str own = failures__relative(scan, name);
        size_t indent;
        if (may_fail)
            continue;
        if (is_whole_file(name, file) ||
            str_is(failures__text(scan, i + 1, &indent), "'test failed'"))
            add_error_before(scan, own, begin);
        else
            failures__add(scan, failures__join(scan, file, own), STR(""), i + 1, end);
    }
}

/* ---- TAP ----   "not ok 2 - throws", below "# Subtest: accounts", before YAML */

enum { MOST_LEVELS = 32, TAP_INDENT = 4 };

struct tap {
    struct scan *scan;
    struct str names[MOST_LEVELS + 1]; /* of the subtests that are under way */
    bool failed[MOST_LEVELS + 2];      /* one below this level, in the subtest under way */
    struct str comment;                /* tape: "# throws" */
};

/* The value of a key of the block [from, to); its lines, where it has several, are [*first, *last).
 */
static struct str yaml_value(const struct scan *scan, const char *key, size_t from, size_t to,
                             size_t *first, size_t *last)
{
    *first = *last = 0;
    for (size_t i = from; i < to; i++) {
        size_t indent, deeper;
        struct str line = failures__text(scan, i, &indent), rest = line;
        struct str name = str_cut(&rest, ':');
        if (!str_is(name, key) || name.len == line.len)
            continue;
        rest = str_trim(rest);
        *first = *last = i + 1;
        while (*last < to && (!failures__text(scan, *last, &deeper).len || deeper > indent))
            ++*last;
        if (rest.len >= 2 && strchr("'\"", rest.at[0]) && rest.at[rest.len - 1] == rest.at[0])
            return (struct str){rest.at + 1, rest.len - 2};
        return str_starts(rest, STR("|")) ? STR("") : rest;
    }
    return STR("");
}

static bool is_comment_of_totals(struct str text)
{
    static const struct str totals[] = {{"tests ", 6}, {"pass ", 5}, {"fail ", 5}, {"ok", 2}};
    for (size_t i = 0; i < COUNT_OF(totals); i++)
        if (str_starts(text, totals[i]))
            return true;
    return false;
}

/* The name or class of the error, its text, and lines of a longer one behind it. */
static struct str tap_message(struct tap *self, struct str assertion, size_t from, size_t to)
{
    struct arena *arena = &self->scan->out->arena;
    struct buf text = {0};
    size_t first, last, indent;
    struct str name = yaml_value(self->scan, "name", from, to, &first, &last);
    if (!name.len)
        name = yaml_value(self->scan, "type", from, to, &first, &last);
    if (str_is(name, "suite") || str_is(name, "test"))
        name = STR("");
    struct str error = yaml_value(self->scan, "error", from, to, &first, &last);
    static const char *const others[] = {"message", "details"};
    for (size_t i = 0; i < COUNT_OF(others) && !error.len && first == last; i++)
        error = yaml_value(self->scan, others[i], from, to, &first, &last);
    bool has_error = error.len || first < last;
    struct str head = assertion.len ? assertion : error;
    if (name.len && !str_starts(head, name))
        buf_printf(&text, STR_FMT ": ", STR_ARG(name));
    buf_str(&text, head);
    for (size_t i = first, lines = 0; has_error && i < last && lines < FAILURES_MESSAGE_LINES;
         i++) {
        struct str line = failures__text(self->scan, i, &indent);
        if (line.len && ++lines)
            buf_printf(&text, "%s" STR_FMT, text.len && lines > 1 ? "\n" : "", STR_ARG(line));
    }
    static const char *const more[] = {"expected", "actual"};
    for (size_t i = 0; assertion.len && i < COUNT_OF(more); i++) {
        struct str value = yaml_value(self->scan, more[i], from, to, &first, &last);
        if (value.len)
            buf_printf(&text, "\n%s: " STR_FMT, more[i], STR_ARG(value));
    }
    struct str kept = arena_str(arena, buf_view(&text));
    buf_free(&text);
    return kept;
}

/* [*from, *to): the YAML behind line i, or what mocha's TAP reporter indents instead. */
static void tap_block(const struct scan *scan, size_t i, size_t *from, size_t *to)
{
    size_t indent, deeper;
    failures__text(scan, i, &indent);
    *from = *to = i + 1;
    bool yaml = str_is(str_trim(failures__line(scan, i + 1)), "---");
    *from += yaml;
    for (*to = *from; *to < scan->lines.len; ++*to) {
        struct str line = failures__text(scan, *to, &deeper);
        if (yaml ? str_is(line, "...") && deeper <= indent + 2 : line.len && deeper <= indent)
            break;
    }
}

static void tap_failure(struct tap *self, size_t i, size_t level, struct str name)
{
    struct scan *scan = self->scan;
    size_t from, to, first, last;
    tap_block(scan, i, &from, &to);
    bool yaml = from == i + 2;
    struct str test = STR("");
    for (size_t k = 0; k < level; k++)
        test = failures__join(scan, test, self->names[k]);
    bool is_test = !yaml || str_equal(self->names[level], name);
    if (!is_test && !test.len)
        test = self->comment;
    is_test |= !test.len;
    struct str file =
        failures__relative(scan, file_of(yaml_value(scan, "location", from, to, &first, &last)));
    struct str own = failures__relative(scan, name);
    if (yaml && yaml_value(scan, "exitCode", from, to, &first, &last).len) {
        add_error_before(scan, own, i);
        return;
    }
    if (is_test)
        test = failures__join(scan, test, own);
    if (file.len)
        test = failures__join(scan, file, test);
    struct str message = yaml ? tap_message(self, is_test ? STR("") : name, from, to) : STR("");
    bool timeout =
        str_is(yaml_value(scan, "failureType", from, to, &first, &last), "testTimeoutFailure");
    if (yaml) { /* of the block only the frames are left to be read */
        yaml_value(scan, "stack", from, to, &first, &last);
        if (first == last && yaml_value(scan, "at", from, to, &first, &last).len)
            first--; /* "at: 'f (a.js:1:2)'" */
        from = first;
        to = last;
    }
    size_t before = scan->out->list.len;
    failures__add(scan, test, message, from, to);
    if (scan->out->list.len > before)
        vec_last(&scan->out->list)->time_limit |= timeout;
}

/* "not ok 12 - name # time=3ms" behind its indentation. */
static bool is_tap_result(struct str line, bool *ok, struct str *name, bool *may_fail)
{
    *ok = str_starts(line, STR("ok "));
    if (!*ok && !str_starts(line, STR("not ok ")))
        return false;
    struct str rest = str_from(line, strlen(*ok ? "ok " : "not ok "));
    struct str number = str_cut(&rest, ' ');
    if (!all_digits(number))
        return false;
    if (str_starts(rest, STR("- ")))
        rest = str_from(rest, 2);
    *may_fail = contains(rest, "# TODO") || contains(rest, "# SKIP") || contains(rest, "# todo") ||
                contains(rest, "# skip");
    for (size_t k = 0; k + 3 <= rest.len; k++)
        if (str_starts(str_from(rest, k), STR(" # ")))
            rest.len = k;
    *name = str_trim(rest);
    return true;
}

static void tap_line(struct tap *self, size_t i)
{
    size_t indent;
    struct str line = failures__text(self->scan, i, &indent), name;
    size_t level = indent / TAP_INDENT;
    bool ok, may_fail;
    if (level >= MOST_LEVELS)
        return;
    if (str_starts(line, STR("# Subtest: "))) {
        self->names[level] = str_from(line, strlen("# Subtest: "));
        for (size_t k = level + 1; k <= MOST_LEVELS; k++)
            self->names[k] = STR("");
        self->failed[level + 1] = false;
    } else if (indent == 0 && str_starts(line, STR("# "))) {
        if (!is_comment_of_totals(str_from(line, 2)))
            self->comment = str_from(line, 2);
    } else if (indent % TAP_INDENT == 0 && is_tap_result(line, &ok, &name, &may_fail)) {
        bool below = self->failed[level + 1];
        self->failed[level + 1] = false;
        if (ok || may_fail)
            return;
        self->failed[level] = true;
        if (!below)
            tap_failure(self, i, level, name);
    }
}

static void recognise_tap(struct scan *scan)
{
    struct tap tap = {.scan = scan, .comment = STR("")};
    for (size_t i = 0; i <= MOST_LEVELS; i++)
        tap.names[i] = STR("");
    for (size_t i = 0; i < scan->lines.len; i++)
        tap_line(&tap, i);
}

/* ---- errors of no test ---- */

static bool names_error(struct str line)
{
    struct str word = line;
    size_t length = 0;
    while (length < word.len && ((word.at[length] | 32) >= 'a' && (word.at[length] | 32) <= 'z'))
        length++;
    word.len = length;
    char next = length < line.len ? line.at[length] : ':';
    return (str_ends(word, STR("Error")) || str_ends(word, STR("Exception"))) &&
           (next == ':' || next == ' ');
}

static void add_error_before(struct scan *scan, struct str test, size_t before)
{
    for (size_t i = 0; i < before; i++) {
        struct str line = scan->lines.at[i];
        size_t hash = str_starts(line, STR("# ")) ? 2 : 0;
        if (!names_error(str_from(line, hash)))
            continue;
        failures__add(scan, test, str_from(line, hash), i + 1, i + 20 < before ? i + 20 : before);
        return;
    }
    failures__add(scan, test, STR("the file ended with an error"), 0, 0);
}

const struct failures_runner failures_runners[] = {
    {"mocha", recognise_mocha}, {"jest", recognise_jest},       {"vitest", recognise_vitest},
    {"ava", recognise_ava},     {"tap", recognise_tap_report},  {"node:test", recognise_node_spec},
    {"uvu", recognise_uvu},     {"jasmine", recognise_jasmine}, {"TAP", recognise_tap},
};
const size_t failures_runner_count = COUNT_OF(failures_runners);

/* Where nobody wants to hear of a finding: in tests and examples (of some rules), and in minified
 * code. */
#include "rules/rules.h"

bool is_one_of(struct str text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_is(text, words[i]))
            return true;
    return false;
}

bool has_any(struct str text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (memmem(text.at, text.len, words[i], strlen(words[i])))
            return true;
    return false;
}

/* What lies below the folder that was named: whoever names test/ or a file in it means it. */
static struct str path_below(const struct source *source)
{
    size_t start = source->path.len;
    for (unsigned segments = 0; start > 0; start--)
        if (source->path.at[start - 1] == '/' && ++segments == source->depth)
            break;
    return source->depth ? str_from(source->path, start) : STR("");
}

bool lies_in(const struct source *source, const char *const *folders, size_t count)
{
    struct str rest = path_below(source);
    while (rest.len) {
        struct str part = str_cut(&rest, '/');
        if (rest.len && is_one_of(part, folders, count))
            return true;
    }
    return false;
}

struct str file_name(const struct source *source)
{
    struct str rest = source->path, name = STR("");
    while (rest.len)
        name = str_cut(&rest, '/');
    return name;
}

bool is_test_file(const struct source *source)
{
    static const char *const folders[] = {"test",  "tests",        "__tests__",   "spec",     "e2e",
                                          "bench", "__fixtures__", "testscripts", "__mocks__"};
    static const char *const marks[] = {".test.", ".spec.", "-test.", "-spec.", "_test.", "_spec."};
    static const char *const endings[] = {"-test", "-tests", "_test", "_tests"};
    struct str name = file_name(source), rest = path_below(source);
    while (rest.len) { /* long_test/ */
        struct str part = str_cut(&rest, '/');
        for (size_t i = 0; i < COUNT_OF(endings) && rest.len; i++)
            if (str_ends(part, str_of(endings[i])))
                return true;
    }
    return has_any(name, marks, COUNT_OF(marks)) || str_starts(name, STR("test.")) ||
           lies_in(source, folders, COUNT_OF(folders));
}

/* demo/, demos/, demo-ts/ */
static bool is_example(const struct source *source)
{
    static const char *const beginnings[] = {"example", "demo", "sample", "playground"};
    static const char *const marks[] = {".stories."};
    struct str rest = path_below(source);
    while (rest.len) {
        struct str part = str_cut(&rest, '/');
        for (size_t i = 0; i < COUNT_OF(beginnings) && rest.len; i++) {
            struct str behind = str_from(part, strlen(beginnings[i]));
            if (str_starts(part, str_of(beginnings[i])) &&
                (!behind.len || behind.at[0] == 's' || behind.at[0] == '-'))
                return true;
        }
    }
    return has_any(file_name(source), marks, COUNT_OF(marks));
}

/* A minified part of a file that is not minified as a whole: nobody reads it. */
static bool is_on_endless_line(const struct unit *unit, const struct js_node *node)
{
    enum { LONGEST = 1000 };
    struct str text = unit->source->text;
    size_t start = node->start, end = node->start;
    while (start > 0 && text.at[start - 1] != '\n' && end - start <= LONGEST)
        start--;
    while (end < text.len && text.at[end] != '\n' && end - start <= LONGEST)
        end++;
    return end - start > LONGEST;
}

/* ---- other people's code ---- */

static bool is_vendored(const struct source *source)
{
    static const char *const folders[] = {
        "third_party", "third-party", "thirdparty", "3rdparty",         "vendor",   "vendors",
        "vendored",    "external",    "externals",  "bower_components", "compiled", "prebundled"};
    return lies_in(source, folders, COUNT_OF(folders));
}

/* A file that no person wrote: a bundle, with what it was made of and nothing that tells apart what
 * is whose. */
bool is_large_bundle(const struct source *source)
{
    enum { LONGEST = 1 << 20 };
    return !source->named && source->text.len > LONGEST;
}

/* What a test or an example does wrong is seen by whoever runs it, or is its point. */
bool is_out_of_place(const struct rule *rule, const struct unit *unit)
{
    const struct source *source = unit->source;
    return !source->named && ((rule->not_in & PLACE_EXAMPLE && is_example(source)) ||
                              (rule->not_in & PLACE_TEST && is_test_file(source)));
}

bool is_of_others(const struct unit *unit, const struct js_node *node)
{
    return !unit->source->named &&
           (is_vendored(unit->source) || is_bundled(unit, node) || is_on_endless_line(unit, node));
}

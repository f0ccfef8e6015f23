/* A race is what a late answer wrote last where it should not: so it is named by that request and
 * by the line that asked for it. Sixty pairs of rows and filters that meet the same answer are one
 * thing to repair. Where all of an application asks through one function, that line says nothing:
 * the first caller is taken that other requests do not have in common. */
#include "web/causes.h"

#include "base/buf.h"

/* "7", "a3f09c21", "550e8400-e29b-…": a key, not a name. */
static bool is_key(struct str part)
{
    size_t digits = 0, hex = 0, dashes = 0;
    for (size_t i = 0; i < part.len; i++) {
        char c = part.at[i];
        digits += c >= '0' && c <= '9';
        hex += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        dashes += c == '-';
    }
    bool all_digits = part.len && digits == part.len;
    return all_digits || (part.len >= 8 && digits && hex + dashes == part.len);
}

const char *causes_pattern(struct arena *arena, const char *request)
{
    struct buf out = {0};
    struct str rest = str_of(request), method = str_cut(&rest, ' ');
    buf_str(&out, method);
    buf_char(&out, ' ');
    size_t length = 0;
    while (length < rest.len && rest.at[length] != '?' && rest.at[length] != '#')
        length++;
    struct str path = {rest.at, length},
               query = str_from(rest, length < rest.len ? length + 1 : length);
    bool folder = path.len && path.at[path.len - 1] == '/';
    for (bool first = true; path.len || first; first = false) {
        struct str part = str_cut(&path, '/');
        struct str name = part, end = {part.at + part.len, 0};
        for (size_t i = part.len; i-- > 0;)
            if (part.at[i] == '.') { /* 7.json is a key too */
                name = (struct str){part.at, i};
                end = str_from(part, i);
                break;
            }
        if (!first)
            buf_char(&out, '/');
        if (is_key(name))
            buf_char(&out, '*');
        else
            buf_str(&out, name);
        buf_str(&out, end);
    }
    if (folder)
        buf_char(&out, '/');
    for (bool first = true; query.len; first = false) {
        struct str value = str_cut(&query, '&');
        struct str name = str_cut(&value, '=');
        buf_char(&out, first ? '?' : '&');
        buf_str(&out, name);
        buf_text(&out, "=*");
    }
    const char *kept = arena_str(arena, buf_view(&out)).at;
    buf_free(&out);
    return kept;
}

static bool overlap(const struct web_box *a, const struct web_box *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

/* What of a step's writes stands where the pictures differ: the smallest of those. */
static const struct web_write *write_within(const struct web_step *step,
                                            const struct web_difference *difference)
{
    const struct web_write *best = NULL;
    for (size_t i = 0; i < step->write_count; i++) {
        const struct web_write *write = &step->writes[i];
        bool there = write->storage ? difference->storage
                                    : difference->picture && overlap(&write->box, &difference->box);
        bool smaller =
            !best || write->box.width * write->box.height < best->box.width * best->box.height;
        if (there && !write->unchanged && smaller)
            best = write;
    }
    return best;
}

static void take_step(struct web_test *test, const struct web_step *step, const char *request,
                      const struct web_write *write)
{
    bool known = step->asked_by && *step->asked_by;
    test->late.request = causes_pattern(&test->arena, request);
    test->late.by = known ? step->asked_by : NULL;
    test->late.wrote = write ? write->what : NULL;
    test->late.writer = write ? write->handler : NULL;
}

/* The last answer of the first event that wrote where they differ, else the last that wrote at all,
 * else the first request, which was held. */
static void name(struct web_test *test)
{
    const struct web_run *run = &test->adverse;
    bool released = false;
    const struct web_step *any = NULL, *sent = NULL;
    for (size_t i = 0; i < run->step_count; i++) {
        const struct web_step *step = &run->steps[i];
        if (step->kind == WEB_STEP_REQUEST && step->lane == 1 && !sent)
            sent = step;
        released = released || step->kind == WEB_STEP_RELEASED;
        if (!released || step->kind != WEB_STEP_HANDLER || step->lane != 1 || !step->asked)
            continue;
        const struct web_write *write = write_within(step, &test->difference);
        any = step;
        if (write)
            take_step(test, step, step->asked, write);
    }
    if (!test->late.wrote && any)
        take_step(test, any, any->asked, any->write_count ? &any->writes[0] : NULL);
    else if (!test->late.wrote && sent)
        take_step(test, sent, sent->text, NULL);
}

/* ---- which of them are one ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static struct str first_line(const char *text)
{
    struct str rest = str_of(text ? text : "");
    return str_cut(&rest, '\n');
}

bool causes_match(const char *pattern, const char *request)
{
    struct str a = str_of(pattern ? pattern : ""), b = str_of(request);
    while (a.len && b.len) {
        struct str left = str_cut(&a, '/'), right = str_cut(&b, '/');
        if (!str_equal(left, right) && !str_is(left, "*"))
            return false;
    }
    return a.len == b.len;
}

/* Of two requests whose paths differ in one part ("GET /help/pay", "GET /help/send") the one with a
 * star there; NULL where they differ in more. What is asked for behind the path (?…) is the same.
 */
static const char *join(struct arena *arena, const char *one, const char *other)
{
    struct str query = str_of(one), other_query = str_of(other);
    struct str a = str_cut(&query, '?'), b = str_cut(&other_query, '?');
    struct buf out = {0};
    size_t stars = str_equal(query, other_query) ? 0 : 2;
    for (bool first = true; a.len && b.len; first = false) {
        struct str left = str_cut(&a, '/'), right = str_cut(&b, '/');
        bool same = str_equal(left, right);
        stars += same ? 0 : first ? 2 : 1;
        buf_text(&out, first ? "" : "/");
        buf_str(&out, same ? left : STR("*"));
    }
    bool ok = stars <= 1 && !a.len && !b.len;
    buf_text(&out, query.len ? "?" : "");
    buf_str(&out, query);
    const char *joined = ok ? arena_str(arena, buf_view(&out)).at : NULL;
    buf_free(&out);
    return joined;
}

/* Tabs that ask for a page each, in one place of the code, and show it in another: whichever of the
 * two answers is late, it comes in the place of the other. */
static bool are_mirrored(struct arena *arena, const struct web_test *a, const struct web_test *b)
{
    bool both = a->late.by && a->late.request && b->late.request;
    return both && a->first == b->second && a->second == b->first &&
           str_equal(first_line(a->late.by), first_line(b->late.by)) &&
           same_text(a->late.writer, b->late.writer) &&
           join(arena, a->late.request, b->late.request);
}

static bool same_cause(struct arena *arena, const struct web_test *a, const struct web_test *b)
{
    if (a->verdict != WEB_RACE || a->cause != b->cause)
        return false;
    bool asked = same_text(a->late.request, b->late.request) &&
                 str_equal(first_line(a->late.by), first_line(b->late.by));
    return asked || are_mirrored(arena, a, b);
}

/* The cause of `test` so far, or that of another one, becomes the lesser of the two for all. */
static void unite(struct web_result *result, struct web_test *test, size_t other)
{
    size_t lesser = test->cause_number && test->cause_number < other ? test->cause_number : other;
    size_t greater = test->cause_number && test->cause_number > other ? test->cause_number : other;
    test->cause_number = lesser;
    for (size_t i = 0; i < result->test_count; i++)
        if (result->tests[i].cause_number == greater)
            result->tests[i].cause_number = lesser;
}

static void number_causes(struct web_result *result)
{
    size_t last = 0;
    for (size_t i = 0; i < result->test_count; i++) {
        struct web_test *test = &result->tests[i];
        if (test->verdict != WEB_RACE)
            continue;
        for (size_t k = 0; k < i; k++)
            if (same_cause(&result->arena, &result->tests[k], test))
                unite(result, test, result->tests[k].cause_number);
        if (!test->cause_number)
            test->cause_number = ++last;
    }
    for (size_t number = 1; number <= last; number++) { /* without gaps */
        bool any = false;
        for (size_t i = 0; i < result->test_count; i++) {
            struct web_test *test = &result->tests[i];
            if (test->cause_number != number)
                continue;
            result->causes += !any;
            any = true;
            test->cause_number = result->causes;
        }
    }
}

/* Requests of one cause that differ in a part are told with a star there. */
static void join_requests(struct web_result *result)
{
    for (size_t i = 0; i < result->test_count; i++) {
        struct web_test *first = &result->tests[i];
        const char *all = first->late.request;
        for (size_t k = 0; first->cause_number && k < result->test_count; k++) {
            const struct web_test *other = &result->tests[k];
            bool differs = other->cause_number == first->cause_number && all &&
                           other->late.request && !same_text(all, other->late.request);
            const char *joined = differs ? join(&first->arena, all, other->late.request) : NULL;
            all = joined ? joined : all;
        }
        first->late.request = all;
    }
}

/* ---- the line that tells it from others ---- */

static bool has_line(const char *text, struct str line)
{
    for (struct str rest = str_of(text ? text : ""); rest.len;)
        if (str_equal(str_cut(&rest, '\n'), line))
            return true;
    return false;
}

/* Whether a race of this cause is between that event and another. */
static bool takes_part(const struct web_result *result, size_t cause, size_t event)
{
    for (size_t i = 0; i < result->test_count; i++) {
        const struct web_test *test = &result->tests[i];
        if (test->cause_number == cause && (test->first == event || test->second == event))
            return true;
    }
    return false;
}

/* Whether an event that has no such race asked for something by this line too. */
static bool others_ask(const struct web_result *result, size_t cause, struct str line)
{
    for (size_t i = 0; i < result->test_count; i++) {
        const struct web_test *test = &result->tests[i];
        const size_t events[] = {test->first, test->second};
        for (size_t k = 0; k < test->synchronous.step_count; k++) {
            const struct web_step *step = &test->synchronous.steps[k];
            bool of_event = step->kind == WEB_STEP_REQUEST && (step->lane == 1 || step->lane == 2);
            if (of_event && has_line(step->asked_by, line) &&
                !takes_part(result, cause, events[step->lane - 1]))
                return true;
        }
    }
    return false;
}

/* Whether other requests went by this line too: the one function all of the page asks through. */
static bool is_shared(const struct web_result *result, const struct web_test *test, struct str line)
{
    if (others_ask(result, test->cause_number, line))
        return true;
    for (size_t i = 0; i < result->test_count; i++) {
        const struct web_test *other = &result->tests[i];
        if (other->cause_number && other->cause_number != test->cause_number &&
            !same_text(other->late.request, test->late.request) && has_line(other->late.by, line))
            return true;
    }
    return false;
}

static void place(const struct web_result *result, struct web_test *test)
{
    struct str found = {0};
    for (struct str rest = str_of(test->late.by ? test->late.by : ""); rest.len && !found.len;) {
        struct str line = str_cut(&rest, '\n');
        if (!is_shared(result, test, line))
            found = line;
    }
    if (!found.len)
        found = first_line(test->late.by);
    test->late.at = found.len ? arena_str(&test->arena, found).at : NULL;
}

/* All races of a cause have the place of its first. */
static void place_all(struct web_result *result)
{
    for (size_t i = 0; i < result->test_count; i++) {
        struct web_test *test = &result->tests[i];
        if (!test->cause_number)
            continue;
        size_t k = 0;
        while (result->tests[k].cause_number != test->cause_number)
            k++;
        if (k == i)
            place(result, test);
        else
            test->late.at = result->tests[k].late.at;
    }
}

void causes_name_all(struct web_result *result)
{
    for (size_t i = 0; i < result->test_count; i++)
        if (result->tests[i].verdict == WEB_RACE)
            name(&result->tests[i]);
    number_causes(result);
    join_requests(result);
    place_all(result);
}

/* A race is what a late answer wrote last where it should not: so it is named by that request and
 * by the line that asked for it. Sixty pairs of rows and filters that meet the same answer are one
 * thing to repair. */
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

static void take_step(struct web_test *test, const struct web_step *step,
                      const struct web_write *write)
{
    test->late.request = causes_pattern(&test->arena, step->asked);
    test->late.at = step->asked_at && *step->asked_at ? step->asked_at : NULL;
    test->late.wrote = write ? write->what : NULL;
}

/* The last answer of the first event that wrote where they differ, else the last that wrote at all,
 * else the request that was held. */
static void name(struct web_test *test)
{
    const struct web_run *run = &test->adverse;
    bool released = false;
    const struct web_step *any = NULL;
    for (size_t i = 0; i < run->step_count; i++) {
        const struct web_step *step = &run->steps[i];
        bool request = step->kind == WEB_STEP_RELEASED || step->kind == WEB_STEP_HELD ||
                       (step->kind == WEB_STEP_REQUEST && step->lane == 1);
        if (request && !test->late.request)
            test->late.request = causes_pattern(&test->arena, step->text);
        released = released || step->kind == WEB_STEP_RELEASED;
        if (!released || step->kind != WEB_STEP_HANDLER || step->lane != 1 || !step->asked)
            continue;
        const struct web_write *write = write_within(step, &test->difference);
        any = step;
        if (write)
            take_step(test, step, write);
    }
    if (!test->late.wrote && any)
        take_step(test, any, any->write_count ? &any->writes[0] : NULL);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_cause(const struct web_test *a, const struct web_test *b)
{
    return a->cause == b->cause && same_text(a->late.request, b->late.request) &&
           same_text(a->late.at, b->late.at);
}

void causes_name_all(struct web_result *result)
{
    for (size_t i = 0; i < result->test_count; i++) {
        struct web_test *test = &result->tests[i];
        if (test->verdict != WEB_RACE)
            continue;
        name(test);
        for (size_t k = 0; k < i && !test->cause_number; k++)
            if (result->tests[k].verdict == WEB_RACE && same_cause(&result->tests[k], test))
                test->cause_number = result->tests[k].cause_number;
        if (!test->cause_number)
            test->cause_number = ++result->causes;
    }
}

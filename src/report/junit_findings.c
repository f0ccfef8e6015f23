/* Findings as JUnit XML (junit.h): each a test case that failed, named by its rule and place; where
 * nothing was found, one that passed, so that a server which wants tests to be there is content. */
#include "report/junit.h"

#include "base/arena.h"
#include "report/report.h"

static const char *place_text(struct arena *arena, struct place place)
{
    struct position at = source_position(place.source, place.start);
    return arena_printf(arena, STR_FMT ":%u:%u", STR_ARG(place.source->path), at.line, at.column)
        .at;
}

static const char *full_text(struct arena *arena, const struct finding *finding)
{
    struct buf text = {0};
    report_full_message(finding, &text);
    for (size_t i = 0; i < finding->related_count; i++) {
        const struct related *related = &finding->related[i];
        buf_printf(&text, "\n- " STR_FMT, STR_ARG(related->message));
        if (related->place.source)
            buf_printf(&text, " (%s)", place_text(arena, related->place));
    }
    const char *kept = arena_str(arena, buf_view(&text)).at;
    buf_free(&text);
    return kept;
}

void report_junit_findings(const struct findings *findings, const struct report_facts *facts,
                           struct buf *out)
{
    (void)facts;
    struct arena arena = {0};
    VEC(struct junit_case) cases = {0};
    vec_each (problem, &findings->problems)
        if (problem->is_error)
            *vec_push(&cases) = (struct junit_case){
                .name = problem->place.source ? place_text(&arena, problem->place) : "input",
                .result = JUNIT_ERROR,
                .message = arena_str(&arena, problem->message).at};
    vec_each (finding, &findings->list) {
        const char *rule = finding->rule->name;
        *vec_push(&cases) = (struct junit_case){
            .name = finding->place.source
                        ? arena_printf(&arena, "%s %s", rule, place_text(&arena, finding->place)).at
                        : arena_printf(&arena, "%s: " STR_FMT, rule, STR_ARG(finding->identity)).at,
            .result = JUNIT_FAILED,
            .kind = rule,
            .message = arena_str(&arena, finding->message).at,
            .text = full_text(&arena, finding)};
    }
    if (!cases.len)
        *vec_push(&cases) =
            (struct junit_case){.name = "nothing was found", .result = JUNIT_PASSED};
    report_junit("interloper", cases.at, cases.len, out);
    vec_free(&cases);
    arena_free(&arena);
}

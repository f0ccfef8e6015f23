#include "commands/run_findings.h"

#include "base/arena.h"
#include "commands/run_report.h"
#include "event/text.h"

static const struct rule_info event_race = {
    .name = "event-race",
    .severity = SEVERITY_ERROR,
    .summary = "the program fails under a legal order of its events",
    .why = "Node may run callbacks of files, sockets, timers and workers in more than one order. "
           "Under the one that is reported the program fails, though it passes under the usual "
           "one: two steps that belong together were separated by an event in between, or one came "
           "before another that it relies on. A loaded or slow machine takes that order by itself.",
};

/* The first frame of its own that a failure names: "at store.js:12:7", "at save (store.js:12:7)".
 */
static char *place_of(const char *signature)
{
    const char *at = strstr(signature, " at ");
    for (const char *next = at; next; next = strstr(next + 1, " at "))
        at = next;
    if (!at)
        return NULL;
    at += strlen(" at ");
    const char *open = strrchr(at, '(');
    at = open ? open + 1 : at;
    return mem_dup_n(at, strcspn(at, ")\n"));
}

/* What changed places, in the program's own lines; where that is not known, the holds. */
static bool add_story(struct arena *arena, const struct finding *finding,
                      struct collected *collected)
{
    const struct story *story = &finding->explanation.story;
    if (!finding->explanation.done || !story->events.len)
        return false;
    struct collected_step *steps = arena_array(arena, struct collected_step, story->events.len);
    for (size_t i = 0; i < story->events.len; i++) {
        const struct story_event *event = &story->events.at[i];
        struct str words = arena_printf(arena, STR_FMT " %s", STR_ARG(event->words),
                                        event->role == STORY_LATE ? "is late" : "overtakes it");
        steps[i] = (struct collected_step){
            words.at,
            event->submitted.text.len ? arena_str(arena, event->submitted.text).at : NULL};
    }
    collected->steps = steps;
    collected->step_count = story->events.len;
    return true;
}

static void add_steps(struct arena *arena, const struct finding *finding,
                      struct collected *collected)
{
    enum { MOST = 10 };
    struct schedule schedule;
    struct buf text = {0};
    if (add_story(arena, finding, collected))
        return;
    if (!finding->schedule || !schedule_read(&schedule, finding->schedule, NULL))
        return;
    struct collected_step *steps = arena_array(arena, struct collected_step, MOST);
    for (size_t i = 0; i < schedule.holds.len && i < MOST; i++) {
        buf_clear(&text);
        buf_hold(&text, &schedule.holds.at[i]);
        steps[i] = (struct collected_step){arena_str(arena, buf_view(&text)).at, NULL};
        collected->step_count++;
    }
    collected->steps = steps;
    buf_free(&text);
    schedule_free(&schedule);
}

static void add(struct collection *collection, const struct campaign_options *options,
                const struct finding *finding)
{
    struct arena arena = {0};
    struct buf repeat = {0}, message = {0};
    bool named = strcmp(finding->signature, finding->outcome) != 0;
    char *identity = mem_printf("%s: %s", finding->outcome, finding->signature);
    char *place = finding->at ? mem_dup(finding->at) : place_of(finding->signature);
    if (finding->schedule)
        run_report_repeat(options, finding, &repeat);
    if (finding->test)
        buf_printf(&message, "%s ", finding->test);
    buf_printf(&message, "fails (%s) under a legal order of events%s%s", finding->outcome,
               named ? ": " : "",
               !named             ? ""
               : finding->message ? finding->message
                                  : finding->signature);
    if (finding->replays.reproduced)
        buf_printf(&message, "; needs events to be %g ms late in all",
                   finding->replays.lateness_ms);
    if (repeat.len)
        buf_printf(&message, "; again: %s", repeat.at);
    struct collected collected = {
        .rule = &event_race,
        .severity = finding->slow     ? SEVERITY_NOTE
                    : finding->proved ? SEVERITY_ERROR
                                      : SEVERITY_WARNING,
        .message = buf_view(&message).at,
        .repair = finding->explanation.done ? finding->explanation.story.hint.at : NULL,
        .identity = identity,
        .at = place,
    };
    add_steps(&arena, finding, &collected);
    collection_add(collection, &collected);
    free(identity);
    free(place);
    buf_free(&repeat);
    buf_free(&message);
    arena_free(&arena);
}

struct collection *run_findings(const struct campaign_options *options,
                                const struct campaign_result *result)
{
    struct collection *collection = collection_new();
    for (size_t i = 0; i < result->findings.list.len; i++)
        add(collection, options, &result->findings.list.at[i]);
    collection_finish(collection);
    return collection;
}

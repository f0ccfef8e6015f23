/* The names that JSON, text and report share, one table each. */
#include "web/web.h"

static const char *const event_types[] = {
    [WEB_CLICK] = "click",   [WEB_DBLCLICK] = "dblclick", [WEB_INPUT] = "input",
    [WEB_CHANGE] = "change", [WEB_HOVER] = "hover",       [WEB_KEY] = "key",
    [WEB_SCROLL] = "scroll", [WEB_DRAG] = "drag",         [WEB_MACRO] = "macro",
};

static const struct {
    const char *name;
    bool answer;
} kinds[] = {
#define ROW(constant, name, answer) {name, answer},
    WEB_KINDS(ROW)
#undef ROW
};

static const char *const verdicts[] = {
    [WEB_SAME] = "same",         [WEB_RACE] = "race",     [WEB_INFEASIBLE] = "infeasible",
    [WEB_UNSTABLE] = "unstable", [WEB_BROKEN] = "broken",
};

static const char *const causes[] = {
    [WEB_LATE_ANSWER] = "late-answer",
    [WEB_DOUBLE_SUBMIT] = "double-submit",
};

static const char *const steps[] = {
    [WEB_STEP_TRIGGER] = "trigger", [WEB_STEP_REQUEST] = "request",
    [WEB_STEP_HELD] = "held",       [WEB_STEP_RELEASED] = "released",
    [WEB_STEP_ANSWER] = "answer",   [WEB_STEP_HANDLER] = "handler",
    [WEB_STEP_ERROR] = "error",     [WEB_STEP_ABORTED] = "aborted",
    [WEB_STEP_PICTURE] = "picture",
};

const char *web_event_type_name(enum web_event_type type)
{
    return event_types[type];
}

const char *web_kind_name(enum web_kind kind)
{
    return kinds[kind].name;
}

bool web_kind_is_answer(enum web_kind kind)
{
    return kinds[kind].answer;
}

const char *web_verdict_name(enum web_verdict verdict)
{
    return verdicts[verdict];
}

const char *web_cause_name(enum web_cause cause)
{
    return causes[cause];
}

const char *web_step_name(enum web_step_kind kind)
{
    return steps[kind];
}

void web_result_free(struct web_result *self)
{
    for (size_t i = 0; i < self->event_count && self->graphs; i++)
        arena_free(&self->graphs[i].arena);
    for (size_t i = 0; i < self->test_count; i++)
        arena_free(&self->tests[i].arena);
    struct arena arena = self->arena;
    arena_free(&arena);
    *self = (struct web_result){0};
}

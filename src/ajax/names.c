/* The names that JSON, text and report share, one table each. */
#include "ajax/ajax.h"

static const char *const event_types[] = {
    [AJAX_CLICK] = "click",   [AJAX_DBLCLICK] = "dblclick", [AJAX_INPUT] = "input",
    [AJAX_CHANGE] = "change", [AJAX_HOVER] = "hover",       [AJAX_KEY] = "key",
    [AJAX_MACRO] = "macro",
};

static const struct {
    const char *name;
    bool answer;
} kinds[AJAX_KIND_COUNT] = {
    [AJAX_KIND_USER] = {"user", false},         [AJAX_KIND_XHR] = {"xhr", true},
    [AJAX_KIND_FETCH] = {"fetch", true},        [AJAX_KIND_BODY] = {"body", true},
    [AJAX_KIND_SCRIPT] = {"script", true},      [AJAX_KIND_IMAGE] = {"image", true},
    [AJAX_KIND_STYLE] = {"stylesheet", true},   [AJAX_KIND_TIMEOUT] = {"timeout", false},
    [AJAX_KIND_INTERVAL] = {"interval", false}, [AJAX_KIND_FRAME] = {"frame", false},
    [AJAX_KIND_IDLE] = {"idle", false},         [AJAX_KIND_MESSAGE] = {"message", false},
    [AJAX_KIND_SOCKET] = {"socket", true},      [AJAX_KIND_SOURCE] = {"eventsource", true},
    [AJAX_KIND_WORKER] = {"worker", true},
};

static const char *const verdicts[] = {
    [AJAX_SAME] = "same",         [AJAX_RACE] = "race",     [AJAX_INFEASIBLE] = "infeasible",
    [AJAX_UNSTABLE] = "unstable", [AJAX_BROKEN] = "broken",
};

static const char *const steps[] = {
    [AJAX_STEP_TRIGGER] = "trigger", [AJAX_STEP_REQUEST] = "request",
    [AJAX_STEP_HELD] = "held",       [AJAX_STEP_RELEASED] = "released",
    [AJAX_STEP_ANSWER] = "answer",   [AJAX_STEP_HANDLER] = "handler",
    [AJAX_STEP_ERROR] = "error",     [AJAX_STEP_ABORTED] = "aborted",
    [AJAX_STEP_PICTURE] = "picture",
};

const char *ajax_event_type_name(enum ajax_event_type type)
{
    return event_types[type];
}

const char *ajax_kind_name(enum ajax_kind kind)
{
    return kinds[kind].name;
}

bool ajax_kind_is_answer(enum ajax_kind kind)
{
    return kinds[kind].answer;
}

const char *ajax_verdict_name(enum ajax_verdict verdict)
{
    return verdicts[verdict];
}

const char *ajax_step_name(enum ajax_step_kind kind)
{
    return steps[kind];
}

void ajax_result_free(struct ajax_result *self)
{
    for (size_t i = 0; i < self->event_count && self->graphs; i++)
        arena_free(&self->graphs[i].arena);
    for (size_t i = 0; i < self->test_count; i++)
        arena_free(&self->tests[i].arena);
    struct arena arena = self->arena;
    arena_free(&arena);
    *self = (struct ajax_result){0};
}

/* promise-as-value: a promise where its value was meant. It is always truthy, "[object Promise]" as
 * text, not a number, and has no length. The machine sees the promises; what the text of the place
 * tells is whether anything else could be meant. */
#include "rules/rules.h"

/* `cache.get(key)`, `waiting.shift()`: the promise was there before. */
static bool takes_out(const struct js_node *call)
{
    static const char *const methods[] = {"get", "shift", "pop", "at", "find"};
    return call->a->kind == JS_MEMBER &&
           is_one_of(call->a->b->text->text, methods, COUNT_OF(methods));
}

/* `if (this.pending)` asks whether there is a promise; `if (isValid())` asks what it says. */
static bool asks_for_the_value(const struct js_node *node)
{
    const struct js_node *initial = initial_value(node), *call = initial ? initial : node;
    return call->kind == JS_CALL && !takes_out(call);
}

struct use_search {
    const struct js_variable *variable;
    bool found;
};

static void look_for_use(struct walk *walk, const struct js_node *node)
{
    static const char *const methods[] = {"then", "catch", "finally"};
    struct use_search *self = walk->data;
    const struct js_node *used =
        node->kind == JS_AWAIT ? node->a
        : node->kind == JS_MEMBER && is_one_of(node->b->text->text, methods, COUNT_OF(methods))
            ? node->a
            : NULL;
    self->found |= used && used->kind == JS_NAME && used->variable == self->variable;
}

/* The name is also awaited, or reacted to: its author knows what it holds, and asks whether there
 * is one. */
static bool is_known_promise(struct ruling *ruling, const struct event *event)
{
    const struct js_node *name = event->site;
    if (name->kind != JS_NAME || !name->variable)
        return false;
    struct use_search search = {.variable = name->variable};
    struct walk walk = {.ruling = ruling, .unit = event->unit, .data = &search};
    const struct js_function *function = function_around(event->unit, name);
    if (function && function->body && may_walk(ruling, function))
        walk_function(&walk, function, look_for_use);
    return search.found;
}

/* What a function is given by many callers is a promise in a run of ours, perhaps. */
static bool is_parameter(const struct js_node *node)
{
    return node->kind == JS_NAME && node->variable && node->variable->by == JS_BY_PARAMETER;
}

static void judge_promise_as_value(struct ruling *ruling)
{
    static const char *const messages[] = {
        [USED_AS_CONDITION] = "is always true as a condition",
        [USED_AS_OPERAND] = "is no number and no text: the result is NaN, or \"[object Promise]\"",
        [USED_AS_COMPARED] = "is never equal to this",
        [USED_AS_TEXT] = "becomes the text \"[object Promise]\"",
        [USED_AS_LIST] = "has no length",
    };
    vec_each (event, &ruling->m->events) {
        if (event->kind != EVENT_PROMISE_AS_VALUE || event->promise->origin == ORIGIN_UNKNOWN ||
            event->promise->origin == ORIGIN_INTERNAL)
            continue;
        bool is_asked = event->used_as == USED_AS_CONDITION;
        if (is_parameter(event->site) ||
            (is_asked && (!asks_for_the_value(event->site) || is_known_promise(ruling, event))))
            continue;
        struct finding *finding =
            report(ruling, &rule_promise_as_value, event->unit, event->site,
                   "`" STR_FMT "` is a promise, which %s",
                   STR_ARG(text_of(event->unit, event->site)), messages[event->used_as]);
        if (event->promise->site != event->site)
            relate(ruling, finding, event->promise->unit, event->promise->site,
                   "the promise is made here");
        repair(ruling, finding, "await it");
        fix_await(ruling, finding, event->unit, event->site);
    }
}

const struct rule rule_promise_as_value = {
    .info = {"promise-as-value", SEVERITY_WARNING,
             "a promise is used as a condition, an operand, a text or a list",
             "A promise is an object: as a condition it is always true, in a sum it is \"[object "
             "Promise]\" or NaN, its length "
             "is undefined. The value is meant, and an await is missing.",
             "async function isAllowed(user) {\n  await null;\n  return user === "
             "'root';\n}\nexports.enter = async user => {\n"
             "  if (isAllowed(user)) return 'welcome';\n  return 'no';\n};\n",
             "async function isAllowed(user) {\n  await null;\n  return user === "
             "'root';\n}\nexports.enter = async user => {\n"
             "  if (await isAllowed(user)) return 'welcome';\n  return 'no';\n};\n"},
    .judge = judge_promise_as_value,
    .story = {"0s", {"it is used here as if it were its value"}},
};

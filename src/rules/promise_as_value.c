/* promise-as-value: a promise where its value was meant. It is always truthy, "[object Promise]" as
 * text, not a number, and has no length. The machine sees the promises; what the text of the place
 * tells is whether anything else could be meant. */
#include "rules/rules.h"

/* `if (this.pending)` asks whether there is a promise; `if (isValid())` asks what it says. */
static bool asks_for_the_value(const struct js_node *node)
{
    const struct js_node *initial = initial_value(node);
    return node->kind == JS_CALL || (initial && initial->kind == JS_CALL);
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
        if (event->used_as == USED_AS_CONDITION && !asks_for_the_value(event->site))
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

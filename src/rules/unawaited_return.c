/* unawaited-return: `try { return work(); } catch (error) { ... }` in an async function. The
 * promise leaves the try before it is settled: its rejection passes the catch by, and the finally
 * runs while the work is going on. The machine tells which returned values are promises. */
#include "rules/rules.h"

/* Does somebody look at its rejection already, or can there be none? */
static bool cannot_reject(const struct promise *promise)
{
    const struct reaction *made_by = promise->made_by;
    bool only_resolves = promise->executor && promise->executor->params &&
                         !promise->executor->params->next && !promise->executor->is_async;
    if (only_resolves || promise->origin == ORIGIN_RESOLVE || promise->origin == ORIGIN_REJECT)
        return true; /* return Promise.reject(...) means the caller */
    bool is_caught =
        made_by && (made_by->kind == REACTION_CATCH || v_callable(made_by->on_rejected));
    bool is_fulfilled = promise->may_fulfill && !promise->may_reject && !promise->may_never;
    return is_caught || (is_fulfilled && promise->origin != ORIGIN_API);
}

/* A handler that only throws on what it was given changes nothing by being passed by. */
static bool only_rethrows(const struct js_node *try)
{
    const struct js_node *only = try->c->a;
    return only && !only->next && only->kind == JS_THROW && only->a->kind == JS_NAME && try->b &&
           try->b->kind == JS_NAME && only->a->variable == try->b->variable;
}

/* catch (error) { console.error(error); throw error; }: the caller hears of it either way; what is
 * missed is a line of a log, or another text of the error. */
static bool ends_by_throwing(const struct js_node *handler)
{
    const struct js_node *last = handler->a;
    while (last && last->next)
        last = last->next;
    return last && last->kind == JS_THROW;
}

struct repeat_search {
    struct unit *unit;
    const struct js_node *value;
    bool found;
};

static void search_repeat(const struct js_node *node, void *context)
{
    struct repeat_search *search = context;
    struct str text = search->unit->source->text;
    struct str a = {text.at + node->start, node->end - node->start};
    struct str b = {text.at + search->value->start, search->value->end - search->value->start};
    search->found |= node->kind == JS_CALL && str_equal(a, b);
    if (!search->found)
        js_children(node, search_repeat, context);
}

/* try { return fallback(x); } catch { return fallback(x); } */
static bool does_the_same(const struct event *event, const struct js_node *handler)
{
    struct repeat_search search = {.unit = event->unit, .value = event->site->a};
    if (search.value)
        search_repeat(handler, &search);
    return search.found;
}

static void judge_unawaited_return(struct ruling *ruling)
{
    vec_each (event, &ruling->m->events) {
        if (event->kind != EVENT_RETURNED_UNAWAITED || !event->function ||
            !may_walk(ruling, event->function))
            continue;
        const struct js_node *try = try_around(ruling, event->unit, event->function, event->site);
        bool has_catch = try && try->c && contains(try->a, event->site) && !only_rethrows(try) &&
                         !cannot_reject(event->promise) && !does_the_same(event, try->c);
        bool has_finally = try && try->d && event->is_pending;
        if (!has_catch && !has_finally)
            continue;
        struct finding *finding = report(
            ruling, &rule_unawaited_return, event->unit, event->site,
            has_catch ? STR_FMT " is returned without await: where it rejects, the catch below is "
                                "not asked"
                      : STR_FMT " is returned without await: the finally below runs before it is "
                                "settled",
            STR_ARG(name_of_promise(ruling, event->promise)));
        if (has_catch && !has_finally && ends_by_throwing(try->c))
            grade(finding, SEVERITY_NOTE);
        relate(ruling, finding, event->unit, has_catch ? try->c : try->d,
               has_catch ? "this handler is passed by" : "this runs too early");
        repair(ruling, finding, "return await ...");
        fix_await(ruling, finding, event->unit, event->site->a);
    }
}

const struct rule rule_unawaited_return = {
    .info = {"unawaited-return", SEVERITY_WARNING,
             "a promise is returned out of a try that does not wait for it",
             "In an async function `return promise` leaves the try at once; only `return await "
             "promise` waits inside. A "
             "rejection then goes to the caller as if there were no catch, and a finally closes "
             "what the work still uses.",
             "const fs = require('fs').promises;\nexports.load = async file => {\n  try {\n    "
             "return fs.readFile(file);\n"
             "  } catch (error) {\n    return null;\n  }\n};\n",
             "const fs = require('fs').promises;\nexports.load = async file => {\n  try {\n    "
             "return await fs.readFile(file);\n"
             "  } catch (error) {\n    return null;\n  }\n};\n"},
    .judge = judge_unawaited_return,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"s0", {"the promise is returned, and the try is left"}},
};

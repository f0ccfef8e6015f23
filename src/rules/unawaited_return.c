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

/* What a function leaves uncaught. */
struct uncaught_search {
    const struct js_function *function;
    bool has_catch, found;
};

static bool is_parse(const struct js_node *node)
{
    return is_member_call(node, "parse") && node->a->a->kind == JS_NAME &&
           str_is(node->a->a->name->text, "JSON");
}

/* return again(rest): where the function cannot reject, that cannot. */
static bool hands_on(const struct js_node *node, const struct js_function *function)
{
    return node->kind == JS_RETURN && node->a && node->a->kind == JS_CALL &&
           function_of_argument(node->a->a) != function;
}

static void search_handed_on(const struct js_node *node, void *context)
{
    struct uncaught_search *search = context;
    search->found |= hands_on(node, search->function);
    if (!search->found && node->kind != JS_FUNCTION)
        js_children(node, search_handed_on, context);
}

static void search_uncaught(const struct js_node *node, void *context)
{
    struct uncaught_search *search = context;
    if (search->found || node->kind == JS_FUNCTION)
        return;
    search->found = node->kind == JS_AWAIT || node->kind == JS_THROW || is_parse(node) ||
                    hands_on(node, search->function) ||
                    (node->flags & JS_FOR_AWAIT && node->kind == JS_FOR_OF);
    if (search->found)
        return;
    if (node->kind != JS_TRY || !node->c) {
        js_children(node, search_uncaught, context);
        return;
    }
    search->has_catch = true;
    search_handed_on(node->a, context); /* its own return without await */
    search_uncaught(node->c, context);
    if (node->d)
        search_uncaught(node->d, context);
}

/* An async function of ours with a try around all that may fail, and a catch that does not throw.
 */
static bool catches_all(struct ruling *ruling, const struct event *event)
{
    const struct js_node *value = event->site->a;
    const struct js_function *function = event->promise->of_function;
    if (!function && value && value->kind == JS_CALL)
        function = function_of_argument(value->a);
    if (!function || !function->is_async || !function->body || !may_walk(ruling, function))
        return false;
    struct uncaught_search search = {.function = function};
    search_uncaught(function->body, &search);
    return search.has_catch && !search.found;
}

static void search_value(const struct js_node *node, void *context)
{
    bool *found = context;
    *found |= node->kind == JS_RETURN && node->a && node->a->kind != JS_CALL;
    if (!*found && node->kind != JS_FUNCTION)
        js_children(node, search_value, context);
}

/* catch { return null; }: whoever calls counts on an answer. */
static bool gives_value(const struct js_node *handler)
{
    bool found = false;
    search_value(handler, &found);
    return found;
}

struct finally_search {
    const struct event *event;
    const struct js_function *called; /* NULL: not one of the file's */
    bool found;
};

/* Is the variable seen by the call: in its text, in what a name there was made of, or by the
 * function that is called? */
static bool is_in_call(const struct js_node *node, const struct js_variable *variable)
{
    const struct js_node *made = initial_value(node);
    return (made && mentions(made, variable)) || mentions(node, variable);
}

/* log('released'), logger.info('released') */
static bool only_logs(const struct js_node *node)
{
    static const char *const names[] = {"log", "logger", "debug", "console"};
    const struct js_node *callee = node->kind == JS_CALL ? node->a : NULL;
    while (callee && callee->kind == JS_MEMBER)
        callee = callee->a;
    return callee && callee->kind == JS_NAME &&
           is_one_of(callee->name->text, names, COUNT_OF(names));
}

/* release(), lock.release(): what others wait for is given back. */
static bool gives_back(const struct finally_search *search, const struct js_node *node)
{
    static const char *const words[] = {"lock", "Lock", "utex", "acquire", "emaphore"};
    const struct js_node *callee = node->kind == JS_CALL ? node->a : NULL;
    if (!callee || callee->kind == JS_NAME)
        return callee && callee->variable;
    if (callee->kind != JS_MEMBER)
        return false;
    const struct js_node *made = initial_value(callee->a);
    return has_any(text_of(search->event->unit, callee->a), words, COUNT_OF(words)) ||
           (made && has_any(text_of(search->event->unit, made), words, COUNT_OF(words)));
}

static void search_finally(const struct js_node *node, void *context)
{
    struct finally_search *search = context;
    if (only_logs(node))
        return;
    const struct js_node *value = search->event->site->a;
    const struct js_variable *variable = node->kind == JS_NAME ? node->variable : NULL;
    bool stops_clock =
        node->kind == JS_NAME && !variable &&
        (str_is(node->name->text, "clearTimeout") || str_is(node->name->text, "clearInterval"));
    bool is_shared = variable && (variable->by > JS_BY_CONST ||
                                  variable->scope->function != search->event->function);
    search->found |= node->kind == JS_THIS || stops_clock || is_shared || gives_back(search, node);
    if (variable && search->called && mentions(search->called->body, variable))
        search->found = true;
    if (variable && value->kind == JS_CALL) {
        const struct js_node *callee = value->a;
        while (callee->kind == JS_MEMBER)
            callee = callee->a;
        search->found |= is_in_call(callee, variable);
        for (const struct js_node *arg = value->b; arg; arg = arg->next)
            search->found |= is_in_call(arg, variable);
    }
    if (!search->found)
        js_children(node, search_finally, context);
}

/* finally { connection.release(); }, where the call knows nothing of this connection, changes
 * nothing for it. */
static bool finally_matters(const struct event *event, const struct js_node *block)
{
    const struct js_node *value = event->site->a;
    if (!value || (value->kind != JS_CALL && !is_new_promise(value)))
        return true;
    struct finally_search search = {
        .event = event,
        .called = function_of_argument(value->kind == JS_CALL ? value->a : argument(value, 0))};
    if (search.called && !search.called->body)
        search.called = NULL;
    search_finally(block, &search);
    return search.found;
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
                         !cannot_reject(event->promise) && !does_the_same(event, try->c) &&
                         !catches_all(ruling, event);
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
        bool matters = has_finally && finally_matters(event, try->d);
        bool is_unlikely = !has_catch || ends_by_throwing(try->c) ||
                           (!event->promise->can_reject && !gives_value(try->c));
        if (!matters && is_unlikely)
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

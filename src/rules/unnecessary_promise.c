/* unnecessary-promise: `return new Promise(...)` around a promise that could be returned itself, or
 * around a value where a plain return would do (in async functions and reactions). */
#include "rules/rules.h"

struct executor {
    const struct js_variable *resolve, *reject;
    const struct js_node *only; /* the single expression of its body */
};

static const struct js_variable *parameter(const struct js_function *function, unsigned index)
{
    const struct js_node *param = function->params;
    while (param && index--)
        param = param->next;
    return param && param->kind == JS_NAME ? param->variable : NULL;
}

static bool read_executor(const struct js_node *node, struct executor *executor)
{
    const struct js_node *arg = argument(node, 0);
    if (!arg || arg->kind != JS_FUNCTION || arg->function->is_async || !arg->function->body)
        return false;
    const struct js_node *body = arg->function->body;
    executor->resolve = parameter(arg->function, 0);
    executor->reject = parameter(arg->function, 1);
    if (body->kind != JS_BLOCK) {
        executor->only = body;
    } else {
        const struct js_node *statement = body->a;
        if (!statement || statement->next ||
            (statement->kind != JS_EXPRESSION_STATEMENT && statement->kind != JS_RETURN))
            return false;
        executor->only = statement->a;
    }
    return executor->resolve && executor->only;
}

static bool is_name_of(const struct js_node *node, const struct js_variable *variable)
{
    return node && variable && node->kind == JS_NAME && node->variable == variable;
}

/* resolve, or v => resolve(...) */
static bool passes_to(const struct js_node *handler, const struct js_variable *settler)
{
    if (is_name_of(handler, settler))
        return true;
    if (!handler || !settler || handler->kind != JS_FUNCTION || !handler->function->body)
        return false;
    const struct js_node *body = handler->function->body;
    if (body->kind == JS_BLOCK)
        body = body->a && !body->a->next &&
                       (body->a->kind == JS_EXPRESSION_STATEMENT || body->a->kind == JS_RETURN)
                   ? body->a->a
                   : NULL;
    return body && body->kind == JS_CALL && is_name_of(body->a, settler);
}

/* fetch(x), Promise.all(list), a call of an async function, or a name for one of them */
static bool is_promise(const struct js_node *node)
{
    const struct js_node *value = initial_value(node);
    node = value ? value : node;
    if (is_new_promise(node))
        return true;
    if (node->kind != JS_CALL)
        return false;
    const struct js_function *function = function_of_argument(node->a);
    const struct js_node *name = node->a->kind == JS_MEMBER ? node->a->a : node->a;
    bool is_global = name->kind == JS_NAME && !name->variable;
    return (function && function->is_async && !function->is_generator) ||
           (is_global && str_is(name->name->text, name == node->a ? "fetch" : "Promise"));
}

/* resolve(promise) */
static bool resolves_with_promise(const struct executor *executor)
{
    const struct js_node *call = executor->only;
    return call->kind == JS_CALL && is_name_of(call->a, executor->resolve) && call->b &&
           !call->b->next && is_promise(call->b);
}

/* p.then(resolve, reject), p.then(resolve).catch(reject) */
static bool wraps_promise(const struct executor *executor)
{
    const struct js_node *call = executor->only;
    bool rejects = false;
    if (resolves_with_promise(executor))
        return true;
    if (is_member_call(call, "catch")) {
        rejects = passes_to(argument(call, 0), executor->reject);
        call = call->a->a;
    }
    if (!is_member_call(call, "then") || !passes_to(argument(call, 0), executor->resolve))
        return false;
    rejects |= passes_to(argument(call, 1), executor->reject);
    const struct js_node *promise = call->a->a;
    bool may_be_foreign = promise->kind == JS_NAME && promise->variable &&
                          promise->variable->by == JS_BY_PARAMETER; /* any thenable at all */
    return rejects && !may_be_foreign && !mentions(promise, executor->resolve) &&
           !mentions(promise, executor->reject);
}

static bool wraps_value(const struct executor *executor)
{
    const struct js_node *call = executor->only;
    return call->kind == JS_CALL && is_name_of(call->a, executor->resolve) &&
           !(call->b && call->b->next);
}

/* Where a returned value becomes a promise anyway. */
static bool is_reaction(const struct js_node *call, const struct js_node *function)
{
    bool reacts = is_member_call(call, "then") || is_member_call(call, "catch");
    return reacts && (argument(call, 0) == function || argument(call, 1) == function);
}

static bool only_rejects(const struct js_node *block, const struct js_variable *reject)
{
    const struct js_node *statement = block->a;
    return statement && !statement->next && statement->kind == JS_EXPRESSION_STATEMENT &&
           statement->a->kind == JS_CALL && is_name_of(statement->a->a, reject);
}

struct settler_calls {
    const struct js_variable *settler;
    unsigned count;
};

static void count_call(const struct js_node *node, void *context)
{
    struct settler_calls *calls = context;
    calls->count += node->kind == JS_CALL && is_name_of(node->a, calls->settler);
    if (node->kind != JS_FUNCTION)
        js_children(node, count_call, context);
}

/* Called by the executor itself, never given away or called later. */
static bool is_only_called(const struct js_node *body, const struct js_variable *settler)
{
    struct settler_calls calls = {.settler = settler};
    unsigned references = 0;
    if (!settler)
        return false;
    count_call(body, &calls);
    for (const struct js_node *r = settler->first_reference; r; r = r->next_reference)
        references += r != settler->declared;
    return references == calls.count;
}

/* new Promise(async (resolve, reject) => { try { ... } catch (e) { reject(e); } }) */
static bool wraps_async_function(const struct js_node *node)
{
    const struct js_node *arg = argument(node, 0);
    const struct js_function *executor = arg && arg->kind == JS_FUNCTION ? arg->function : NULL;
    const struct js_node *body = executor && executor->is_async ? executor->body : NULL;
    const struct js_node *only = body && body->kind == JS_BLOCK ? body->a : NULL;
    return only && !only->next && only->kind == JS_TRY && only->c && !only->d &&
           only_rejects(only->c, parameter(executor, 1)) &&
           is_only_called(body, parameter(executor, 0)) &&
           is_only_called(body, parameter(executor, 1));
}

/* What becomes of the promise, and whether a plain value would do as well. */
enum fate { FATE_OTHER, FATE_RETURNED, FATE_AWAITED };

static bool plain_would_do(enum fate fate, const struct executor *executor)
{
    bool is_pause = fate == FATE_AWAITED && !executor->only->b; /* await new Promise(r => r()) */
    return fate != FATE_OTHER && wraps_value(executor) && !is_pause;
}

static void judge(struct walk *walk, const struct js_node *node, enum fate fate)
{
    struct executor executor = {0};
    if (node && is_new_promise(node) && is_commented(walk->unit, node))
        return; /* whoever explains it has thought of it */
    if (node && is_new_promise(node) && wraps_async_function(node)) {
        struct finding *finding =
            report(walk->ruling, &rule_unnecessary_promise, walk->unit, node,
                   "this new promise only does what its async executor would do by itself");
        repair(walk->ruling, finding, "make the function async and return the value");
    }
    if (!node || !is_new_promise(node) || !read_executor(node, &executor))
        return;
    if (wraps_promise(&executor)) {
        struct finding *finding =
            report(walk->ruling, &rule_unnecessary_promise, walk->unit, node,
                   "this new promise only passes on what another promise says");
        repair(walk->ruling, finding, "return the inner promise (with its .then) itself");
    } else if (plain_would_do(fate, &executor)) {
        struct finding *finding =
            report(walk->ruling, &rule_unnecessary_promise, walk->unit, node,
                   "this new promise only wraps a value, and %s",
                   fate == FATE_AWAITED ? "await takes the value as well"
                                        : "what is returned here becomes a promise anyway");
        repair(walk->ruling, finding,
               fate == FATE_AWAITED ? "use the value itself" : "return the value itself");
    }
}

static const struct js_node *returned_by(const struct js_function *function)
{
    return function->body && function->body->kind != JS_BLOCK ? function->body : NULL;
}

static void visit_reaction(struct walk *walk, const struct js_node *node)
{
    if (node->kind == JS_RETURN)
        judge(walk, node->a, FATE_RETURNED);
}

static enum fate fate_in(const struct js_function *function)
{
    return function->is_async && !function->is_generator ? FATE_RETURNED : FATE_OTHER;
}

static void visit_unnecessary_promise(struct walk *walk, const struct js_node *node)
{
    if (node->kind == JS_RETURN) {
        judge(walk, node->a, fate_in(walk->function));
    } else if (node == returned_by(walk->function)) {
        judge(walk, node, fate_in(walk->function));
    }
    if (node->kind == JS_DECLARATOR)
        judge(walk, node->b, FATE_OTHER);
    if (node->kind == JS_AWAIT)
        judge(walk, node->a, FATE_AWAITED);
    if (node->kind != JS_CALL)
        return;
    for (const struct js_node *arg = node->b; arg; arg = arg->next) {
        if (arg->kind != JS_FUNCTION || arg->function->is_async || !is_reaction(node, arg))
            continue;
        struct walk inner = *walk;
        judge(&inner, returned_by(arg->function), FATE_RETURNED);
        walk_function(&inner, arg->function, visit_reaction);
    }
}

const struct rule rule_unnecessary_promise = {
    .info =
        {"unnecessary-promise", SEVERITY_NOTE,
         "a new promise only wraps what could be returned as it is",
         "Wrapping a promise in new Promise adds nothing and loses errors thrown in between; "
         "inside an async function or a reaction a "
         "plain value can be returned.",
         "function load(f) {\n  return new Promise((resolve, reject) => {\n    f().then(resolve, "
         "reject);\n  });\n}\nmodule.exports = load;\n",
         "function load(f) {\n  return f();\n}\nmodule.exports = load;\n"},
    .visit = visit_unnecessary_promise,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
};

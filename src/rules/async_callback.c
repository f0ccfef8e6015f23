/* async-callback: an async function where its promise is ignored: array methods that do not wait,
 * the Promise constructor, emitters (those we know, and only where the function can reject). */
#include "rules/rules.h"

static const struct ignoring {
    const char *method, *what;
} ignoring[] = {
    {"forEach", "forEach does not wait for it: what follows runs before it is done, and a failure "
                "is an unhandled rejection"},
    {"filter", "filter takes its promise for an answer, and every promise is truthy: nothing is "
               "filtered out"},
    {"some", "some takes its promise for an answer, and every promise is truthy"},
    {"every", "every takes its promise for an answer, and every promise is truthy"},
    {"find", "find takes its promise for an answer, and every promise is truthy: it always finds "
             "the first"},
    {"findIndex", "findIndex takes its promise for an answer, and every promise is truthy"},
    {"sort", "sort needs a number at once; a promise is none, so the order is wrong"},
};

/* const filter = new WatchFilter(): no array, whatever its methods are called. */
static bool is_made_by_class(const struct js_node *name)
{
    static const char *const lists[] = {"Array", "Map", "Set"};
    const struct js_node *value = initial_value(name);
    return value && value->kind == JS_NEW && value->a->kind == JS_NAME &&
           (value->a->variable || !is_one_of(value->a->name->text, lists, COUNT_OF(lists)));
}

/* const lib = require('lib'), import * as lib from 'lib' */
static bool is_module(const struct js_node *name)
{
    const struct js_node *value = initial_value(name);
    bool is_required = value && value->kind == JS_CALL && value->a->kind == JS_NAME &&
                       str_is(value->a->name->text, "require");
    return is_required ||
           (name->kind == JS_NAME && name->variable && name->variable->by == JS_BY_IMPORT);
}

/* Arrays take a function and perhaps a `this`; a method of one's own class is no array's. */
static bool may_be_array_method(const struct js_node *call)
{
    const struct js_node *second = argument(call, 1);
    return call->a->a->kind != JS_THIS && call->a->a->kind != JS_SUPER &&
           (!second || (second->kind != JS_SPREAD && !second->next));
}

/* Where a failure is looked for: in a function whose promise nobody looks at, or in an executor. */
struct failing {
    const struct js_function *function; /* that is searched */
    const struct js_function *executor; /* NULL: none */
    unsigned depth;                     /* of functions that call each other */
    bool only_calls; /* `await this.ready`, which others made, is no failure of this function */
    bool found;
};

/* new Promise(resolve => setTimeout(resolve, 50)): nobody rejects it. */
static bool only_waits(const struct js_node *node)
{
    const struct js_function *executor =
        is_new_promise(node) ? function_of_argument(argument(node, 0)) : NULL;
    const struct js_node *reject = executor && executor->params ? executor->params->next : NULL;
    bool can_reject =
        reject && (reject->kind != JS_NAME || mentions(executor->body, reject->variable));
    return executor && executor->params && !can_reject && !executor->is_async;
}

struct returns {
    unsigned waiting, others;
};

static void count_return(struct walk *walk, const struct js_node *node)
{
    struct returns *returns = walk->data;
    const struct js_node *value = node->kind == JS_RETURN ? node->a : NULL;
    const struct js_node *made = value ? initial_value(value) : NULL;
    if (value)
        *(only_waits(made ? made : value) ? &returns->waiting : &returns->others) += 1;
}

/* A function of this file that gives out nothing but promises nobody rejects. */
static bool calls_waiting(const struct js_node *call)
{
    const struct js_function *function =
        call->kind == JS_CALL ? function_of_argument(call->a) : NULL;
    if (!function || !function->body || function->is_async || function->has_throw)
        return false;
    struct returns returns = {0};
    struct walk walk = {.data = &returns};
    walk_function(&walk, function, count_return);
    bool is_expression = function->body->kind != JS_BLOCK;
    return is_expression ? only_waits(function->body) : returns.waiting && !returns.others;
}

static bool is_settler(const struct js_function *executor, const struct js_node *callee)
{
    for (const struct js_node *p = executor->params; p; p = p->next)
        if (p->kind == JS_NAME && callee->kind == JS_NAME && callee->variable == p->variable)
            return true;
    return false;
}

/* finally { resolve(); }: the new promise settles whatever happens. */
static bool settles_anyway(const struct js_function *executor, const struct js_node *block)
{
    const struct js_node *statement = executor && block ? block->a : NULL;
    for (; statement; statement = statement->next)
        if (statement->kind == JS_EXPRESSION_STATEMENT && statement->a->kind == JS_CALL &&
            is_settler(executor, statement->a->a))
            return true;
    return false;
}

/* await f().catch(handler), await f().then(use, handler) */
static bool handles_rejection(const struct js_node *node)
{
    return (is_member_call(node, "catch") && argument(node, 0)) ||
           (is_member_call(node, "then") && argument(node, 1));
}

/* await (script = document.createElement('script')): a pause, from Google's loader of maps */
static bool makes_element(const struct js_node *node)
{
    const struct js_node *value = node->kind == JS_ASSIGN ? node->b : node;
    return is_member_call(value, "createElement");
}

/* await sign(event, resolve, reject): whoever is given `reject` sees to failures. */
static bool is_given_reject(const struct js_function *executor, const struct js_node *call)
{
    const struct js_node *reject = executor && executor->params ? executor->params->next : NULL;
    bool is_named = reject && reject->kind == JS_NAME && call->kind == JS_CALL;
    for (const struct js_node *a = is_named ? call->b : NULL; a; a = a->next)
        if (a->kind == JS_NAME && a->variable == reject->variable)
            return true;
    return false;
}

static void search_failure(const struct js_node *node, void *context);

/* this.update(): the method of the class around, where it has one of that name. */
static const struct js_function *called_method(const struct js_function *function,
                                               const struct js_node *call)
{
    if (call->a->kind != JS_MEMBER || call->a->a->kind != JS_THIS)
        return NULL;
    while (function && !function->class_node)
        function = function->is_arrow ? function->parent : NULL;
    for (size_t i = 0; function && i < function->file->functions.len; i++) {
        const struct js_function *method = function->file->functions.at[i];
        if (method->class_node == function->class_node && method->is_method && method->name &&
            str_equal(method->name->text, call->a->b->text->text))
            return method;
    }
    return NULL;
}

/* A function of this file that catches all it awaits. */
static bool calls_safe_function(const struct js_node *call, const struct failing *outer)
{
    enum { DEEPEST = 3 };
    const struct js_function *function =
        call->kind == JS_CALL ? function_of_argument(call->a) : NULL;
    if (call->kind == JS_CALL && !function)
        function = called_method(outer->function, call);
    if (!function || !function->is_async || !function->body || outer->depth >= DEEPEST)
        return false;
    struct failing failing = {
        .function = function, .depth = outer->depth + 1, .only_calls = outer->only_calls};
    search_failure(function->body, &failing);
    return !failing.found;
}

static bool awaits_safely(const struct js_node *node, const struct failing *failing)
{
    return node->kind == JS_AWAIT &&
           ((failing->only_calls && node->a->kind != JS_CALL && node->a->kind != JS_NEW) ||
            only_waits(node->a) || calls_waiting(node->a) || handles_rejection(node->a) ||
            makes_element(node->a) || is_given_reject(failing->executor, node->a) ||
            calls_safe_function(node->a, failing));
}

/* An await or a throw that no try around it catches. */
static void search_failure(const struct js_node *node, void *context)
{
    struct failing *failing = context;
    if (failing->found || node->kind == JS_FUNCTION || awaits_safely(node, failing))
        return;
    if (node->kind == JS_TRY && settles_anyway(failing->executor, node->d))
        return;
    failing->found = node->kind == JS_AWAIT || node->kind == JS_THROW ||
                     (node->flags & JS_FOR_AWAIT && node->kind == JS_FOR_OF);
    if (failing->found)
        return;
    if (node->kind != JS_TRY || !node->c) {
        js_children(node, search_failure, context);
        return;
    }
    search_failure(node->c, context);
    if (node->d)
        search_failure(node->d, context);
}

static bool can_fail(const struct js_function *function, const struct js_function *executor)
{
    struct failing failing = {.function = function, .executor = executor};
    search_failure(function->body, &failing);
    return failing.found;
}

/* Not only because what others made fails. */
static bool can_fail_itself(const struct js_function *function)
{
    struct failing failing = {.function = function, .only_calls = true};
    search_failure(function->body, &failing);
    return failing.found;
}

struct signal_search {
    const struct js_function *callback;
    bool found;
};

static void search_signal(const struct js_node *node, void *context)
{
    static const char *const names[] = {"resolve", "done", "callback", "cb"};
    struct signal_search *search = context;
    const struct js_node *callee = node->kind == JS_CALL ? node->a : NULL;
    search->found |= callee && callee->kind == JS_NAME && callee->variable &&
                     callee->variable->by == JS_BY_PARAMETER &&
                     callee->variable->scope->function != search->callback &&
                     is_one_of(callee->name->text, names, COUNT_OF(names));
    const struct js_node *body = node->kind == JS_FUNCTION ? node->function->body : NULL;
    if (body)
        search_signal(body, context);
    else if (!search->found)
        js_children(node, search_signal, context);
}

/* new Promise(resolve => list.forEach(async x => { ...; if (all done) resolve(); })) */
static bool tells_when_done(const struct js_function *callback)
{
    struct signal_search search = {.callback = callback};
    search_signal(callback->body, &search);
    return search.found;
}

static void visit_call(struct walk *walk, const struct js_node *node)
{
    for (size_t i = 0; i < COUNT_OF(ignoring); i++) {
        if (!is_member_call(node, ignoring[i].method) || !may_be_array_method(node))
            continue;
        const struct js_node *callback = argument(node, 0);
        const struct js_function *function = function_of_argument(callback);
        if (!function || !function->is_async || is_made_by_class(node->a->a) ||
            is_module(node->a->a))
            return;
        if (str_is(node->a->b->text->text, "find") && callback->kind != JS_FUNCTION)
            return; /* a query, of a database or a page */
        if (strcmp(ignoring[i].method, "forEach") == 0 && !function->has_await &&
            !function->returns_value)
            return; /* async for nothing: there is nothing to wait for */
        if (strcmp(ignoring[i].method, "forEach") == 0 &&
            (goes_on_behind(walk->unit, node)
                 ? callback->kind == JS_NAME && !can_fail(function, NULL)
                 : !can_fail_itself(function)))
            return; /* it sees to its failures itself, and nothing waits or it was made for that */
        if (strcmp(ignoring[i].method, "forEach") == 0 && !can_fail(function, NULL) &&
            tells_when_done(function))
            return;
        struct finding *finding =
            report(walk->ruling, &rule_async_callback, walk->unit, argument(node, 0),
                   "an async function is given to %s: %s", ignoring[i].method, ignoring[i].what);
        repair(walk->ruling, finding,
               strcmp(ignoring[i].method, "forEach") == 0
                   ? "use `for (const x of list) await ...`, or await Promise.all(list.map(...))"
                   : "await Promise.all(list.map(...)) first, then %s by the results",
               ignoring[i].method);
        return;
    }
}

struct settler_search {
    const struct js_function *executor;
    unsigned depth;
    bool found;
};

static void search_settler(const struct js_node *node, void *context)
{
    struct settler_search *search = context;
    const struct js_node *body = node->kind == JS_FUNCTION ? node->function->body : NULL;
    search->found |= search->depth && is_settler(search->executor, node);
    for (const struct js_node *arg = node->kind == JS_CALL ? node->b : NULL; arg; arg = arg->next)
        search->found |= arg->kind == JS_NAME && is_settler(search->executor, arg);
    search->depth += body != NULL;
    if (!search->found && body)
        search_settler(body, context);
    else if (!search->found)
        js_children(node, search_settler, context);
    search->depth -= body != NULL;
}

/* A timer, a listener or a handler inside the executor may settle the promise all the same. */
static bool settles_elsewhere(const struct js_function *executor)
{
    struct settler_search search = {.executor = executor};
    search_settler(executor->body, &search);
    return search.found;
}

/* In a test a promise that hangs is a test that fails. */
static void visit_executor(struct walk *walk, const struct js_node *node)
{
    const struct source *source = walk->unit->source;
    if (!is_new_promise(node) || (is_test_file(source) && !source->named))
        return;
    const struct js_function *function = function_of_argument(argument(node, 0));
    if (!function || !function->is_async || !function->body || !can_fail(function, function))
        return;
    struct finding *finding =
        report(walk->ruling, &rule_async_callback, walk->unit, argument(node, 0),
               settles_elsewhere(function)
                   ? "the Promise constructor ignores what an async executor throws: the new "
                     "promise does not reject then, and nothing catches the error"
                   : "the Promise constructor ignores what an async executor throws: the new "
                     "promise then never settles");
    repair(walk->ruling, finding,
           "write the surrounding function as an async function, or make the executor an ordinary "
           "one");
}

static void visit_async_callback(struct walk *walk, const struct js_node *node)
{
    if (node->kind == JS_CALL)
        visit_call(walk, node);
    else if (node->kind == JS_NEW)
        visit_executor(walk, node);
}

/* ---- listeners: whoever calls them, the promise is in the record ---- */

/* await pool.query(...), of code that we do not see, or await store(job), where `store` refuses
 * what it is given. */
static bool is_failing_await(struct ruling *ruling, const struct promise *p,
                             const struct reaction *r)
{
    if (r->kind != REACTION_AWAIT || r->site->kind != JS_AWAIT || r->site->a->kind != JS_CALL)
        return false;
    return p->is_unknown || (p->origin == ORIGIN_ASYNC && p->may_reject &&
                             p->can_reject == BLAME_CHECK && !is_unlikely_check(ruling, p));
}

/* The call target.on('event', listener) with this very function. */
struct adding_search {
    const struct js_node *listener, *found;
};

static void search_adding(struct walk *walk, const struct js_node *node)
{
    static const char *const methods[] = {"on", "once", "addListener", "addEventListener"};
    struct adding_search *search = walk->data;
    const struct js_node *event = node->kind == JS_CALL ? argument(node, 0) : NULL;
    if (event && event->kind == JS_STRING && argument(node, 1) == search->listener &&
        node->a->kind == JS_MEMBER && is_one_of(node->a->b->text->text, methods, COUNT_OF(methods)))
        search->found = node;
}

static bool is_process(const struct js_node *node)
{
    return node->kind == JS_NAME && !node->variable && str_is(node->name->text, "process");
}

struct awaiting {
    const struct promise *promise; /* that can fail; NULL: none */
    bool asks_outside;             /* the name of one of those calls says so */
};

/* Those that may be reported, what the functions of listeners await that can fail, and the calls
 * that add listeners to emitters we know. */
struct listening {
    VEC(struct candidate {
        const struct promise *promise;
        const struct js_node *site;
    })
    candidates;
    struct map failing, known;
};

/* process.on('SIGTERM', f), this.on('change', f), socket.on('message', f): who emits is not seen,
 * so the function was run as a callback whose time nobody knows. Some that have a method `on` do
 * look at promises: for all but Node's own emitters the listener must fail on every way. */
static const struct js_node *unseen_listener(struct ruling *ruling, struct listening *self,
                                             const struct promise *p)
{
    struct js_function *around = p->of_function->parent;
    bool surely = always_rejects(p);
    if (!(surely || p->can_reject) || !around || !around->body || !may_walk(ruling, around))
        return NULL;
    struct adding_search search = {.listener = p->of_function->node};
    struct walk walk = {.ruling = ruling, .unit = p->unit, .data = &search};
    walk_function(&walk, around, search_adding);
    bool is_known = search.found && (is_process(search.found->a->a) ||
                                     entry_for(ruling, &self->known, search.found, NULL)->number);
    return surely || is_known ? search.found : NULL;
}

/* Where the function that made the promise was added as a listener; NULL: it was not. */
static const struct js_node *listener_of(struct ruling *ruling, struct listening *self,
                                         const struct promise *p)
{
    const struct context *context = ruling->m->contexts.at[p->context];
    bool is_given_out = context->kind == CONTEXT_CALLBACK && !p->reactions; /* to whoever called */
    if (p->origin != ORIGIN_ASYNC || !p->may_reject || (p->is_handled && !is_given_out) ||
        context->function != p->of_function ||
        (p->site != context->site && p->site != p->of_function->node))
        return NULL;
    return context->kind == CONTEXT_LISTENER   ? context->site
           : context->kind == CONTEXT_CALLBACK ? unseen_listener(ruling, self, p)
                                               : NULL;
}

static void note_listeners(struct ruling *ruling, struct listening *self)
{
    vec_each (emitter, &ruling->m->emitters)
        vec_each (listener, &(*emitter)->listeners)
            entry_for(ruling, &self->known, listener->site, NULL)->number = !(*emitter)->is_dom;
    vec_each (promise, &ruling->m->promises) {
        const struct js_node *site = listener_of(ruling, self, *promise);
        if (!site)
            continue;
        *vec_push(&self->candidates) = (struct candidate){*promise, site};
        struct map_entry *entry = entry_for(ruling, &self->failing, (*promise)->of_function, NULL);
        entry->pointer = arena_new(ruling->arena, struct awaiting);
    }
}

/* await pool.query(...), await loadUser(id): of unknown code, what asks a disk, a network or a
 * database fails one day; of `await put(channel, x)` or `await server.close()` nobody knows. */
static bool asks_outside(const struct js_node *call)
{
    static const char *const words[] = {
        "query",  "fetch",  "request", "read",   "write",  "load",    "save",   "send",
        "post",   "onnect", "open",    "create", "exec",   "run",     "import", "download",
        "upload", "find",   "insert",  "update", "delete", "remove",  "get",    "parse",
        "store",  "Query",  "Fetch",   "Load",   "Save",   "Request", "invoke", "process"};
    const struct js_node *callee = call->a;
    struct str name = callee->kind == JS_NAME ? callee->name->text
                      : callee->kind == JS_MEMBER && callee->b->kind == JS_STRING
                          ? callee->b->text->text
                          : STR("");
    return has_any(name, words, COUNT_OF(words));
}

static void note_failing(struct ruling *ruling, struct listening *self)
{
    vec_each (promise, &ruling->m->promises)
        for (struct reaction *r = (*promise)->reactions; r; r = r->next) {
            struct awaiting *awaiting =
                entry_for(ruling, &self->failing, r->in_function, NULL)->pointer;
            if (!awaiting || !is_failing_await(ruling, *promise, r))
                continue;
            bool is_surer = awaiting->promise && awaiting->promise->is_unknown;
            if (!awaiting->promise || (is_surer && !(*promise)->is_unknown))
                awaiting->promise = *promise;
            awaiting->asks_outside |= asks_outside(r->site->a);
        }
}

static void judge_listener(struct ruling *ruling, struct listening *self,
                           const struct candidate *candidate)
{
    const struct promise *p = candidate->promise;
    const struct awaiting *awaiting =
        entry_for(ruling, &self->failing, p->of_function, NULL)->pointer;
    const struct promise *awaited = awaiting->promise;
    struct unit *unit = ruling->m->contexts.at[p->context]->unit;
    static const char *const captured[] = {"captureRejections"}; /* 'error' is emitted instead */
    if ((!p->can_reject && !(awaited && can_fail(p->of_function, NULL))) ||
        has_any(unit->source->text, captured, COUNT_OF(captured)))
        return;
    struct finding *finding =
        report(ruling, &rule_async_callback, unit, candidate->site,
               "emit ignores the promise of this async listener: when it fails, the rejection is "
               "unhandled");
    if (!p->can_reject && awaited->is_unknown && !awaiting->asks_outside)
        grade(finding, SEVERITY_NOTE);
    repair(ruling, finding, "catch inside the listener");
    const struct promise *failing = p->can_reject ? p : awaited;
    if (failing->rejected_at)
        relate(ruling, finding, failing->rejected_unit, failing->rejected_at, "it can fail here");
}

static void judge_async_callback(struct ruling *ruling)
{
    struct listening listening = {0};
    note_listeners(ruling, &listening);
    if (listening.candidates.len)
        note_failing(ruling, &listening);
    vec_each (candidate, &listening.candidates)
        judge_listener(ruling, &listening, candidate);
    vec_free(&listening.candidates);
    map_free(&listening.failing);
    map_free(&listening.known);
}

const struct rule rule_async_callback = {
    .info = {"async-callback", SEVERITY_WARNING,
             "an async function is given to something that ignores its promise",
             "forEach does not wait, sort and filter take the promise for an "
             "answer, emitters and the Promise constructor lose what it throws.",
             "exports.saveAll = (items, save) => {\n  items.forEach(async item => "
             "{ await save(item); });\n};\n",
             "exports.saveAll = async (items, save) => {\n  for (const item of "
             "items) await save(item);\n};\n"},
    .judge = judge_async_callback,
    .visit = visit_async_callback,
    .story = {"s0", {"the promise of this function is ignored"}},
};

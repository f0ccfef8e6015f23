/* Why a promise that is dropped although it can reject is none the less not worth a word: somebody
 * hears of the failure in another way, it can hardly happen, or it is plainly meant. */
#include "rules/rules.h"

/* Does the program itself come here, whatever others do? */
static bool is_surely_reached(const struct machine *m, uint32_t id)
{
    const struct context *context = m->contexts.at[id];
    while (context->kind != CONTEXT_MAIN) {
        bool by_others = context->kind == CONTEXT_ENTRY || context->kind == CONTEXT_CALLBACK ||
                         context->kind == CONTEXT_LISTENER || context->kind == CONTEXT_IO;
        if (by_others || context->is_may || context->may || context->parent >= context->id)
            return false;
        context = m->contexts.at[context->parent];
    }
    return true;
}

/* For what the function was given there is no other way for it to end. */
bool always_rejects(const struct promise *p)
{
    return p->may_reject && !p->may_fulfill && !p->may_never && !p->is_unknown && !p->waits_for;
}

/* It was executed, and there is no other way for it to end. */
bool surely_rejects(const struct ruling *ruling, const struct promise *p)
{
    return p->is_settled && always_rejects(p) && is_surely_reached(ruling->m, p->context);
}

static bool exports_something(const struct unit *unit)
{
    static const char *const words[] = {"exports", "export "};
    return file_has_any(unit, FILE_EXPORTS, words, COUNT_OF(words));
}

/* Does the file look like a command that somebody types? */
static bool is_command(const struct unit *unit)
{
    const struct source *source = unit->source;
    static const char *const folders[] = {"scripts", "script", "bin", "tools", "tasks"};
    static const char *const words[] = {"process.argv", "require.main"};
    return lies_in(source, folders, COUNT_OF(folders)) || str_starts(source->text, STR("#!")) ||
           str_starts(file_name(source), STR("cli.")) ||
           file_has_any(unit, FILE_IS_COMMAND, words, COUNT_OF(words));
}

/* The call that f(x).then(a).finally(b) begins with. */
static const struct js_node *head_of_chain(const struct js_node *call)
{
    while (is_member_call(call, "then") || is_member_call(call, "finally"))
        call = call->a->a;
    return call;
}

/* main(), app.start(), (async () => { ... })(), and whatever a command ends with. */
static bool starts_program(const struct unit *unit, const struct js_node *call)
{
    static const char *const names[] = {"main",      "run", "start", "init",  "launch",
                                        "bootstrap", "cli", "_init", "_main", "execute"};
    const struct js_node *head = head_of_chain(call);
    const struct js_node *callee = head->kind == JS_CALL || head->kind == JS_NEW ? head->a : NULL;
    const struct js_name *name = !callee                     ? NULL
                                 : callee->kind == JS_NAME   ? callee->name
                                 : callee->kind == JS_MEMBER ? callee->b->text
                                                             : NULL;
    return (callee && callee->kind == JS_FUNCTION) || is_command(unit) ||
           (name && is_one_of(name->text, names, COUNT_OF(names)));
}

/* The last statement of a script that nobody imports: when it fails, Node prints the error and ends
 * with status 1, and nothing else was to come. Whoever names the file wants to know all the same.
 */
bool ends_script(const struct unit *unit, const struct js_node *site)
{
    const struct js_node *last = last_statement(unit);
    bool is_script = !unit->is_imported || !exports_something(unit);
    const struct js_function *around = function_around(unit, site);
    return is_script && !unit->source->named && last && last->kind != JS_TRY &&
           contains(last, site) && (!around || !around->parent) && starts_program(unit, site);
}

/* Is nothing left to do in the statement, or the list, once the expression is done? */
static bool ends_with(const struct js_node *statement, const struct js_node *site)
{
    while (statement && !contains(statement, site))
        statement = statement->next;
    if (!statement)
        return false;
    switch ((enum js_kind)statement->kind) {
    case JS_EXPRESSION_STATEMENT:
    case JS_BLOCK:
        return !statement->next && (statement->a == site || ends_with(statement->a, site));
    case JS_CONDITIONAL:
        return statement->b == site || statement->c == site || ends_with(statement->b, site) ||
               ends_with(statement->c, site);
    case JS_IF:
        return !statement->next &&
               (ends_with(statement->b, site) || (statement->c && ends_with(statement->c, site)));
    default:
        return false;
    }
}

/* (async () => { ...; fix(errors); })() as the last statement of a script: with an await there, its
 * failure would come to the same end. */
static bool ends_started_function(const struct unit *unit, const struct js_node *site)
{
    const struct js_function *around = function_around(unit, site);
    const struct js_node *last = last_statement(unit);
    const struct js_node *call = last && last->kind == JS_EXPRESSION_STATEMENT ? last->a : NULL;
    return around && around->is_async && around->body && around->body->kind == JS_BLOCK && call &&
           call->kind == JS_CALL && function_of_argument(call->a) == around &&
           ends_script(unit, call) && ends_with(around->body->a, site);
}

/* process.on('unhandledRejection', ...) in a program that then starts something: it does hear of
 * it. (What happens deep inside of a bundle is another matter.) */
bool has_last_resort(const struct unit *unit, const struct js_node *node)
{
    const struct js_function *around = function_around(unit, node);
    if (around && around->parent)
        return false;
    static const char *const words[] = {"on('unhandledRejection'", "on(\"unhandledRejection\"",
                                        "Listener('unhandledrejection'",
                                        "Listener(\"unhandledrejection\""};
    return file_has_any(unit, FILE_HAS_LAST_RESORT, words, COUNT_OF(words));
}

/* main().then(process.exit): whoever passes on the exit code wants the failure's as well. */
bool ends_program(const struct promise *p)
{
    const struct js_node *callback = is_member_call(p->site, "then") ? argument(p->site, 0) : NULL;
    return callback && callback->kind == JS_MEMBER && callback->a->kind == JS_NAME &&
           str_is(callback->a->name->text, "process") && str_is(callback->b->text->text, "exit");
}

/* f(x, (error, value) => ...) or f(x, callback): the caller hears of a failure, though not from the
 * promise. */
static bool takes_callback(const struct js_node *call)
{
    static const char *const errors[] = {"err", "error", "er", "e"};
    static const char *const callbacks[] = {"cb", "callback", "done", "next"};
    const struct js_node *last = call->b;
    while (last && last->next)
        last = last->next;
    if (last && last->kind == JS_NAME)
        return is_one_of(last->name->text, callbacks, COUNT_OF(callbacks));
    const struct js_node *first = last && last->kind == JS_FUNCTION ? last->function->params : NULL;
    return first && first->kind == JS_NAME &&
           is_one_of(first->name->text, errors, COUNT_OF(errors));
}

/* ---- a check that can hardly fail here ---- */

struct condition_search {
    const struct js_node *thrown;
    const struct js_node *around, *before; /* the nearest `if` or `switch`, and one that left */
};

/* In source order, so that the innermost and the nearest are visited last. */
static void search_condition(struct walk *walk, const struct js_node *node)
{
    struct condition_search *search = walk->data;
    bool is_condition = node->kind == JS_IF || node->kind == JS_SWITCH;
    if (is_condition && contains(node, search->thrown) && !contains(node->a, search->thrown))
        search->around = node->a;
    else if (is_condition && node->end <= search->thrown->start)
        search->before = node->a;
}

static bool asks_for_kind(const struct js_node *node)
{
    if (node->kind == JS_UNARY)
        return node->op == JS_OP_TYPEOF;
    bool compares_size = node->op == JS_OP_LESS || node->op == JS_OP_GREATER ||
                         node->op == JS_OP_LESS_EQUAL || node->op == JS_OP_GREATER_EQUAL;
    return node->kind == JS_BINARY &&
           (node->op == JS_OP_INSTANCEOF || (compares_size && node->b->kind == JS_NUMBER));
}

static bool is_local(const struct js_node *name)
{
    return name->kind == JS_NAME && name->variable && name->variable->by <= JS_BY_CONST &&
           name->variable->scope->function->parent;
}

static bool is_global_part(const struct js_node *node, const char *global, const char *part)
{
    return node->kind == JS_MEMBER && node->a->kind == JS_NAME && !node->a->variable &&
           str_is(node->a->name->text, global) && str_is(node->b->text->text, part);
}

/* process.argv, process.env, fs.existsSync(path), JSON.parse(text): what others typed, set or left
 * on the disk is no mistake in the program. */
static void search_outside(const struct js_node *node, void *context)
{
    static const char *const reading[] = {"existsSync", "readFileSync", "statSync", "readdirSync"};
    bool *found = context;
    const struct js_node *callee = node->kind == JS_CALL ? node->a : NULL;
    const struct js_name *name = !callee                     ? NULL
                                 : callee->kind == JS_MEMBER ? callee->b->text
                                 : callee->kind == JS_NAME   ? callee->name
                                                             : NULL;
    *found |= is_global_part(node, "process", "argv") || is_global_part(node, "process", "env") ||
              (callee && is_global_part(callee, "JSON", "parse")) ||
              (name && is_one_of(name->text, reading, COUNT_OF(reading)));
    if (!*found && node->kind != JS_FUNCTION)
        js_children(node, search_outside, context);
}

/* const name = process.argv[2] */
static bool comes_from_outside(const struct js_node *name)
{
    enum {
        LONGEST = 400
    }; /* a table of the program's own is no such thing, and may be asked often */
    bool found = false;
    const struct js_variable *v = name->kind == JS_NAME ? name->variable : NULL;
    const struct js_node *origin = v && !v->written_late ? v->origin : NULL;
    if (origin && origin->kind == JS_DECLARATOR && origin->b &&
        origin->b->end - origin->b->start < LONGEST)
        search_outside(origin->b, &found);
    return found;
}

/* What the function was given or read, or something inside of it; not its type, nor whether it is
 * too large, nor whether this.something has it already. What comes from outside counts in any case.
 */
static void search_data(const struct js_node *node, void *context)
{
    bool *found = context;
    *found |= comes_from_outside(node);
    *found |= node->kind == JS_NAME && node->variable && node->variable->by == JS_BY_PARAMETER;
    *found |= (node->kind == JS_MEMBER || node->kind == JS_INDEX) && is_local(node->a);
    if (node->kind == JS_CALL && node->a->kind == JS_MEMBER)
        search_data(node->a, context);
    else if (!*found && node->kind != JS_FUNCTION && !asks_for_kind(node))
        js_children(node, search_data, context);
}

/* Babel's helpers for destructuring and for-of close the iterator and throw again. */
static bool is_in_iteration_helper(const struct unit *unit, const struct js_node *thrown)
{
    const struct js_function *function = function_around(unit, thrown);
    if (!function || !function->name || !str_starts(function->name->text, STR("_")))
        return false;
    struct str text = {unit->source->text.at + function->node->start,
                       function->node->end - function->node->start};
    static const char *const words[] = {"Symbol.iterator", "@@iterator"};
    return has_any(text, words, COUNT_OF(words));
}

/* What only a mistake in the program itself can bring about. */
static bool is_assertion(const struct unit *unit, const struct js_node *thrown)
{
    static const char *const phrases[] = {"mplement", "verrid", "bstract", "upported", "nvariant"};
    static const char *const names[] = {"ssert", "nvariant", "nreachable", "panic"};
    struct str text = {unit->source->text.at + thrown->start, thrown->end - thrown->start};
    const struct js_function *function = function_around(unit, thrown);
    return has_any(text, phrases, COUNT_OF(phrases)) ||
           (function && function->name && has_any(function->name->text, names, COUNT_OF(names)));
}

/* error => { throw error; }: made to let the error be seen, as an uncaught one is. */
static bool only_rethrows(const struct unit *unit, const struct js_node *thrown)
{
    const struct js_function *function = function_around(unit, thrown);
    const struct js_node *parameter = function ? function->params : NULL;
    const struct js_node *body = function ? function->body : NULL;
    return parameter && parameter->kind == JS_NAME && !parameter->next && body &&
           body->kind == JS_BLOCK && body->a == thrown && !thrown->next &&
           thrown->a->kind == JS_NAME && thrown->a->variable == parameter->variable;
}

struct telling {
    const struct js_node *thrown;
    bool found;
};

/* catch (error) { console.error(error); throw error; } */
static void search_telling(struct walk *walk, const struct js_node *node)
{
    struct telling *search = walk->data;
    if (node->kind != JS_TRY || !node->c || !contains(node->c, search->thrown))
        return;
    for (const struct js_node *s = node->c->a; s && s != search->thrown; s = s->next) {
        const struct js_node *call = s->kind == JS_EXPRESSION_STATEMENT ? s->a : NULL;
        search->found |= call && call->kind == JS_CALL && call->a->kind == JS_MEMBER &&
                         call->a->a->kind == JS_NAME && !call->a->a->variable &&
                         str_is(call->a->a->name->text, "console");
    }
}

/* A program whose last word is printed before it is thrown, and which does nothing else. */
static bool is_told_by_itself(struct ruling *ruling, const struct promise *p)
{
    const struct js_function *caller = function_around(p->dropped_unit, p->dropped_at);
    if ((caller && caller->parent) || !p->rejected_at || p->rejected_at->kind != JS_THROW)
        return false;
    const struct js_function *function = function_around(p->rejected_unit, p->rejected_at);
    struct telling search = {.thrown = p->rejected_at};
    struct walk walk = {.ruling = ruling, .unit = p->rejected_unit, .data = &search};
    if (function && !may_walk(ruling, function))
        return true;
    if (function)
        walk_function(&walk, function, search_telling);
    return search.found;
}

/* catch (error) { this.close(); throw error; }: the error at hand is the one to hear of. */
static bool cleans_up(const struct promise *p)
{
    static const char *const names[] = {"end",     "close",     "destroy", "disconnect", "stop",
                                        "quit",    "terminate", "abort",   "dispose",    "release",
                                        "cleanup", "cleanUp",   "kill",    "shutdown"};
    const struct js_node *callee = p->dropped_at->a;
    return p->dropped_in_catch && callee->kind == JS_MEMBER &&
           is_one_of(callee->b->text->text, names, COUNT_OF(names));
}

/* `throw new Error(...)` at the beginning of the function that is called. It counts where it looks
 * into the data it was given; that a handle has the wrong type, or that something is registered
 * twice, is a mistake elsewhere in the program, and no failure of this call. */
bool is_unlikely_check(struct ruling *ruling, const struct promise *p)
{
    if (!p->rejected_at || !p->rejected_unit || p->rejected_at->kind != JS_THROW)
        return false;
    if (is_assertion(p->rejected_unit, p->rejected_at) ||
        only_rethrows(p->rejected_unit, p->rejected_at) ||
        is_in_iteration_helper(p->rejected_unit, p->rejected_at))
        return true;
    if (p->can_reject != BLAME_CHECK || always_rejects(p))
        return false;
    const struct js_function *function = function_around(p->rejected_unit, p->rejected_at);
    struct condition_search search = {.thrown = p->rejected_at};
    struct walk walk = {.ruling = ruling, .unit = p->rejected_unit, .data = &search};
    if (function && !may_walk(ruling, function))
        return true;
    if (function)
        walk_function(&walk, function, search_condition);
    const struct js_node *condition = search.around ? search.around : search.before;
    if (!condition)
        return false;
    bool looks_at_data = false;
    search_outside(condition, &looks_at_data);
    search_data(condition, &looks_at_data);
    return !looks_at_data;
}

/* ---- a callback's promise ---- */

/* Whoever takes a callback need not know that it is async: the call that gave it is to blame. */
static bool is_callback(const struct js_node *callee)
{
    return callee->kind == JS_NAME && callee->variable && callee->variable->by == JS_BY_PARAMETER;
}

/* ---- a request in a page whose answer nobody wants ---- */

static const struct js_node *leftmost(const struct js_node *node)
{
    while (node && (node->kind == JS_BINARY || node->kind == JS_TEMPLATE))
        node = node->a;
    return node;
}

/* Only a page has an origin that '/path' can be relative to. */
static bool is_relative(const struct js_node *url)
{
    const struct js_node *first = leftmost(url);
    return first && first->kind == JS_STRING && str_starts(first->text->text, STR("/"));
}

static bool is_sent_and_forgotten(const struct promise *p)
{
    return p->origin == ORIGIN_API && strcmp(p->api, "fetch") == 0 && p->dropped_at == p->site &&
           (is_relative(p->site->b) || runs_in_page(p->dropped_unit));
}

/* ---- a test that looks at what came of it ---- */

static void search_going_on(struct walk *walk, const struct js_node *node)
{
    uint32_t *last = walk->data;
    bool goes_on = node->kind == JS_AWAIT || node->kind == JS_RETURN || node->kind == JS_CALL;
    if (goes_on && node->start > *last)
        *last = node->start;
}

bool goes_on_behind(const struct unit *unit, const struct js_node *node)
{
    struct js_function *function = function_around(unit, node);
    if (!function)
        return false;
    struct function_facts *facts = facts_of(function);
    struct walk walk = {.data = &facts->goes_on_at};
    if (!(facts->asked & ANSWER_GOES_ON_AT))
        walk_function(&walk, function, search_going_on);
    facts->asked |= ANSWER_GOES_ON_AT;
    return facts->goes_on_at > node->end;
}

/* Promise.reject(error) in the midst of handling the error: whoever set no handler is to hear of
 * it. At the end of a function a `return` is missing. */
bool is_meant_unhandled(const struct promise *p)
{
    return p->origin == ORIGIN_REJECT && p->dropped_at == p->site && p->site->b &&
           p->site->b->kind == JS_NAME && goes_on_behind(p->unit, p->site);
}

/* A test that starts something and then looks at what came of it: not waiting is its point. */
static bool is_tested(const struct promise *p)
{
    return is_test_file(p->dropped_unit->source) && goes_on_behind(p->dropped_unit, p->dropped_at);
}

/* ---- a test of what is thrown at once ---- */

/* expect(() => { f(bad); }).toThrow(): the call never comes to make a promise. */
static bool is_expected_to_throw(const struct promise *p)
{
    static const char *const names[] = {"expect", "throws", "doesNotThrow"};
    const struct js_function *function = function_around(p->dropped_unit, p->dropped_at);
    const struct js_node *call = function ? function->given_to : NULL;
    const struct js_name *name = !call                        ? NULL
                                 : call->a->kind == JS_NAME   ? call->a->name
                                 : call->a->kind == JS_MEMBER ? call->a->b->text
                                                              : NULL;
    return name && is_one_of(name->text, names, COUNT_OF(names)) &&
           argument(call, 0) == function->node;
}

/* ---- a microtask by way of a promise ---- */

/* Promise.resolve().then(flush): what flush throws is an uncaught error, as from any callback. */
bool is_only_scheduled(const struct promise *p)
{
    const struct js_node *callback = argument(p->site, 0);
    if (!is_member_call(p->site, "then") || !callback || callback->kind != JS_NAME)
        return false;
    const struct js_node *from = p->site->a->a, *made = initial_value(from);
    from = made ? made : from;
    if (!is_member_call(from, "resolve"))
        return false;
    const struct js_node *value = argument(from, 0);
    return !value || (value->kind == JS_NAME && str_is(value->name->text, "undefined"));
}

bool drop_is_excused(struct ruling *ruling, const struct promise *p)
{
    return takes_callback(p->dropped_at) || ends_script(p->dropped_unit, p->dropped_at) ||
           ends_started_function(p->dropped_unit, p->dropped_at) || is_sent_and_forgotten(p) ||
           is_tested(p) || is_expected_to_throw(p) || is_unlikely_check(ruling, p) ||
           is_said_to_be_meant(p->dropped_unit, p->dropped_at) || is_callback(p->dropped_at->a) ||
           cleans_up(p) || is_told_by_itself(ruling, p) ||
           has_last_resort(p->dropped_unit, p->dropped_at);
}

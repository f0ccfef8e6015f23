#include "rules/fs_calls.h"

struct str source_of(const struct unit *unit, const struct js_node *node)
{
    return (struct str){unit->source->text.at + node->start, node->end - node->start};
}

bool same_source(const struct unit *unit, const struct js_node *a, const struct js_node *b)
{
    return a && b && str_equal(source_of(unit, a), source_of(unit, b));
}

static struct str called_name(const struct js_node *node)
{
    if (node->kind != JS_CALL)
        return STR("");
    if (node->a->kind == JS_NAME)
        return node->a->name->text;
    return node->a->kind == JS_MEMBER ? node->a->b->text->text : STR("");
}

bool fs_is_sync(const struct js_node *call)
{
    return str_ends(called_name(call), STR("Sync"));
}

/* const rm = require('rimraf'), import { rm } from 'shelljs', function mkdir(path) { ... }: no
 * function of Node's file system, whatever it is called. Packages that hand those on have "fs" in
 * their names. */
static bool is_none_of_node(const struct unit *unit, const struct js_node *callee)
{
    static const char *const brings[] = {"require("}, *const names[] = {"fs", "promisify"};
    const struct js_variable *variable = callee->kind == JS_NAME ? callee->variable : NULL;
    if (!variable || variable->by == JS_BY_PARAMETER)
        return false;
    if (variable->by == JS_BY_FUNCTION)
        return true;
    if (variable->by == JS_BY_IMPORT) {
        vec_each (import, &unit->file->imports)
            if ((*import)->kind == JS_IMPORT && contains(*import, variable->declared))
                return !has_any(source_of(unit, (*import)->b), names, 1);
        return false;
    }
    const struct js_node *value = initial_value(callee);
    struct str text = value ? source_of(unit, value) : STR("");
    return has_any(text, brings, 1) && !has_any(text, names, COUNT_OF(names));
}

struct str fs_called(const struct unit *unit, const struct js_node *node)
{
    static const char *const receivers[] = {"fs", "Fs", "promises"};
    struct str name = called_name(node);
    if (!name.len || is_none_of_node(unit, node->a))
        return STR("");
    if (node->a->kind == JS_MEMBER &&
        !has_any(source_of(unit, node->a->a), receivers, COUNT_OF(receivers)))
        return STR("");
    if (str_ends(name, STR("Sync")))
        name.len -= 4;
    else if (str_ends(name, STR("Async")))
        name.len -= 5;
    return name;
}

bool serialises(const struct unit *unit)
{
    static const char *const words[] = {"lockfile", "async-lock", "Mutex",     "mutex",   "p-queue",
                                        "PQueue",   "p-limit",    "Semaphore", "withLock"};
    return has_any(unit->source->text, words, COUNT_OF(words));
}

bool is_command(const struct unit *unit)
{
    static const char *const folders[] = {"bin", "scripts", "script", "build", "tools", "cli"};
    return !unit->source->named && (lies_in(unit->source, folders, COUNT_OF(folders)) ||
                                    str_starts(unit->source->text, STR("#!")));
}

const struct js_function *outermost(const struct js_function *function)
{
    while (function->parent && function->parent->parent)
        function = function->parent;
    return function;
}

/* ---- may two callers meet over one path? ---- */

/* files.map(async file => ...): each item once. */
static bool is_iterated(const struct js_function *function)
{
    static const char *const methods[] = {"map",    "forEach", "filter", "flatMap", "each",
                                          "reduce", "some",    "every",  "for"};
    const struct js_node *callee = function->given_to ? function->given_to->a : NULL;
    return callee && callee->kind == JS_MEMBER &&
           is_one_of(callee->b->text->text, methods, COUNT_OF(methods));
}

bool is_given_by_caller(const struct js_node *path)
{
    return path->kind == JS_NAME && path->variable && path->variable->by == JS_BY_PARAMETER &&
           !is_iterated(path->variable->scope->function);
}

struct starts_search {
    const struct js_function *function;
    const struct js_node *around; /* the callback we are in */
    bool found;
};

bool calls_function(const struct js_node *call, const struct js_function *function)
{
    if (call->kind != JS_CALL)
        return false;
    if (!function->is_method)
        return function_of_argument(call->a) == function;
    return call->a->kind == JS_MEMBER && call->a->a->kind == JS_THIS && function->name &&
           str_equal(call->a->b->text->text, function->name->text);
}

/* watcher.on('change', f), setInterval(f, ms), app.post('/state', f): comes again at any time. A
 * signal ends the process. */
static bool comes_again(const struct js_node *call)
{
    static const char *const methods[] = {
        "on", "addListener", "addEventListener", "watch", "get", "put", "post", "patch", "delete"};
    const struct js_node *callee = call->a, *first = argument(call, 0);
    if (callee->kind == JS_NAME)
        return str_is(callee->name->text, "setInterval");
    bool is_process = callee->kind == JS_MEMBER && callee->a->kind == JS_NAME &&
                      str_is(callee->a->name->text, "process");
    return callee->kind == JS_MEMBER && !is_process && first && first->kind == JS_STRING &&
           is_one_of(callee->b->text->text, methods, COUNT_OF(methods));
}

static void search_starts(const struct js_node *node, void *context)
{
    struct starts_search *search = context;
    bool is_dropped = node->kind == JS_EXPRESSION_STATEMENT &&
                      calls_function(node->a, search->function) && search->function->is_async;
    search->found |= is_dropped || (search->around && calls_function(node, search->function));
    for (const struct js_node *arg = node->kind == JS_CALL && comes_again(node) ? node->b : NULL;
         arg && !search->found; arg = arg->next)
        search->found |= function_of_argument(arg) == search->function;
    if (search->found)
        return;
    const struct js_node *body = node->kind == JS_FUNCTION ? node->function->body : NULL;
    const struct js_node *kept = search->around;
    const struct js_node *given = body ? node->function->given_to : NULL;
    if (given && comes_again(given))
        search->around = node;
    if (body)
        search_starts(body, context);
    else
        js_children(node, search_starts, context);
    search->around = kept;
}

bool starts_again(const struct unit *unit, const struct js_function *function)
{
    for (const struct js_function *f = function; f && f->parent; f = f->parent) {
        struct starts_search search = {.function = f};
        if (f->given_to && comes_again(f->given_to))
            return true;
        search_starts(unit->file->program, &search);
        if (search.found)
            return true;
    }
    return false;
}

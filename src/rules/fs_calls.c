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

/* Which expressions name state that calls share. Told from the text alone: two of the same name and
 * the same key are the same place. */
#include "rules/shared_state.h"

static const struct js_node *class_of(const struct js_function *function)
{
    for (; function; function = function->is_arrow ? function->parent : NULL)
        if (function->class_node)
            return function->class_node;
    return NULL;
}

static bool is_shared_variable(const struct js_variable *v)
{
    bool is_data = v && (v->by == JS_BY_LET || v->by == JS_BY_VAR);
    return is_data && !v->scope->function->parent && v->written_late;
}

/* What a variable of the module's top level is declared with; NULL: it is none, or with nothing. */
static const struct js_node *declared_value(const struct js_node *name)
{
    const struct js_variable *v = name->kind == JS_NAME ? name->variable : NULL;
    if (!v || v->by > JS_BY_CONST || v->scope->function->parent)
        return NULL;
    const struct js_node *origin = v->origin;
    return origin && origin->kind == JS_DECLARATOR && origin->a->variable == v ? origin->b : NULL;
}

/* const state = { count: 0 }, class Sequence { static last = 0; } */
static bool is_state_of_module(const struct js_node *name)
{
    const struct js_node *value = declared_value(name);
    const struct js_variable *v = name->kind == JS_NAME ? name->variable : NULL;
    bool is_class = v && v->by == JS_BY_CLASS && !v->scope->function->parent;
    return (is_class || (value && value->kind == JS_OBJECT)) && !v->written_late;
}

/* What a.b.c begins with. */
static const struct js_node *root_of(const struct js_node *node)
{
    while (node->kind == JS_MEMBER && !(node->flags & JS_OPTIONAL))
        node = node->a;
    return node;
}

bool shared_part(const struct js_function *function, const struct js_node *whole,
                 const struct js_name *name, struct shared *out)
{
    const struct js_node *root = root_of(whole);
    *out = (struct shared){.field = name, .inside = whole != root ? whole : NULL};
    if (root->kind == JS_THIS)
        out->class_node = class_of(function);
    else if (is_state_of_module(root))
        out->variable = root->variable;
    return out->class_node || out->variable;
}

/* ---- under a key ---- */

/* An expression that means the same wherever it stands in its function. */
static bool is_key(const struct js_node *node)
{
    while (node->kind == JS_MEMBER && !(node->flags & JS_OPTIONAL))
        node = node->a;
    return node->kind == JS_STRING || node->kind == JS_NUMBER ||
           (node->kind == JS_NAME && node->variable && !node->variable->written_late);
}

bool same_key(const struct js_node *a, const struct js_node *b)
{
    while (a && b && a->kind == JS_MEMBER && b->kind == JS_MEMBER &&
           js_same_name(a->b->text, b->b->text))
        a = a->a, b = b->a;
    if (!a || !b || a->kind != b->kind)
        return a == b;
    return a->kind == JS_STRING   ? js_same_name(a->text, b->text)
           : a->kind == JS_NUMBER ? a->number == b->number
           : a->kind == JS_NAME   ? a->variable == b->variable
                                  : a->kind == JS_THIS;
}

bool keys_may_meet(const struct js_node *a, const struct js_node *b)
{
    bool are_known = a && b && (a->kind == JS_STRING || a->kind == JS_NUMBER) && a->kind == b->kind;
    return !are_known || same_key(a, b);
}

/* const totals = {}, const lists = Object.create(null), let counts = [] */
static bool is_table(const struct js_node *value)
{
    bool is_created = value->kind == JS_CALL && value->a->kind == JS_MEMBER &&
                      str_is(value->a->b->text->text, "create");
    return value->kind == JS_OBJECT || value->kind == JS_ARRAY || is_created;
}

/* The place where `holder` keeps what it has under the key. */
static bool keyed(const struct js_function *function, const struct js_node *holder, bool is_map,
                  const struct js_node *key, struct shared *out)
{
    const struct js_node *value = declared_value(holder);
    *out = (struct shared){.key = key};
    if (!is_key(key))
        return false;
    if (value && (is_map ? value->kind == JS_NEW : is_table(value))) {
        out->variable = holder->variable;
        return true;
    }
    return holder->kind == JS_MEMBER && holder->a->kind == JS_THIS &&
           shared_part(function, holder->a, holder->b->text, out) && (out->key = key);
}

static unsigned count_arguments(const struct js_node *call)
{
    unsigned count = 0;
    for (const struct js_node *arg = call->b; arg; arg = arg->next)
        count++;
    return count;
}

static bool calls_method(const struct js_node *node, const char *name, unsigned arguments)
{
    return node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
           str_is(node->a->b->text->text, name) && count_arguments(node) == arguments;
}

bool shared_of(const struct js_function *function, const struct js_node *node, struct shared *out)
{
    *out = (struct shared){.variable = node->kind == JS_NAME ? node->variable : NULL};
    if (node->kind == JS_NAME)
        return is_shared_variable(node->variable);
    if (node->kind == JS_MEMBER)
        return shared_part(function, node->a, node->b->text, out);
    if (node->kind == JS_INDEX)
        return keyed(function, node->a, false, node->b, out);
    return (calls_method(node, "get", 1) || calls_method(node, "has", 1)) &&
           keyed(function, node->a->a, true, node->b, out);
}

bool same_shared(const struct shared *a, const struct shared *b)
{
    return a->variable == b->variable && a->class_node == b->class_node &&
           js_same_name(a->field, b->field) && same_key(a->key, b->key) &&
           same_key(a->inside, b->inside);
}

bool written_shared(const struct js_function *function, const struct js_node *node,
                    struct shared *out)
{
    if (node->kind == JS_ASSIGN || node->kind == JS_UPDATE)
        return shared_of(function, node->a, out);
    return calls_method(node, "set", 2) && keyed(function, node->a->a, true, node->b, out);
}

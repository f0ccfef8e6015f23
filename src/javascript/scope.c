/* Scopes. While parsing, a scope collects what it declares and what is named in it; when the file
 * is read, one walk down the tree of scopes binds every name to the innermost declaration, by
 * keeping in each spelling a pointer to the variable it means at the moment. The tree itself is not
 * walked. */
#include "javascript/grammar.h"

struct js_scope *scope_open(struct parser *p, bool is_function)
{
    struct js_scope *scope = arena_new(p->file->arena, struct js_scope);
    scope->parent = p->scope;
    scope->function = p->function;
    scope->is_function = is_function;
    if (p->scope) {
        if (p->scope->last_child)
            p->scope->last_child->next_sibling = scope;
        else
            p->scope->first_child = scope;
        p->scope->last_child = scope;
        scope->in_loop = !is_function && p->scope->in_loop;
    }
    p->scope = scope;
    return scope;
}

void scope_close(struct parser *p, struct js_scope *scope)
{
    p->scope = scope->parent;
}

static struct js_variable *declared_here(struct js_scope *scope, const struct js_name *name)
{
    for (struct js_variable *v = scope->variables; v; v = v->next)
        if (v->name == name)
            return v;
    return NULL;
}

/* `var` and functions may be declared again; a list is searched, so only a scope's first
 * declarations are: in a file with ten thousand functions at the top each has a name of its own
 * anyway. */
static struct js_variable *earlier(struct js_scope *scope, const struct js_name *name,
                                   enum js_declared by)
{
    enum { SEARCHED = 64 };
    bool may_repeat = by == JS_BY_VAR || by == JS_BY_FUNCTION || by == JS_BY_PARAMETER;
    return may_repeat && scope->variable_count <= SEARCHED ? declared_here(scope, name) : NULL;
}

static struct js_scope *home_of(struct js_scope *scope, enum js_declared by)
{
    while (by == JS_BY_VAR && !scope->is_function && scope->parent)
        scope = scope->parent;
    return scope;
}

struct js_variable *scope_declare(struct parser *p, struct js_scope *scope, struct js_node *name,
                                  enum js_declared by)
{
    scope = home_of(scope, by);
    struct js_variable *variable = earlier(scope, name->name, by);
    if (variable)
        return variable;
    variable = arena_new(p->file->arena, struct js_variable);
    *variable = (struct js_variable){.name = name->name,
                                     .scope = scope,
                                     .declared = name,
                                     .by = by,
                                     .slot = scope->variable_count++};
    if (scope->last_variable)
        scope->last_variable->next = variable;
    else
        scope->variables = variable;
    scope->last_variable = variable;
    return variable;
}

static void declare_properties(struct parser *p, struct js_node *pattern, enum js_declared by)
{
    for (struct js_node *part = pattern->a; part; part = part->next)
        scope_declare_pattern(p, part->kind == JS_PROPERTY ? part->b : part, by);
}

void scope_declare_pattern(struct parser *p, struct js_node *pattern, enum js_declared by)
{
    switch ((enum js_kind)pattern->kind) {
    case JS_NAME:
        scope_declare(p, p->scope, pattern, by);
        break;
    case JS_DEFAULT:
    case JS_REST:
        scope_declare_pattern(p, pattern->a, by);
        break;
    case JS_ARRAY_PATTERN:
    case JS_OBJECT_PATTERN:
        declare_properties(p, pattern, by);
        break;
    default:
        break;
    }
}

void scope_declare_target(struct parser *p, struct js_node *declarator, enum js_declared by)
{
    if (declarator->a->kind == JS_NAME)
        scope_declare(p, p->scope, declarator->a, by)->origin = declarator;
    else
        scope_declare_pattern(p, declarator->a, by);
}

static void bind(struct js_scope *scope, struct js_node *reference)
{
    struct js_variable *variable = reference->name->current;
    reference->variable = variable;
    reference->next_reference = NULL;
    if (!variable)
        return;
    bool from_closure = variable->scope->function != scope->function;
    if (from_closure)
        variable->captured = true;
    if (reference->flags & JS_WRITTEN) {
        variable->written_late = true;
        variable->written_in_closure |= from_closure;
    }
    reference->next_reference = variable->first_reference;
    variable->first_reference = reference;
}

/* A repeated declaration in a crowded scope binds to the latest: the earlier ones are forgotten.
 * All of them remember the same outer variable, so that leaving may undo them in any order. */
static void enter(struct js_scope *scope)
{
    for (struct js_variable *v = scope->variables; v; v = v->next) {
        struct js_variable *current = v->name->current;
        v->outer = current && current->scope == scope ? current->outer : current;
        v->name->current = v;
    }
    for (struct js_node *next, *reference = scope->references; reference; reference = next) {
        next = reference->next_reference;
        bind(scope, reference);
    }
}

static void leave(struct js_scope *scope)
{
    if (!scope->parent)
        return; /* nobody looks any more */
    for (struct js_variable *v = scope->variables; v; v = v->next)
        v->name->current = v->outer;
}

void scope_resolve(struct parser *p)
{
    struct js_scope *scope = p->file->top->scope;
    enter(scope);
    while (scope) {
        if (scope->first_child) {
            scope = scope->first_child;
            enter(scope);
            continue;
        }
        while (scope && !scope->next_sibling) {
            leave(scope);
            scope = scope->parent;
        }
        if (!scope)
            return;
        leave(scope);
        scope = scope->next_sibling;
        enter(scope);
    }
}

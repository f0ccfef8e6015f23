/* Functions, blocks, loops, classes: what opens a scope, and what begins or decides something. */
#include "instrument/instrument_private.h"

static bool is_directive(const struct js_node *statement)
{
    return statement && statement->kind == JS_EXPRESSION_STATEMENT &&
           statement->a->kind == JS_STRING && !(statement->a->flags & JS_PARENTHESISED);
}

bool instrument__has_use_strict(const struct js_node *list)
{
    for (; is_directive(list); list = list->next)
        if (list->a->end - list->a->start == strlen("'use strict'") &&
            str_is(list->a->text->text, "use strict"))
            return true;
    return false;
}

/* Behind the directives at the start of a list of statements that begins at `at`. */
void instrument__rewrite_prologue(struct instrument__walker *w, const struct js_node *list,
                                  uint32_t at, const char *text)
{
    struct buf prologue = {0};
    bool has_directives = is_directive(list);
    for (; is_directive(list); list = list->next)
        at = list->end;
    buf_printf(&prologue, "%s%s", has_directives ? ";" : "", text);
    rewrite_open(&w->rewrite, at, buf_view(&prologue));
    buf_free(&prologue);
}

/* An arrow function's expression becomes a block where its variables must be told apart. */
static void mark_as_block(struct instrument__walker *w, const struct js_node *body,
                          const struct instrument__stamp *stamp, uint32_t id, bool wanted)
{
    struct buf text = {0};
    buf_printf(&text, "{var %s;", stamp->text);
    if (wanted)
        buf_printf(&text, "%s.f(%u);", INSTRUMENT_NAME, id);
    buf_text(&text, "return (");
    rewrite_open(&w->rewrite, instrument__outer_start(w, body), buf_view(&text));
    rewrite_close(&w->rewrite, instrument__outer_end(w, body), STR(")}"));
    buf_free(&text);
}

static void mark_expression(struct instrument__walker *w, const struct js_node *body, uint32_t id)
{
    char call[64];
    bool is_inside = body->flags & JS_PARENTHESISED;
    snprintf(call, sizeof call, "%s%s.f(%u),", is_inside ? "" : "(", INSTRUMENT_NAME, id);
    rewrite_open(&w->rewrite, instrument__start_of(w, body), str_of(call));
    if (!is_inside)
        rewrite_close(&w->rewrite, body->end, STR(")"));
}

void instrument__visit_function(struct instrument__walker *w, const struct js_node *node)
{
    const struct js_function *function = node->function;
    const struct js_node *body = function->body;
    bool was_strict = w->strict, was_deciding = w->deciding, wanted = false;
    struct str was_within = w->within;
    size_t scopes = w->scopes.len;
    uint32_t id = 0;
    if (!body)
        return;
    bool is_block = body->kind == JS_BLOCK, is_field = !is_block && !function->is_arrow;
    w->strict |= is_block && instrument__has_use_strict(body->a);
    w->deciding = false;
    for (const struct js_node *parameter = function->params; parameter; parameter = parameter->next)
        instrument__visit_target(w, parameter);
    if (function->name)
        w->within = function->name->text;
    if (!(is_field && instrument__takes_name(body)))
        id = instrument__add_site(w, SITE_FUNCTION, node,
                                  function->name ? w->within : (struct str){"", 0}, &wanted);
    if (is_block) {
        struct instrument__stamp stamp = instrument__stamp_scope(w, function->scope, node);
        char text[128];
        int length = wanted ? snprintf(text, sizeof text, "%s.f(%u);", INSTRUMENT_NAME, id) : 0;
        snprintf(text + length, sizeof text - (size_t)length, stamp.text[0] ? "var %s;" : "%s",
                 stamp.text);
        if (text[0])
            instrument__rewrite_prologue(w, body->a, body->start + 1, text);
        instrument__visit_list(w, body->a);
    } else {
        struct instrument__stamp stamp = {""};
        if (function->is_arrow)
            stamp = instrument__stamp_scope(w, function->scope, node);
        if (stamp.text[0])
            mark_as_block(w, body, &stamp, id, wanted);
        else if (wanted)
            mark_expression(w, body, id);
        instrument__visit(w, body);
    }
    w->scopes.len = scopes;
    w->within = was_within;
    w->strict = was_strict;
    w->deciding = was_deciding;
}

static void open_block(struct instrument__walker *w, const struct js_scope *scope,
                       const struct js_node *node, const struct js_node *block)
{
    struct instrument__stamp stamp = instrument__stamp_scope(w, scope, node);
    char text[96];
    snprintf(text, sizeof text, "let %s;", stamp.text);
    if (stamp.text[0])
        rewrite_open(&w->rewrite, block->start + 1, str_of(text));
}

void instrument__visit_block(struct instrument__walker *w, const struct js_node *node)
{
    size_t scopes = w->scopes.len;
    open_block(w, node->scope, node, node);
    instrument__visit_list(w, node->a);
    w->scopes.len = scopes;
}

/* Each turn of `for (let …)` has variables of its own: ours is among them, and gets a new number
 * where the turn begins. */
static void stamp_turns(struct instrument__walker *w, const struct js_node *node)
{
    char text[96];
    const struct js_node *first = node->a && node->a->kind == JS_VAR ? node->a->a : NULL;
    const struct js_node *turn = node->c ? node->c : node->b;
    struct instrument__stamp stamp = instrument__stamp_scope(w, first ? node->scope : NULL, node);
    if (!stamp.text[0])
        return;
    snprintf(text, sizeof text, "%s,", stamp.text);
    rewrite_open(&w->rewrite, first->start, str_of(text));
    if (turn)
        rewrite_open(&w->rewrite, instrument__outer_start(w, turn), str_of(text));
}

void instrument__visit_class(struct instrument__walker *w, const struct js_node *node)
{
    bool was_strict = w->strict;
    w->strict = true;
    if (node->b)
        instrument__visit(w, node->b);
    for (const struct js_node *member = node->c; member; member = member->next) {
        if (member->kind == JS_STATIC_BLOCK) {
            instrument__visit_function(w, member->a);
            continue;
        }
        if (member->flags & JS_COMPUTED)
            instrument__visit(w, member->a);
        if (member->b)
            instrument__visit(w, member->b);
    }
    w->strict = was_strict;
}

/* a(2,s,x); for each variable that the head of the loop has assigned to and does not declare. */
static void tell_assigned(struct instrument__walker *w, const struct js_node *loop,
                          const struct js_node *target, struct buf *out)
{
    uint32_t id;
    char scope[32];
    if (target->kind == JS_NAME) {
        bool is_turns_own = target->variable && target->variable->scope == loop->scope;
        if (!is_turns_own &&
            instrument__add_variable_site(w, SITE_WRITE, target, target, &id, scope))
            buf_printf(out, "%s.a(%u,%s," STR_FMT ");", INSTRUMENT_NAME, id, scope,
                       STR_ARG(target->name->text));
    } else if (target->kind == JS_DEFAULT || target->kind == JS_REST) {
        tell_assigned(w, loop, target->a, out);
    } else if (target->kind == JS_ARRAY_PATTERN || target->kind == JS_OBJECT_PATTERN) {
        for (const struct js_node *part = target->a; part; part = part->next)
            tell_assigned(w, loop, part->kind == JS_PROPERTY ? part->b : part, out);
    }
}

static void open_turn(struct instrument__walker *w, const struct js_node *loop)
{
    struct buf text = {0};
    const struct js_node *body = loop->d;
    bool is_block = body->kind == JS_BLOCK;
    if (loop->a->kind != JS_VAR)
        tell_assigned(w, loop, loop->a, &text);
    for (const struct js_node *d = loop->a->kind == JS_VAR ? loop->a->a : NULL; d; d = d->next)
        tell_assigned(w, loop, d->a, &text);
    if (text.len) {
        if (!is_block)
            rewrite_open(&w->rewrite, body->start, STR("{"));
        rewrite_open(&w->rewrite, body->start + is_block, buf_view(&text));
        if (!is_block)
            rewrite_close(&w->rewrite, body->end, STR("}"));
    }
    buf_free(&text);
}

void instrument__visit_loop_over(struct instrument__walker *w, const struct js_node *node)
{
    if (node->a->kind == JS_VAR) {
        for (const struct js_node *d = node->a->a; d; d = d->next) {
            instrument__visit_target(w, d->a);
            if (d->b)
                instrument__visit(w, d->b); /* for (var x = 1 in o) */
        }
    } else {
        instrument__visit_target(w, node->a);
    }
    instrument__visit_passed(w, node->b, node->kind == JS_FOR_IN ? SITE_ENUMERATE : SITE_ITERATE,
                             0);
    size_t scopes = w->scopes.len;
    if (node->d->kind == JS_BLOCK)
        open_block(w, node->scope, node, node->d);
    open_turn(w, node);
    instrument__visit(w, node->d);
    w->scopes.len = scopes;
}

static const struct js_node *test_of(const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_IF:
    case JS_CONDITIONAL:
    case JS_LOGICAL:
    case JS_SWITCH:
        return node->a;
    case JS_FOR:
    case JS_WHILE:
    case JS_DO_WHILE:
        return node->b;
    default:
        return NULL;
    }
}

struct branching {
    struct instrument__walker *walker;
    const struct js_node *test;
    bool rest; /* whether the value of the other parts decides something, further up */
};

static void visit_branch(const struct js_node *child, void *context)
{
    struct branching *self = context;
    self->walker->deciding = child == self->test || self->rest;
    instrument__visit(self->walker, child);
}

void instrument__visit_branching(struct instrument__walker *w, const struct js_node *node)
{
    struct branching branching = {w, test_of(node), w->deciding};
    size_t scopes = w->scopes.len;
    if (node->kind == JS_FOR)
        stamp_turns(w, node);
    if (node->kind == JS_SWITCH) {
        struct instrument__stamp stamp = instrument__stamp_scope(w, node->scope, node);
        char text[96];
        snprintf(text, sizeof text, "{let %s;", stamp.text);
        if (stamp.text[0]) {
            rewrite_open(&w->rewrite, node->start, str_of(text));
            rewrite_close(&w->rewrite, node->end, STR("}"));
        }
    }
    js_children(node, visit_branch, &branching);
    w->deciding = branching.rest;
    w->scopes.len = scopes;
}

void instrument__visit_try(struct instrument__walker *w, const struct js_node *node)
{
    instrument__visit(w, node->a);
    instrument__visit_target(w, node->b);
    if (node->c) {
        size_t scopes = w->scopes.len;
        open_block(w, node->scope, node->c, node->c);
        instrument__visit(w, node->c);
        w->scopes.len = scopes;
    }
    if (node->d)
        instrument__visit(w, node->d);
}

/* Busy flags: `if (busy) return; busy = true; try { ... } finally { busy = false; }` lets one call
 * in at a time. Followed through the statements that lead to a node, in their order. */
#include "rules/shared_state.h"

struct approach {
    const struct js_function *function;
    const struct js_node *read, *node;
    struct flag *flags;
    unsigned count;
    bool has_awaited;
};

static struct flag *flag_named(struct approach *self, const struct js_node *node)
{
    struct shared what;
    if (!shared_of(self->function, node, &what))
        return NULL;
    for (unsigned i = 0; i < self->count; i++)
        if (same_shared(&self->flags[i].what, &what))
            return &self->flags[i];
    return NULL;
}

/* busy, !idle, busy || closed: flags whose value alone decides that the test comes out so. */
static void note_test(struct approach *self, const struct js_node *test, bool outcome)
{
    struct shared what;
    enum js_op joining = outcome ? JS_OP_LOGICAL_OR : JS_OP_LOGICAL_AND;
    if (test->kind == JS_UNARY && test->op == JS_OP_NOT) {
        note_test(self, test->a, !outcome);
    } else if (test->kind == JS_LOGICAL && test->op == joining) {
        note_test(self, test->a, outcome);
        note_test(self, test->b, outcome);
    } else if (shared_of(self->function, test, &what) && self->count < MOST_FLAGS &&
               !flag_named(self, test)) {
        bool is_late = self->has_awaited && self->read && self->read->start < test->start;
        if (!is_late)
            self->flags[self->count++] = (struct flag){what, outcome, false};
    }
}

static void forget(struct approach *self, struct flag *flag)
{
    *flag = self->flags[--self->count];
}

static void see_await(struct approach *self)
{
    self->has_awaited = true;
    for (unsigned i = self->count; i-- > 0;)
        if (!self->flags[i].is_set)
            forget(self, &self->flags[i]);
}

bool leaves_function(const struct js_node *statement)
{
    while (statement && statement->kind == JS_BLOCK) {
        statement = statement->a;
        while (statement && statement->next)
            statement = statement->next;
    }
    return statement && (statement->kind == JS_RETURN || statement->kind == JS_THROW);
}

static bool is_boolean(const struct js_node *node, bool value)
{
    return node->kind == (value ? JS_TRUE : JS_FALSE);
}

/* What an expression or statement does to the flags on its way, whichever that is. */
static void pass(const struct js_node *node, void *context)
{
    struct approach *self = context;
    if (node->kind == JS_FUNCTION || node->kind == JS_CLASS)
        return;
    if (node->kind == JS_EXPRESSION_STATEMENT && node->next && leaves_function(node->next))
        return; /* busy = false; return: nothing of this comes to the node */
    js_children(node, pass, context);
    if (node->kind == JS_AWAIT || (node->kind == JS_FOR_OF && (node->flags & JS_FOR_AWAIT)))
        see_await(self);
    bool writes = node->kind == JS_ASSIGN || node->kind == JS_UPDATE;
    struct flag *flag = writes ? flag_named(self, node->a) : NULL;
    if (flag && !(node->kind == JS_ASSIGN && is_boolean(node->b, flag->held)))
        forget(self, flag);
}

/* busy = true */
static void note_set(struct approach *self, const struct js_node *statement)
{
    const struct js_node *assign = statement->kind == JS_EXPRESSION_STATEMENT ? statement->a : NULL;
    if (!assign || assign->kind != JS_ASSIGN || assign->op != JS_OP_ASSIGN)
        return;
    struct flag *flag = flag_named(self, assign->a);
    if (flag && is_boolean(assign->b, flag->held))
        flag->is_set = true;
}

static void pass_statement(struct approach *self, const struct js_node *statement)
{
    pass(statement, self);
    note_set(self, statement);
    if (statement->kind == JS_IF && !statement->c && leaves_function(statement->b))
        note_test(self, statement->a, true);
}

static void approach_in(struct approach *self, const struct js_node *list);

/* What a later round finds is what an earlier one has left behind. */
static void approach_in_loop(struct approach *self, const struct js_node *loop)
{
    pass(loop, self);
    approach_in(self, loop->d);
}

static void approach_within(struct approach *self, const struct js_node *statement)
{
    switch ((enum js_kind)statement->kind) {
    case JS_BLOCK:
        approach_in(self, statement->a);
        break;
    case JS_IF:
        pass(statement->a, self);
        if (contains(statement->a, self->node))
            break;
        note_test(self, statement->a, !contains(statement->b, self->node));
        approach_in(self, contains(statement->b, self->node) ? statement->b : statement->c);
        break;
    case JS_TRY:
        if (!contains(statement->a, self->node))
            pass(statement->a, self);
        for (unsigned i = 0; i < 3; i++) {
            const struct js_node *part = i == 0   ? statement->a
                                         : i == 1 ? statement->c
                                                  : statement->d;
            if (part && contains(part, self->node))
                approach_in(self, part);
        }
        break;
    case JS_FOR:
    case JS_FOR_IN:
    case JS_FOR_OF:
    case JS_WHILE:
    case JS_DO_WHILE:
        approach_in_loop(self, statement);
        break;
    case JS_LABELED:
        approach_in(self, statement->b);
        break;
    case JS_SWITCH:
        for (const struct js_node *c = statement->b; c; c = c->next)
            if (contains(c, self->node))
                approach_in(self, c->b);
        break;
    default:
        break;
    }
}

static void approach_in(struct approach *self, const struct js_node *list)
{
    while (list && !contains(list, self->node)) {
        pass_statement(self, list);
        list = list->next;
    }
    if (list)
        approach_within(self, list);
}

unsigned flags_at(const struct js_function *function, const struct js_node *read,
                  const struct js_node *node, struct flag *out)
{
    struct approach self = {.function = function, .read = read, .node = node, .flags = out};
    if (function->body && function->body->kind == JS_BLOCK)
        approach_in(&self, function->body);
    return self.count;
}

/* Which of two contexts comes first, whatever the machine's load: the edges of the callback graph,
 * answered on demand instead of drawn for all pairs (thesis, section 4.2). Within one macrotask and
 * the microtasks it drains, execution order is the order. Between macrotasks only ancestry, equal
 * queues and deadlines count; I/O and unknown delays leave it open. */
#include "machine/order.h"

static struct context *at(const struct machine *m, uint32_t id)
{
    return m->contexts.at[id];
}

static struct context *root_of(const struct machine *m, const struct context *context)
{
    return at(m, context->root);
}

/* The macrotask that made this one ready. */
static struct context *above(const struct machine *m, const struct context *root)
{
    if (root->kind == CONTEXT_MAIN || root->kind == CONTEXT_ENTRY)
        return NULL;
    struct context *parent = root_of(m, at(m, root->parent));
    return parent->id < root->id ? parent : NULL;
}

static bool descends(const struct machine *m, const struct context *root,
                     const struct context *from)
{
    for (const struct context *c = root; c; c = above(m, c))
        if (c == from)
            return true;
    return false;
}

/* The ancestor of `root` directly below `common`. */
static const struct context *child_below(const struct machine *m, const struct context *root,
                                         const struct context *common)
{
    for (const struct context *c = root; c; c = above(m, c))
        if (above(m, c) == common)
            return c;
    return NULL;
}

static const struct context *common_ancestor(const struct machine *m, const struct context *a,
                                             const struct context *b)
{
    for (const struct context *c = a; c; c = above(m, c))
        if (descends(m, b, c))
            return c;
    return NULL;
}

static bool is_timer(const struct context *c)
{
    return (c->kind == CONTEXT_TIMEOUT || c->kind == CONTEXT_INTERVAL) && c->delay >= 0;
}

static enum order by_registration(const struct context *a, const struct context *b)
{
    return a->registration < b->registration ? ORDER_BEFORE : ORDER_AFTER;
}

static enum order timer_against_immediate(const struct machine *m, const struct context *timer,
                                          const struct context *common)
{
    bool from_loop = common->kind != CONTEXT_MAIN && common->kind != CONTEXT_ENTRY &&
                     common->kind != CONTEXT_IMMEDIATE;
    (void)m;
    if (from_loop) /* from I/O or a timer the check phase comes first */
        return ORDER_AFTER;
    return timer->delay <= 4 ? ORDER_OPEN : ORDER_AFTER;
}

static double delay_of(const struct context *timer)
{
    return timer->delay < 1 ? 1 : timer->delay;
}

/* An interval comes again and again: in which round decides. */
static double due_after(const struct context *timer, const struct context *common)
{
    double elapsed = timer->time - common->time;
    bool is_again = timer->kind == CONTEXT_INTERVAL && elapsed > delay_of(timer);
    return is_again ? elapsed : delay_of(timer);
}

static enum order timers(const struct context *a, const struct context *b,
                         const struct context *common)
{
    double x = due_after(a, common), y = due_after(b, common);
    bool is_first_round = x == delay_of(a) && y == delay_of(b);
    if (x == y)
        return is_first_round ? by_registration(a, b) : ORDER_OPEN;
    return x < y ? ORDER_BEFORE : ORDER_AFTER;
}

/* Both were scheduled below the same macrotask. */
static enum order siblings(const struct machine *m, const struct context *a,
                           const struct context *b, const struct context *common)
{
    if (a->kind == CONTEXT_IMMEDIATE && b->kind == CONTEXT_IMMEDIATE)
        return by_registration(a, b);
    if (is_timer(a) && is_timer(b))
        return timers(a, b, common);
    if (is_timer(a) && b->kind == CONTEXT_IMMEDIATE)
        return timer_against_immediate(m, a, common);
    if (a->kind == CONTEXT_IMMEDIATE && is_timer(b)) {
        enum order other = timer_against_immediate(m, b, common);
        return other == ORDER_AFTER ? ORDER_BEFORE : other;
    }
    return ORDER_OPEN;
}

static bool time_is_known(const struct machine *m, const struct context *root,
                          const struct context *common)
{
    for (const struct context *c = root; c && c != common; c = above(m, c))
        if (!is_timer(c) && c->kind != CONTEXT_IMMEDIATE)
            return false;
    return true;
}

static bool has_unknown_step(const struct machine *m, const struct context *root,
                             const struct context *common)
{
    for (const struct context *c = root; c && c != common; c = above(m, c))
        if (c->is_unknown_time || c->is_event)
            return true;
    return false;
}

static enum order macrotasks(const struct machine *m, const struct context *a,
                             const struct context *b)
{
    if (descends(m, b, a))
        return ORDER_BEFORE;
    if (descends(m, a, b))
        return ORDER_AFTER;
    const struct context *common = common_ancestor(m, a, b);
    if (!common)
        return ORDER_UNKNOWN;
    const struct context *x = child_below(m, a, common), *y = child_below(m, b, common);
    if (has_unknown_step(m, a, common) || has_unknown_step(m, b, common))
        return ORDER_UNKNOWN;
    enum order order = siblings(m, x, y, common);
    if ((order == ORDER_BEFORE && a == x) || (order == ORDER_AFTER && b == y))
        return order;
    bool known = time_is_known(m, a, common) && time_is_known(m, b, common);
    if (order == ORDER_OPEN || !known || a->time == b->time)
        return ORDER_OPEN;
    return a->time < b->time ? ORDER_BEFORE : ORDER_AFTER;
}

enum order order_of(const struct machine *m, const struct context *a, const struct context *b)
{
    if (a->entry != b->entry)
        return ORDER_UNKNOWN;
    const struct context *x = root_of(m, a), *y = root_of(m, b);
    if (x == y)
        return a->id == b->id ? ORDER_SAME : a->id < b->id ? ORDER_BEFORE : ORDER_AFTER;
    return macrotasks(m, x, y);
}

bool same_place(const struct access *a, const struct access *b)
{
    if (a->object != b->object)
        return false;
    return a->object ? js_same_name(a->key, b->key) : a->cell == b->cell;
}

/* Both print, or one writes what the other reads or writes. */
const struct access *conflict_of(const struct context *a, const struct context *b)
{
    for (size_t i = 0; i < a->accesses.len; i++)
        for (size_t j = 0; j < b->accesses.len; j++) {
            const struct access *x = &a->accesses.at[i], *y = &b->accesses.at[j];
            if ((x->is_write || y->is_write) && same_place(x, y))
                return x;
        }
    return NULL;
}

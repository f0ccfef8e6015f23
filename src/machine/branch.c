/* Both ways of an undetermined condition. The first is run while every overwritten place is noted
 * on a trail; its final values are kept aside, the places put back, the second way run, and then
 * the values joined. A way that left (return, throw) does not flow on: what it wrote is joined
 * where the function ends. So no paths are enumerated, and `if (e) return reject(e); resolve(x)` is
 * still seen as it is. Once a way is suspended in an await its writes can no longer be undone: from
 * then on they only add possibilities (m->weak). */
#include "machine/machine.h"

static struct undo *note(struct machine *m, enum undo_kind kind)
{
    struct undo *undo = vec_push(&m->trail);
    undo->kind = kind;
    return undo;
}

void log_cell(struct machine *m, struct cell *cell)
{
    if (!m->may || cell->way == m->way)
        return;
    cell->way = m->way;
    struct undo *undo = note(m, UNDO_CELL);
    undo->cell = cell;
    undo->old = cell->value;
}

void log_property(struct machine *m, struct object *object, const struct js_name *key)
{
    if (!m->may)
        return;
    if (object->born == m->way) /* nobody outside this way has seen it */
        return;
    struct property *property = object_own(object, key);
    if (property && property->way == m->way)
        return;
    if (property)
        property->way = m->way;
    struct undo *undo = note(m, UNDO_PROPERTY);
    undo->object = object;
    undo->key = key;
    undo->was_there = property != NULL;
    undo->old = property ? property->value : v_undefined();
}

static void snapshot(struct undo *undo, const struct promise *promise)
{
    undo->p.f = promise->may_fulfill;
    undo->p.r = promise->may_reject;
    undo->p.s = promise->is_settled;
    undo->p.locked = promise->is_locked;
    undo->p.fv = promise->fulfilled;
    undo->p.rv = promise->rejected;
    undo->p.at = promise->settled_at;
    undo->p.context = promise->settled_context;
    undo->p.activation = promise->settled_activation;
    undo->p.round_of = promise->settled_round_of;
    undo->p.order = promise->settled_order;
}

void log_promise(struct machine *m, struct promise *promise)
{
    if (!m->may || promise->way == m->way)
        return;
    promise->way = m->way;
    struct undo *undo = note(m, UNDO_PROMISE);
    undo->promise = promise;
    snapshot(undo, promise);
}

void log_length(struct machine *m, struct object *array)
{
    if (!m->may || array->way == m->way)
        return;
    array->way = m->way;
    struct undo *undo = note(m, UNDO_LENGTH);
    undo->object = array;
    undo->len = array->array.len;
}

static void restore(const struct undo *undo)
{
    switch (undo->kind) {
    case UNDO_CELL:
        undo->cell->value = undo->old;
        break;
    case UNDO_PROPERTY: {
        struct property *property = object_own(undo->object, undo->key);
        if (property)
            property->value = undo->old;
        break;
    }
    case UNDO_PROMISE:
        undo->promise->may_fulfill = undo->p.f;
        undo->promise->may_reject = undo->p.r;
        undo->promise->is_settled = undo->p.s;
        undo->promise->is_locked = undo->p.locked;
        undo->promise->fulfilled = undo->p.fv;
        undo->promise->rejected = undo->p.rv;
        undo->promise->settled_at = undo->p.at;
        undo->promise->settled_context = undo->p.context;
        undo->promise->settled_activation = undo->p.activation;
        undo->promise->settled_round_of = undo->p.round_of;
        undo->promise->settled_order = undo->p.order;
        break;
    case UNDO_LENGTH:
        undo->object->array.len = undo->len;
        break;
    }
}

/* The same place with its value of now. */
static struct undo as_of_now(const struct undo *undo)
{
    struct undo now = *undo;
    struct property *property;
    switch (undo->kind) {
    case UNDO_CELL:
        now.old = undo->cell->value;
        break;
    case UNDO_PROPERTY:
        property = object_own(undo->object, undo->key);
        now.old = property ? property->value : v_undefined();
        break;
    case UNDO_PROMISE:
        snapshot(&now, undo->promise);
        break;
    case UNDO_LENGTH:
        now.len = undo->object->array.len;
        break;
    }
    return now;
}

static void join_promise(struct machine *m, const struct undo *other)
{
    struct promise *promise = other->promise;
    if (other->p.f)
        promise->fulfilled =
            promise->may_fulfill ? v_join(m, promise->fulfilled, other->p.fv) : other->p.fv;
    if (other->p.r)
        promise->rejected =
            promise->may_reject ? v_join(m, promise->rejected, other->p.rv) : other->p.rv;
    promise->may_fulfill |= other->p.f;
    promise->may_reject |= other->p.r;
    promise->is_settled &= other->p.s;
    promise->is_locked &= other->p.locked;
    if (other->p.order > promise->settled_order) {
        promise->settled_at = other->p.at;
        promise->settled_context = other->p.context;
        promise->settled_activation = other->p.activation;
        promise->settled_round_of = other->p.round_of;
        promise->settled_order = other->p.order;
    }
}

static void join_place(struct machine *m, const struct undo *other)
{
    struct property *property;
    switch (other->kind) {
    case UNDO_CELL:
        other->cell->value = v_join(m, other->cell->value, other->old);
        break;
    case UNDO_PROPERTY:
        property = object_add(m, other->object, other->key);
        property->value = v_join(m, property->value, other->old);
        break;
    case UNDO_PROMISE:
        join_promise(m, other);
        break;
    case UNDO_LENGTH:
        if (other->object->array.len != other->len)
            other->object->is_uncertain = true;
        if (other->object->array.len < other->len)
            other->object->array.len = other->len;
        break;
    }
}

struct way {
    enum completion completion;
    uint32_t first_registration, last_registration;
    struct undo *after; /* places and their values at its end */
    size_t count;
    struct value result, exception;
    const struct js_node *exception_site;
    struct unit *exception_unit;
    enum blame blame;
    const struct js_name *label;
};

/* Of each place only the oldest value matters. */
static uint32_t *mark_of(const struct undo *undo)
{
    struct property *property;
    switch (undo->kind) {
    case UNDO_CELL:
        return &undo->cell->mark;
    case UNDO_PROPERTY:
        property = object_own(undo->object, undo->key);
        return property ? &property->mark : NULL;
    case UNDO_PROMISE:
        return &undo->promise->mark;
    default:
        return &undo->object->mark;
    }
}

static void compact(struct machine *m, size_t from)
{
    size_t kept = from;
    uint32_t now = ++m->compactions;
    for (size_t i = from; i < m->trail.len; i++) {
        uint32_t *mark = mark_of(&m->trail.at[i]);
        if (mark && *mark == now)
            continue;
        if (mark)
            *mark = now;
        m->trail.at[kept++] = m->trail.at[i];
    }
    m->trail.len = kept;
}

/* Lists of values: kept in a chain, for a way that is suspended for ever never frees its own. */
struct scratch {
    struct scratch *before, *after;
    struct undo at[];
};

static struct undo *scratch_new(struct machine *m, size_t count)
{
    if (!count)
        return NULL;
    struct scratch *scratch = mem_alloc(sizeof *scratch + count * sizeof(struct undo));
    scratch->before = NULL;
    scratch->after = m->scratch;
    if (m->scratch)
        m->scratch->before = scratch;
    m->scratch = scratch;
    return scratch->at;
}

static void scratch_free(struct machine *m, struct undo *at)
{
    if (!at)
        return;
    struct scratch *scratch = (struct scratch *)(void *)((char *)at - offsetof(struct scratch, at));
    if (scratch->before)
        scratch->before->after = scratch->after;
    else
        m->scratch = scratch->after;
    if (scratch->after)
        scratch->after->before = scratch->before;
    free(scratch);
}

void branch_free(struct machine *m)
{
    while (m->scratch)
        scratch_free(m, m->scratch->at);
}

static void run_way(struct machine *m, way_fn fn, void *data, struct way *way)
{
    size_t mark = m->trail.len;
    uint32_t outer_way = m->way;
    m->way = ++m->next_way;
    unsigned before = m->coroutine ? coroutine_suspensions(m->coroutine) : 0;
    struct frame *frame = m->frame;
    way->first_registration = m->next_registration + 1;
    way->completion = fn ? fn(m, data) : DONE;
    if (m->threw) {
        way->completion = THREW;
        way->exception = m->exception;
        way->exception_site = m->exception_site;
        way->exception_unit = m->exception_unit;
        way->blame = m->exception_blame;
        m->threw = false;
    }
    m->way = outer_way;
    way->last_registration = m->next_registration + 1;
    way->result = frame ? frame->result : v_undefined();
    way->label = frame ? frame->label : NULL;
    bool was_suspended = m->coroutine && coroutine_suspensions(m->coroutine) != before;
    if (was_suspended || mark > m->trail.len)
        mark = m->trail.len;
    compact(m, mark);
    way->count = m->trail.len - mark;
    way->after = scratch_new(m, way->count);
    for (size_t i = 0; i < way->count; i++)
        way->after[i] = as_of_now(&m->trail.at[mark + i]);
}

static void undo_way(struct machine *m, const struct way *way)
{
    for (size_t i = 0; i < way->count && i < m->trail.len; i++)
        restore(&m->trail.at[m->trail.len - 1 - i]);
}

static bool same_place(const struct undo *a, const struct undo *b)
{
    return a->kind == b->kind && a->cell == b->cell &&
           (a->kind != UNDO_PROPERTY || js_same_name(a->key, b->key));
}

static bool touches(const struct way *way, const struct undo *place)
{
    enum { SEARCHED = 200 };
    size_t count = way->count < SEARCHED ? way->count : SEARCHED;
    for (size_t i = 0; i < count; i++)
        if (same_place(&way->after[i], place))
            return true;
    return false;
}

/* State is at the end of `second`; `old` are the second way's trail entries: values from before. */
static void join_ways(struct machine *m, const struct way *first, const struct way *second,
                      const struct undo *old)
{
    for (size_t i = 0; i < first->count; i++)
        join_place(m, &first->after[i]);
    for (size_t i = 0; i < second->count; i++)
        if (!touches(first, &old[i]))
            join_place(m, &old[i]);
}

static void set_all(const struct way *way)
{
    for (size_t i = 0; i < way->count; i++)
        restore(&way->after[i]);
}

/* What a way that left wrote is seen by whoever runs after this function, or, where it left by
 * break, behind the loop or switch. */
static void defer(struct machine *m, const struct way *way)
{
    enum { MOST_DEFERRED = 100 };
    if (!m->frame)
        return;
    bool leaves_loop = way->completion == BROKE && !way->label;
    struct deferred **list = leaves_loop ? &m->frame->broken : &m->frame->deferred;
    for (size_t i = 0; i < way->count && i < MOST_DEFERRED; i++) {
        struct deferred *deferred = arena_new(&m->arena, struct deferred);
        *deferred = (struct deferred){way->after[i], *list};
        *list = deferred;
    }
}

static void join_deferred(struct machine *m, const struct deferred *deferred)
{
    for (; deferred; deferred = deferred->next)
        join_place(m, &deferred->place);
}

void branch_deferred(struct machine *m, struct frame *frame)
{
    join_deferred(m, frame->deferred);
    frame->deferred = NULL;
}

struct deferred *branch_begin_loop(struct machine *m)
{
    struct deferred *outer = m->frame->broken;
    m->frame->broken = NULL;
    return outer;
}

void branch_end_loop(struct machine *m, struct deferred *outer)
{
    join_deferred(m, m->frame->broken);
    m->frame->broken = outer;
}

/* Nothing registered on a way that left happens together with what the function registers later. */
static void exclude(struct machine *m, const struct way *way, uint32_t from, uint32_t to)
{
    if (way->first_registration == way->last_registration || !m->frame)
        return;
    *vec_push(&m->exclusions) = (struct exclusion){way->first_registration, way->last_registration,
                                                   from, to, m->frame->activation};
}

static void absorb(struct machine *m, const struct way *way)
{
    defer(m, way);
    if (way->completion != DONE)
        exclude(m, way, way->last_registration, UINT32_MAX);
    if (way->completion == RETURNED && m->frame) {
        struct frame *frame = m->frame;
        frame->maybe_result =
            frame->has_maybe_result ? v_join(m, frame->maybe_result, way->result) : way->result;
        frame->has_maybe_result = true;
    } else if (way->completion == THREW) {
        machine_maybe_throw(m, way->exception, way->exception_site, way->blame);
        if (m->maybe.site == way->exception_site)
            m->maybe.unit = way->exception_unit;
    }
}

static enum completion continue_as(struct machine *m, const struct way *way)
{
    if (m->frame) {
        m->frame->result = way->result;
        m->frame->label = way->label;
    }
    if (way->completion == THREW) {
        m->threw = true;
        m->exception = way->exception;
        m->exception_site = way->exception_site;
        m->exception_unit = way->exception_unit;
        m->exception_blame = way->blame;
    }
    return way->completion;
}

static enum completion merge(struct machine *m, struct way *first, struct way *second,
                             struct undo *old)
{
    if (first->completion == second->completion) {
        join_ways(m, first, second, old);
        if (first->completion == RETURNED)
            second->result = v_join(m, first->result, second->result);
        return continue_as(m, second);
    }
    bool keep_first = first->completion == DONE ||
                      (second->completion != DONE &&
                       (second->completion == THREW ||
                        (second->completion == RETURNED && first->completion != THREW)));
    if (!keep_first) {
        absorb(m, first);
        return continue_as(m, second);
    }
    undo_way(m, second);
    set_all(first);
    absorb(m, second);
    return continue_as(m, first);
}

enum completion branch(struct machine *m, way_fn first_fn, void *first_data, way_fn second_fn,
                       void *second_data)
{
    struct way first = {0}, second = {0};
    bool is_outermost = m->may == 0;
    size_t base = m->trail.len;
    m->may++;
    m->inexact = true;
    run_way(m, first_fn, first_data, &first);
    undo_way(m, &first);
    run_way(m, second_fn, second_data, &second);
    size_t count = second.count < m->trail.len ? second.count : m->trail.len;
    struct undo *old = scratch_new(m, count);
    if (count)
        memcpy(old, m->trail.at + m->trail.len - count, count * sizeof *old);
    second.count = count;
    exclude(m, &first, second.first_registration, second.last_registration);
    enum completion completion = merge(m, &first, &second, old);
    if (m->may)
        m->may--;
    if (is_outermost) {
        m->weak = false;
        m->trail.len = base <= m->trail.len ? base : m->trail.len;
    } else if (base < m->trail.len) {
        compact(m, base);
    }
    scratch_free(m, first.after);
    scratch_free(m, second.after);
    scratch_free(m, old);
    return completion;
}

void branch_commit(struct machine *m)
{
    if (!m->may)
        return;
    enum { PLACES_A_STEP = 4 };
    size_t len = m->trail.len;
    m->steps += len / PLACES_A_STEP; /* generators that call each other commit without end */
    for (size_t i = 0; i < len; i++) {
        struct undo place = m->trail.at[i];
        join_place(m, &place);
    }
    m->trail.len = len;
    m->weak = true;
}

/* Node's event loop: ticks, promise jobs, timers, poll, immediates, closing; and the contexts that
 * run in it. Time is virtual: it jumps to the next timer when nothing else can run. Where Node
 * leaves an order open, one is taken and m->open_order says so; order.c answers what is guaranteed.
 */
#include "machine/machine.h"

enum { MOST_ACCESSES = 4000, MOST_MICROTASKS = 3000, MOST_INTERVALS = 60, MOST_CONTEXTS = 200000 };

struct context *context_new(struct machine *m, enum context_kind kind)
{
    struct context *context = arena_new(&m->arena, struct context);
    context->id = (uint32_t)m->contexts.len;
    context->kind = kind;
    context->root = context->id;
    context->parent = context->cause = m->current;
    context->entry = m->entry;
    context->time = m->now;
    context->delay = -1;
    context->may = m->may;
    *vec_push(&m->contexts) = context;
    return context;
}

struct context *context_now(struct machine *m)
{
    return m->contexts.at[m->current];
}

bool is_conditional_now(struct machine *m)
{
    return m->may > context_now(m)->may;
}

/* The accesses of the context that runs grow in place, at their arena's end. */
static struct access *new_access(struct machine *m, struct context *context)
{
    size_t len = context->accesses.len, size = sizeof *context->accesses.at;
    if (len == context->accesses.room) {
        size_t room = len + len / 4 + 4;
        context->accesses.at =
            arena_extend(&m->accesses, context->accesses.at, len * size, room * size);
        context->accesses.room = room;
    }
    return &context->accesses.at[context->accesses.len++];
}

struct access *record_access(struct machine *m, const struct js_node *node)
{
    struct context *context = context_now(m);
    if (!m->frame)
        return NULL;
    if (context->accesses.len >= MOST_ACCESSES) {
        if (!context->has_lost_accesses)
            unit_reached(m->frame->unit, BOUND_ACCESSES, node);
        context->has_lost_accesses = true;
        return NULL;
    }
    struct access *access = new_access(m, context);
    access->node = node;
    access->unit = m->frame->unit;
    access->order = ++m->next_order;
    access->is_may = m->may > 0;
    access->activation = m->frame->activation;
    return access;
}

/* Two spellings of one name have one hash. */
uintptr_t place_key(const struct access *access)
{
    return access->object ? (uintptr_t)access->object ^ (uintptr_t)access->key->hash
                          : (uintptr_t)access->cell;
}

size_t place_bit(const struct access *access)
{
    return (size_t)((place_key(access) * 0x9e3779b97f4a7c15u) >> 46);
}

void record_is_write(struct machine *m, struct access *access)
{
    const struct context *context = context_now(m);
    access->is_write = true;
    if (is_late(context)) {
        size_t bit = place_bit(access);
        m->late_writes[bit / 8] |= (uint8_t)(1u << bit % 8);
    }
}

/* The elements of a list, as one place: what push writes and a walk over the list reads. */
static struct access *record_content(struct machine *m, struct object *object,
                                     const struct js_name *key, const struct js_node *node)
{
    struct access *access = node ? record_access(m, node) : NULL;
    if (!access)
        return NULL;
    access->object = object;
    access->key = key ? key : name_of(m, "[]");
    return access;
}

void record_list_read(struct machine *m, struct object *array, const struct js_node *node)
{
    if (!array || array->is_uncertain || array->escaped) {
        record_list_look(m, array, node);
        return;
    }
    struct access *access = record_content(m, array, NULL, node);
    if (access)
        access->found_missing = access->found_placeholder = array->array.len == 0;
}

/* list.push(x) reads the variable `list`, and yet nobody looks at it. */
static void mark_filled(struct machine *m, const struct js_node *node)
{
    enum { FURTHEST = 16 };
    const struct js_node *member = node && node->kind == JS_CALL ? node->a : node;
    bool has_list = member && (member->kind == JS_MEMBER || member->kind == JS_INDEX);
    struct context *context = context_now(m);
    size_t len = context->accesses.len;
    for (size_t i = len; has_list && i-- > 0 && i + FURTHEST > len;)
        context->accesses.at[i].is_filled |= context->accesses.at[i].node == member->a;
}

/* Of interest only where the list was filled late. Loops look all the time: once in a row counts.
 */
void record_list_look(struct machine *m, struct object *array, const struct js_node *node)
{
    const struct context *context = context_now(m);
    size_t len = context->accesses.len;
    const struct access *last = len ? &context->accesses.at[len - 1] : NULL;
    if (!array || !is_late(context) || (last && last->object == array && !last->is_write))
        return;
    struct access *access = record_content(m, array, NULL, node);
    if (access)
        access->is_guard = true;
}

void record_list_write(struct machine *m, struct object *object, const struct js_name *key,
                       const struct js_node *node)
{
    mark_filled(m, node);
    struct access *access = record_content(m, object, key, node);
    if (access)
        record_is_write(m, access);
}

struct value record_lookup(struct machine *m, struct object *object, const struct js_name *key,
                           const struct js_node *node)
{
    struct value nothing = v_undefined();
    struct access *access = record_content(m, object, key, node);
    if (!access)
        return nothing;
    access->found_missing = access->is_guard = true;
    nothing.lookup.context = m->current;
    nothing.lookup.access = (uint32_t)context_now(m)->accesses.len;
    return nothing;
}

void need_value(struct machine *m, struct value value, enum need need)
{
    if (value.tag != V_UNDEFINED || !value.lookup.access || m->may)
        return;
    struct access *access =
        &m->contexts.at[value.lookup.context]->accesses.at[value.lookup.access - 1];
    access->is_guard = false;
    access->found_placeholder = need == NEED_PRINTED;
}

struct job *job_new(struct machine *m, enum job_kind kind, enum context_kind context_kind,
                    const struct js_node *site)
{
    struct job *job = m->spare_jobs;
    if (job)
        m->spare_jobs = job->next;
    else
        job = arena_new(&m->arena, struct job);
    *job = (struct job){
        .kind = kind,
        .context_kind = context_kind,
        .site = site,
        .unit = m->frame ? m->frame->unit : NULL,
        .registered_in = m->frame ? m->frame->function : NULL,
        .activation = m->frame ? m->frame->activation : 0,
        .called = m->frame ? m->frame->called : (struct called){0},
        .parent = m->current,
        .cause = m->current,
        .root = context_now(m)->root,
        .registration = ++m->next_registration,
        .is_may = m->may > 0,
        .is_conditional = is_conditional_now(m),
        .delay = -1,
        .order = m->next_order,
        .ready_order = m->next_order,
    };
    return job;
}

struct job *job_call(struct machine *m, enum context_kind kind, struct value callee,
                     struct value *args, unsigned count, const struct js_node *site)
{
    struct job *job = job_new(m, JOB_CALL, kind, site);
    job->callee = callee;
    bool is_settler =
        v_is(callee, CLASS_NATIVE) && v_is(callee.object->native.data[0], CLASS_PROMISE);
    if (is_settler)
        callee.object->native.data[0].object->promise->settler_called = true;
    job->self = v_undefined();
    job->count = count;
    if (count) {
        job->args = arena_array(&m->arena, struct value, count);
        memcpy(job->args, args, count * sizeof *args);
    }
    return job;
}

void queue_push(struct queue *queue, struct job *job)
{
    if (queue->last)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
    queue->len++;
    job->next = NULL;
}

static struct job *queue_take(struct queue *queue)
{
    struct job *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->last = NULL;
    queue->len--;
    return job;
}

/* By deadline, then by registration; timers of one duration keep their order whatever happens. */
static bool is_due_before(const struct job *a, const struct job *b)
{
    return a->deadline < b->deadline ||
           (a->deadline == b->deadline && a->timer_order < b->timer_order);
}

/* Timers are a pairing heap (Fredman et al. 1986): programs that set ever more of them exist. */
static struct job *join_timers(struct job *a, struct job *b)
{
    if (!a || !b)
        return a ? a : b;
    struct job *first = is_due_before(a, b) ? a : b, *second = first == a ? b : a;
    second->next = first->later;
    first->later = second;
    return first;
}

static void insert_timer(struct machine *m, struct job *job)
{
    job->next = job->later = NULL;
    job->timer_order = ++m->next_timer;
    m->timers = join_timers(m->timers, job);
}

static struct job *join_pairs(struct job *list)
{
    struct job *pairs = NULL, *joined = NULL;
    while (list) {
        struct job *a = list, *b = a->next;
        list = b ? b->next : NULL;
        a->next = NULL;
        struct job *pair = join_timers(a, b);
        pair->next = pairs;
        pairs = pair;
    }
    while (pairs) {
        struct job *pair = pairs;
        pairs = pair->next;
        joined = join_timers(joined, pair);
    }
    return joined;
}

static struct job *take_timer(struct machine *m)
{
    struct job *job = m->timers;
    m->timers = join_pairs(job->later);
    job->later = NULL;
    return job;
}

static struct job *next_timer(struct machine *m)
{
    while (m->timers && m->timers->is_cancelled)
        take_timer(m);
    return m->timers;
}

void schedule_timer(struct machine *m, struct job *job, double delay)
{
    bool known = delay >= 0;
    job->delay = delay;
    if (!known)
        m->open_order = m->inexact = true;
    job->deadline = m->now + (known && delay >= 1 ? delay : known ? 1 : 10);
    insert_timer(m, job);
}

void schedule_io(struct machine *m, struct job *job)
{
    queue_push(&m->poll, job);
}

/* The environment will call this listener, or perhaps not, in some later macrotask. */
void schedule_event(struct machine *m, struct value listener, const struct js_node *site)
{
    struct job *job = job_call(m, CONTEXT_LISTENER, listener, NULL, 0, site);
    job->is_event = job->is_entry = job->is_may = true;
    job->self = v_unknown();
    listener.object->closure.called = listener.object->closure.queued = true;
    schedule_io(m, job);
}

/* ---- running one job ---- */

static struct js_function *function_of(struct value callee)
{
    return v_is(callee, CLASS_CLOSURE) ? callee.object->closure.function : NULL;
}

static struct value job_handler(const struct job *job)
{
    if (job->kind == JOB_REACTION)
        return job->is_rejection ? job->reaction->on_rejected : job->reaction->on_fulfilled;
    return job->callee;
}

static struct context *open_context(struct machine *m, const struct job *job, uint32_t root)
{
    struct context *context = context_new(m, job->context_kind);
    context->site = job->site;
    context->unit = job->unit;
    context->function = function_of(job_handler(job));
    context->registered_in = job->registered_in;
    context->parent = job->parent;
    context->cause = job->cause;
    context->activation = job->activation;
    context->called = job->called;
    context->registration = job->registration;
    context->registered_order = job->order;
    context->ready_order = job->ready_order;
    context->delay = job->delay;
    context->is_may = job->is_may;
    context->is_conditional = job->is_conditional;
    context->is_unknown_time = job->is_unknown_time;
    context->is_event = job->is_event;
    if (root != UINT32_MAX)
        context->root = root;
    if (job->kind == JOB_REACTION) {
        context->queue = job->promise;
        context->result = job->reaction->result;
        if (job->reaction->coroutine && context->result)
            context->function = context->result->of_function;
    }
    context->ran = true;
    m->current = context->id;
    return context;
}

static void settle_from_outside(struct machine *m, struct job *job)
{
    struct promise *promise = job->settles;
    if (promise->can_reject) {
        struct object *error = object_new(m, CLASS_ERROR, job->site);
        error->is_uncertain = true;
        promise_both(m, promise, job->value, v_object(error), job->site);
    } else {
        promise_resolve(m, promise, job->value, job->site);
    }
}

/* Timers and the like do not look at what their callbacks return. */
static void run_callback(struct machine *m, struct job *job)
{
    struct value result = call_value(m, job->callee, job->self, job->args, job->count, job->site);
    if (v_is(job->callee, CLASS_CLOSURE) && !m->threw)
        drop_result(job->callee.object, result);
}

static enum completion run_now(struct machine *m, void *data)
{
    struct job *job = data;
    m->maybe = (struct maybe_thrown){0};
    context_now(m)->may = m->may;
    if (job->settles)
        settle_from_outside(m, job);
    else if (job->kind == JOB_REACTION)
        promise_run_reaction(m, job);
    else if (job->kind == JOB_THENABLE)
        promise_run_thenable(m, job);
    else if (job->is_entry && job->context_kind == CONTEXT_LISTENER) /* emit ignores its promise */
        use_value(call_as_entry(m, job->callee.object, job->self));
    else if (job->is_entry && v_is(job->callee, CLASS_CLOSURE))
        escape(m, call_as_entry(m, job->callee.object, job->self));
    else
        run_callback(m, job);
    if (m->threw) /* an uncaught exception would end the program; what else is queued still shows
                     its order */
        m->uncaught = context_now(m)->ends_program = true;
    m->threw = false;
    return DONE;
}

static void run_job(struct machine *m, struct job *job, uint32_t root)
{
    uint32_t before = m->current;
    if (job->is_cancelled || m->exhausted)
        return;
    if (m->contexts.len > (size_t)MOST_CONTEXTS * m->effort) {
        machine_exhausted(m, BOUND_CONTEXTS);
        return;
    }
    struct frame frame = {.unit = job->unit, .function = job->registered_in, .self = v_undefined()};
    struct frame *outer = m->frame;
    open_context(m, job, root);
    m->frame = &frame;
    job->runs++;
    if (job->is_may)
        branch(m, run_now, job, NULL, NULL);
    else
        run_now(m, job);
    m->threw = false;
    m->frame = outer;
    m->current = before;
}

/* ---- microtasks ---- */

static void note_endless(struct machine *m, const struct job *job)
{
    struct value handler = job_handler(job);
    struct event *event = machine_event(m, EVENT_ENDLESS_MICROTASKS, job->site);
    event->unit = job->unit;
    event->function = function_of(handler);
    struct promise *result = job->kind == JOB_REACTION ? job->reaction->result : NULL;
    enum { MANY_ROUNDS = 100 };
    if (!result || !job->reaction->coroutine)
        return;
    if (coroutine_suspensions(job->reaction->coroutine) > MANY_ROUNDS) { /* a loop that awaits */
        event->function = result->of_function;
        event->other = job->site;
    } else { /* an async function that calls itself */
        event->function = result->of_function;
        event->site = result->site;
        event->unit = result->unit;
    }
}

static void find_way_out(const struct js_node *node, void *context)
{
    bool *found = context;
    *found |= node->kind == JS_RETURN || node->kind == JS_THROW || node->kind == JS_BREAK ||
              node->kind == JS_AWAIT;
    if (node->kind != JS_FUNCTION)
        js_children(node, find_way_out, context);
}

/* Does every call of the function come to this place in it? */
static bool is_always_reached(const struct js_function *function, const struct js_node *site)
{
    const struct js_node *body = function ? function->body : NULL;
    if (!body || !site || body->kind != JS_BLOCK)
        return body && body == site;
    for (const struct js_node *s = body->a; s; s = s->next) {
        bool leaves = false;
        if (s->start <= site->start && site->end <= s->end)
            return s->kind == JS_EXPRESSION_STATEMENT && s->a == site;
        find_way_out(s, &leaves);
        if (leaves)
            return false;
    }
    return false;
}

/* A function that computes and schedules itself spends all steps before the bound of microtasks is
 * reached. Some rounds are enough where nothing in it can end them. */
static void note_endless_work(struct machine *m, const struct job *job, unsigned rounds)
{
    enum { MANY_ROUNDS = 8 };
    if (rounds >= MANY_ROUNDS && !job->is_may && is_always_reached(job->registered_in, job->site))
        note_endless(m, job);
}

static bool drain_queue(struct machine *m, struct queue *queue, uint32_t root, size_t *done)
{
    bool any = false, was_exhausted = m->exhausted;
    const struct js_node *site = NULL;
    unsigned rounds = 0;
    for (struct job *job; (job = queue_take(queue));) {
        any = true;
        rounds = job->site == site ? rounds + 1 : 0;
        site = job->site;
        if (++*done > MOST_MICROTASKS) {
            if (!job->is_may && !m->exhausted)
                note_endless(m, job);
            m->inexact = m->dropped_work = true;
            m->ticks = m->microtasks = (struct queue){0};
            return false;
        }
        run_job(m, job, root);
        if (m->exhausted && !was_exhausted) {
            note_endless_work(m, job, rounds);
            was_exhausted = true;
        }
        job->next = m->spare_jobs; /* nobody else knows it: only timers have handles */
        m->spare_jobs = job;
    }
    return any;
}

void loop_drain(struct machine *m)
{
    uint32_t root = context_now(m)->root;
    size_t done = 0;
    if (m->module_main) { /* an ES module's top level runs inside a promise job */
        m->module_main = false;
        drain_queue(m, &m->microtasks, root, &done);
    }
    while (m->ticks.first || m->microtasks.first || promises_decided(m, false)) {
        drain_queue(m, &m->ticks, root, &done);
        drain_queue(m, &m->microtasks, root, &done);
    }
}

/* ---- phases ---- */

/* A callback that sets two timers for itself, each on a way that may not be taken, would fill the
 * whole budget of steps and show nothing new. */
static bool ran_often_enough(struct machine *m, const struct job *job)
{
    enum { MOST_POSSIBLE_RUNS = 100 };
    struct js_function *function = function_of(job_handler(job));
    if (!job->is_may || !function)
        return false;
    struct function_notes *notes = function_notes(function);
    if (notes->runs_entry != m->entry) {
        notes->runs_entry = m->entry;
        notes->possible_runs = 0;
    }
    return ++notes->possible_runs > MOST_POSSIBLE_RUNS;
}

static void run_macrotask(struct machine *m, struct job *job)
{
    uint32_t before = m->current;
    if (job->is_cancelled)
        return;
    if (ran_often_enough(m, job)) {
        m->inexact = m->dropped_work = true;
        return;
    }
    size_t id = m->contexts.len;
    run_job(m, job, UINT32_MAX);
    if (m->contexts.len > id)
        m->current = (uint32_t)id;
    loop_drain(m);
    m->current = before;
}

static void repeat_interval(struct machine *m, struct job *job)
{
    if (job->repeat <= 0 || job->is_cancelled)
        return;
    if (job->runs >= (m->inexact || m->is_library ? 2 : MOST_INTERVALS)) {
        m->inexact = true;
        return;
    }
    job->deadline = m->now + job->repeat;
    insert_timer(m, job);
}

/* Two timers of different durations that fall due within a few milliseconds: the machine's load
 * decides. */
static void note_close_timers(struct machine *m, const struct job *job)
{
    const struct job *next = next_timer(m);
    if (next && next->deadline - job->deadline < 4 && next->delay != job->delay)
        m->open_order = true;
}

static void run_timers(struct machine *m)
{
    double now = m->now;
    while (next_timer(m) && m->timers->deadline <= now && !m->exhausted) {
        struct job *job = take_timer(m);
        note_close_timers(m, job);
        run_macrotask(m, job);
        repeat_interval(m, job);
    }
}

static void run_snapshot(struct machine *m, struct queue *queue)
{
    struct queue now = *queue;
    *queue = (struct queue){0};
    for (struct job *job; (job = queue_take(&now)) && !m->exhausted;)
        run_macrotask(m, job);
}

static void drop_cancelled(struct queue *queue)
{
    while (queue->first && queue->first->is_cancelled)
        queue_take(queue);
}

static void advance_time(struct machine *m)
{
    drop_cancelled(&m->immediates);
    bool others = m->immediates.first || m->poll.first || m->closing.first;
    struct job *timer = next_timer(m);
    if (!timer)
        return;
    if (!others) {
        if (timer->deadline > m->now)
            m->now = timer->deadline;
    } else if (timer->deadline - m->now <= 4) { /* has that millisecond passed yet? */
        m->open_order = true;
        if (timer->deadline - m->now <= 1)
            m->now = timer->deadline;
    }
    if (m->poll.first && (m->poll.len > 1 || timer || m->immediates.first))
        m->open_order = true;
}

static void take_pending_callbacks(struct machine *m)
{
    for (size_t i = 0; i < m->pending_callbacks.len; i++) {
        struct object *closure = m->pending_callbacks.at[i];
        if (closure->closure.called && !function_notes(closure->closure.function)->is_relevant)
            continue;
        struct job *job = job_call(m, CONTEXT_CALLBACK, v_object(closure), NULL, 0, closure->site);
        job->unit = closure->unit;
        job->parent = job->cause = closure->closure.escaped_in;
        job->is_entry = job->is_unknown_time = job->is_may = true;
        function_notes(closure->closure.function)->entered = true;
        job->self = v_unknown();
        schedule_io(m, job);
    }
    m->pending_callbacks.len = 0;
}

void loop_run(struct machine *m)
{
    enum { MOST_ROUNDS = 400 };
    loop_drain(m);
    for (unsigned round = 0;; round++) {
        take_pending_callbacks(m);
        drop_cancelled(&m->immediates);
        bool is_idle =
            !next_timer(m) && !m->poll.first && !m->immediates.first && !m->closing.first;
        if (m->exhausted || (is_idle && !promises_decided(m, true)))
            break;
        if (is_idle)
            loop_drain(m);
        if (round > MOST_ROUNDS) { /* it goes on for ever, as servers do */
            m->inexact = m->dropped_work = true;
            break;
        }
        advance_time(m);
        run_timers(m);
        run_snapshot(m, &m->poll);
        run_snapshot(m, &m->immediates);
        run_snapshot(m, &m->closing);
    }
    m->ticks = m->microtasks = m->poll = m->immediates = m->closing = (struct queue){0};
    m->timers = NULL;
    m->pending_callbacks.len = m->adrift.len = m->may_throw.len = 0;
}

/* Promises as ECMAScript defines them, job by job: resolving with a promise costs two more jobs
 * than with a value, await one. A promise may be settled on one of several ways only; then it holds
 * both possibilities and reactions to each are run (may_fulfill, may_reject, is_settled: on all
 * ways). */
#include "machine/machine.h"

struct promise *promise_new(struct machine *m, enum promise_origin origin,
                            const struct js_node *site)
{
    struct object *object = object_new(m, CLASS_PROMISE, site);
    struct promise *self = arena_new(&m->arena, struct promise);
    object->promise = self;
    object->is_host = true;
    self->object = object;
    self->id = ++m->next_promise;
    self->way = m->way;
    self->origin = origin;
    self->site = site;
    self->unit = m->frame ? m->frame->unit : NULL;
    self->in_function = m->frame ? m->frame->function : NULL;
    self->activation = m->frame ? m->frame->activation : 0;
    self->context = m->current;
    self->registration = ++m->next_registration;
    self->last_reaction = &self->reactions;
    *vec_push(&m->promises) = self;
    return self;
}

/* Unknown code will settle it, at a time nobody knows. */
void schedule_unknown(struct machine *m, struct promise *self)
{
    m->inexact = true;
    struct job *job = job_new(m, JOB_CALL, CONTEXT_INTERNAL, self->site);
    job->settles = self;
    job->value = v_unknown();
    job->unit = self->unit;
    job->is_unknown_time = true;
    schedule_io(m, job);
}

struct promise *promise_unknown(struct machine *m, const struct js_node *site)
{
    struct promise *self = promise_new(m, ORIGIN_UNKNOWN, site);
    self->is_unknown = self->may_never = self->settler_escaped = true;
    schedule_unknown(m, self);
    return self;
}

struct value promise_of_choice(struct machine *m, struct value value, const struct js_node *site)
{
    bool any = false;
    for (unsigned i = 0; value.tag == V_CHOICE && i < value.choice->count; i++) {
        if (!v_is(value.choice->at[i], CLASS_PROMISE))
            continue;
        value.choice->at[i].object->promise->is_used =
            value.choice->at[i].object->promise->is_handled = true;
        any = true;
    }
    return any ? v_object(promise_unknown(m, site)->object) : value;
}

/* ---- settling ---- */

static void queue_reaction(struct machine *m, struct promise *self, struct reaction *reaction,
                           bool is_rejection)
{
    bool *queued = is_rejection ? &reaction->queued_rejected : &reaction->queued_fulfilled;
    if (*queued)
        return;
    *queued = true;
    static const enum context_kind kinds[] = {CONTEXT_THEN, CONTEXT_CATCH, CONTEXT_FINALLY,
                                              CONTEXT_AWAIT, CONTEXT_INTERNAL};
    struct job *job = job_new(m, JOB_REACTION, kinds[reaction->kind], reaction->site);
    job->unit = reaction->unit;
    job->registered_in = reaction->in_function;
    job->activation = reaction->activation;
    job->called = reaction->called;
    job->parent = reaction->context;
    job->registration = reaction->registration;
    job->order = reaction->order;
    job->is_conditional =
        reaction->is_conditional || !self->is_settled || (self->may_fulfill && self->may_reject);
    job->reaction = reaction;
    job->promise = self;
    job->is_rejection = is_rejection;
    job->value = is_rejection ? self->rejected : self->fulfilled;
    /* where one outcome is settled by the program, the other only possible, both are only possible;
     * so is what goes on behind an await that was settled on a way that may not be taken */
    job->is_may = reaction->is_may || !self->is_settled || m->may > 0 ||
                  (self->may_fulfill && self->may_reject);
    queue_push(&m->microtasks, job);
}

/* Thousands may react to one promise: those that are queued already are not looked at again. */
static struct reaction *first_unqueued(struct promise *self)
{
    bool is_known = self->unqueued && self->queued_fulfilled == self->may_fulfill &&
                    self->queued_rejected == self->may_reject;
    struct reaction *first = is_known ? *self->unqueued : self->reactions;
    self->unqueued = self->last_reaction;
    self->queued_fulfilled = self->may_fulfill;
    self->queued_rejected = self->may_reject;
    return first;
}

/* A continuation runs once. On this way the promise is rejected, on another it may be fulfilled
 * (`error ? reject(error) : resolve(value)`): what follows the await is reached then, and that it
 * may throw is told with it. */
static void queue_await(struct machine *m, struct promise *self, struct reaction *reaction)
{
    if (reaction->queued_fulfilled || reaction->queued_rejected)
        return;
    bool is_certain = self->is_settled && !m->may;
    if (self->may_fulfill || is_certain || self->is_overdue) {
        queue_reaction(m, self, reaction, !self->may_fulfill);
    } else if (!self->may_throw) {
        self->may_throw = true;
        *vec_push(&m->may_throw) = self;
    }
}

static void queue_reactions(struct machine *m, struct promise *self)
{
    for (struct reaction *reaction = first_unqueued(self); reaction; reaction = reaction->next) {
        if (reaction->kind == REACTION_AWAIT) {
            queue_await(m, self, reaction);
            continue;
        }
        if (self->may_fulfill)
            queue_reaction(m, self, reaction, false);
        if (self->may_reject)
            queue_reaction(m, self, reaction, true);
    }
}

static bool decide_awaited(struct machine *m, bool idle)
{
    size_t kept = 0, count = m->may_throw.len;
    for (size_t i = 0; i < count; i++) {
        struct promise *promise = m->may_throw.at[i];
        if (!promise->is_settled && !promise->may_fulfill && !idle) {
            m->may_throw.at[kept++] = promise;
            continue;
        }
        promise->may_throw = false;
        promise->is_overdue = true;
        promise->unqueued = NULL;
        queue_reactions(m, promise);
    }
    m->may_throw.len = kept;
    return kept < count;
}

static bool settle_adrift(struct machine *m)
{
    bool any = false;
    for (size_t i = 0; i < m->adrift.len; i++) {
        struct promise *promise = m->adrift.at[i];
        promise->is_adrift = false;
        if (!promise->reactions || promise->may_fulfill || promise->may_reject)
            continue;
        schedule_unknown(m, promise);
        any = true;
    }
    m->adrift.len = 0;
    return any;
}

bool promises_decided(struct machine *m, bool idle)
{
    bool any = m->may_throw.len && decide_awaited(m, idle);
    return (idle && settle_adrift(m)) || any;
}

void promise_adrift(struct machine *m, struct promise *self)
{
    if (self->is_adrift)
        return;
    self->is_adrift = true;
    *vec_push(&m->adrift) = self;
}

/* The call of list.forEach(f) that f's activation is a round of; 0: it is none. */
static uint32_t round_of(const struct frame *frame)
{
    const struct frame *caller = frame ? frame->caller : NULL;
    const struct js_node *call = caller && frame->function ? frame->function->given_to : NULL;
    bool is_round = call && caller->function == frame->function->parent &&
                    call->a->kind == JS_MEMBER && str_is(call->a->b->text->text, "forEach");
    return is_round ? caller->activation : 0;
}

static void note_settled(struct machine *m, struct promise *self, const struct js_node *site)
{
    self->settled_context = m->current;
    self->settled_activation = m->frame ? m->frame->activation : 0;
    self->settled_round_of = round_of(m->frame);
    self->settled_at = site;
    bool is_handed_on = self->rejected_at && site == self->rejected_at && self->rejected_unit;
    self->settled_unit = is_handed_on ? self->rejected_unit : m->frame ? m->frame->unit : NULL;
    self->settled_order = ++m->next_order;
    self->waits_for = NULL;
}

static void fulfill(struct machine *m, struct promise *self, struct value value,
                    const struct js_node *site)
{
    if (self->is_settled)
        return;
    log_promise(m, self);
    self->fulfilled = self->may_fulfill ? v_join(m, self->fulfilled, value) : value;
    self->may_fulfill = true;
    if (self->object->escaped) /* whoever holds the promise gets the value */
        escape(m, value);
    self->is_settled = self->is_locked = !m->weak;
    note_settled(m, self, site);
    queue_reactions(m, self);
}

void promise_reject(struct machine *m, struct promise *self, struct value value,
                    const struct js_node *site)
{
    if (self->is_settled)
        return;
    log_promise(m, self);
    self->rejected = self->may_reject ? v_join(m, self->rejected, value) : value;
    self->may_reject = true;
    self->is_settled = self->is_locked = !m->weak;
    if (!self->rejected_at) {
        self->rejected_at = site;
        self->rejected_unit = m->frame ? m->frame->unit : NULL;
    }
    self->rejected_root = context_now(m)->root;
    note_settled(m, self, site);
    queue_reactions(m, self);
}

void promise_both(struct machine *m, struct promise *self, struct value value, struct value error,
                  const struct js_node *site)
{
    if (self->is_settled)
        return;
    log_promise(m, self);
    self->may_reject = true;
    self->rejected = error;
    self->rejected_root = context_now(m)->root;
    if (v_is(value, CLASS_PROMISE)) {
        promise_resolve(m, self, value, site);
        return;
    }
    fulfill(m, self, value, site);
}

/* ---- resolving with a thenable ---- */

static void queue_thenable(struct machine *m, struct promise *self, struct value thenable,
                           struct value then)
{
    struct job *job = job_new(m, JOB_THENABLE, CONTEXT_INTERNAL, self->site);
    job->promise = self;
    job->self = thenable;
    job->callee = then;
    queue_push(&m->microtasks, job);
}

static bool waits_for_itself(const struct promise *self, const struct promise *other)
{
    for (unsigned i = 0; other && i < 100; i++) {
        if (other == self)
            return true;
        bool is_pending = !other->may_fulfill && !other->may_reject;
        other = other->waits_for                                 ? other->waits_for
                : is_pending && other->origin == ORIGIN_REACTION ? other->parent
                                                                 : NULL;
    }
    return false;
}

static void reject_cycle(struct machine *m, struct promise *self, const struct js_node *site)
{
    struct event *event = machine_event(m, EVENT_SELF_RESOLUTION, site);
    event->promise = self;
    machine_throw_error(m, "TypeError", "Chaining cycle detected for promise #<Promise>");
    m->threw = false;
    promise_reject(m, self, m->exception, site);
}

void promise_resolve(struct machine *m, struct promise *self, struct value value,
                     const struct js_node *site)
{
    value = promise_of_choice(m, value, site);
    if (v_is(value, CLASS_PROMISE)) {
        struct promise *other = value.object->promise;
        if (other == self) {
            reject_cycle(m, self, site);
            return;
        }
        if (waits_for_itself(self, other)) {
            struct event *event = machine_event(m, EVENT_SELF_RESOLUTION, site);
            event->promise = self;
        }
        other->is_used = other->is_handled = true;
        self->waits_for = other;
        self->may_never |= other->may_never;
        queue_thenable(m, self, value, v_undefined());
        return;
    }
    if (value.tag == V_OBJECT && !value.object->is_host) {
        struct value then = get_named(m, value, "then");
        if (m->threw) {
            m->threw = false;
            promise_reject(m, self, m->exception, site);
            return;
        }
        if (v_callable(then)) {
            queue_thenable(m, self, value, then);
            return;
        }
    }
    fulfill(m, self, value, site);
}

struct promise *promise_of(struct machine *m, struct value value, const struct js_node *site)
{
    value = promise_of_choice(m, value, site);
    if (v_is(value, CLASS_PROMISE))
        return value.object->promise;
    if (value.tag == V_UNKNOWN && value.type == ANY) {
        struct promise *unknown = promise_unknown(m, site);
        return unknown;
    }
    struct promise *promise = promise_new(m, ORIGIN_INTERNAL, site);
    promise_resolve(m, promise, value, site);
    return promise;
}

/* ---- resolve and reject, as functions ---- */

static struct promise *target_of(const struct call *call)
{
    return call->callee->native.data[0].object->promise;
}

/* A second call on the same way does nothing: that is what the rule is about. Where the first came
 * from another context (a timeout against an answer) it is the usual race, and meant. */
static void note_second(struct machine *m, struct promise *self, const struct js_node *site)
{
    bool before = self->is_locked || self->may_fulfill || self->may_reject;
    uint32_t activation = m->frame ? m->frame->activation : 0;
    if (!before || !self->settled_at || self->settled_context != m->current || m->in_maybe_catch)
        return;
    /* by the same call of the same function, and not settled only after what is caught here was
     * thrown */
    bool is_same = self->settled_activation == activation ||
                   (activation && self->settled_round_of == activation);
    if (!is_same || (m->caught_order && self->settled_order > m->caught_order))
        return;
    struct event *event = machine_event(m, EVENT_SETTLED_AGAIN, site);
    event->other = self->settled_at;
    event->other_unit = self->settled_unit;
    event->promise = self;
}

/* A thenable gets a pair of settlers of its own, which count for themselves. */
static bool inner_settler_spent(const struct call *call)
{
    bool *called = call->callee->native.pointer;
    bool spent = *called;
    *called = true;
    return spent;
}

static struct value call_resolve(struct machine *m, struct call *call)
{
    struct promise *self = target_of(call);
    struct value value = call_arg(call, 0);
    if (call->callee->native.pointer) {
        if (!inner_settler_spent(call))
            promise_resolve(m, self, value, call->node);
        return v_undefined();
    }
    self->settler_called = true;
    note_second(m, self, call->node);
    if (v_is(value, CLASS_PROMISE) && value.object->promise != self)
        value.object->promise->is_used = value.object->promise->is_handled = true;
    if (self->is_locked)
        return v_undefined();
    log_promise(m, self);
    self->is_locked = !m->weak;
    note_settled(m, self, call->node);
    promise_resolve(m, self, value, call->node);
    return v_undefined();
}

static struct value call_reject(struct machine *m, struct call *call)
{
    struct promise *self = target_of(call);
    if (call->callee->native.pointer) {
        if (!inner_settler_spent(call))
            promise_reject(m, self, call_arg(call, 0), call->node);
        return v_undefined();
    }
    self->settler_called = true;
    note_second(m, self, call->node);
    if (self->is_locked)
        return v_undefined();
    self->can_reject = BLAME_PROGRAM;
    promise_reject(m, self, call_arg(call, 0), call->node);
    return v_undefined();
}

void promise_settlers(struct machine *m, struct promise *self, struct value *resolve,
                      struct value *reject)
{
    struct object *first = native_new(m, "resolve", call_resolve),
                  *second = native_new(m, "reject", call_reject);
    first->native.data[0] = second->native.data[0] = v_object(self->object);
    *resolve = v_object(first);
    *reject = v_object(second);
}

/* ---- reactions ---- */

struct reaction *promise_react(struct machine *m, struct promise *self, enum reaction_kind kind,
                               struct value on_fulfilled, struct value on_rejected,
                               struct promise *result, const struct js_node *site)
{
    struct reaction *reaction = arena_new(&m->arena, struct reaction);
    *reaction = (struct reaction){
        .kind = kind,
        .site = site,
        .unit = m->frame ? m->frame->unit : NULL,
        .in_function = m->frame ? m->frame->function : NULL,
        .activation = m->frame ? m->frame->activation : 0,
        .called = m->frame ? m->frame->called : (struct called){0},
        .on_fulfilled = on_fulfilled,
        .on_rejected = on_rejected,
        .result = result,
        .context = m->current,
        .registration = ++m->next_registration,
        .order = m->next_order,
        .is_may = m->may > 0,
        .is_conditional = is_conditional_now(m),
    };
    bool late = self->is_settled && self->may_reject && !self->may_fulfill && !self->is_handled &&
                !self->reactions && self->rejected_root != context_now(m)->root;
    if (late && !self->is_unknown && kind != REACTION_INTERNAL) {
        reaction->is_late = true;
        struct event *event = machine_event(m, EVENT_LATE_HANDLER, site);
        event->promise = self;
        event->other = self->rejected_at;
        event->other_unit = self->rejected_unit;
    }
    if (self->is_unknown) /* whether it rejects is not known: the handler may be called */
        escape(m, on_rejected);
    self->is_used = true;
    *self->last_reaction = reaction;
    self->last_reaction = &reaction->next;
    if (self->may_fulfill || self->may_reject)
        queue_reactions(m, self);
    else if (self->settler_escaped)
        promise_adrift(m, self);
    self->is_handled = true;
    return reaction;
}

struct promise *promise_then(struct machine *m, struct promise *self, struct value on_fulfilled,
                             struct value on_rejected, const struct js_node *site,
                             enum reaction_kind kind)
{
    struct promise *result =
        promise_new(m, kind == REACTION_INTERNAL ? ORIGIN_INTERNAL : ORIGIN_REACTION, site);
    result->parent = self;
    result->may_never = self->may_never;
    result->made_by = promise_react(m, self, kind, on_fulfilled, on_rejected, result, site);
    return result;
}

static void take_outcome(struct machine *m, struct promise *result, struct value value,
                         const struct js_node *site)
{
    if (m->threw) {
        m->threw = false;
        bool hands_on = result->origin == ORIGIN_INTERNAL; /* finally: the very rejection */
        if (m->exception_blame) /* of what came later, so it is no check */
            result->can_reject = hands_on ? m->exception_blame : BLAME_PROGRAM;
        result->by_io = false;
        result->rejected_at = m->exception_site;
        result->rejected_unit = m->exception_unit;
        promise_reject(m, result, m->exception, m->exception_site ? m->exception_site : site);
    } else if (m->maybe.set) {
        if (m->maybe.blame) {
            result->by_io = false;
            result->can_reject = BLAME_PROGRAM;
            result->rejected_at = m->maybe.site;
            result->rejected_unit = m->maybe.unit;
        }
        promise_both(m, result, value, m->maybe.value, site);
    } else {
        promise_resolve(m, result, value, site);
    }
}

/* Whether it can reject, and whether only the outside world can make it. */
static void inherit_rejection(struct promise *self, const struct promise *from, enum blame blame)
{
    if (!blame)
        return;
    self->by_io = from->by_io && (self->by_io || !self->can_reject);
    self->can_reject |= blame;
}

static bool is_handler(struct value v)
{
    return v_callable(v) || v.tag == V_UNKNOWN || v.tag == V_CHOICE;
}

void promise_run_reaction(struct machine *m, struct job *job)
{
    struct reaction *reaction = job->reaction;
    if (reaction->coroutine) {
        /* settled either way: what is awaited may throw here */
        struct promise *awaited = job->promise;
        bool rejects = job->is_rejection && !awaited->may_fulfill;
        m->resumed_maybe = !rejects && awaited->may_reject;
        m->resumed_by = awaited;
        m->exception_site = awaited->rejected_at;
        m->exception_unit = awaited->rejected_unit;
        m->exception_blame = blame_from_outside(awaited->can_reject);
        struct value value = job->is_rejection == rejects ? job->value : awaited->fulfilled;
        coroutine_resume(m, reaction->coroutine, value, rejects);
        return;
    }
    struct value handler = job->is_rejection ? reaction->on_rejected : reaction->on_fulfilled;
    struct promise *result = reaction->result;
    if (!is_handler(handler)) {
        if (!result)
            return;
        if (job->is_rejection) {
            inherit_rejection(result, job->promise, job->promise->can_reject);
            result->rejected_at = job->promise->rejected_at;
            result->rejected_unit = job->promise->rejected_unit;
            promise_reject(m, result, job->value, job->promise->rejected_at);
        } else {
            promise_resolve(m, result, job->value, job->site);
        }
        return;
    }
    m->maybe = (struct maybe_thrown){0};
    struct value value = call_value(m, handler, v_undefined(), &job->value, 1, reaction->site);
    if (result)
        take_outcome(m, result, value, reaction->site);
    m->threw = false;
}

static struct value call_adopt(struct machine *m, struct call *call)
{
    struct promise *self = target_of(call);
    self->waits_for = NULL;
    promise_resolve(m, self, call_arg(call, 0), call->node);
    return v_undefined();
}

static struct value call_adopt_rejection(struct machine *m, struct call *call)
{
    struct promise *self = target_of(call), *from = call->callee->native.data[1].object->promise;
    bool hands_on = from->origin == ORIGIN_INTERNAL;
    inherit_rejection(self, from,
                      hands_on ? from->can_reject : blame_from_outside(from->can_reject));
    self->rejected_at = from->rejected_at;
    self->rejected_unit = from->rejected_unit;
    promise_reject(m, self, call_arg(call, 0), from->rejected_at);
    return v_undefined();
}

/* The job that follows resolve(thenable): calls its then with this promise's settlers. */
void promise_run_thenable(struct machine *m, struct job *job)
{
    struct promise *self = job->promise;
    if (v_is(job->self, CLASS_PROMISE)) {
        struct promise *other = job->self.object->promise;
        struct value resolve, reject;
        promise_settlers(m, self, &resolve, &reject);
        resolve.object->native.fn = call_adopt;
        reject.object->native.fn = call_adopt_rejection;
        reject.object->native.data[1] = job->self;
        bool was_used = other->is_used;
        promise_react(m, other, REACTION_INTERNAL, resolve, reject, NULL, job->site);
        other->is_used = was_used;
        return;
    }
    struct value settlers[2];
    promise_settlers(m, self, &settlers[0], &settlers[1]);
    bool *called = arena_new(&m->arena, bool);
    settlers[0].object->native.pointer = settlers[1].object->native.pointer = called;
    call_value(m, job->callee, job->self, settlers, 2, job->site);
    if (m->threw) {
        m->threw = false;
        if (!*called)
            promise_reject(m, self, m->exception, job->site);
    }
}

/* ---- await ---- */

struct value await_value(struct machine *m, struct value value, const struct js_node *site)
{
    struct coroutine *coroutine = m->frame->coroutine;
    struct promise *promise = promise_of(m, value, site);
    if (!coroutine ||
        m->coroutine != coroutine) { /* nowhere to come back to: go on with what may come */
        m->inexact = true;
        promise->is_used = promise->is_handled = true;
        return promise->may_fulfill ? promise->fulfilled : v_unknown();
    }
    if (promise == m->frame->promise) {
        struct event *event = machine_event(m, EVENT_SELF_RESOLUTION, site);
        event->promise = promise;
        event->other = site;
    }
    struct reaction *reaction = promise_react(m, promise, REACTION_AWAIT, v_undefined(),
                                              v_undefined(), m->frame->promise, site);
    reaction->coroutine = coroutine;
    if (m->frame->promise)
        m->frame->promise->awaits = promise;
    struct value result = coroutine_suspend(m);
    if (m->frame->promise)
        m->frame->promise->awaits = NULL;
    struct promise *by = m->resumed_by ? m->resumed_by : promise;
    if (m->threw) {
        m->exception_blame = blame_from_outside(by->can_reject);
        m->exception_site = by->rejected_at;
        m->exception_unit = by->rejected_unit;
    } else if (m->resumed_maybe) {
        m->resumed_maybe = false;
        machine_maybe_throw(m, by->rejected, by->rejected_at ? by->rejected_at : site,
                            blame_from_outside(by->can_reject));
        if (by->rejected_at && m->maybe.site == by->rejected_at)
            m->maybe.unit = by->rejected_unit;
    }
    return result;
}

/* What schedules: setTimeout and kin, nextTick, queueMicrotask, timers/promises. */
#include "machine/machine.h"

#include <math.h>

static double delay_of(struct value v)
{
    double delay;
    if (v.tag == V_UNDEFINED)
        return 1;
    if (!v_to_number(v, &delay))
        return -1;
    return isnan(delay) || delay < 1 || delay > 2147483647 ? 1 : trunc(delay);
}

static struct value schedule(struct machine *m, struct call *call, enum context_kind kind,
                             unsigned skip, double delay)
{
    struct value callee = call_arg(call, 0);
    if (callee.tag == V_UNKNOWN || callee.tag == V_CHOICE)
        m->inexact = true;
    unsigned count = call->count > skip ? call->count - skip : 0;
    struct job *job = job_call(m, kind, callee, call->args + skip, count, call->node);
    struct object *handle = object_new(m, CLASS_TIMER, call->node);
    handle->is_host = true;
    handle->timer = job;
    job->handle = handle;
    if (v_is(callee, CLASS_CLOSURE))
        callee.object->closure.called = true;
    if (kind == CONTEXT_IMMEDIATE)
        queue_push(&m->immediates, job);
    else
        schedule_timer(m, job, delay);
    return v_object(handle);
}

static struct value set_timeout(struct machine *m, struct call *call)
{
    return schedule(m, call, CONTEXT_TIMEOUT, 2, delay_of(call_arg(call, 1)));
}

static struct value set_interval(struct machine *m, struct call *call)
{
    double delay = delay_of(call_arg(call, 1));
    struct value handle = schedule(m, call, CONTEXT_INTERVAL, 2, delay);
    handle.object->timer->repeat = delay > 0 ? delay : 10;
    return handle;
}

static struct value set_immediate(struct machine *m, struct call *call)
{
    return schedule(m, call, CONTEXT_IMMEDIATE, 1, 0);
}

static struct value request_frame(struct machine *m, struct call *call)
{
    return schedule(m, call, CONTEXT_TIMEOUT, 1, 16);
}

static struct value clear_timer(struct machine *m, struct call *call)
{
    struct value handle = call_arg(call, 0);
    struct context *context = context_now(m); /* clearing what is not there is no use of it */
    for (size_t i = context->accesses.len; call->node && i-- > 0 && i + 3 > context->accesses.len;)
        context->accesses.at[i].is_guard |= context->accesses.at[i].node == call->node->b;
    if (v_is(handle, CLASS_TIMER) && handle.object->timer && !m->may)
        handle.object->timer->is_cancelled = true;
    else if (v_is(handle, CLASS_TIMER) && handle.object->timer)
        handle.object->timer->is_may = handle.object->timer->is_conditional = true;
    return v_undefined();
}

static struct value next_tick(struct machine *m, struct call *call)
{
    unsigned count = call->count > 1 ? call->count - 1 : 0;
    struct job *job =
        job_call(m, CONTEXT_TICK, call_arg(call, 0), call->args + 1, count, call->node);
    if (v_is(job->callee, CLASS_CLOSURE))
        job->callee.object->closure.called = true;
    queue_push(&m->ticks, job);
    return v_undefined();
}

static struct value queue_microtask(struct machine *m, struct call *call)
{
    queue_push(&m->microtasks,
               job_call(m, CONTEXT_MICROTASK, call_arg(call, 0), NULL, 0, call->node));
    return v_undefined();
}

/* ---- timers/promises ---- */

static struct value delayed_promise(struct machine *m, struct call *call, enum context_kind kind,
                                    unsigned value_at)
{
    struct promise *promise = promise_new(m, ORIGIN_API, call->node);
    promise->api = kind == CONTEXT_IMMEDIATE ? "setImmediate" : "setTimeout";
    struct job *job = job_new(m, JOB_CALL, kind, call->node);
    job->settles = promise;
    job->value = call_arg(call, value_at);
    promise->settler_called = true;
    if (call->count > value_at + 1) /* a signal may abort it */
        promise->may_never = promise->is_unknown = true;
    if (kind == CONTEXT_IMMEDIATE)
        queue_push(&m->immediates, job);
    else
        schedule_timer(m, job, delay_of(call_arg(call, 0)));
    return v_object(promise->object);
}

static struct value promised_timeout(struct machine *m, struct call *call)
{
    return delayed_promise(m, call, CONTEXT_TIMEOUT, 1);
}

static struct value promised_immediate(struct machine *m, struct call *call)
{
    return delayed_promise(m, call, CONTEXT_IMMEDIATE, 0);
}

void install_timers(struct machine *m)
{
    static const struct {
        const char *name;
        native_fn fn;
    } globals[] = {
        {"setTimeout", set_timeout},           {"setInterval", set_interval},
        {"setImmediate", set_immediate},       {"clearTimeout", clear_timer},
        {"clearInterval", clear_timer},        {"clearImmediate", clear_timer},
        {"queueMicrotask", queue_microtask},   {"requestAnimationFrame", request_frame},
        {"cancelAnimationFrame", clear_timer},
    };
    struct object *timers = object_new(m, CLASS_OTHER, NULL),
                  *promises = object_new(m, CLASS_OTHER, NULL);
    timers->is_host = promises->is_host = timers->is_builtin = promises->is_builtin = true;
    timers->is_uncertain = promises->is_uncertain = true;
    for (size_t i = 0; i < COUNT_OF(globals); i++) {
        install(m, m->global, globals[i].name, globals[i].fn);
        define_property(m, timers, name_of(m, globals[i].name),
                        object_own(m->global, name_of(m, globals[i].name))->value);
    }
    install(m, promises, "setTimeout", promised_timeout);
    install(m, promises, "setImmediate", promised_immediate);
    define_property(m, timers, name_of(m, "promises"), v_object(promises));
    define_property(m, object_own(m->global, name_of(m, "setTimeout"))->value.object,
                    name_of(m, "__promisify__"),
                    object_own(promises, name_of(m, "setTimeout"))->value);
    define_property(m, object_own(m->global, name_of(m, "setImmediate"))->value.object,
                    name_of(m, "__promisify__"),
                    object_own(promises, name_of(m, "setImmediate"))->value);
    map_add(&m->core_modules, STR("timers"), NULL)->pointer = timers;
    map_add(&m->core_modules, STR("timers/promises"), NULL)->pointer = promises;
    struct object *proto = object_new(m, CLASS_OTHER, NULL);
    proto->is_host = proto->is_builtin = proto->is_uncertain = true;
    m->protos[CLASS_TIMER] = proto;
    install(m, proto, "unref", this_value);
    install(m, proto, "ref", this_value);
    install(m, proto, "refresh", this_value);
    struct object *process = object_own(m->global, name_of(m, "process"))->value.object;
    install(m, process, "nextTick", next_tick);
}

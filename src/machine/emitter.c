/* EventEmitter and EventTarget: listeners run at once, in order, inside emit. */
#include "machine/machine.h"

struct emitter *emitter_of(struct machine *m, struct object *object)
{
    if (object->emitter)
        return object->emitter;
    struct emitter *self = arena_new(&m->arena, struct emitter);
    self->object = object;
    self->is_dom = object->class == CLASS_TARGET;
    self->is_native = object->is_host;
    self->unknown_listeners = self->unknown_emissions = object->escaped || object->is_host;
    object->emitter = self;
    *vec_push(&m->emitters) = self;
    return self;
}

static bool same_event(const struct js_name *a, const struct js_name *b)
{
    return a && b && js_same_name(a, b);
}

/* The listener of the event that runs now; NULL: none. */
static const struct listener *running_listener(const struct emitter *self,
                                               const struct js_name *event)
{
    for (size_t i = 0; i < self->running.len; i++)
        if (same_event(self->running.at[i].event, event))
            return self->running.at[i].listener;
    return NULL;
}

static struct listener *find_listener(struct emitter *self, const struct js_name *event,
                                      struct value function)
{
    vec_each (listener, &self->listeners)
        if (!listener->removed && same_event(listener->event, event) &&
            v_same(listener->function, function))
            return listener;
    return NULL;
}

static void note_duplicate(struct machine *m, struct emitter *self, const struct js_name *event,
                           struct value function, const struct js_node *site)
{
    struct listener *earlier =
        event && v_callable(function) ? find_listener(self, event, function) : NULL;
    if (!earlier || earlier->is_may || m->may || self->is_dom)
        return;
    struct event *note = machine_event(m, EVENT_DUPLICATE_LISTENER, site);
    note->other = earlier->site;
    note->other_unit = earlier->unit;
    note->name = event;
    note->value = function;
}

static void note_nested(struct machine *m, struct emitter *self, const struct js_name *event,
                        struct value function, const struct js_node *site)
{
    const struct listener *running = running_listener(self, event);
    if (!running || running->once) /* used up by being called: it adds one, not one each time */
        return;
    struct event *note = machine_event(m, EVENT_LISTENER_IN_LISTENER, site);
    note->name = event;
    note->value = function;
    note->other = running->site;
    note->other_unit = running->unit;
    note->other_value = running->function;
}

void emitter_listen(struct machine *m, struct emitter *self, const struct js_name *event,
                    struct value function, bool once, bool prepend, const struct js_node *site)
{
    enum { MOST_LISTENERS = 256 };
    note_duplicate(m, self, event, function, site);
    if (!once)
        note_nested(m, self, event, function, site);
    if (self->is_dom && find_listener(self, event, function))
        return;
    if (!event || self->listeners.len >= MOST_LISTENERS)
        self->unknown_listeners = true;
    if (self->listeners.len >= MOST_LISTENERS) { /* each adds more of them: lose sight */
        escape(m, function);
        return;
    }
    struct listener *listener = vec_push(&self->listeners);
    if (prepend) {
        memmove(self->listeners.at + 1, self->listeners.at,
                (self->listeners.len - 1) * sizeof *listener);
        listener = self->listeners.at;
    }
    *listener = (struct listener){
        .event = event,
        .function = function,
        .site = site,
        .unit = m->frame ? m->frame->unit : NULL,
        .context = m->current,
        .activation = m->frame ? m->frame->activation : 0,
        .once = once,
        .is_may = m->may > 0,
    };
    if (self->emits_later && !self->object->escaped && v_is(function, CLASS_CLOSURE))
        schedule_event(m, function, site);
    else if (self->unknown_emissions) /* somebody we do not see may emit it */
        escape(m, function);
}

static void remove_listener(struct machine *m, struct listener *listener,
                            const struct js_node *site)
{
    if (listener->removed)
        return;
    listener->removed = true;
    listener->removed_at = site;
    listener->removed_unit = m->frame ? m->frame->unit : NULL;
}

void emitter_unlisten(struct machine *m, struct emitter *self, const struct js_name *event,
                      struct value function, const struct js_node *site)
{
    struct listener *found = event ? find_listener(self, event, function) : NULL;
    if (found) {
        if (!m->may)
            remove_listener(m, found, site);
        return;
    }
    bool ever = false;
    vec_each (listener, &self->listeners)
        ever |= !listener->event ||
                (same_event(listener->event, event) &&
                 (v_same(listener->function, function) || !v_callable(listener->function)));
    bool is_bound =
        v_is(function, CLASS_NATIVE) && strcmp(function.object->native.name, "bound") == 0;
    if (ever || !event || !(v_is(function, CLASS_CLOSURE) || is_bound) || self->unknown_listeners)
        return;
    struct event *note = machine_event(m, EVENT_REMOVED_STRANGER, site);
    note->emitter = self;
    note->name = event;
    note->value = function;
}

static void call_listener(struct machine *m, struct emitter *self, struct listener listener,
                          struct value *args, unsigned count)
{
    uint32_t before = m->current;
    struct context *outer = context_now(m);
    struct context *context = context_new(m, CONTEXT_LISTENER);
    context->site = listener.site;
    context->unit = listener.unit;
    context->function =
        v_is(listener.function, CLASS_CLOSURE) ? listener.function.object->closure.function : NULL;
    context->parent = listener.context;
    context->cause = before;
    context->root = outer->root;
    context->is_may = outer->is_may;
    context->is_unknown_time = outer->is_unknown_time;
    context->ran = true;
    m->current = context->id;
    struct value self_value = v_object(self->object);
    struct value result = call_value(m, listener.function, self_value, args, count, listener.site);
    if (v_is(result, CLASS_PROMISE))
        result.object->promise->is_used = true;
    m->current = before;
}

/* The function may listen a second time, and for good. */
static void use_up(struct emitter *self, const struct listener *used)
{
    vec_each (listener, &self->listeners)
        if (!listener->removed && listener->once && same_event(listener->event, used->event) &&
            v_same(listener->function, used->function)) {
            listener->removed = true;
            return;
        }
}

void emitter_emit(struct machine *m, struct emitter *self, const struct js_name *event,
                  struct value *args, unsigned count, const struct js_node *site)
{
    enum { DEEPEST = 8 };
    struct emission *emission = vec_push(&self->emissions);
    *emission = (struct emission){.event = event,
                                  .site = site,
                                  .unit = m->frame ? m->frame->unit : NULL,
                                  .context = m->current,
                                  .is_may = m->may > 0};
    size_t at = self->emissions.len - 1;
    if (!event || self->running.len > DEEPEST) {
        self->unknown_emissions |= !event;
        return;
    }
    *vec_push(&self->running) = (struct running){.event = event};
    size_t total = self->listeners.len; /* those added meanwhile wait for the next time */
    struct listener *copy = arena_array(&m->arena, struct listener, total + 1);
    if (total)
        memcpy(copy, self->listeners.at, total * sizeof *copy);
    for (size_t i = 0; i < total && !m->threw && !m->exhausted; i++) {
        if (copy[i].removed || !same_event(copy[i].event, event))
            continue;
        self->emissions.at[at].found_listener = true;
        if (copy[i].once && !m->may)
            use_up(self, &copy[i]);
        for (size_t j = 0; j < self->listeners.len; j++)
            if (self->listeners.at[j].site == copy[i].site &&
                v_same(self->listeners.at[j].function, copy[i].function))
                self->listeners.at[j].fired = true;
        vec_last(&self->running)->listener = &copy[i];
        call_listener(m, self, copy[i], args, count);
    }
    (void)vec_pop(&self->running);
}

/* ---- the methods ---- */

static struct emitter *emitter_this(struct machine *m, struct call *call)
{
    return call->self.tag == V_OBJECT ? emitter_of(m, call->self.object) : NULL;
}

static const struct js_name *event_arg(struct machine *m, struct call *call)
{
    return v_to_key(m, call_arg(call, 0));
}

static struct value listen(struct machine *m, struct call *call, bool once, bool prepend)
{
    struct emitter *self = emitter_this(m, call);
    if (!self)
        return call_unknown(m, call->args, call->count, call->node);
    emitter_listen(m, self, event_arg(m, call), call_arg(call, 1), once, prepend, call->node);
    return call->self;
}

static struct value call_on(struct machine *m, struct call *call)
{
    return listen(m, call, false, false);
}

static struct value call_once(struct machine *m, struct call *call)
{
    return listen(m, call, true, false);
}

static struct value call_prepend(struct machine *m, struct call *call)
{
    return listen(m, call, false, true);
}

static struct value call_prepend_once(struct machine *m, struct call *call)
{
    return listen(m, call, true, true);
}

static struct value call_off(struct machine *m, struct call *call)
{
    struct emitter *self = emitter_this(m, call);
    if (self)
        emitter_unlisten(m, self, event_arg(m, call), call_arg(call, 1), call->node);
    return call->self;
}

static struct value call_remove_all(struct machine *m, struct call *call)
{
    struct emitter *self = emitter_this(m, call);
    const struct js_name *event = call->count ? event_arg(m, call) : NULL;
    if (self && !m->may)
        vec_each (listener, &self->listeners)
            if (!call->count || same_event(listener->event, event))
                remove_listener(m, listener, call->node);
    return call->self;
}

static struct value call_emit(struct machine *m, struct call *call)
{
    struct emitter *self = emitter_this(m, call);
    if (!self)
        return call_unknown(m, call->args, call->count, call->node);
    const struct js_name *event = event_arg(m, call);
    if (self->unknown_listeners)
        for (unsigned i = 1; i < call->count; i++)
            escape(m, call->args[i]);
    emitter_emit(m, self, event, call->args + 1, call->count ? call->count - 1 : 0, call->node);
    bool found = vec_last(&self->emissions)->found_listener;
    bool throws = event && str_is(event->text, "error") && !found && !self->unknown_listeners &&
                  !m->inexact && !m->is_library;
    if (throws && !m->threw)
        return machine_throw(m, call_arg(call, 1), call->node);
    return self->unknown_listeners ? v_any(ANY_BOOLEAN) : v_boolean(found);
}

static struct value call_listener_count(struct machine *m, struct call *call)
{
    struct emitter *self = emitter_this(m, call);
    const struct js_name *event = event_arg(m, call);
    if (!self || !event || self->unknown_listeners || m->may)
        return v_any(ANY_NUMBER);
    double count = 0;
    vec_each (listener, &self->listeners)
        count += !listener->removed && same_event(listener->event, event);
    return v_number(count);
}

/* ---- DOM: addEventListener(type, f, options) ---- */

static struct value call_add_event_listener(struct machine *m, struct call *call)
{
    struct emitter *self = emitter_this(m, call);
    if (!self)
        return call_unknown(m, call->args, call->count, call->node);
    struct value options = call_arg(call, 2);
    bool once = v_is(options, CLASS_PLAIN) && v_truth(get_named(m, options, "once")) == TRUE_;
    self->is_dom = true;
    emitter_listen(m, self, event_arg(m, call), call_arg(call, 1), once, false, call->node);
    return v_undefined();
}

static struct value call_dispatch(struct machine *m, struct call *call)
{
    struct emitter *self = emitter_this(m, call);
    struct value event = call_arg(call, 0);
    if (!self || event.tag != V_OBJECT)
        return call_unknown(m, call->args, call->count, call->node);
    const struct js_name *type = v_to_key(m, get_named(m, event, "type"));
    emitter_emit(m, self, type, call->args, call->count, call->node);
    return v_boolean(true);
}

static struct value construct_event(struct machine *m, struct call *call)
{
    struct object *event = object_new(m, CLASS_OTHER, call->node);
    event->is_host = event->is_uncertain = true;
    define_property(m, event, name_of(m, "type"), call_arg(call, 0));
    return v_object(event);
}

/* Whoever has the listeners may call them. */
static struct value call_listeners(struct machine *m, struct call *call)
{
    escape(m, call->self);
    if (call->self.tag == V_OBJECT)
        vec_each (listener, &emitter_of(m, call->self.object)->listeners)
            escape(m, listener->function);
    return v_unknown();
}

/* ---- events.once ---- */

static struct value once_fired(struct machine *m, struct call *call)
{
    struct object *values = object_new(m, CLASS_ARRAY, call->node);
    for (unsigned i = 0; i < call->count; i++)
        array_push(m, values, call->args[i]);
    promise_resolve(m, call->callee->native.data[0].object->promise, v_object(values), call->node);
    return v_undefined();
}

static struct value once_failed(struct machine *m, struct call *call)
{
    struct promise *promise = call->callee->native.data[0].object->promise;
    promise->can_reject = BLAME_PROGRAM;
    promise_reject(m, promise, call_arg(call, 0), call->node);
    return v_undefined();
}

static struct value events_once(struct machine *m, struct call *call)
{
    struct value target = call_arg(call, 0);
    struct promise *promise = promise_new(m, ORIGIN_API, call->node);
    promise->api = "events.once";
    const struct js_name *event = v_to_key(m, call_arg(call, 1));
    if (target.tag != V_OBJECT || !event) {
        struct promise *unknown = promise_unknown(m, call->node);
        return v_object(unknown->object);
    }
    struct object *fired = native_new(m, "once", once_fired),
                  *failed = native_new(m, "once", once_failed);
    fired->native.data[0] = failed->native.data[0] = v_object(promise->object);
    struct emitter *emitter = emitter_of(m, target.object);
    promise->may_never = promise->settler_escaped = emitter->unknown_emissions;
    emitter_listen(m, emitter, event, v_object(fired), true, false, call->node);
    if (!str_is(event->text, "error")) {
        emitter_listen(m, emitter, name_of(m, "error"), v_object(failed), true, false, call->node);
        vec_last(&emitter->listeners)->is_internal = true;
    }
    /* Node's once() is an async function that returns this promise: two promise jobs more */
    struct promise *outer = promise_new(m, ORIGIN_API, call->node);
    outer->api = "events.once";
    outer->may_never = promise->may_never;
    promise_resolve(m, outer, v_object(promise->object), call->node);
    return v_object(outer->object);
}

static struct object *instance_for(struct machine *m, struct call *call, enum object_class class)
{
    if (!call->new_target && call->self.tag == V_OBJECT) { /* EventEmitter.call(this) */
        emitter_of(m, call->self.object);
        return call->self.object;
    }
    struct object *instance = object_new(m, class, call->node);
    struct property *prototype =
        call->new_target ? object_find(call->new_target, name_of(m, "prototype")) : NULL;
    if (prototype && prototype->value.tag == V_OBJECT)
        instance->proto = prototype->value.object;
    return instance;
}

static struct value construct_emitter(struct machine *m, struct call *call)
{
    struct object *instance = instance_for(m, call, CLASS_EMITTER);
    emitter_of(m, instance);
    return v_object(instance);
}

static struct value construct_target(struct machine *m, struct call *call)
{
    struct object *instance = instance_for(m, call, CLASS_TARGET);
    emitter_of(m, instance)->is_dom = true;
    return v_object(instance);
}

static struct object *new_proto(struct machine *m, struct object *constructor,
                                enum object_class class)
{
    struct object *proto = object_new(m, CLASS_OTHER, NULL);
    proto->is_host = proto->is_builtin = true;
    m->protos[class] = proto;
    define_property(m, constructor, name_of(m, "prototype"), v_object(proto));
    return proto;
}

static void install_targets(struct machine *m)
{
    struct object *constructor = native_new(m, "EventTarget", construct_target);
    struct object *proto = new_proto(m, constructor, CLASS_TARGET);
    install(m, proto, "addEventListener", call_add_event_listener);
    install(m, proto, "removeEventListener", call_off);
    install(m, proto, "dispatchEvent", call_dispatch);
    define_property(m, m->global, name_of(m, "EventTarget"), v_object(constructor));
    install(m, m->global, "Event", construct_event);
    install(m, m->global, "CustomEvent", construct_event);
}

void install_emitters(struct machine *m)
{
    static const struct {
        const char *name;
        native_fn fn;
    } methods[] = {
        {"on", call_on},
        {"addListener", call_on},
        {"once", call_once},
        {"prependListener", call_prepend},
        {"prependOnceListener", call_prepend_once},
        {"off", call_off},
        {"removeListener", call_off},
        {"removeAllListeners", call_remove_all},
        {"emit", call_emit},
        {"listenerCount", call_listener_count},
        {"setMaxListeners", this_value},
        {"listeners", call_listeners},
        {"rawListeners", call_listeners},
        {"eventNames", any_value},
        {"getMaxListeners", any_value},
    };
    struct object *constructor = native_new(m, "EventEmitter", construct_emitter);
    struct object *proto = new_proto(m, constructor, CLASS_EMITTER);
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        install(m, proto, methods[i].name, methods[i].fn);
    m->emitter_constructor = constructor;
    constructor->is_uncertain = true; /* on(), getEventListeners() and more of the module */
    define_property(m, constructor, name_of(m, "EventEmitter"), v_object(constructor));
    define_property(m, constructor, name_of(m, "default"), v_object(constructor));
    install(m, constructor, "once", events_once);
    map_add(&m->core_modules, STR("events"), NULL)->pointer = constructor;
    install_targets(m);
}

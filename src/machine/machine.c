/* The machine's own matters: birth, death, exceptions, budgets, escape. */
#include "machine/machine.h"

struct machine *machine_new(void)
{
    struct machine *m = mem_zalloc(sizeof *m);
    enum { MAIN_STACK = 3 * 1024 * 1024 };
    m->stack_low = (char *)__builtin_frame_address(0) - MAIN_STACK;
    m->step_limit = UINT64_MAX;
    m->effort = 1;
    context_new(m, CONTEXT_MAIN);
    install_builtins(m);
    install_promises(m);
    install_arrays(m);
    install_timers(m);
    install_emitters(m);
    install_generators(m);
    install_api(m);
    return m;
}

void machine_free(struct machine *m)
{
    if (!m)
        return;
    coroutines_free(m);
    branch_free(m);
    vec_each (promise, &m->promises)
        vec_free(&(*promise)->inputs);
    vec_each (emitter, &m->emitters) {
        vec_free(&(*emitter)->listeners);
        vec_free(&(*emitter)->emissions);
        vec_free(&(*emitter)->running);
    }
    vec_free(&m->contexts);
    vec_free(&m->promises);
    vec_free(&m->emitters);
    vec_free(&m->closures);
    vec_free(&m->events);
    vec_free(&m->written_cells);
    vec_free(&m->exclusions);
    vec_free(&m->trail);
    vec_free(&m->units);
    vec_free(&m->pending_callbacks);
    vec_free(&m->adrift);
    vec_free(&m->may_throw);
    map_free(&m->names);
    map_free(&m->unit_by_path);
    map_free(&m->core_modules);
    map_free(&m->made_fields);
    arena_free(&m->accesses);
    arena_free(&m->arena);
    free(m);
}

static bool stop_asked(struct machine *m)
{
    enum { STEPS_BETWEEN_LOOKS = 256 };
    if (m->steps < m->next_look)
        return false;
    m->next_look = m->steps + STEPS_BETWEEN_LOOKS;
    return is_stopped(m->stop);
}

bool machine_step(struct machine *m)
{
    if (m->exhausted)
        return false;
    if (++m->steps > m->step_limit || (char *)__builtin_frame_address(0) < m->stack_low ||
        stop_asked(m)) {
        machine_exhausted(m, BOUND_STEPS);
        return false;
    }
    return true;
}

void machine_exhausted(struct machine *m, enum bound bound)
{
    m->exhausted_by = bound;
    m->exhausted = m->inexact = true;
}

void unit_reached(struct unit *unit, enum bound bound, const struct js_node *site)
{
    if (!unit || !site)
        return;
    if (!unit->bounds[bound].count++)
        unit->bounds[bound].first = site;
}

struct value machine_throw(struct machine *m, struct value value, const struct js_node *site)
{
    m->threw = true;
    m->exception = value;
    m->exception_site = site;
    m->exception_unit = m->frame ? m->frame->unit : NULL;
    m->exception_blame = BLAME_NOBODY;
    return v_undefined();
}

struct value machine_throw_error(struct machine *m, const char *type, const char *message)
{
    struct object *error = object_new(m, CLASS_ERROR, NULL);
    struct property *constructor = object_own(m->global, name_of(m, type));
    struct property *prototype =
        constructor && constructor->value.tag == V_OBJECT
            ? object_own(constructor->value.object, name_of(m, "prototype"))
            : NULL;
    if (prototype && prototype->value.tag == V_OBJECT)
        error->proto = prototype->value.object;
    define_property(m, error, name_of(m, "name"), v_string(name_of(m, type)));
    define_property(m, error, name_of(m, "message"), v_string(name_of(m, message)));
    return machine_throw(m, v_object(error), NULL);
}

/* A throw on one of several ways: the others go on. */
void machine_maybe_throw(struct machine *m, struct value value, const struct js_node *site,
                         enum blame blame)
{
    if (m->maybe.set && m->maybe.blame >= blame)
        return;
    m->maybe = (struct maybe_thrown){.set = true,
                                     .blame = blame,
                                     .value = value,
                                     .site = site,
                                     .unit = m->frame ? m->frame->unit : NULL,
                                     .order = ++m->next_order};
}

struct event *machine_event(struct machine *m, enum event_kind kind, const struct js_node *site)
{
    struct event *event = vec_push(&m->events);
    event->kind = kind;
    event->site = site;
    event->unit = m->frame ? m->frame->unit : NULL;
    event->context = m->current;
    return event;
}

void machine_uses(struct machine *m, struct value value, const struct js_node *site,
                  enum used_as used_as)
{
    if (!v_is(value, CLASS_PROMISE))
        return;
    struct event *event = machine_event(m, EVENT_PROMISE_AS_VALUE, site);
    event->promise = value.object->promise;
    event->used_as = used_as;
}

void use_value(struct value value)
{
    for (unsigned i = 0; value.tag == V_CHOICE && i < value.choice->count; i++)
        use_value(value.choice->at[i]);
    if (!v_is(value, CLASS_PROMISE))
        return;
    value.object->promise->is_used = true;
    value.object->promise->uses++;
}

void drop_result(struct object *callback, struct value result)
{
    const struct js_function *function = callback->closure.function;
    if (!v_is(result, CLASS_PROMISE))
        return;
    struct promise *promise = result.object->promise;
    promise->is_dropped = true;
    if (function->is_arrow && !function->is_async && function->body->kind == JS_CALL) {
        promise->dropped_at = function->body;
        promise->dropped_unit = callback->unit;
    }
}

/* ---- escape ---- */

static void escape_at(struct machine *m, struct value value, unsigned depth);

static void escape_closure(struct machine *m, struct object *closure)
{
    if (closure->closure.function)
        function_notes(closure->closure.function)->given_out = true;
    if (closure->closure.queued || closure->is_class || !closure->closure.function)
        return;
    if (m->exporting)
        return;
    closure->closure.queued = true;
    closure->closure.escaped_in = m->current;
    *vec_push(&m->pending_callbacks) = closure;
}

static void escape_promise(struct machine *m, struct promise *promise, unsigned depth)
{
    promise->is_used = promise->is_handled = true;
    if (promise->may_fulfill)
        escape_at(m, promise->fulfilled, depth + 1);
}

static void escape_native(struct machine *m, struct object *native, unsigned depth)
{
    struct value data = native->native.data[0];
    bool is_settler = v_is(data, CLASS_PROMISE) && (strcmp(native->native.name, "resolve") == 0 ||
                                                    strcmp(native->native.name, "reject") == 0);
    if (is_settler) {
        data.object->promise->settler_escaped = data.object->promise->may_never = true;
        promise_adrift(m, data.object->promise);
        return;
    }
    for (size_t i = 0; i < COUNT_OF(native->native.data); i++)
        escape_at(m, native->native.data[i], depth + 1);
}

static void escape_emitter(struct emitter *emitter)
{
    emitter->unknown_listeners = emitter->unknown_emissions = true;
}

static void escape_object(struct machine *m, struct object *object, unsigned depth)
{
    if (object->escaped || object->is_builtin)
        return;
    object->escaped = true;
    if (object->emitter)
        escape_emitter(object->emitter);
    if (object->class == CLASS_CLOSURE)
        escape_closure(m, object);
    else if (object->class == CLASS_PROMISE)
        escape_promise(m, object->promise, depth);
    else if (object->class == CLASS_NATIVE)
        escape_native(m, object, depth);
    else if (object->class == CLASS_ARRAY || object->class == CLASS_SET ||
             object->class == CLASS_MAP)
        for (uint32_t i = 0; i < object->array.len && i < 1000; i++)
            escape_at(m, object->array.at[i], depth + 1);
    for (size_t i = 0; i < object->properties.len && i < 1000; i++)
        escape_at(m, object->properties.at[i].value, depth + 1);
}

static void escape_at(struct machine *m, struct value value, unsigned depth)
{
    enum { DEEPEST = 12 };
    if (depth > DEEPEST)
        return;
    if (value.tag == V_OBJECT)
        escape_object(m, value.object, depth);
    else if (value.tag == V_CHOICE)
        for (unsigned i = 0; i < value.choice->count; i++)
            escape_at(m, value.choice->at[i], depth + 1);
}

void escape(struct machine *m, struct value value)
{
    escape_at(m, value, 0);
}

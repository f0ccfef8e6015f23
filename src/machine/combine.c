/* Promise, its constructor and static methods, and then, catch, finally. */
#include "machine/machine.h"

static struct value construct_promise(struct machine *m, struct call *call)
{
    struct promise *self = promise_new(m, ORIGIN_NEW, call->node);
    if (!call->new_target) {
        m->inexact = true;
        return v_unknown();
    }
    if (call->new_target != call->callee) { /* class X extends Promise */
        struct property *prototype = object_find(call->new_target, name_of(m, "prototype"));
        if (prototype && prototype->value.tag == V_OBJECT)
            self->object->proto = prototype->value.object;
    }
    struct value executor = call_arg(call, 0), settlers[2];
    promise_settlers(m, self, &settlers[0], &settlers[1]);
    if (!v_callable(executor)) {
        self->settler_escaped = self->may_never = self->is_unknown = true;
        call_unknown(m, settlers, 2, call->node);
        return v_object(self->object);
    }
    self->executor = v_is(executor, CLASS_CLOSURE) ? executor.object->closure.function : NULL;
    struct maybe_thrown outer = m->maybe;
    m->maybe = (struct maybe_thrown){0};
    struct value result = call_value(m, executor, v_undefined(), settlers, 2, call->node);
    if (v_is(result, CLASS_PROMISE))
        result.object->promise->is_used = true;
    if (m->threw || (m->maybe.set && m->maybe.blame)) {
        if (!self->is_locked) {
            self->can_reject |= m->threw ? m->exception_blame : m->maybe.blame;
            self->rejected_at = m->threw ? m->exception_site : m->maybe.site;
            self->rejected_unit = m->threw ? m->exception_unit : m->maybe.unit;
        }
    }
    if (m->threw) {
        m->threw = false;
        if (!self->is_locked)
            promise_reject(m, self, m->exception,
                           m->exception_site ? m->exception_site : call->node);
    }
    m->maybe = outer;
    return v_object(self->object);
}

static struct promise *promise_this(struct machine *m, struct call *call)
{
    struct value self = promise_of_choice(m, call->self, call->node);
    return v_is(self, CLASS_PROMISE) ? self.object->promise : promise_unknown(m, call->node);
}

static struct value call_then(struct machine *m, struct call *call)
{
    struct promise *self = promise_this(m, call);
    return v_object(
        promise_then(m, self, call_arg(call, 0), call_arg(call, 1), call->node, REACTION_THEN)
            ->object);
}

static struct value call_catch(struct machine *m, struct call *call)
{
    struct promise *self = promise_this(m, call);
    return v_object(
        promise_then(m, self, v_undefined(), call_arg(call, 0), call->node, REACTION_CATCH)
            ->object);
}

/* ---- finally ---- */

static struct value pass_value(struct machine *m, struct call *call)
{
    (void)m;
    return call->callee->native.data[0];
}

static struct value pass_exception(struct machine *m, struct call *call)
{
    struct object *from = call->callee->native.data[1].object;
    machine_throw(m, call->callee->native.data[0], from->promise->rejected_at);
    m->exception_unit = from->promise->rejected_unit;
    m->exception_blame = from->promise->can_reject;
    return v_undefined();
}

static struct value run_finally(struct machine *m, struct call *call, native_fn pass)
{
    struct value handler = call->callee->native.data[0];
    struct value result = call_value(m, handler, v_undefined(), NULL, 0, call->node);
    if (m->threw)
        return result;
    struct promise *promise = promise_of(m, result, call->node);
    struct object *thunk = native_new(m, "finally", pass);
    thunk->native.data[0] = call_arg(call, 0);
    thunk->native.data[1] = call->callee->native.data[1];
    struct promise *then =
        promise_then(m, promise, v_object(thunk), v_undefined(), call->node, REACTION_INTERNAL);
    return v_object(then->object);
}

static struct value finally_fulfilled(struct machine *m, struct call *call)
{
    return run_finally(m, call, pass_value);
}

static struct value finally_rejected(struct machine *m, struct call *call)
{
    return run_finally(m, call, pass_exception);
}

static struct value call_finally(struct machine *m, struct call *call)
{
    struct promise *self = promise_this(m, call);
    struct value handler = call_arg(call, 0), first = handler, second = handler;
    if (v_callable(handler)) {
        struct object *a = native_new(m, "finally", finally_fulfilled),
                      *b = native_new(m, "finally", finally_rejected);
        a->native.data[0] = b->native.data[0] = handler;
        a->native.data[1] = b->native.data[1] = v_object(self->object);
        first = v_object(a);
        second = v_object(b);
    }
    return v_object(promise_then(m, self, first, second, call->node, REACTION_FINALLY)->object);
}

/* ---- resolve, reject, withResolvers ---- */

static struct value call_static_resolve(struct machine *m, struct call *call)
{
    struct value value = call_arg(call, 0);
    if (v_is(value, CLASS_PROMISE))
        return value;
    struct promise *self = promise_new(m, ORIGIN_RESOLVE, call->node);
    if (value.tag == V_UNKNOWN && value.type == ANY)
        self->is_unknown = self->may_never = true;
    promise_resolve(m, self, value, call->node);
    return v_object(self->object);
}

static struct value call_static_reject(struct machine *m, struct call *call)
{
    struct promise *self = promise_new(m, ORIGIN_REJECT, call->node);
    self->can_reject = BLAME_PROGRAM;
    promise_reject(m, self, call_arg(call, 0), call->node);
    return v_object(self->object);
}

static struct value call_with_resolvers(struct machine *m, struct call *call)
{
    struct promise *self = promise_new(m, ORIGIN_WITH_RESOLVERS, call->node);
    struct object *result = object_new(m, CLASS_PLAIN, call->node);
    struct value resolve, reject;
    promise_settlers(m, self, &resolve, &reject);
    define_property(m, result, name_of(m, "promise"), v_object(self->object));
    define_property(m, result, name_of(m, "resolve"), resolve);
    define_property(m, result, name_of(m, "reject"), reject);
    return v_object(result);
}

/* ---- all, allSettled, any, race ---- */

struct combination {
    struct promise *promise;
    struct object *values;
    unsigned remaining;
    bool *is_taken; /* an input of unknown outcome comes both ways, and counts once */
};

static struct combination *combination_of(const struct call *call)
{
    return call->callee->native.pointer;
}

static void take_element(struct machine *m, const struct call *call, struct value value,
                         bool rejects)
{
    struct combination *all = combination_of(call);
    uint32_t index = (uint32_t)call->callee->native.data[1].number;
    if (index < all->values->array.len)
        all->values->array.at[index] = all->is_taken[index] ? v_unknown() : value;
    if (all->is_taken[index])
        return;
    all->is_taken[index] = true;
    if (--all->remaining)
        return;
    if (rejects) {
        struct object *error = object_new(m, CLASS_ERROR, call->node);
        define_property(m, error, name_of(m, "errors"), v_object(all->values));
        define_property(m, error, name_of(m, "message"),
                        v_string(name_of(m, "All promises were rejected")));
        define_property(m, error, name_of(m, "name"), v_string(name_of(m, "AggregateError")));
        promise_reject(m, all->promise, v_object(error), call->node);
    } else {
        promise_resolve(m, all->promise, v_object(all->values), call->node);
    }
}

static struct value all_element(struct machine *m, struct call *call)
{
    take_element(m, call, call_arg(call, 0), false);
    return v_undefined();
}

static struct value any_element(struct machine *m, struct call *call)
{
    take_element(m, call, call_arg(call, 0), true);
    return v_undefined();
}

static struct value settled_element(struct machine *m, struct call *call)
{
    bool rejected = call->callee->native.data[2].boolean;
    struct object *result = object_new(m, CLASS_PLAIN, call->node);
    define_property(m, result, name_of(m, "status"),
                    v_string(name_of(m, rejected ? "rejected" : "fulfilled")));
    define_property(m, result, name_of(m, rejected ? "reason" : "value"), call_arg(call, 0));
    take_element(m, call, v_object(result), false);
    return v_undefined();
}

static struct value combined_resolve(struct machine *m, struct call *call)
{
    promise_resolve(m, combination_of(call)->promise, call_arg(call, 0), call->node);
    return v_undefined();
}

static struct value combined_reject(struct machine *m, struct call *call)
{
    struct promise *self = combination_of(call)->promise,
                   *from = call->callee->native.data[2].object->promise;
    self->can_reject |= from->can_reject; /* as a reaction would: nobody else sees this one */
    if (!self->is_settled) {
        self->rejected_at = from->rejected_at;
        self->rejected_unit = from->rejected_unit;
    }
    promise_reject(m, self, call_arg(call, 0), from->rejected_at);
    return v_undefined();
}

static struct value handler(struct machine *m, struct combination *all, native_fn fn,
                            uint32_t index, struct value data)
{
    struct object *native = native_new(m, "element", fn);
    native->native.pointer = all;
    native->native.data[1] = v_number(index);
    native->native.data[2] = data;
    return v_object(native);
}

static void combine_one(struct machine *m, enum combinator how, struct combination *all,
                        struct value item, uint32_t index, const struct js_node *site)
{
    enum { STEPS_OF_INPUT = 4 }; /* it takes a kilobyte */
    struct promise *input = promise_of(m, item, site);
    m->steps += STEPS_OF_INPUT;
    *vec_push(&all->promise->inputs) = input;
    all->promise->may_never |= input->may_never;
    all->promise->is_unknown |= input->is_unknown;
    struct value from = v_object(input->object), yes, no;
    switch (how) {
    case COMBINE_ALL:
        yes = handler(m, all, all_element, index, from);
        no = handler(m, all, combined_reject, index, from);
        break;
    case COMBINE_ALL_SETTLED:
        yes = handler(m, all, settled_element, index, v_boolean(false));
        no = handler(m, all, settled_element, index, v_boolean(true));
        break;
    case COMBINE_ANY:
        yes = handler(m, all, combined_resolve, index, from);
        no = handler(m, all, any_element, index, from);
        break;
    default:
        yes = handler(m, all, combined_resolve, index, from);
        no = handler(m, all, combined_reject, index, from);
        break;
    }
    promise_then(m, input, yes, no, site, REACTION_INTERNAL);
}

/* Promise.all(files.map(read)), or const jobs = files.map(read); Promise.all(jobs) */
static bool is_mapped(const struct machine *m, const struct js_node *list)
{
    const struct js_variable *kept = list && list->kind == JS_NAME ? list->variable : NULL;
    const struct js_node *origin = kept && !kept->written_late ? kept->origin : NULL;
    if (origin && origin->kind == JS_DECLARATOR && origin->a->variable == kept)
        list = origin->b;
    return list && list == m->mapped_by;
}

static bool items_of(struct machine *m, const struct call *call, struct value **at, uint32_t *count)
{
    struct value list = call_arg(call, 0);
    bool is_call = call->node && call->node->kind == JS_CALL;
    if (is_call && list.tag == V_UNKNOWN && is_mapped(m, call->node->b)) {
        *at = &m->mapped;
        *count = 1;
        return true;
    }
    if (!v_is(list, CLASS_ARRAY) && !v_is(list, CLASS_SET))
        return false;
    *at = list.object->array.at;
    *count = list.object->array.len;
    return true;
}

static struct value combine(struct machine *m, struct call *call, enum combinator how)
{
    struct promise *self = promise_new(m, ORIGIN_COMBINATOR, call->node);
    self->combinator = how;
    struct combination *all = arena_new(&m->arena, struct combination);
    all->promise = self;
    all->values = object_new(m, CLASS_ARRAY, call->node);
    struct value *items, list = call_arg(call, 0);
    uint32_t count;
    bool known = items_of(m, call, &items, &count);
    bool uncertain = !known || list.tag != V_OBJECT || list.object->is_uncertain;
    if (uncertain) { /* some inputs we do not see */
        escape(m, list);
        self->is_unknown = self->may_never = self->settler_escaped = true;
        m->inexact = true;
    }
    if (!known || (uncertain && !count))
        schedule_unknown(m, self);
    if (!known)
        return v_object(self->object);
    all->remaining = count;
    all->is_taken = arena_array(&m->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++)
        array_push(m, all->values, uncertain ? v_unknown() : v_undefined());
    if (!count && !uncertain && how == COMBINE_ANY)
        promise_reject(m, self, v_unknown(), call->node);
    else if (!count && !uncertain && how != COMBINE_RACE)
        promise_resolve(m, self, v_object(all->values), call->node);
    for (uint32_t i = 0; i < count && machine_step(m); i++)
        combine_one(m, how, all, items[i], i, call->node);
    self->is_unknown |= m->exhausted; /* the others were not looked at */
    return v_object(self->object);
}

static struct value call_all(struct machine *m, struct call *call)
{
    return combine(m, call, COMBINE_ALL);
}

static struct value call_all_settled(struct machine *m, struct call *call)
{
    return combine(m, call, COMBINE_ALL_SETTLED);
}

static struct value call_any(struct machine *m, struct call *call)
{
    return combine(m, call, COMBINE_ANY);
}

static struct value call_race(struct machine *m, struct call *call)
{
    return combine(m, call, COMBINE_RACE);
}

/* Promise.try(f, ...args) */
static struct value call_try(struct machine *m, struct call *call)
{
    struct promise *self = promise_new(m, ORIGIN_RESOLVE, call->node);
    struct value result =
        call_value(m, call_arg(call, 0), v_undefined(), call->count ? call->args + 1 : NULL,
                   call->count ? call->count - 1 : 0, call->node);
    if (m->threw) {
        m->threw = false;
        self->can_reject |= m->exception_blame;
        promise_reject(m, self, m->exception, m->exception_site);
    } else {
        promise_resolve(m, self, result, call->node);
    }
    return v_object(self->object);
}

void install_promises(struct machine *m)
{
    struct object *constructor = native_new(m, "Promise", construct_promise);
    struct object *prototype = object_new(m, CLASS_PLAIN, NULL);
    prototype->is_host = true;
    m->protos[CLASS_PROMISE] = prototype;
    m->promise_constructor = constructor;
    define_property(m, constructor, name_of(m, "prototype"), v_object(prototype));
    define_property(m, prototype, name_of(m, "constructor"), v_object(constructor));
    install(m, prototype, "then", call_then);
    install(m, prototype, "catch", call_catch);
    install(m, prototype, "finally", call_finally);
    static const struct {
        const char *name;
        native_fn fn;
    } statics[] = {
        {"resolve", call_static_resolve},
        {"reject", call_static_reject},
        {"withResolvers", call_with_resolvers},
        {"all", call_all},
        {"allSettled", call_all_settled},
        {"any", call_any},
        {"race", call_race},
        {"try", call_try},
    };
    for (size_t i = 0; i < COUNT_OF(statics); i++)
        install(m, constructor, statics[i].name, statics[i].fn);
    define_property(m, m->global, name_of(m, "Promise"), v_object(constructor));
}

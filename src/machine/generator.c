/* Generators and async generators, each on a coroutine; for-of and for-await. */
#include "machine/machine.h"

enum mode { MODE_NEXT, MODE_THROW, MODE_RETURN };

struct request {
    enum mode mode;
    struct value value;
    struct promise *promise;
    struct request *next;
};

struct generator {
    struct object *object;
    struct frame *frame;
    struct coroutine *coroutine;
    bool is_async, started, done, running;
    bool returning; /* return() was asked for: the yield it stands at returns */
    struct value yielded, return_value;
    bool threw;
    struct request *first, *last; /* of async generators */
};

struct value iterator_result(struct machine *m, struct value value, bool done)
{
    struct object *result = object_new(m, CLASS_PLAIN, NULL);
    define_property(m, result, name_of(m, "value"), value);
    define_property(m, result, name_of(m, "done"), v_boolean(done));
    return v_object(result);
}

bool generator_returns(const struct generator *self)
{
    return self && self->returning;
}

bool generator_set_returns(struct generator *self, bool returns)
{
    bool before = generator_returns(self);
    if (self)
        self->returning = returns;
    return before;
}

/* ---- the body ---- */

static struct value finished_value(struct machine *m, struct generator *self)
{
    struct frame *frame = self->frame;
    m->frame = frame;
    m->call_depth++;
    struct value result = run_body(m, frame);
    m->call_depth--;
    return result;
}

static void answer(struct machine *m, struct generator *self, struct value value, bool done,
                   bool threw);
static void drain_requests(struct machine *m, struct generator *self);

static void run_generator(struct machine *m, void *data)
{
    struct generator *self = data;
    struct maybe_thrown outer = m->maybe;
    m->maybe = (struct maybe_thrown){0};
    self->yielded = finished_value(m, self);
    m->maybe = outer;
    self->done = true;
    self->threw = m->threw && !self->returning;
    if (m->threw)
        self->yielded = self->returning ? self->return_value : m->exception;
    m->threw = false;
    if (!self->is_async)
        return;
    self->running = false;
    answer(m, self, self->yielded, true, self->threw);
    drain_requests(m, self);
}

struct value generator_start(struct machine *m, struct frame *frame)
{
    struct object *object = object_new(m, CLASS_GENERATOR, frame->function->node);
    struct generator *self = arena_new(&m->arena, struct generator);
    object->generator = self;
    object->is_host = true;
    self->object = object;
    self->frame = frame;
    self->is_async = frame->function->is_async;
    frame->generator = self;
    self->coroutine = coroutine_new(m, run_generator, self);
    frame->coroutine = self->is_async ? self->coroutine : NULL;
    if (!self->coroutine)
        self->done = true;
    frame->caller = NULL;
    return v_object(object);
}

/* ---- async generators: a queue of requests ---- */

static struct request *take_request(struct generator *self)
{
    struct request *request = self->first;
    if (request) {
        self->first = request->next;
        if (!self->first)
            self->last = NULL;
    }
    return request;
}

static void answer(struct machine *m, struct generator *self, struct value value, bool done,
                   bool threw)
{
    struct request *request = take_request(self);
    if (!request)
        return;
    if (threw)
        promise_reject(m, request->promise, value, request->promise->site);
    else
        promise_resolve(m, request->promise, iterator_result(m, value, done),
                        request->promise->site);
}

static void resume_async(struct machine *m, struct generator *self, enum mode mode,
                         struct value value)
{
    self->running = true;
    self->returning = mode == MODE_RETURN;
    coroutine_resume(m, self->coroutine, value, mode != MODE_NEXT);
}

static struct value return_answered(struct machine *m, struct call *call)
{
    struct generator *self = call->callee->native.pointer;
    self->running = false;
    answer(m, self, call_arg(call, 0), true, call->callee->native.data[0].boolean);
    drain_requests(m, self);
    return v_undefined();
}

/* return(x) of a finished async generator awaits x before it answers. */
static void await_return(struct machine *m, struct generator *self, struct value value)
{
    struct object *yes = native_new(m, "return", return_answered),
                  *no = native_new(m, "return", return_answered);
    yes->native.pointer = no->native.pointer = self;
    no->native.data[0] = v_boolean(true);
    self->running = true;
    struct promise *promise = promise_of(m, value, self->object->site);
    promise_then(m, promise, v_object(yes), v_object(no), self->object->site, REACTION_INTERNAL);
}

static void drain_requests(struct machine *m, struct generator *self)
{
    while (self->first && !self->running) {
        struct request *request = self->first;
        if (!self->started && request->mode != MODE_NEXT)
            self->done = true;
        if (self->done && request->mode == MODE_RETURN) {
            await_return(m, self, request->value);
            return;
        }
        if (self->done) {
            bool throws = request->mode == MODE_THROW;
            answer(m, self, throws ? request->value : v_undefined(), true, throws);
            continue;
        }
        self->started = true;
        resume_async(m, self, request->mode, request->value);
    }
}

static struct value ask_async(struct machine *m, struct generator *self, enum mode mode,
                              struct value value, const struct js_node *node)
{
    struct promise *promise = promise_new(m, ORIGIN_INTERNAL, node);
    struct request *request = arena_new(&m->arena, struct request);
    *request = (struct request){mode, value, promise, NULL};
    if (self->last)
        self->last->next = request;
    else
        self->first = request;
    self->last = request;
    drain_requests(m, self);
    return v_object(promise->object);
}

/* ---- sync generators ---- */

static struct value generator_step(struct machine *m, struct generator *self, struct value value,
                                   enum mode mode)
{
    if (self->done || self->running || (!self->started && mode != MODE_NEXT)) {
        bool was_running = self->running;
        self->done |= !was_running;
        if (mode == MODE_THROW)
            return machine_throw(m, value, NULL);
        return iterator_result(m, mode == MODE_RETURN ? value : v_undefined(), true);
    }
    self->started = self->running = true;
    self->returning = mode == MODE_RETURN;
    bool ended = coroutine_resume(m, self->coroutine, value, mode != MODE_NEXT);
    self->running = false;
    if (ended && self->threw) {
        self->threw = false;
        return machine_throw(m, self->yielded, NULL);
    }
    if (ended && self->returning)
        return iterator_result(m, value, true);
    return iterator_result(m, self->yielded, ended);
}

/* ---- yield ---- */

/* return(x) awaits x, then unwinds as an exception nobody catches. */
static struct value unwind(struct machine *m, struct generator *self, struct value value,
                           const struct js_node *node)
{
    m->threw = false;
    value = await_value(m, value, node);
    if (m->threw) {
        self->returning = false;
        return value;
    }
    m->threw = true;
    m->exception = self->return_value = value;
    return value;
}

/* Answers the oldest request with a value and stands still until the next one. */
static struct value answer_and_wait(struct machine *m, struct generator *self, struct value value,
                                    const struct js_node *node)
{
    self->running = false;
    answer(m, self, value, false, false);
    struct request *request = self->first;
    if (!request)
        return coroutine_suspend(m);
    self->running = true; /* somebody already asked for the next */
    self->returning = request->mode == MODE_RETURN;
    if (request->mode == MODE_THROW)
        machine_throw(m, request->value, node);
    else if (request->mode == MODE_RETURN)
        m->threw = true;
    return request->value;
}

static struct value yield_async(struct machine *m, struct generator *self, struct value value,
                                const struct js_node *node)
{
    value = await_value(m, value, node);
    if (m->threw)
        return value;
    struct value sent = answer_and_wait(m, self, value, node);
    return m->threw && self->returning ? unwind(m, self, sent, node) : sent;
}

static struct value ask_async(struct machine *m, struct generator *self, enum mode mode,
                              struct value value, const struct js_node *node);

/* One more value of yield*? It goes through all generators that wait for this one, and where they
 * call themselves there is no end to it. */
static bool passes_on(struct machine *m)
{
    enum { STEPS_OF_SWITCHING = 20 };
    m->steps += STEPS_OF_SWITCHING;
    return machine_step(m);
}

/* yield* in an async generator: what the inner one yields is passed on without another await. */
static struct value delegate_async(struct machine *m, struct generator *self, struct value iterable,
                                   const struct js_node *node)
{
    if (v_is(iterable, CLASS_ARRAY) && !iterable.object->is_uncertain) {
        for (uint32_t i = 0; i <= iterable.object->array.len && !m->threw && passes_on(m); i++) {
            bool done = i == iterable.object->array.len;
            struct value item =
                await_value(m, done ? v_undefined() : iterable.object->array.at[i], node);
            if (!m->threw)
                await_value(m, v_undefined(), node);
            if (m->threw || done)
                return v_undefined();
            item = answer_and_wait(m, self, item, node);
            if (m->threw && self->returning) { /* the inner return() is asked, and awaited */
                m->threw = false;
                item = await_value(m, item, node);
                return m->threw ? item : unwind(m, self, item, node);
            }
        }
        return v_undefined();
    }
    if (!v_is(iterable, CLASS_GENERATOR) || !iterable.object->generator->is_async) {
        m->inexact = true;
        escape(m, iterable);
        return v_unknown();
    }
    struct value sent = v_undefined();
    while (!m->threw && passes_on(m)) {
        struct value step =
            await_value(m, ask_async(m, iterable.object->generator, MODE_NEXT, sent, node), node);
        if (m->threw)
            return step;
        if (v_truth(get_named(m, step, "done")) == TRUE_)
            return get_named(m, step, "value");
        sent = answer_and_wait(m, self, get_named(m, step, "value"), node);
        if (m->threw && self->returning) {
            m->threw = false;
            sent = await_value(m, sent, node);
            if (m->threw)
                return sent;
            step = await_value(m, ask_async(m, iterable.object->generator, MODE_RETURN, sent, node),
                               node);
            if (m->threw)
                return step;
            m->threw = true;
            m->exception = self->return_value = get_named(m, step, "value");
            return step;
        }
    }
    return v_undefined();
}

static struct value delegate(struct machine *m, const struct js_node *node, struct value iterable)
{
    struct generator *self = m->frame->generator;
    if (self->is_async)
        return delegate_async(m, self, iterable, node);
    if (v_is(iterable, CLASS_ARRAY) && !iterable.object->is_uncertain) {
        for (uint32_t i = 0; i < iterable.object->array.len && !m->threw && passes_on(m); i++) {
            self->yielded = iterable.object->array.at[i];
            coroutine_suspend(m);
        }
        return v_undefined();
    }
    if (v_is(iterable, CLASS_GENERATOR) && iterable.object->generator != self) {
        while (passes_on(m)) {
            struct value step =
                generator_step(m, iterable.object->generator, v_undefined(), MODE_NEXT);
            if (m->threw)
                return step;
            if (v_truth(get_named(m, step, "done")) == TRUE_)
                return get_named(m, step, "value");
            self->yielded = get_named(m, step, "value");
            coroutine_suspend(m);
            if (m->threw)
                return v_undefined();
        }
    }
    m->inexact = true;
    escape(m, iterable);
    return v_unknown();
}

struct value eval_yield(struct machine *m, const struct js_node *node)
{
    struct generator *self = m->frame->generator;
    struct value value = node->a ? eval(m, node->a) : v_undefined();
    if (m->threw)
        return value;
    if (!self) /* an async function that TypeScript wrote as a generator */
        return await_value(m, value, node);
    if (m->coroutine != self->coroutine)
        return v_unknown();
    if (node->flags & JS_DELEGATE)
        return delegate(m, node, value);
    if (self->is_async)
        return yield_async(m, self, value, node);
    self->yielded = value;
    return coroutine_suspend(m);
}

/* ---- for-of, for-await ---- */

struct iteration {
    const struct js_node *node;
    struct value item;
};

static enum completion run_iteration(struct machine *m, void *data)
{
    struct iteration *iteration = data;
    const struct js_node *node = iteration->node;
    struct env *outer = m->frame->env;
    if (node->scope && node->scope->variable_count)
        env_push(m, node->scope);
    bind_pattern(m, node->a, iteration->item, node->a->kind == JS_VAR);
    enum completion completion = m->threw ? THREW : exec(m, node->d);
    m->frame->env = outer;
    return completion;
}

static enum completion iterate_array(struct machine *m, const struct js_node *node,
                                     struct object *array, const struct js_name *label)
{
    enum completion completion = DONE;
    bool is_map = array->class == CLASS_MAP;
    record_list_read(m, array, node->b);
    for (uint32_t i = 0; i < array->array.len && !m->exhausted; i += is_map ? 2 : 1) {
        struct iteration iteration = {node, array->array.at[i]};
        if (is_map) {
            struct object *pair = object_new(m, CLASS_ARRAY, node);
            array_push(m, pair, array->array.at[i]);
            array_push(m, pair, array->array.at[i + 1]);
            iteration.item = v_object(pair);
        }
        if (node->flags & JS_FOR_AWAIT) {
            iteration.item = await_value(m, iteration.item, node);
            if (m->threw)
                return THREW;
            if (m->frame->coroutine) /* an async-from-sync iterator takes a promise job more */
                await_value(m, v_undefined(), node);
        }
        m->frame->loop_label = label;
        completion = run_iteration(m, &iteration);
        m->frame->loop_label = label;
        if (!exec_loop_goes_on(m, node, &completion))
            return completion;
    }
    if ((node->flags & JS_FOR_AWAIT) && m->frame->coroutine) { /* the end is told the same way */
        await_value(m, v_undefined(), node);
        await_value(m, v_undefined(), node);
    }
    return completion;
}

static void close_iterator(struct machine *m, struct value iterator, bool is_async,
                           const struct js_node *node)
{
    bool threw = m->threw;
    struct value exception = m->exception;
    m->threw = false;
    if (v_is(iterator, CLASS_GENERATOR) && !is_async) {
        generator_step(m, iterator.object->generator, v_undefined(), MODE_RETURN);
    } else if (v_is(iterator, CLASS_GENERATOR)) {
        struct value promise =
            ask_async(m, iterator.object->generator, MODE_RETURN, v_undefined(), node);
        await_value(m, promise, node);
    }
    m->threw |= threw;
    if (threw)
        m->exception = exception;
}

static struct value next_of(struct machine *m, struct value iterator, bool is_async,
                            const struct js_node *node)
{
    struct value step;
    if (v_is(iterator, CLASS_GENERATOR) && iterator.object->generator->is_async)
        step = ask_async(m, iterator.object->generator, MODE_NEXT, v_undefined(), node);
    else if (v_is(iterator, CLASS_GENERATOR))
        step = generator_step(m, iterator.object->generator, v_undefined(), MODE_NEXT);
    else
        step = call_method(m, iterator, "next", NULL, 0, node);
    if (m->threw || !is_async)
        return step;
    return await_value(m, step, node);
}

static enum completion iterate_iterator(struct machine *m, const struct js_node *node,
                                        struct value iterator, bool is_async,
                                        const struct js_name *label)
{
    enum { MOST = 10000 };
    enum completion completion = DONE;
    for (unsigned i = 0; i < MOST && !m->exhausted; i++) {
        struct value step = next_of(m, iterator, is_async, node);
        if (m->threw)
            return THREW;
        enum truth done = v_truth(get_named(m, step, "done"));
        if (done == TRUE_)
            return DONE;
        struct iteration iteration = {node, get_named(m, step, "value")};
        m->frame->loop_label = label;
        completion = done == FALSE_ ? run_iteration(m, &iteration)
                                    : branch(m, run_iteration, &iteration, NULL, NULL);
        m->frame->loop_label = label;
        if (!exec_loop_goes_on(m, node, &completion)) {
            close_iterator(m, iterator, is_async, node);
            return m->threw ? THREW : completion;
        }
        if (done == MAYBE)
            return completion;
    }
    return completion;
}

static enum completion iterate_unknown(struct machine *m, const struct js_node *node)
{
    struct iteration iteration = {node, v_unknown()};
    if (node->flags & JS_FOR_AWAIT) {
        iteration.item = await_value(m, v_unknown(), node);
        if (m->threw)
            return THREW;
    }
    for (unsigned i = 0; i < 2; i++) { /* twice: what one round leaves, the next one finds */
        enum completion completion = branch(m, run_iteration, &iteration, NULL, NULL);
        if (completion == THREW || completion == RETURNED)
            return completion;
    }
    return DONE;
}

/* An object of the program's own with Symbol.iterator or Symbol.asyncIterator. */
static struct value own_iterator(struct machine *m, struct value iterable, const char *symbol,
                                 const struct js_node *node)
{
    if (iterable.tag != V_OBJECT)
        return v_undefined();
    struct property *method = object_find(iterable.object, name_of(m, symbol));
    return method && v_callable(method->value)
               ? call_value(m, method->value, iterable, NULL, 0, node)
               : v_undefined();
}

enum completion exec_for_of(struct machine *m, const struct js_node *node)
{
    const struct js_name *label = m->frame->loop_label;
    struct value iterable = eval(m, node->b);
    if (m->threw)
        return THREW;
    bool is_async = node->flags & JS_FOR_AWAIT;
    bool indexed =
        v_is(iterable, CLASS_ARRAY) || v_is(iterable, CLASS_SET) || v_is(iterable, CLASS_MAP);
    if (indexed && !iterable.object->is_uncertain && !iterable.object->escaped)
        return iterate_array(m, node, iterable.object, label);
    if (v_is(iterable, CLASS_GENERATOR))
        return iterate_iterator(m, node, iterable, is_async, label);
    struct value iterator =
        is_async ? own_iterator(m, iterable, "@@asyncIterator", node) : v_undefined();
    if (iterator.tag == V_UNDEFINED && !m->threw)
        iterator = own_iterator(m, iterable, "@@iterator", node);
    if (m->threw)
        return THREW;
    if (iterator.tag == V_OBJECT)
        return iterate_iterator(m, node, iterator, is_async, label);
    if (iterable.tag == V_STRING) {
        struct object *letters = object_new(m, CLASS_ARRAY, node);
        for (size_t i = 0; i < iterable.string->text.len; i++)
            array_push(m, letters,
                       v_string(name_of_str(m, (struct str){iterable.string->text.at + i, 1})));
        return iterate_array(m, node, letters, label);
    }
    return iterate_unknown(m, node);
}

/* ---- next, throw, return ---- */

static struct value ask(struct machine *m, struct call *call, enum mode mode)
{
    if (!v_is(call->self, CLASS_GENERATOR))
        return v_unknown();
    struct generator *self = call->self.object->generator;
    if (self->is_async)
        return ask_async(m, self, mode, call_arg(call, 0), call->node);
    return generator_step(m, self, call_arg(call, 0), mode);
}

static struct value call_next(struct machine *m, struct call *call)
{
    return ask(m, call, MODE_NEXT);
}

static struct value call_throw(struct machine *m, struct call *call)
{
    return ask(m, call, MODE_THROW);
}

static struct value call_return(struct machine *m, struct call *call)
{
    return ask(m, call, MODE_RETURN);
}

void install_generators(struct machine *m)
{
    struct object *proto = object_new(m, CLASS_OTHER, NULL);
    proto->is_host = proto->is_builtin = true;
    m->protos[CLASS_GENERATOR] = proto;
    install(m, proto, "next", call_next);
    install(m, proto, "throw", call_throw);
    install(m, proto, "return", call_return);
    install(m, proto, "@@iterator", this_value);
    install(m, proto, "@@asyncIterator", this_value);
    proto->is_uncertain = true; /* take(), map() and more */
}

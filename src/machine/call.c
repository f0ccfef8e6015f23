/* Calls: known functions are entered, unknown ones take what they are given out of sight. */
#include "machine/machine.h"

#include <ctype.h>

enum { DEEPEST_CALL = 180, DEEPEST_IN_LIBRARY = 24, MOST_RECURSION = 3 };

/* A callback that does not look at `this` is nobody's constructor, and there are many of them: its
 * prototype would be two objects for nothing. */
static bool may_construct(const struct js_function *function)
{
    if (function->is_arrow || function->is_method || function->is_async)
        return false;
    return function->is_generator || function->uses_this || !function->given_to;
}

NOT_INLINED struct value eval_function(struct machine *m, const struct js_node *node)
{
    struct object *closure = object_new(m, CLASS_CLOSURE, node);
    closure->closure.function = node->function;
    closure->closure.env = m->frame->env;
    if (node->function->is_arrow) {
        closure->closure.self = m->frame->self;
        closure->closure.home = m->frame->home;
        closure->closure.arguments = node->function->uses_arguments ? arguments_object(m) : NULL;
    }
    *vec_push(&m->closures) = closure;
    if (may_construct(node->function)) {
        struct object *prototype =
            object_new(m, node->function->is_generator ? CLASS_GENERATOR : CLASS_PLAIN, node);
        object_reserve(m, prototype, 1);
        object_reserve(m, closure, 1);
        struct property *constructor = object_add(m, prototype, name_of(m, "constructor"));
        constructor->value = v_object(closure);
        constructor->is_hidden = true;
        struct property *link = object_add(m, closure, name_of(m, "prototype"));
        link->value = v_object(prototype);
        link->is_hidden = true;
    }
    return v_object(closure);
}

struct object *arguments_object(struct machine *m)
{
    struct frame *frame = m->frame;
    if (frame->arguments || !frame->callee || frame->function->is_arrow)
        return frame->arguments;
    frame->arguments = object_new(m, CLASS_ARRAY, frame->function->node);
    frame->arguments->is_uncertain = frame->args_uncertain;
    for (unsigned i = 0; i < frame->arg_count; i++)
        array_push(m, frame->arguments, frame->args[i]);
    return frame->arguments;
}

/* ---- entering a function ---- */

struct start {
    struct object *closure;
    const struct js_node *node; /* the call; NULL: none in the text */
    struct value self;
    struct value *args;
    unsigned count;
    bool args_uncertain;
    struct object *new_target;
    struct promise *promise;
    struct value result;
    struct coroutine *coroutine;
    bool may_return; /* on one way, though it threw on the one that was taken last */
    struct value maybe_result;
};

static void open_frame(struct machine *m, struct frame *frame, const struct start *start)
{
    struct js_function *function = start->closure->closure.function;
    bool is_own_call = start->node && m->frame && m->frame->unit == start->closure->unit;
    *frame = (struct frame){
        .caller = m->frame,
        .function = function,
        .unit = start->closure->unit,
        .env = start->closure->closure.env,
        .self = function->is_arrow ? start->closure->closure.self : start->self,
        .home = start->closure->closure.home,
        .new_target = start->new_target,
        .callee = start->closure,
        .arguments = function->is_arrow ? start->closure->closure.arguments : NULL,
        .promise = start->promise,
        .coroutine = start->coroutine,
        .activation = ++m->next_activation,
        .called = {is_own_call ? m->frame->activation : 0, start->node},
        .args = start->args,
        .arg_count = start->count,
        .args_uncertain = start->args_uncertain,
    };
    m->frame = frame;
    if (start->coroutine)
        coroutine_set_base(start->coroutine, frame);
    env_push(m, function->scope);
}

static void bind_self_name(const struct frame *frame)
{
    const struct js_node *name = frame->function->node->d;
    if (!name || (frame->function->node->flags & JS_DECLARATION))
        return;
    for (struct js_variable *v = frame->function->scope->variables; v; v = v->next)
        if (v->by == JS_BY_SELF)
            frame->env->cells[v->slot].value = v_object(frame->callee);
}

struct value run_body(struct machine *m, struct frame *frame)
{
    struct js_function *function = frame->function;
    struct env *env = frame->env;
    bind_self_name(frame);
    bind_parameters(m, function->params, frame->args, frame->arg_count);
    struct value result = v_undefined();
    if (!m->threw && function->body && function->body->kind != JS_BLOCK) {
        result = eval(m, function->body);
        use_value(result);
    } else if (!m->threw && function->body) {
        m->frame->env = env;
        declare_all(m, function->scope, function->body->a);
        enum completion completion = exec_list(m, function->body->a);
        result = completion == RETURNED ? frame->result : v_undefined();
    }
    branch_deferred(m, frame);
    if (frame->has_maybe_result && !m->threw)
        result = v_join(m, result, frame->maybe_result);
    return m->exhausted ? v_unknown() : result;
}

/* if (known(x)) return read(x); throw new Error(...): whoever called goes on with the value, or
 * does not. */
static struct value may_have_thrown(struct machine *m, struct value result)
{
    struct unit *unit = m->exception_unit;
    m->threw = false;
    machine_maybe_throw(m, m->exception, m->exception_site, m->exception_blame);
    if (m->maybe.site == m->exception_site)
        m->maybe.unit = unit;
    return result;
}

static struct value activate(struct machine *m, struct start *start)
{
    struct frame frame;
    open_frame(m, &frame, start);
    m->call_depth++;
    struct value result = run_body(m, &frame);
    start->may_return = frame.has_maybe_result;
    start->maybe_result = frame.maybe_result;
    if (m->threw && frame.has_maybe_result && !start->promise)
        result = may_have_thrown(m, frame.maybe_result);
    m->call_depth--;
    m->frame = frame.caller;
    return result;
}

/* ---- async functions ---- */

static void settle_async(struct machine *m, struct start *start, struct value result)
{
    struct promise *promise = start->promise;
    const struct js_node *site = start->closure->closure.function->node;
    promise->awaits = NULL;
    if (m->threw) {
        m->threw = false;
        promise->rejected_at = m->exception_site;
        promise->rejected_unit = m->exception_unit;
        promise->can_reject |= m->exception_blame;
        if (start->may_return)
            promise_both(m, promise, start->maybe_result, m->exception, site);
        else
            promise_reject(m, promise, m->exception, m->exception_site ? m->exception_site : site);
    } else if (m->maybe.set) {
        promise->can_reject |= m->maybe.blame;
        if (m->maybe.blame) {
            promise->rejected_at = m->maybe.site;
            promise->rejected_unit = m->maybe.unit;
        }
        promise_both(m, promise, result, m->maybe.value, site);
    } else {
        promise_resolve(m, promise, result, site);
    }
}

static void run_async(struct machine *m, void *data)
{
    struct start *start = data;
    struct maybe_thrown outer = m->maybe;
    m->maybe = (struct maybe_thrown){0};
    struct value result = activate(m, start);
    settle_async(m, start, result);
    m->maybe = outer;
}

static struct value call_async(struct machine *m, struct start *start, const struct js_node *node)
{
    struct js_function *function = start->closure->closure.function;
    struct promise *promise = promise_new(m, ORIGIN_ASYNC, node ? node : function->node);
    promise->of_function = function;
    start->promise = promise;
    struct start *kept = arena_new(&m->arena, struct start);
    *kept = *start;
    if (start->count) {
        kept->args = arena_array(&m->arena, struct value, start->count);
        memcpy(kept->args, start->args, start->count * sizeof *kept->args);
    }
    kept->coroutine =
        function->has_await || function->has_yield ? coroutine_new(m, run_async, kept) : NULL;
    promise->awaiting = kept->coroutine;
    if (kept->coroutine)
        coroutine_resume(m, kept->coroutine, v_undefined(), false);
    else
        run_async(m, kept);
    return v_object(promise->object);
}

static unsigned recursion_of(const struct machine *m, const struct js_function *function)
{
    unsigned count = 0, looked = 0;
    for (const struct frame *frame = m->frame; frame && looked < 64;
         frame = frame->caller, looked++)
        count += frame->function == function;
    return count;
}

static bool too_deep(struct machine *m, const struct js_function *function)
{
    if ((char *)__builtin_frame_address(0) < m->stack_low)
        return m->inexact = true;
    unsigned deepest = m->is_library ? DEEPEST_IN_LIBRARY : DEEPEST_CALL;
    if (m->call_depth >= deepest)
        return m->inexact = true;
    bool bounded = m->is_library || m->may;
    return bounded && recursion_of(m, function) >= MOST_RECURSION;
}

static struct value call_closure(struct machine *m, struct object *closure, struct value self,
                                 struct value *args, unsigned count, const struct js_node *node,
                                 struct object *new_target, bool uncertain)
{
    struct js_function *function = closure->closure.function;
    closure->closure.called = true;
    if (function)
        function_notes(function)->executed = true;
    if (!function || !function->body || m->exhausted)
        return v_unknown();
    if (too_deep(m, function)) {
        for (unsigned i = 0; i < count; i++)
            escape(m, args[i]);
        return v_unknown();
    }
    struct start start = {.closure = closure,
                          .node = node,
                          .self = self,
                          .args = args,
                          .count = count,
                          .args_uncertain = uncertain,
                          .new_target = new_target};
    if (function->is_generator && !closure->closure.is_compiled_async) {
        struct frame *frame = arena_new(&m->arena, struct frame);
        struct frame *caller = m->frame;
        open_frame(m, frame, &start);
        if (count) {
            frame->args = arena_array(&m->arena, struct value, count);
            memcpy(frame->args, args, count * sizeof *args);
        }
        struct value generator = generator_start(m, frame);
        m->frame = caller;
        return generator;
    }
    bool is_async = function->is_async || closure->closure.is_compiled_async;
    return is_async ? call_async(m, &start, node) : activate(m, &start);
}

/* ---- unknown code ---- */

struct value call_unknown(struct machine *m, struct value *args, unsigned count,
                          const struct js_node *node)
{
    m->inexact = true;
    for (unsigned i = 0; i < count; i++)
        escape(m, args[i]);
    machine_maybe_throw(m, v_unknown(), node, BLAME_NOBODY);
    return v_unknown();
}

struct call_way {
    struct value callee, self, *args, result;
    unsigned count;
    const struct js_node *node;
};

static enum completion call_way(struct machine *m, void *data)
{
    struct call_way *way = data;
    way->result = call_value(m, way->callee, way->self, way->args, way->count, way->node);
    return DONE;
}

static struct value call_choice(struct machine *m, const struct choice *choice, struct call_way way)
{
    struct value result = v_undefined();
    bool any = false;
    for (unsigned i = 0; i < choice->count && !m->threw; i++) {
        if (!v_callable(choice->at[i]) && choice->at[i].tag != V_UNKNOWN)
            continue;
        way.callee = choice->at[i];
        way.result = v_undefined();
        branch(m, call_way, &way, NULL, NULL);
        result = any ? v_join(m, result, way.result) : way.result;
        any = true;
    }
    return any ? result : v_unknown();
}

struct value call_value(struct machine *m, struct value callee, struct value self,
                        struct value *args, unsigned count, const struct js_node *node)
{
    if (m->exhausted)
        return v_unknown();
    if (v_is(callee, CLASS_CLOSURE))
        return call_closure(m, callee.object, self, args, count, node, NULL, false);
    if (v_is(callee, CLASS_NATIVE)) {
        struct call call = {self, args, count, callee.object, NULL, node};
        return callee.object->native.fn(m, &call);
    }
    if (callee.tag == V_CHOICE)
        return call_choice(
            m, callee.choice,
            (struct call_way){.self = self, .args = args, .count = count, .node = node});
    bool certain = callee.tag != V_UNKNOWN && !(callee.tag == V_OBJECT && callee.object->is_host);
    if (certain && !m->inexact && !m->is_library)
        return machine_throw_error(m, "TypeError", "not a function");
    return call_unknown(m, args, count, node);
}

/* Entered by us, as code we do not know may: with arguments nobody knows. */
struct value call_as_entry(struct machine *m, struct object *closure, struct value self)
{
    const struct js_function *function = closure->closure.function; /* NULL: a class without one */
    return call_closure(m, closure, self, NULL, 0, function ? function->node : NULL, NULL, true);
}

struct value call_method(struct machine *m, struct value object, const char *name,
                         struct value *args, unsigned count, const struct js_node *node)
{
    struct value method = get_named(m, object, name);
    return m->threw ? method : call_value(m, method, object, args, count, node);
}

/* ---- construction ---- */

static struct object *prototype_of(struct machine *m, struct object *function)
{
    struct property *prototype = object_find(function, name_of(m, "prototype"));
    return prototype && prototype->value.tag == V_OBJECT ? prototype->value.object : NULL;
}

static struct value construct_unknown(struct machine *m, struct value *args, unsigned count,
                                      const struct js_node *node)
{
    struct object *instance = object_new(m, CLASS_OTHER, node);
    instance->is_uncertain = instance->is_host = true;
    call_unknown(m, args, count, node);
    return v_object(instance);
}

/* The instance a base constructor starts with; a derived one gets its from super(). */
static struct value base_instance(struct machine *m, struct object *closure, struct object *target,
                                  const struct js_node *node)
{
    struct object *instance = object_new(m, CLASS_PLAIN, node);
    struct object *prototype = prototype_of(m, target);
    if (prototype)
        instance->proto = prototype;
    object_reserve(m, instance, closure->closure.instance_room);
    initialise_fields(m, instance, closure);
    return v_object(instance);
}

static struct value construct_closure(struct machine *m, struct object *closure, struct value *args,
                                      unsigned count, const struct js_node *node,
                                      struct object *target, bool uncertain)
{
    bool derived =
        closure->is_class && closure->closure.class_node && closure->closure.class_node->b;
    struct value self = derived ? v_undefined() : base_instance(m, closure, target, node);
    if (m->threw)
        return self;
    if (!closure->closure.function) { /* a class without a constructor of its own */
        return derived ? construct_super(m, closure, args, count, node, target) : self;
    }
    struct frame *caller = m->frame;
    struct start start = {.closure = closure,
                          .self = self,
                          .args = args,
                          .count = count,
                          .args_uncertain = uncertain,
                          .new_target = target};
    closure->closure.called = function_notes(closure->closure.function)->executed = true;
    if (too_deep(m, closure->closure.function))
        return construct_unknown(m, args, count, node);
    struct frame frame;
    open_frame(m, &frame, &start);
    m->call_depth++;
    struct value result = run_body(m, &frame);
    m->call_depth--;
    self = frame.self;
    m->frame = caller;
    if (self.tag == V_OBJECT && self.object->properties.len <= UINT8_MAX)
        closure->closure.instance_room = (uint8_t)self.object->properties.len;
    if (result.tag == V_OBJECT)
        return result;
    return self.tag == V_UNDEFINED && !m->threw ? construct_unknown(m, NULL, 0, node) : self;
}

struct value construct_super(struct machine *m, struct object *closure, struct value *args,
                             unsigned count, const struct js_node *node, struct object *target)
{
    struct value parent = closure->proto ? v_object(closure->proto) : v_unknown();
    if (!v_callable(parent) || closure->proto == m->function_proto)
        parent = v_unknown();
    struct value self = construct(m, parent, args, count, node, target);
    if (m->threw)
        return self;
    if (self.tag != V_OBJECT)
        self = construct_unknown(m, NULL, 0, node);
    struct object *prototype = prototype_of(m, target);
    if (prototype && self.object->class != CLASS_CLOSURE)
        self.object->proto = prototype;
    initialise_fields(m, self.object, closure);
    return self;
}

struct value construct(struct machine *m, struct value callee, struct value *args, unsigned count,
                       const struct js_node *node, struct object *new_target)
{
    if (m->exhausted)
        return v_unknown();
    if (v_is(callee, CLASS_NATIVE)) {
        struct object *target = new_target ? new_target : callee.object;
        struct call call = {v_undefined(), args, count, callee.object, target, node};
        return callee.object->native.fn(m, &call);
    }
    if (v_is(callee, CLASS_CLOSURE))
        return construct_closure(m, callee.object, args, count, node,
                                 new_target ? new_target : callee.object, false);
    return construct_unknown(m, args, count, node);
}

/* `new` by code we do not know, of a class that has a constructor. */
struct value construct_as_entry(struct machine *m, struct object *closure)
{
    return construct_closure(m, closure, NULL, 0, closure->closure.function->node, closure, true);
}

/* ---- the expressions ---- */

struct arguments {
    struct value at[MOST_ARGS];
    unsigned count;
    bool uncertain;
};

static void add_argument(struct machine *m, struct arguments *args, struct value value)
{
    use_value(value);
    if (args->count < MOST_ARGS)
        args->at[args->count++] = value;
    else
        escape(m, value);
}

static void spread_argument(struct machine *m, struct arguments *args, struct value list)
{
    bool known = v_is(list, CLASS_ARRAY) && !list.object->is_uncertain;
    for (uint32_t i = 0; known && i < list.object->array.len; i++)
        add_argument(m, args, list.object->array.at[i]);
    if (!known) {
        args->uncertain = true;
        m->inexact = true;
    }
}

static bool eval_arguments(struct machine *m, const struct js_node *list, struct arguments *args)
{
    args->count = 0;
    args->uncertain = false;
    for (; list; list = list->next) {
        struct value value = eval(m, list->kind == JS_SPREAD ? list->a : list);
        if (m->threw)
            return false;
        if (list->kind == JS_SPREAD)
            spread_argument(m, args, value);
        else
            add_argument(m, args, value);
    }
    return true;
}

/* window.setTimeout(...), self.fetch(...): whether there is a window is left open. */
static const struct property *window_function(struct machine *m, const struct js_node *node)
{
    const struct js_node *object = node->a;
    if (node->kind != JS_MEMBER || object->kind != JS_NAME || object->variable ||
        !(str_is(object->name->text, "window") || str_is(object->name->text, "self")))
        return NULL;
    const struct property *property = object_own(m->global, node->b->text);
    return property && v_is(property->value, CLASS_NATIVE) ? property : NULL;
}

struct value eval_callee(struct machine *m, const struct js_node *node, struct value *self)
{
    *self = v_undefined();
    if (node->kind == JS_CHAIN && (node->flags & JS_PARENTHESISED) == 0)
        return eval(m, node);
    if (node->kind != JS_MEMBER && node->kind != JS_INDEX)
        return eval(m, node);
    if (node->a->kind == JS_SUPER) {
        *self = m->frame->self;
        return eval(m, node);
    }
    const struct property *of_window = window_function(m, node);
    if (of_window)
        return of_window->value;
    *self = eval(m, node->a);
    if (m->threw || m->chain_ended || chain_ends(m, node, *self))
        return v_undefined();
    if (node->kind == JS_MEMBER)
        return get_property(m, *self, node->b->text, node);
    struct value key = eval(m, node->b);
    return m->threw ? key : get_index(m, *self, key, node);
}

static void mark_call(struct machine *m, const struct js_node *callee)
{
    struct context *context = context_now(m);
    for (size_t i = context->accesses.len; i-- > 0 && i + 3 > context->accesses.len;)
        if (context->accesses.at[i].node == callee)
            context->accesses.at[i].is_call = true;
}

struct value eval_super_call(struct machine *m, const struct js_node *node)
{
    struct arguments args;
    if (!eval_arguments(m, node->b, &args))
        return v_undefined();
    struct frame *frame = m->frame; /* an arrow function in a constructor may call super() too */
    while (frame && frame->function->is_arrow)
        frame = frame->caller;
    if (!frame || !frame->callee || !frame->new_target)
        return call_unknown(m, args.at, args.count, node);
    struct value self =
        construct_super(m, frame->callee, args.at, args.count, node, frame->new_target);
    if (!m->threw) {
        frame->self = self;
        m->frame->self = self;
    }
    return self;
}

/* x.map(f) on something unknown: f is most likely called now, with what we do not know. */
static bool iterates_now(const struct js_node *callee)
{
    static const char *const names[] = {"forEach",   "map",    "filter",  "some", "every",  "find",
                                        "findIndex", "reduce", "flatMap", "sort", "replace"};
    if (callee->kind != JS_MEMBER)
        return false;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_is(callee->b->text->text, names[i]))
            return true;
    return false;
}

static enum completion iterate_way(struct machine *m, void *data)
{
    struct call_way *way = data;
    struct value result = call_as_entry(m, way->callee.object, v_unknown());
    if (str_is(way->node->a->b->text->text, "forEach"))
        drop_result(way->callee.object, result);
    else
        escape(m, result);
    if (str_is(way->node->a->b->text->text, "map") && v_is(result, CLASS_PROMISE)) {
        m->mapped_by = way->node;
        m->mapped = result;
    }
    return DONE;
}

/* A parameter whose argument was left out for certain, so that it has its default. */
static bool is_left_out(const struct frame *frame, const struct js_node *name)
{
    unsigned index = 0;
    const struct js_node *param = frame->function->params;
    if (name->kind != JS_NAME || !name->variable || name->variable->by != JS_BY_PARAMETER ||
        name->variable->written_late)
        return false;
    while (param && !(param->kind == JS_DEFAULT && param->a->kind == JS_NAME &&
                      param->a->variable == name->variable)) {
        param = param->next;
        index++;
    }
    return param && (index < frame->arg_count ? frame->args[index].tag == V_UNDEFINED
                                              : !frame->args_uncertain);
}

/* token.onCancelled(f) where no token was given: the default stands for "never", so f is not
 * called. */
static void withhold(const struct arguments *args)
{
    for (unsigned i = 0; i < args->count; i++)
        if (v_is(args->at[i], CLASS_CLOSURE))
            args->at[i].object->closure.queued = args->at[i].object->closure.called = true;
}

/* Behind `name` in the source: a call of a method that promises do not have? */
static bool calls_other_method(struct str behind)
{
    static const char *const reactions[] = {"then(", "catch(", "finally("};
    if (!str_starts(behind, STR(".")))
        return false;
    behind = str_from(behind, 1);
    for (size_t i = 0; i < COUNT_OF(reactions); i++)
        if (str_starts(behind, str_of(reactions[i])))
            return false;
    size_t len = 0;
    while (len < behind.len && (isalnum((unsigned char)behind.at[len]) || behind.at[len] == '_'))
        len++;
    return len && len < behind.len && behind.at[len] == '(';
}

/* then(function (next) { ... next(); }) */
static bool takes_continuation(const struct js_function *function)
{
    static const char *const names[] = {"next", "done", "cb", "callback"};
    const struct js_node *first = function->params;
    for (size_t i = 0; first && first->kind == JS_NAME && i < COUNT_OF(names); i++)
        if (str_is(first->name->text, names[i]))
            return true;
    return false;
}

/* A scraper's or a browser test's `then`: its callback takes more than a value, or a continuation,
 * or the thing has methods of its own (casper.start()), or is a global nobody declared. */
static bool is_no_promise(const struct machine *m, const struct js_node *object,
                          const struct arguments *args)
{
    const struct js_function *callback = args->count && v_is(args->at[0], CLASS_CLOSURE)
                                             ? args->at[0].object->closure.function
                                             : NULL;
    if (callback && callback->params && (callback->params->next || takes_continuation(callback)))
        return true;
    if (object->kind != JS_NAME)
        return false;
    if (!object->variable)
        return true;
    struct str text = m->frame->unit->source->text;
    for (const struct js_node *r = object->variable->first_reference; r; r = r->next_reference)
        if (r->end < text.len && calls_other_method(str_from(text, r->end)))
            return true;
    return false;
}

static struct value call_unknown_method(struct machine *m, const struct js_node *node,
                                        struct value self, struct arguments *args)
{
    const struct js_node *callee = node->a;
    if (callee->kind == JS_MEMBER) {
        struct str name = callee->b->text->text;
        bool reacts = str_is(name, "then") || (str_is(name, "catch") && args->count == 1) ||
                      (str_is(name, "finally") && args->count == 1);
        if (reacts && self.tag == V_UNKNOWN && self.type == ANY &&
            !is_no_promise(m, callee->a, args)) {
            struct value promise = v_object(promise_unknown(m, callee->a)->object);
            return call_value(m, get_property(m, promise, callee->b->text, NULL), promise, args->at,
                              args->count, node);
        }
        if (iterates_now(callee) && args->count && v_is(args->at[0], CLASS_CLOSURE)) {
            struct call_way way = {.callee = args->at[0], .self = self, .node = node};
            branch(m, iterate_way, &way, NULL, NULL);
            if (m->threw)
                return v_unknown();
            args->at[0].object->closure.queued = true;
        }
        if (is_left_out(m->frame, callee->a))
            withhold(args);
    }
    return call_unknown(m, args->at, args->count, node);
}

static bool is_unknown_callee(struct value callee)
{
    return callee.tag == V_UNKNOWN ||
           (callee.tag == V_OBJECT && !v_callable(callee) && callee.object->is_uncertain);
}

static uint32_t last_maybe(const struct machine *m)
{
    return m->maybe.set ? m->maybe.order : 0;
}

/* What the called function checked is no failure of its caller's; `before` is when the caller
 * itself may have thrown. */
static void leave_checks(struct machine *m, uint32_t before)
{
    if (m->threw)
        m->exception_blame = blame_from_outside(m->exception_blame);
    if (last_maybe(m) != before)
        m->maybe.blame = blame_from_outside(m->maybe.blame);
}

/* What compilers make of an async function for old targets: __awaiter(this, void 0, void 0,
 * function* () { ... }) and __async(this, null, function* () { ... }) call it (TypeScript,
 * esbuild), _asyncToGenerator(function* () { ... }) gives it out (Babel). It behaves like one, with
 * `yield` for `await`. */
static bool is_helper(const struct js_node *callee, const char *helper)
{
    if (callee->kind == JS_SEQUENCE) /* (0, tslib.__awaiter)(...) */
        callee = callee->a->next;
    if (callee->kind == JS_MEMBER && callee->a->kind == JS_NAME &&
        str_is(callee->b->text->text, "default"))
        callee = callee->a;
    const struct js_name *name = callee->kind == JS_NAME     ? callee->name
                                 : callee->kind == JS_MEMBER ? callee->b->text
                                                             : NULL;
    return name && str_starts(name->text, str_of(helper));
}

static bool is_generator_function(const struct arguments *args, unsigned index)
{
    const struct js_function *function = args->count > index && v_is(args->at[index], CLASS_CLOSURE)
                                             ? args->at[index].object->closure.function
                                             : NULL;
    return function && function->body && function->is_generator && !function->is_async;
}

static struct value compiled_async(struct machine *m, const struct object *generator)
{
    struct object *closure = object_new(m, CLASS_CLOSURE, generator->site);
    closure->unit = generator->unit;
    closure->proto = generator->proto;
    closure->closure = generator->closure;
    closure->closure.is_compiled_async = true;
    return v_object(closure);
}

static struct value call_awaiter(struct machine *m, const struct js_node *node,
                                 struct arguments *args, struct object *generator)
{
    struct value function = compiled_async(m, generator);
    bool has_arguments = args->at[1].tag != V_UNDEFINED && args->at[1].tag != V_NULL;
    generator->closure.called = true;
    if (v_is(args->at[1], CLASS_ARRAY)) { /* [_0, _1], of an arrow function */
        const struct object *list = args->at[1].object;
        return call_closure(m, function.object, args->at[0], list->array.at, list->array.len, node,
                            NULL, m->frame->args_uncertain);
    }
    return call_closure(m, function.object, args->at[0], has_arguments ? m->frame->args : NULL,
                        has_arguments ? m->frame->arg_count : 0, node, NULL,
                        has_arguments && m->frame->args_uncertain);
}

/* True: it is such a call, and this is its value. */
static bool call_helper(struct machine *m, const struct js_node *node, struct arguments *args,
                        struct value *result)
{
    enum { ESBUILD_BODY = 2, AWAITER_BODY = 3 };
    if (is_generator_function(args, AWAITER_BODY) && is_helper(node->a, "__awaiter")) {
        *result = call_awaiter(m, node, args, args->at[AWAITER_BODY].object);
        return true;
    }
    if (is_generator_function(args, ESBUILD_BODY) && is_helper(node->a, "__async")) {
        *result = call_awaiter(m, node, args, args->at[ESBUILD_BODY].object);
        return true;
    }
    if (is_generator_function(args, 0) && is_helper(node->a, "_asyncToGenerator")) {
        *result = compiled_async(m, args->at[0].object);
        return true;
    }
    return false;
}

NOT_INLINED struct value eval_call(struct machine *m, const struct js_node *node)
{
    if (node->a->kind == JS_SUPER)
        return eval_super_call(m, node);
    struct value self;
    struct value callee = eval_callee(m, node->a, &self);
    if (m->threw || m->chain_ended || chain_ends(m, node, callee))
        return v_undefined();
    mark_call(m, node->a);
    need_value(m, callee, NEED_ALL);
    struct arguments args;
    bool chain = m->chain_ended;
    m->chain_ended = false;
    bool evaluated = eval_arguments(m, node->b, &args);
    m->chain_ended = chain;
    if (!evaluated)
        return v_undefined();
    if (v_is(self, CLASS_PROMISE) && !v_callable(callee))
        escape(m, self); /* Bluebird's tap(), say: it reacts in ways we do not see */
    struct value result;
    if (call_helper(m, node, &args, &result))
        return result;
    if (is_unknown_callee(callee))
        return call_unknown_method(m, node, self, &args);
    uint32_t before = last_maybe(m);
    result = args.uncertain && v_is(callee, CLASS_CLOSURE)
                 ? call_closure(m, callee.object, self, args.at, args.count, node, NULL, true)
                 : call_value(m, callee, self, args.at, args.count, node);
    leave_checks(m, before);
    return result;
}

NOT_INLINED struct value eval_new(struct machine *m, const struct js_node *node)
{
    struct value callee = eval(m, node->a);
    struct arguments args;
    if (m->threw || !eval_arguments(m, node->b, &args))
        return v_undefined();
    uint32_t before = last_maybe(m);
    struct value result = construct(m, callee, args.at, args.count, node, NULL);
    leave_checks(m, before);
    return result;
}

/* The language's own objects, as far as they matter to order and to values: console, Object, Math,
 * JSON, errors, functions, strings, Map and Set. What is not here is unknown, never wrong. */
#include "machine/machine.h"

#include <math.h>

struct value call_arg(const struct call *call, unsigned index)
{
    return index < call->count ? call->args[index] : v_undefined();
}

struct object *native_new(struct machine *m, const char *name, native_fn fn)
{
    struct object *native = object_new(m, CLASS_NATIVE, NULL);
    native->native.fn = fn;
    native->native.name = name;
    native->is_host = true;
    native->proto = m->function_proto;
    return native;
}

static void define_hidden(struct machine *m, struct object *object, const char *name,
                          struct value value)
{
    struct property *property = object_add(m, object, name_of(m, name));
    property->value = value;
    property->is_hidden = true;
}

void install(struct machine *m, struct object *object, const char *name, native_fn fn)
{
    struct object *native = native_new(m, name, fn);
    native->is_builtin = true;
    define_hidden(m, object, name, v_object(native));
}

static struct object *host_object(struct machine *m, const char *name)
{
    struct object *object = object_new(m, CLASS_OTHER, NULL);
    object->is_host = object->is_builtin = object->is_uncertain = true;
    if (name)
        define_property(m, m->global, name_of(m, name), v_object(object));
    return object;
}

/* ---- console ---- */

static void write_array(struct machine *m, struct object *array, struct buf *out)
{
    buf_text(out, array->array.len ? "[ " : "[");
    for (uint32_t i = 0; i < array->array.len; i++) {
        if (i)
            buf_text(out, ", ");
        write_for_log(m, array->array.at[i], out, true);
    }
    buf_text(out, array->array.len ? " ]" : "]");
}

void write_for_log(struct machine *m, struct value value, struct buf *out, bool nested)
{
    if (value.tag == V_STRING && nested) {
        buf_printf(out, "'" STR_FMT "'", STR_ARG(value.string->text));
        return;
    }
    if (v_is(value, CLASS_ARRAY)) {
        write_array(m, value.object, out);
        return;
    }
    if (v_is(value, CLASS_ERROR)) {
        struct property *message = object_own(value.object, name_of(m, "message"));
        if (message)
            write_for_log(m, message->value, out, false);
        return;
    }
    const struct js_name *text = value.tag == V_OBJECT ? NULL : v_to_string(m, value);
    if (text)
        buf_str(out, text->text);
    else
        buf_text(out, "?");
}

/* What is printed is read: a list, its elements. */
static void note_printed(struct machine *m, const struct call *call)
{
    const struct js_node *node = call->node && call->node->kind == JS_CALL ? call->node->b : NULL;
    for (unsigned i = 0; i < call->count && node; i++, node = node->next) {
        need_value(m, call->args[i], NEED_PRINTED);
        bool is_list = v_is(call->args[i], CLASS_ARRAY) || v_is(call->args[i], CLASS_MAP) ||
                       v_is(call->args[i], CLASS_SET);
        if (is_list)
            record_list_read(m, call->args[i].object, node);
    }
}

static struct value console_log(struct machine *m, struct call *call)
{
    note_printed(m, call);
    context_now(m)->has_output = true;
    if (m->log && !m->may) {
        for (unsigned i = 0; i < call->count; i++) {
            if (i)
                buf_char(m->log, ' ');
            write_for_log(m, call->args[i], m->log, false);
        }
        buf_char(m->log, '\n');
    }
    return v_undefined();
}

/* Output for people: counts as output, but not for the comparison with Node. */
static struct value console_other(struct machine *m, struct call *call)
{
    (void)call;
    context_now(m)->has_output = true;
    return v_undefined();
}

/* stdout.write(text, callback) */
static struct value stream_write(struct machine *m, struct call *call)
{
    for (unsigned i = 0; i < call->count; i++)
        escape(m, call->args[i]);
    context_now(m)->has_output = true;
    return v_any(ANY_BOOLEAN);
}

static void install_console(struct machine *m)
{
    struct object *console = host_object(m, "console");
    install(m, console, "log", console_log);
    static const char *const others[] = {"info",  "warn", "error",   "debug",  "trace", "dir",
                                         "table", "time", "timeEnd", "assert", "group", "groupEnd"};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        install(m, console, others[i], console_other);
}

/* ---- Function.prototype ---- */

static struct value function_call(struct machine *m, struct call *call)
{
    return call_value(m, call->self, call_arg(call, 0), call->count ? call->args + 1 : NULL,
                      call->count ? call->count - 1 : 0, call->node);
}

static struct value function_apply(struct machine *m, struct call *call)
{
    struct value list = call_arg(call, 1);
    if (v_missing(list))
        return call_value(m, call->self, call_arg(call, 0), NULL, 0, call->node);
    if (!v_is(list, CLASS_ARRAY) || list.object->is_uncertain) {
        if (v_is(call->self, CLASS_CLOSURE))
            return call_as_entry(m, call->self.object, call_arg(call, 0));
        return call_unknown(m, call->args, call->count, call->node);
    }
    unsigned count = list.object->array.len < MOST_ARGS ? list.object->array.len : MOST_ARGS;
    return call_value(m, call->self, call_arg(call, 0), list.object->array.at, count, call->node);
}

static struct value call_bound(struct machine *m, struct call *call)
{
    struct value args[MOST_ARGS * 2];
    struct object *bound = call->callee->native.data[2].object;
    unsigned count = 0;
    for (uint32_t i = 0; i < bound->array.len && count < MOST_ARGS; i++)
        args[count++] = bound->array.at[i];
    for (unsigned i = 0; i < call->count && count < COUNT_OF(args); i++)
        args[count++] = call->args[i];
    if (call->new_target)
        return construct(m, call->callee->native.data[0], args, count, call->node, NULL);
    return call_value(m, call->callee->native.data[0], call->callee->native.data[1], args, count,
                      call->node);
}

static struct value function_bind(struct machine *m, struct call *call)
{
    struct object *bound = native_new(m, "bound", call_bound),
                  *args = object_new(m, CLASS_ARRAY, call->node);
    for (unsigned i = 1; i < call->count; i++)
        array_push(m, args, call->args[i]);
    bound->native.data[0] = call->self;
    bound->native.data[1] = call_arg(call, 0);
    bound->native.data[2] = v_object(args);
    if (!v_callable(call->self))
        return v_unknown();
    return v_object(bound);
}

/* ---- errors ---- */

static struct value construct_error(struct machine *m, struct call *call)
{
    struct object *error = object_new(m, CLASS_ERROR, call->node);
    struct property *prototype =
        object_find(call->new_target ? call->new_target : call->callee, name_of(m, "prototype"));
    if (prototype && prototype->value.tag == V_OBJECT)
        error->proto = prototype->value.object;
    if (call->count)
        define_property(m, error, name_of(m, "message"), call->args[0]);
    struct value options = call_arg(call, 1);
    if (options.tag == V_OBJECT)
        error->is_uncertain = true;
    return v_object(error);
}

static void install_errors(struct machine *m)
{
    static const char *const names[] = {"Error",       "TypeError",      "RangeError",
                                        "SyntaxError", "ReferenceError", "EvalError",
                                        "URIError",    "AggregateError", "DOMException"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct object *constructor = native_new(m, names[i], construct_error);
        struct object *prototype = object_new(m, CLASS_OTHER, NULL);
        constructor->is_builtin = prototype->is_builtin = prototype->is_host = true;
        if (i)
            prototype->proto = m->protos[CLASS_ERROR];
        else
            m->protos[CLASS_ERROR] = prototype;
        define_property(m, prototype, name_of(m, "name"), v_string(name_of(m, names[i])));
        define_property(m, prototype, name_of(m, "message"), v_string(name_of(m, "")));
        define_property(m, prototype, name_of(m, "stack"), v_any(ANY_STRING));
        define_property(m, constructor, name_of(m, "prototype"), v_object(prototype));
        define_property(m, constructor, name_of(m, "captureStackTrace"), v_unknown());
        define_property(m, m->global, name_of(m, names[i]), v_object(constructor));
    }
}

/* ---- Object ---- */

static struct value object_keys(struct machine *m, struct call *call, int what)
{
    struct object *result = object_new(m, CLASS_ARRAY, call->node);
    struct value from = call_arg(call, 0);
    if (from.tag != V_OBJECT || from.object->is_uncertain || from.object->escaped ||
        from.object->class == CLASS_ARRAY || m->may) {
        result->is_uncertain = true;
        return v_object(result);
    }
    for (size_t i = 0; i < from.object->properties.len; i++) {
        const struct property *property = &from.object->properties.at[i];
        if (property->is_hidden)
            continue;
        struct value key = v_string(property->key);
        struct object *pair = what == 2 ? object_new(m, CLASS_ARRAY, call->node) : NULL;
        if (pair) {
            array_push(m, pair, key);
            array_push(m, pair, property->value);
        }
        array_push(m, result, what == 0 ? key : what == 1 ? property->value : v_object(pair));
    }
    return v_object(result);
}

static struct value call_keys(struct machine *m, struct call *call)
{
    return object_keys(m, call, 0);
}

static struct value call_values(struct machine *m, struct call *call)
{
    return object_keys(m, call, 1);
}

static struct value call_entries(struct machine *m, struct call *call)
{
    return object_keys(m, call, 2);
}

static struct value object_assign(struct machine *m, struct call *call)
{
    struct value into = call_arg(call, 0);
    for (unsigned i = 1; i < call->count; i++) {
        struct value from = call->args[i];
        if (into.tag != V_OBJECT)
            escape(m, from);
        else if (from.tag != V_OBJECT)
            into.object->is_uncertain |= from.tag == V_UNKNOWN || from.tag == V_CHOICE;
        else {
            into.object->is_uncertain |= from.object->is_uncertain;
            for (size_t j = 0; j < from.object->properties.len; j++)
                if (!from.object->properties.at[j].is_hidden)
                    set_property(m, into, from.object->properties.at[j].key,
                                 from.object->properties.at[j].value, call->node);
        }
    }
    return into;
}

static struct value first_argument(struct machine *m, struct call *call)
{
    (void)m;
    return call_arg(call, 0);
}

struct value this_value(struct machine *m, struct call *call)
{
    (void)m;
    return call->self;
}

static struct value object_create(struct machine *m, struct call *call)
{
    struct object *object = object_new(m, CLASS_PLAIN, call->node);
    struct value proto = call_arg(call, 0);
    if (proto.tag == V_OBJECT)
        object->proto = proto.object;
    else if (proto.tag == V_NULL)
        object->proto = NULL;
    else
        object->is_uncertain = true;
    if (call->count > 1)
        object->is_uncertain = true;
    return v_object(object);
}

static struct value object_define(struct machine *m, struct call *call)
{
    struct value object = call_arg(call, 0), descriptor = call_arg(call, 2);
    const struct js_name *key = v_to_key(m, call_arg(call, 1));
    if (object.tag != V_OBJECT)
        return object;
    if (!key || descriptor.tag != V_OBJECT) {
        object.object->is_uncertain = true;
        escape(m, descriptor);
        return object;
    }
    struct property *value = object_own(descriptor.object, name_of(m, "value"));
    struct property *getter = object_own(descriptor.object, name_of(m, "get"));
    if (getter && v_callable(getter->value))
        object_add(m, object.object, key)->getter = getter->value.object;
    else
        define_property(m, object.object, key, value ? value->value : v_unknown());
    return object;
}

static struct value set_prototype(struct machine *m, struct call *call)
{
    struct value object = call_arg(call, 0), proto = call_arg(call, 1);
    if (object.tag == V_OBJECT && proto.tag == V_OBJECT)
        object.object->proto = proto.object;
    else if (object.tag == V_OBJECT)
        object.object->is_uncertain = true;
    (void)m;
    return object;
}

static struct value get_prototype(struct machine *m, struct call *call)
{
    struct value object = call_arg(call, 0);
    (void)m;
    return object.tag == V_OBJECT && object.object->proto ? v_object(object.object->proto)
                                                          : v_unknown();
}

static struct value construct_object(struct machine *m, struct call *call)
{
    struct value from = call_arg(call, 0);
    return from.tag == V_OBJECT ? from : v_object(object_new(m, CLASS_PLAIN, call->node));
}

static void install_object(struct machine *m)
{
    struct object *constructor = native_new(m, "Object", construct_object);
    constructor->is_builtin = true;
    define_property(m, constructor, name_of(m, "prototype"), v_object(m->object_proto));
    static const struct {
        const char *name;
        native_fn fn;
    } statics[] = {
        {"keys", call_keys},
        {"values", call_values},
        {"entries", call_entries},
        {"assign", object_assign},
        {"freeze", first_argument},
        {"seal", first_argument},
        {"preventExtensions", first_argument},
        {"create", object_create},
        {"defineProperty", object_define},
        {"setPrototypeOf", set_prototype},
        {"getPrototypeOf", get_prototype},
    };
    for (size_t i = 0; i < COUNT_OF(statics); i++)
        install(m, constructor, statics[i].name, statics[i].fn);
    constructor->is_uncertain = true;
    define_property(m, m->global, name_of(m, "Object"), v_object(constructor));
}

/* ---- Math, JSON, Number, String, Date ---- */

static struct value any_number(struct machine *m, struct call *call)
{
    (void)m, (void)call;
    return v_any(ANY_NUMBER);
}

static struct value any_string(struct machine *m, struct call *call)
{
    (void)m, (void)call;
    return v_any(ANY_STRING);
}

static struct value any_boolean(struct machine *m, struct call *call)
{
    (void)m, (void)call;
    return v_any(ANY_BOOLEAN);
}

static struct value unary_math(struct call *call, double (*fn)(double))
{
    double x;
    return v_to_number(call_arg(call, 0), &x) ? v_number(fn(x)) : v_any(ANY_NUMBER);
}

static struct value math_floor(struct machine *m, struct call *call)
{
    (void)m;
    return unary_math(call, floor);
}

static struct value math_ceil(struct machine *m, struct call *call)
{
    (void)m;
    return unary_math(call, ceil);
}

static struct value math_abs(struct machine *m, struct call *call)
{
    (void)m;
    return unary_math(call, fabs);
}

static struct value math_best(struct call *call, double sign)
{
    double best = -INFINITY, x;
    for (unsigned i = 0; i < call->count; i++) {
        if (!v_to_number(call->args[i], &x))
            return v_any(ANY_NUMBER);
        if (x * sign > best)
            best = x * sign;
    }
    return v_number(best * sign);
}

static struct value math_max(struct machine *m, struct call *call)
{
    (void)m;
    return math_best(call, 1);
}

static struct value math_min(struct machine *m, struct call *call)
{
    (void)m;
    return math_best(call, -1);
}

static struct value json_parse(struct machine *m, struct call *call)
{
    m->inexact = true;
    machine_maybe_throw(m, v_unknown(), call->node, BLAME_NOBODY);
    return v_unknown();
}

static struct value to_string(struct machine *m, struct call *call)
{
    const struct js_name *text = call->count ? v_to_string(m, call->args[0]) : name_of(m, "");
    return text && !call->new_target ? v_string(text) : v_any(ANY_STRING);
}

static struct value to_number(struct machine *m, struct call *call)
{
    double x;
    (void)m;
    return v_to_number(call_arg(call, 0), &x) && !call->new_target ? v_number(x)
                                                                   : v_any(ANY_NUMBER);
}

static struct value to_boolean(struct machine *m, struct call *call)
{
    (void)m;
    enum truth truth = v_truth(call_arg(call, 0));
    return truth == MAYBE ? v_any(ANY_BOOLEAN) : v_boolean(truth == TRUE_);
}

static struct value scalar_to_string(struct machine *m, struct call *call)
{
    const struct js_name *text = call->self.tag == V_OBJECT ? NULL : v_to_string(m, call->self);
    return text && !call->count ? v_string(text) : v_any(ANY_STRING);
}

static struct value string_repeat(struct machine *m, struct call *call)
{
    double times;
    if (call->self.tag != V_STRING || !v_to_number(call_arg(call, 0), &times) ||
        !(times >= 0 && times < 100) || call->self.string->text.len > 40)
        return v_any(ANY_STRING);
    struct buf out = {0};
    for (int i = 0; i < (int)times; i++)
        buf_str(&out, call->self.string->text);
    struct value result = v_string(name_of_str(m, buf_view(&out)));
    buf_free(&out);
    return result;
}

static struct value string_array(struct machine *m, struct call *call)
{
    struct object *array = object_new(m, CLASS_ARRAY, call->node);
    array->is_uncertain = true;
    return v_object(array);
}

static struct value make_symbol(struct machine *m, struct call *call)
{
    struct str text = arena_printf(&m->arena, "@@%u", ++m->next_object);
    (void)call;
    return v_string(name_of_str(m, text));
}

struct value any_value(struct machine *m, struct call *call)
{
    (void)m, (void)call;
    return v_unknown();
}

static struct value make_uncertain(struct machine *m, struct call *call)
{
    struct object *object = object_new(m, CLASS_OTHER, call->node);
    object->is_host = object->is_uncertain = true;
    for (unsigned i = 0; i < call->count; i++)
        escape(m, call->args[i]);
    return v_object(object);
}

struct builtin {
    const char *name;
    native_fn fn;
};

static void install_all(struct machine *m, struct object *object, const struct builtin *rows,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        install(m, object, rows[i].name, rows[i].fn);
}

/* What has no row is unknown here too: Number.isInteger, Date.UTC, Symbol.for. */
static struct object *install_constructor(struct machine *m, const char *name, native_fn fn)
{
    install(m, m->global, name, fn);
    struct object *constructor = object_own(m->global, name_of(m, name))->value.object;
    constructor->is_uncertain = true;
    return constructor;
}

static void install_math(struct machine *m)
{
    static const struct builtin maths[] = {
        {"random", any_number}, {"floor", math_floor}, {"ceil", math_ceil},  {"abs", math_abs},
        {"round", any_number},  {"max", math_max},     {"min", math_min},    {"pow", any_number},
        {"sqrt", any_number},   {"trunc", any_number}, {"sign", any_number}, {"log", any_number},
    };
    install_all(m, host_object(m, "Math"), maths, COUNT_OF(maths));
    struct object *json = host_object(m, "JSON");
    install(m, json, "parse", json_parse);
    install(m, json, "stringify", any_string);
    install(m, host_object(m, "performance"), "now", any_number);
}

/* All that the standard has for texts and numbers: what is not there is undefined. */
static void install_scalar_methods(struct machine *m)
{
    static const struct builtin texts[] = {{"slice", any_string},
                                           {"substring", any_string},
                                           {"substr", any_string},
                                           {"trim", any_string},
                                           {"toLowerCase", any_string},
                                           {"toUpperCase", any_string},
                                           {"replace", any_string},
                                           {"replaceAll", any_string},
                                           {"padStart", any_string},
                                           {"padEnd", any_string},
                                           {"charAt", any_string},
                                           {"concat", any_string},
                                           {"normalize", any_string},
                                           {"trimStart", any_string},
                                           {"trimEnd", any_string},
                                           {"trimLeft", any_string},
                                           {"trimRight", any_string},
                                           {"toLocaleLowerCase", any_string},
                                           {"link", any_string},
                                           {"toLocaleUpperCase", any_string},
                                           {"anchor", any_string},
                                           {"toWellFormed", any_string},
                                           {"includes", any_boolean},
                                           {"startsWith", any_boolean},
                                           {"endsWith", any_boolean},
                                           {"isWellFormed", any_boolean},
                                           {"indexOf", any_number},
                                           {"lastIndexOf", any_number},
                                           {"charCodeAt", any_number},
                                           {"codePointAt", any_number},
                                           {"search", any_number},
                                           {"localeCompare", any_number},
                                           {"split", string_array},
                                           {"repeat", string_repeat},
                                           {"match", any_value},
                                           {"matchAll", any_value},
                                           {"at", any_value},
                                           {"toString", scalar_to_string},
                                           {"valueOf", scalar_to_string}};
    static const struct builtin numbers[] = {
        {"toString", scalar_to_string}, {"toFixed", any_string},        {"toPrecision", any_string},
        {"toExponential", any_string},  {"toLocaleString", any_string}, {"valueOf", any_number},
    };
    install_all(m, m->string_proto, texts, COUNT_OF(texts));
    install_all(m, m->number_proto, numbers, COUNT_OF(numbers));
    m->string_proto->is_uncertain = true;
}

static void install_scalars(struct machine *m)
{
    install_math(m);
    install_constructor(m, "String", to_string);
    install_constructor(m, "Number", to_number);
    install_constructor(m, "Boolean", to_boolean);
    install(m, m->global, "parseInt", any_number);
    install(m, m->global, "parseFloat", any_number);
    install(m, m->global, "isNaN", any_boolean);
    install(m, m->global, "isFinite", any_boolean);
    install(m, install_constructor(m, "Date", make_uncertain), "now", any_number);
    struct object *symbol = install_constructor(m, "Symbol", make_symbol);
    define_property(m, symbol, name_of(m, "iterator"), v_string(name_of(m, "@@iterator")));
    define_property(m, symbol, name_of(m, "asyncIterator"),
                    v_string(name_of(m, "@@asyncIterator")));
    install_scalar_methods(m);
}

static struct value process_on(struct machine *m, struct call *call)
{
    escape(m, call_arg(call, 1));
    return call->self;
}

static struct value process_exit(struct machine *m, struct call *call)
{
    (void)call;
    m->inexact = context_now(m)->ends_program = true;
    return v_undefined();
}

static void install_process(struct machine *m)
{
    struct object *process = host_object(m, "process");
    static const char *const methods[] = {"on", "once", "addListener", "prependListener"};
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        install(m, process, methods[i], process_on);
    install(m, process, "exit", process_exit);
    struct object *stream = host_object(m, NULL);
    install(m, stream, "write", stream_write);
    define_property(m, process, name_of(m, "stdout"), v_object(stream));
    define_property(m, process, name_of(m, "stderr"), v_object(stream));
}

void install_builtins(struct machine *m)
{
    m->object_proto = object_new(m, CLASS_OTHER, NULL);
    m->function_proto = object_new(m, CLASS_OTHER, NULL);
    m->string_proto = object_new(m, CLASS_OTHER, NULL);
    m->number_proto = object_new(m, CLASS_OTHER, NULL);
    m->global = object_new(m, CLASS_OTHER, NULL);
    struct object *own[] = {m->object_proto, m->function_proto, m->string_proto, m->number_proto,
                            m->global};
    for (size_t i = 0; i < COUNT_OF(own); i++) {
        own[i]->is_host = own[i]->is_builtin = true;
        own[i]->proto = i && i != 4 ? m->object_proto : NULL;
    }
    m->protos[CLASS_CLOSURE] = m->protos[CLASS_NATIVE] = m->function_proto;
    install(m, m->function_proto, "call", function_call);
    install(m, m->function_proto, "apply", function_apply);
    install(m, m->function_proto, "bind", function_bind);
    install(m, m->function_proto, "toString", any_string);
    static const struct builtin objects[] = {
        {"hasOwnProperty", any_boolean}, {"propertyIsEnumerable", any_boolean},
        {"isPrototypeOf", any_boolean},  {"toString", any_string},
        {"toLocaleString", any_string},  {"valueOf", this_value},
    };
    install_all(m, m->object_proto, objects, COUNT_OF(objects));
    define_hidden(m, m->object_proto, "constructor", v_unknown());
    define_hidden(m, m->function_proto, "name", v_any(ANY_STRING));
    define_hidden(m, m->function_proto, "length", v_any(ANY_NUMBER));
    define_property(m, m->global, name_of(m, "undefined"), v_undefined());
    define_property(m, m->global, name_of(m, "NaN"), v_number(NAN));
    define_property(m, m->global, name_of(m, "Infinity"), v_number(INFINITY));
    define_property(m, m->global, name_of(m, "globalThis"), v_object(m->global));
    define_property(m, m->global, name_of(m, "global"), v_object(m->global));
    m->global->is_uncertain = true;
    install_console(m);
    install_errors(m);
    install_object(m);
    install_scalars(m);
    install_process(m);
}

/* Expressions. */
#include "machine/machine.h"

#include <math.h>

struct way_data {
    const struct js_node *node;
    struct value result;
};

static enum completion eval_way(struct machine *m, void *data)
{
    struct way_data *way = data;
    bool is_dropped = m->dropping == way->node;
    way->result = eval(m, way->node);
    if (is_dropped && !m->threw)
        drop_value(m, way->result, way->node);
    return DONE;
}

/* Evaluates one or the other, or both where `truth` does not tell; NULL stands for `otherwise`. */
static struct value eval_either(struct machine *m, enum truth truth, const struct js_node *yes,
                                const struct js_node *no, struct value otherwise)
{
    if (truth != MAYBE) {
        const struct js_node *taken = truth == TRUE_ ? yes : no;
        return taken ? eval(m, taken) : otherwise;
    }
    struct way_data first = {yes, otherwise}, second = {no, otherwise};
    bool is_dropped = m->dropping && (m->dropping == yes || m->dropping == no);
    branch(m, yes ? eval_way : NULL, &first, no ? eval_way : NULL, &second);
    return m->threw || is_dropped ? v_undefined() : v_join(m, first.result, second.result);
}

/* A read whose only purpose is to ask whether the value is there yet is no use of it. */
static void mark_guard(struct machine *m, const struct js_node *node)
{
    struct context *context = context_now(m);
    for (size_t i = context->accesses.len; i-- > 0 && i + 4 > context->accesses.len;)
        if (context->accesses.at[i].node == node)
            context->accesses.at[i].is_guard = true;
}

static bool is_absence(const struct js_node *node)
{
    if (node->kind == JS_NULL || node->kind == JS_TRUE || node->kind == JS_FALSE)
        return true;
    return (node->kind == JS_NAME && str_is(node->name->text, "undefined")) ||
           (node->kind == JS_UNARY && (node->op == JS_OP_VOID || node->op == JS_OP_TYPEOF));
}

static void mark_conditions(struct machine *m, uint32_t from)
{
    struct context *context = context_now(m);
    for (size_t i = context->accesses.len; i-- > 0 && context->accesses.at[i].order > from;)
        context->accesses.at[i].is_condition = true;
}

static struct value eval_looked_at(struct machine *m, const struct js_node *node)
{
    uint32_t from = m->next_order;
    struct value value = eval(m, node);
    mark_conditions(m, from);
    while (node->kind == JS_LOGICAL) /* its left side was a test already */
        node = node->b;
    mark_guard(m, node->kind == JS_CHAIN ? node->a : node);
    return value;
}

struct value eval_test(struct machine *m, const struct js_node *node)
{
    struct value value = eval_looked_at(m, node);
    while (node->kind == JS_LOGICAL && node->op == JS_OP_LOGICAL_AND)
        node = node->b;
    if (node->kind != JS_LOGICAL) /* of a || b it may be either */
        machine_uses(m, value, node, USED_AS_CONDITION);
    return value;
}

NOT_INLINED static struct value eval_logical(struct machine *m, const struct js_node *node)
{
    bool is_dropped = m->dropping == node; /* c && f(): then f() is dropped */
    struct value left = eval_test(m, node->a);
    if (m->threw)
        return left;
    m->dropping = is_dropped ? node->b : NULL;
    if (node->op == JS_OP_LOGICAL_AND)
        return eval_either(m, v_truth(left), node->b, NULL, left);
    if (node->op == JS_OP_LOGICAL_OR)
        return eval_either(m, v_truth(left), NULL, node->b, left);
    enum truth missing = left.tag == V_UNKNOWN || left.tag == V_CHOICE ? MAYBE
                         : v_missing(left)                             ? TRUE_
                                                                       : FALSE_;
    if (left.tag == V_UNKNOWN && left.type != ANY)
        missing = FALSE_;
    return eval_either(m, missing, node->b, NULL, left);
}

static struct value truth_value(enum truth truth)
{
    return truth == MAYBE ? v_any(ANY_BOOLEAN) : v_boolean(truth == TRUE_);
}

static enum truth negate(enum truth truth)
{
    return truth == MAYBE ? MAYBE : truth == TRUE_ ? FALSE_ : TRUE_;
}

static struct value concatenate(struct machine *m, struct value a, struct value b)
{
    enum { LONGEST = 4096 };
    const struct js_name *x = v_to_string(m, a), *y = v_to_string(m, b);
    if (!x || !y || x->text.len + y->text.len > LONGEST)
        return v_any(ANY_STRING);
    struct str joined =
        arena_printf(&m->arena, STR_FMT STR_FMT, STR_ARG(x->text), STR_ARG(y->text));
    return v_string(name_of_str(m, joined));
}

static int32_t to_int32(double number)
{
    if (isnan(number) || isinf(number))
        return 0;
    return (int32_t)(uint32_t)(int64_t)fmod(trunc(number), 4294967296.0);
}

static struct value arithmetic(enum js_op op, double x, double y)
{
    switch (op) {
    case JS_OP_SUB:
        return v_number(x - y);
    case JS_OP_MUL:
        return v_number(x * y);
    case JS_OP_DIV:
        return v_number(x / y);
    case JS_OP_MOD:
        return v_number(fmod(x, y));
    case JS_OP_EXP:
        return v_number(pow(x, y));
    case JS_OP_AND:
        return v_number(to_int32(x) & to_int32(y));
    case JS_OP_OR:
        return v_number(to_int32(x) | to_int32(y));
    case JS_OP_XOR:
        return v_number(to_int32(x) ^ to_int32(y));
    case JS_OP_SHL:
        return v_number((int32_t)((uint32_t)to_int32(x) << (to_int32(y) & 31)));
    case JS_OP_SHR:
        return v_number(to_int32(x) >> (to_int32(y) & 31));
    case JS_OP_USHR:
        return v_number((uint32_t)to_int32(x) >> (to_int32(y) & 31));
    default:
        return v_any(ANY_NUMBER);
    }
}

static bool is_text(struct value v)
{
    return v.tag == V_STRING || (v.tag == V_UNKNOWN && v.type == ANY_STRING);
}

static struct value add(struct machine *m, struct value a, struct value b)
{
    if (is_text(a) || is_text(b))
        return concatenate(m, a, b);
    if (a.tag == V_OBJECT || b.tag == V_OBJECT)
        return concatenate(m, a, b);
    double x, y;
    if (v_to_number(a, &x) && v_to_number(b, &y))
        return v_number(x + y);
    bool numbers = v_typeof(a) && v_typeof(b) && strcmp(v_typeof(a), "number") == 0 &&
                   strcmp(v_typeof(b), "number") == 0;
    return numbers ? v_any(ANY_NUMBER) : v_unknown();
}

static struct value compare(enum js_op op, struct value a, struct value b)
{
    if (a.tag == V_STRING && b.tag == V_STRING) {
        struct str x = a.string->text, y = b.string->text;
        int order = memcmp(x.at, y.at, x.len < y.len ? x.len : y.len);
        if (!order)
            order = x.len < y.len ? -1 : x.len > y.len;
        return v_boolean(op == JS_OP_LESS         ? order < 0
                         : op == JS_OP_GREATER    ? order > 0
                         : op == JS_OP_LESS_EQUAL ? order <= 0
                                                  : order >= 0);
    }
    double x, y;
    if (!v_to_number(a, &x) || !v_to_number(b, &y))
        return v_any(ANY_BOOLEAN);
    return v_boolean(op == JS_OP_LESS         ? x < y
                     : op == JS_OP_GREATER    ? x > y
                     : op == JS_OP_LESS_EQUAL ? x <= y
                                              : x >= y);
}

static struct value instance_of(struct machine *m, struct value a, struct value b)
{
    if (a.tag == V_UNKNOWN || a.tag == V_CHOICE || !v_callable(b))
        return v_any(ANY_BOOLEAN);
    if (a.tag != V_OBJECT)
        return v_boolean(false);
    struct property *prototype = object_own(b.object, name_of(m, "prototype"));
    if (!prototype || prototype->value.tag != V_OBJECT)
        return v_any(ANY_BOOLEAN);
    for (struct object *o = a.object->proto; o; o = o->proto)
        if (o == prototype->value.object)
            return v_boolean(true);
    return a.object->is_uncertain ? v_any(ANY_BOOLEAN) : v_boolean(false);
}

static struct value has_property(struct machine *m, struct value key, struct value object)
{
    const struct js_name *name = v_to_key(m, key);
    if (!name || object.tag != V_OBJECT)
        return v_any(ANY_BOOLEAN);
    if (object_find(object.object, name))
        return m->inexact ? v_any(ANY_BOOLEAN) : v_boolean(true);
    return object.object->is_uncertain || object.object->class == CLASS_ARRAY ? v_any(ANY_BOOLEAN)
                                                                              : v_boolean(false);
}

struct value eval_binary(struct machine *m, enum js_op op, struct value a, struct value b)
{
    double x, y;
    switch (op) {
    case JS_OP_ADD:
        return add(m, a, b);
    case JS_OP_SAME:
        use_value(a); /* which promise it is was the question */
        use_value(b);
        return truth_value(v_strict_equal(a, b));
    case JS_OP_NOT_SAME:
        use_value(a);
        use_value(b);
        return truth_value(negate(v_strict_equal(a, b)));
    case JS_OP_EQUAL:
        return truth_value(v_loose_equal(a, b));
    case JS_OP_NOT_EQUAL:
        return truth_value(negate(v_loose_equal(a, b)));
    case JS_OP_LESS:
    case JS_OP_GREATER:
    case JS_OP_LESS_EQUAL:
    case JS_OP_GREATER_EQUAL:
        return compare(op, a, b);
    case JS_OP_INSTANCEOF:
        return instance_of(m, a, b);
    case JS_OP_IN:
        return has_property(m, a, b);
    default:
        return v_to_number(a, &x) && v_to_number(b, &y) ? arithmetic(op, x, y) : v_any(ANY_NUMBER);
    }
}

static bool is_equality(enum js_op op)
{
    return op == JS_OP_SAME || op == JS_OP_NOT_SAME || op == JS_OP_EQUAL || op == JS_OP_NOT_EQUAL;
}

static bool is_literal(const struct js_node *node)
{
    return node->kind == JS_NUMBER || node->kind == JS_STRING || node->kind == JS_TRUE ||
           node->kind == JS_FALSE;
}

/* Two promises may be compared; one and a number may not. */
static void note_operands(struct machine *m, const struct js_node *node, struct value left,
                          struct value right)
{
    bool is_arithmetic = node->op != JS_OP_INSTANCEOF && node->op != JS_OP_IN;
    if (is_equality(node->op)) {
        if (is_literal(node->b))
            machine_uses(m, left, node->a, USED_AS_COMPARED);
        if (is_literal(node->a))
            machine_uses(m, right, node->b, USED_AS_COMPARED);
    } else if (is_arithmetic) {
        machine_uses(m, left, node->a, USED_AS_OPERAND);
        machine_uses(m, right, node->b, USED_AS_OPERAND);
    }
}

/* Long sums lean to the left: walked down first, so that their length is no depth. */
NOT_INLINED static struct value eval_binary_node(struct machine *m, const struct js_node *node)
{
    enum { LONGEST = 64 };
    const struct js_node *spine[LONGEST];
    unsigned count = 0;
    while (node->kind == JS_BINARY && count < LONGEST) {
        spine[count++] = node;
        node = node->a;
    }
    struct value left = eval(m, node);
    while (count-- && !m->threw) {
        const struct js_node *op = spine[count];
        struct value right = eval(m, op->b);
        if (m->threw)
            break;
        if (is_equality(op->op) && is_absence(op->b))
            mark_guard(m, op->a);
        note_operands(m, op, left, right);
        left = eval_binary(m, op->op, left, right);
    }
    return left;
}

static struct value eval_typeof(struct machine *m, const struct js_node *node)
{
    struct value value = eval_looked_at(m, node->a);
    const char *type = v_typeof(value);
    return type ? v_string(name_of(m, type)) : v_any(ANY_STRING);
}

static struct value eval_delete(struct machine *m, const struct js_node *target)
{
    if (target->kind != JS_MEMBER && target->kind != JS_INDEX)
        return v_boolean(true);
    struct value object = eval(m, target->a);
    struct value key = target->kind == JS_MEMBER ? v_string(target->b->text)
                       : m->threw                ? v_unknown()
                                                 : eval(m, target->b);
    const struct js_name *name = v_to_key(m, key);
    if (!m->threw && object.tag == V_OBJECT && name) {
        set_property(m, object, name, v_undefined(), target);
        if (!m->may)
            object_remove(object.object, name);
    }
    return v_boolean(true);
}

static struct value eval_unary(struct machine *m, const struct js_node *node)
{
    double number;
    if (node->op == JS_OP_TYPEOF)
        return eval_typeof(m, node);
    if (node->op == JS_OP_DELETE)
        return eval_delete(m, node->a);
    struct value value = node->op == JS_OP_NOT ? eval_test(m, node->a) : eval(m, node->a);
    if (m->threw)
        return value;
    switch (node->op) {
    case JS_OP_NOT:
        return truth_value(negate(v_truth(value)));
    case JS_OP_VOID:
        if (v_is(value, CLASS_PROMISE))
            value.object->promise->is_used = value.object->promise->is_handled = true;
        return v_undefined();
    case JS_OP_SUB:
        return v_to_number(value, &number) ? v_number(-number) : v_any(ANY_NUMBER);
    case JS_OP_ADD:
        return v_to_number(value, &number) ? v_number(number) : v_any(ANY_NUMBER);
    default:
        return v_to_number(value, &number) ? v_number(~to_int32(number)) : v_any(ANY_NUMBER);
    }
}

static struct value eval_update(struct machine *m, const struct js_node *node)
{
    struct value old = eval(m, node->a);
    double number;
    if (m->threw)
        return old;
    double step = node->op == JS_OP_INCREMENT ? 1 : -1;
    bool known = v_to_number(old, &number);
    struct value new = known ? v_number(number + step) : v_any(ANY_NUMBER);
    assign_to(m, node->a, new);
    return node->flags & JS_PREFIX ? new : known ? v_number(number) : v_any(ANY_NUMBER);
}

static enum js_op plain_op(enum js_op op)
{
    static const uint8_t plain[JS_OP_COUNT] = {
        [JS_OP_ADD_ASSIGN] = JS_OP_ADD,   [JS_OP_SUB_ASSIGN] = JS_OP_SUB,
        [JS_OP_MUL_ASSIGN] = JS_OP_MUL,   [JS_OP_DIV_ASSIGN] = JS_OP_DIV,
        [JS_OP_MOD_ASSIGN] = JS_OP_MOD,   [JS_OP_EXP_ASSIGN] = JS_OP_EXP,
        [JS_OP_SHL_ASSIGN] = JS_OP_SHL,   [JS_OP_SHR_ASSIGN] = JS_OP_SHR,
        [JS_OP_USHR_ASSIGN] = JS_OP_USHR, [JS_OP_AND_ASSIGN] = JS_OP_AND,
        [JS_OP_OR_ASSIGN] = JS_OP_OR,     [JS_OP_XOR_ASSIGN] = JS_OP_XOR,
    };
    return plain[op];
}

static enum completion assign_way(struct machine *m, void *data)
{
    struct way_data *way = data;
    way->result = eval(m, way->node->b);
    if (!m->threw)
        assign_to(m, way->node->a, way->result);
    return DONE;
}

static struct value eval_logical_assignment(struct machine *m, const struct js_node *node)
{
    struct value old = eval_test(m, node->a);
    if (m->threw)
        return old;
    enum truth truth = v_truth(old);
    if (node->op == JS_OP_NULLISH_ASSIGN)
        truth = old.tag == V_UNKNOWN || old.tag == V_CHOICE ? MAYBE
                : v_missing(old)                            ? FALSE_
                                                            : TRUE_;
    enum truth assigns = node->op == JS_OP_LOGICAL_AND_ASSIGN ? truth : negate(truth);
    struct way_data way = {node, old};
    if (assigns == TRUE_)
        assign_way(m, &way);
    else if (assigns == MAYBE)
        branch(m, assign_way, &way, NULL, NULL);
    return assigns == MAYBE ? v_join(m, old, way.result) : way.result;
}

NOT_INLINED static struct value eval_assign(struct machine *m, const struct js_node *node)
{
    if (node->op >= JS_OP_LOGICAL_AND_ASSIGN)
        return eval_logical_assignment(m, node);
    if (node->op == JS_OP_ASSIGN) {
        /* the object of the target is evaluated first: its effects precede those of the value */
        struct value value;
        if (node->a->kind == JS_MEMBER) {
            struct value object = eval(m, node->a->a);
            value = m->threw ? object : eval(m, node->b);
            if (!m->threw)
                set_property(m, object, node->a->b->text, value, node->a);
            return value;
        }
        value = eval(m, node->b);
        if (!m->threw)
            assign_to(m, node->a, value);
        return value;
    }
    struct value old = eval(m, node->a);
    if (m->threw)
        return old;
    struct value right = eval(m, node->b);
    if (m->threw)
        return right;
    machine_uses(m, right, node->b, USED_AS_OPERAND);
    struct value value = eval_binary(m, plain_op(node->op), old, right);
    assign_to(m, node->a, value);
    return value;
}

struct value eval_template(struct machine *m, const struct js_node *node)
{
    struct value text = v_string(name_of(m, ""));
    for (const struct js_node *part = node->a; part && !m->threw; part = part->next) {
        struct value value = eval(m, part);
        if (m->threw)
            break;
        machine_uses(m, value, part, USED_AS_TEXT);
        text = concatenate(m, text, value);
    }
    return text;
}

static void spread_into(struct machine *m, struct object *array, struct value from,
                        const struct js_node *node)
{
    if (v_is(from, CLASS_ARRAY) || v_is(from, CLASS_SET)) {
        record_list_read(m, from.object, node);
        for (uint32_t i = 0; i < from.object->array.len; i++)
            array_push(m, array, from.object->array.at[i]);
        array->is_uncertain |= from.object->is_uncertain;
    } else {
        array->is_uncertain = true;
    }
}

static struct value eval_array(struct machine *m, const struct js_node *node)
{
    struct object *array = object_new(m, CLASS_ARRAY, node);
    for (const struct js_node *item = node->a; item; item = item->next) {
        struct value value = item->kind == JS_HOLE
                                 ? v_undefined()
                                 : eval(m, item->kind == JS_SPREAD ? item->a : item);
        if (m->threw)
            return value;
        if (item->kind == JS_SPREAD)
            spread_into(m, array, value, item->a);
        else
            array_push(m, array, value);
        use_value(value);
        lose_settlers(value);
    }
    return v_object(array);
}

const struct js_name *eval_key(struct machine *m, const struct js_node *property,
                               struct value *value)
{
    if (!(property->flags & JS_COMPUTED)) {
        *value = v_string(property->a->text);
        return property->a->text;
    }
    *value = eval(m, property->a);
    return m->threw ? NULL : v_to_key(m, *value);
}

static void copy_properties(struct machine *m, struct object *into, struct value from)
{
    if (from.tag != V_OBJECT) {
        into->is_uncertain |= from.tag == V_UNKNOWN || from.tag == V_CHOICE;
        return;
    }
    into->is_uncertain |= from.object->is_uncertain;
    object_reserve(m, into, into->properties.len + from.object->properties.len);
    for (size_t i = 0; i < from.object->properties.len; i++) {
        struct property property = from.object->properties.at[i];
        if (!property.is_hidden)
            define_property(m, into, property.key, property.value);
    }
}

static void add_accessor(struct machine *m, struct object *object, const struct js_name *key,
                         struct value function, bool is_getter)
{
    struct property *property = object_add(m, object, key);
    if (is_getter)
        property->getter = function.object;
    else
        property->setter = function.object;
}

static void eval_property(struct machine *m, struct object *object, const struct js_node *node)
{
    struct value key;
    const struct js_name *name = eval_key(m, node, &key);
    if (m->threw)
        return;
    struct value value = eval(m, node->b);
    if (m->threw)
        return;
    if (!name) {
        object->is_uncertain = true;
        escape(m, value);
    } else if (node->flags & (JS_GETTER | JS_SETTER)) {
        add_accessor(m, object, name, value, node->flags & JS_GETTER);
    } else {
        define_property(m, object, name, value);
        struct property *property = object_own(object, name);
        property->written = node;
        property->context = m->current;
    }
}

static size_t length_of(const struct js_node *list)
{
    size_t length = 0;
    for (; list; list = list->next)
        length++;
    return length;
}

static struct value eval_object(struct machine *m, const struct js_node *node)
{
    struct object *object = object_new(m, CLASS_PLAIN, node);
    object_reserve(m, object, length_of(node->a));
    for (const struct js_node *part = node->a; part && !m->threw; part = part->next) {
        if (part->kind == JS_SPREAD) {
            struct value from = eval(m, part->a);
            if (!m->threw)
                copy_properties(m, object, from);
        } else {
            eval_property(m, object, part);
        }
    }
    return v_object(object);
}

/* Inside a chain, an optional step on undefined or null ends all of it. */
bool chain_ends(struct machine *m, const struct js_node *node, struct value object)
{
    if (!(node->flags & JS_OPTIONAL))
        return false;
    mark_guard(m, node->a);
    if (!v_missing(object))
        return false;
    m->chain_ended = true;
    return true;
}

NOT_INLINED static struct value eval_member(struct machine *m, const struct js_node *node)
{
    if (node->a->kind == JS_SUPER) {
        struct object *home = m->frame->home;
        return home && home->proto ? get_property(m, v_object(home->proto), node->b->text, NULL)
                                   : v_unknown();
    }
    struct value object = eval(m, node->a);
    if (m->threw || m->chain_ended || chain_ends(m, node, object))
        return v_undefined();
    if (v_is(object, CLASS_PROMISE) && str_is(node->b->text->text, "length"))
        machine_uses(m, object, node->a, USED_AS_LIST);
    return get_property(m, object, node->b->text, node);
}

NOT_INLINED static struct value eval_index(struct machine *m, const struct js_node *node)
{
    struct value object = node->a->kind == JS_SUPER ? v_unknown() : eval(m, node->a);
    if (m->threw || m->chain_ended || chain_ends(m, node, object))
        return v_undefined();
    struct value key = eval(m, node->b);
    return m->threw ? key : get_index(m, object, key, node);
}

NOT_INLINED static struct value eval_chain(struct machine *m, const struct js_node *node)
{
    bool outer = m->chain_ended;
    m->chain_ended = false;
    struct value value = eval(m, node->a);
    if (m->chain_ended)
        value = v_undefined();
    m->chain_ended = outer;
    return value;
}

static struct value eval_sequence(struct machine *m, const struct js_node *node)
{
    struct value value = v_undefined();
    for (const struct js_node *item = node->a; item && !m->threw; item = item->next)
        value = eval(m, item);
    return value;
}

static void eval_and_escape(struct machine *m, const struct js_node *list)
{
    for (; list && !m->threw; list = list->next) {
        struct value value = eval(m, list->kind == JS_SPREAD ? list->a : list);
        if (!m->threw)
            escape(m, value);
    }
}

static struct value eval_jsx(struct machine *m, const struct js_node *node)
{
    eval_and_escape(m, node->b);
    eval_and_escape(m, node->c);
    return v_unknown();
}

static struct value eval_tagged(struct machine *m, const struct js_node *node)
{
    eval(m, node->a);
    for (const struct js_node *part = node->b->a; part && !m->threw; part = part->next)
        if (part->kind != JS_STRING)
            escape(m, eval(m, part));
    return v_unknown();
}

static struct value eval_import_call(struct machine *m, const struct js_node *node)
{
    struct value specifier = node->a ? eval(m, node->a) : v_unknown();
    if (m->threw)
        return specifier;
    struct value module = specifier.tag == V_STRING
                              ? require_module(m, m->frame->unit, specifier.string->text, node)
                              : v_unknown();
    struct promise *promise = promise_new(m, ORIGIN_API, node);
    promise->is_unknown = true;
    promise->may_never = true;
    m->inexact = true;
    struct job *job = job_new(m, JOB_CALL, CONTEXT_INTERNAL, node);
    job->settles = promise;
    job->value = module;
    schedule_io(m, job);
    return v_object(promise->object);
}

NOT_INLINED static struct value eval_await(struct machine *m, const struct js_node *node)
{
    struct value value = eval(m, node->a);
    return m->threw ? value : await_value(m, value, node);
}

NOT_INLINED static struct value eval_conditional(struct machine *m, const struct js_node *node)
{
    struct value test = eval_test(m, node->a);
    return m->threw ? test : eval_either(m, v_truth(test), node->b, node->c, v_undefined());
}

NOT_INLINED static struct value eval_other(struct machine *m, const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_NUMBER:
        return v_number(node->number);
    case JS_STRING:
        return v_string(node->text);
    case JS_TRUE:
        return v_boolean(true);
    case JS_FALSE:
        return v_boolean(false);
    case JS_NULL:
        return v_null();
    case JS_THIS:
        return m->frame->self;
    case JS_TEMPLATE:
        return eval_template(m, node);
    case JS_ARRAY:
        return eval_array(m, node);
    case JS_OBJECT:
        return eval_object(m, node);
    case JS_CLASS:
        return eval_class(m, node);
    case JS_UNARY:
        return eval_unary(m, node);
    case JS_UPDATE:
        return eval_update(m, node);
    case JS_SEQUENCE:
        return eval_sequence(m, node);
    case JS_YIELD:
        return eval_yield(m, node);
    case JS_IMPORT_CALL:
        return eval_import_call(m, node);
    case JS_TAGGED:
        return eval_tagged(m, node);
    case JS_JSX:
        return eval_jsx(m, node);
    case JS_SPREAD:
        return eval(m, node->a);
    default:
        return v_unknown();
    }
}

/* For every expression there is: what it leads to is not inlined, or a name would pay for the
 * registers and the stack of all the others. */
struct value eval(struct machine *m, const struct js_node *node)
{
    if (!machine_step(m))
        return v_unknown();
    switch ((enum js_kind)node->kind) {
    case JS_NAME:
        return read_variable(m, node);
    case JS_MEMBER:
        return eval_member(m, node);
    case JS_INDEX:
        return eval_index(m, node);
    case JS_CALL:
        return eval_call(m, node);
    case JS_NEW:
        return eval_new(m, node);
    case JS_FUNCTION:
        return eval_function(m, node);
    case JS_ASSIGN:
        return eval_assign(m, node);
    case JS_BINARY:
        return eval_binary_node(m, node);
    case JS_LOGICAL:
        return eval_logical(m, node);
    case JS_CONDITIONAL:
        return eval_conditional(m, node);
    case JS_AWAIT:
        return eval_await(m, node);
    case JS_CHAIN:
        return eval_chain(m, node);
    default:
        return eval_other(m, node);
    }
}

/* Arrays, Map and Set: what is called back, in which order, and what is kept where. */
#include "machine/machine.h"

static struct object *this_array(const struct call *call)
{
    return v_is(call->self, CLASS_ARRAY) ? call->self.object : NULL;
}

static bool is_known(const struct object *array)
{
    return array && !array->is_uncertain;
}

static struct value new_array(struct machine *m, const struct call *call, bool uncertain)
{
    struct object *array = object_new(m, CLASS_ARRAY, call->node);
    array->is_uncertain = uncertain;
    return v_object(array);
}

static void lose_settler(struct object *native)
{
    struct value promise = native->native.data[0];
    bool settles =
        strcmp(native->native.name, "resolve") == 0 || strcmp(native->native.name, "reject") == 0;
    if (settles && v_is(promise, CLASS_PROMISE))
        promise.object->promise->settler_escaped = true;
}

static void lose_values(struct value *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (v_is(values[i], CLASS_NATIVE))
            lose_settler(values[i].object);
}

/* The variables that a closure sees of the functions around it, not of the module. */
static void lose_captured(const struct env *env)
{
    enum { MOST_SCOPES = 4, MOST_VARIABLES = 32 };
    for (unsigned i = 0; env && env->parent && i < MOST_SCOPES; env = env->parent, i++)
        for (uint32_t v = 0; v < env->scope->variable_count && v < MOST_VARIABLES; v++)
            if (v_is(env->cells[v].value, CLASS_NATIVE))
                lose_settler(env->cells[v].value.object);
}

void lose_settlers(struct value value)
{
    if (v_is(value, CLASS_CLOSURE))
        lose_captured(value.object->closure.env);
    if (!v_is(value, CLASS_NATIVE))
        return;
    lose_settler(value.object);
    struct value bound = value.object->native.data[2];
    if (v_is(bound, CLASS_ARRAY))
        lose_values(bound.object->array.at, bound.object->array.len);
}

static struct value array_push_call(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    if (!self)
        return call_unknown(m, call->args, call->count, call->node);
    log_length(m, self);
    record_list_write(m, self, NULL, call->node);
    for (unsigned i = 0; i < call->count; i++) {
        if (self->escaped)
            escape(m, call->args[i]);
        lose_settlers(call->args[i]);
        array_push(m, self, call->args[i]);
    }
    return self->is_uncertain ? v_any(ANY_NUMBER) : v_number(self->array.len);
}

static struct value take_at(struct machine *m, struct call *call, bool first)
{
    struct object *self = this_array(call);
    if (self)
        self->is_emptied = true;
    if (!is_known(self) || m->may) {
        if (self)
            self->is_uncertain = true;
        return v_unknown();
    }
    if (!self->array.len)
        return self->escaped ? v_unknown() : record_lookup(m, self, NULL, call->node);
    struct value taken = first ? self->array.at[0] : self->array.at[self->array.len - 1];
    self->array.len--;
    if (first)
        memmove(self->array.at, self->array.at + 1, self->array.len * sizeof *self->array.at);
    return taken;
}

static struct value array_pop(struct machine *m, struct call *call)
{
    return take_at(m, call, false);
}

static struct value array_shift(struct machine *m, struct call *call)
{
    return take_at(m, call, true);
}

/* Whatever changes an array in a way not followed makes it uncertain. */
static struct value array_changed(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    if (self && call->count)
        record_list_write(m, self, NULL, call->node);
    for (unsigned i = 0; i < call->count; i++)
        escape(m, call->args[i]);
    if (self)
        self->is_uncertain = self->is_emptied = true;
    return self ? call->self : v_unknown();
}

/* ---- calling back ---- */

struct each {
    struct value callback, item, result;
    struct object *array;
    uint32_t index;
    const struct js_node *node;
};

static enum completion call_each(struct machine *m, void *data)
{
    struct each *each = data;
    struct value args[3] = {each->item, v_number(each->index), v_object(each->array)};
    each->result = call_value(m, each->callback, v_undefined(), args, 3, each->node);
    return DONE;
}

typedef bool (*each_fn)(struct machine *m, struct each *each,
                        struct value *result); /* false: stop */

static struct value over_all(struct machine *m, struct call *call, each_fn fn, struct value result)
{
    struct object *self = this_array(call);
    struct each each = {.callback = call_arg(call, 0), .array = self, .node = call->node};
    if (!self)
        return call_unknown(m, call->args, call->count, call->node);
    record_list_read(m, self, call->node);
    if (self->is_uncertain || self->escaped) {
        if (v_is(each.callback, CLASS_CLOSURE)) {
            each.item = v_unknown();
            branch(m, call_each, &each, NULL, NULL);
            if (!m->threw)
                fn(m, &each, &result);
            if (v_is(result, CLASS_ARRAY))
                result.object->is_uncertain = true;
            else if (result.tag != V_UNDEFINED)
                result = v_unknown();
        }
        return v_callable(each.callback) ? result
                                         : call_unknown(m, call->args, call->count, call->node);
    }
    for (uint32_t i = 0; i < self->array.len && !m->threw && !m->exhausted; i++) {
        each.item = self->array.at[i];
        each.index = i;
        call_each(m, &each);
        if (m->threw || !fn(m, &each, &result))
            break;
    }
    return result;
}

static bool each_ignored(struct machine *m, struct each *each, struct value *result)
{
    (void)m, (void)result;
    if (v_is(each->callback, CLASS_CLOSURE))
        drop_result(each->callback.object, each->result);
    return true;
}

static bool each_mapped(struct machine *m, struct each *each, struct value *result)
{
    array_push(m, result->object, each->result);
    return true;
}

static bool each_filtered(struct machine *m, struct each *each, struct value *result)
{
    enum truth truth = v_truth(each->result);
    if (truth == MAYBE)
        result->object->is_uncertain = true;
    if (truth != FALSE_)
        array_push(m, result->object, each->item);
    return true;
}

static bool each_found(struct machine *m, struct each *each, struct value *result)
{
    enum truth truth = v_truth(each->result);
    (void)m;
    if (truth == FALSE_)
        return true;
    *result = truth == TRUE_ ? each->item : v_unknown();
    return false;
}

static bool each_tested(struct machine *m, struct each *each, struct value *result)
{
    (void)m;
    if (v_truth(each->result) == MAYBE)
        *result = v_any(ANY_BOOLEAN);
    else if (result->tag == V_BOOLEAN && v_truth(each->result) == TRUE_)
        *result = v_boolean(true);
    return !(result->tag == V_BOOLEAN && result->boolean);
}

static bool each_of_all(struct machine *m, struct each *each, struct value *result)
{
    (void)m;
    if (v_truth(each->result) == FALSE_)
        *result = v_boolean(false);
    else if (v_truth(each->result) == MAYBE)
        *result = v_any(ANY_BOOLEAN);
    return !(result->tag == V_BOOLEAN && !result->boolean);
}

static struct value array_for_each(struct machine *m, struct call *call)
{
    over_all(m, call, each_ignored, v_undefined());
    return v_undefined();
}

static struct value array_map(struct machine *m, struct call *call)
{
    return over_all(m, call, each_mapped, new_array(m, call, false));
}

static struct value array_flat_map(struct machine *m, struct call *call)
{
    struct value mapped = array_map(m, call);
    if (!v_is(mapped, CLASS_ARRAY) || m->threw)
        return mapped;
    struct value result = new_array(m, call, mapped.object->is_uncertain);
    for (uint32_t i = 0; i < mapped.object->array.len; i++) {
        struct value item = mapped.object->array.at[i];
        if (!v_is(item, CLASS_ARRAY)) {
            result.object->is_uncertain |= item.tag == V_UNKNOWN || item.tag == V_CHOICE;
            array_push(m, result.object, item);
            continue;
        }
        result.object->is_uncertain |= item.object->is_uncertain;
        for (uint32_t k = 0; k < item.object->array.len && machine_step(m); k++)
            array_push(m, result.object, item.object->array.at[k]);
    }
    return result;
}

static struct value array_filter(struct machine *m, struct call *call)
{
    return over_all(m, call, each_filtered, new_array(m, call, false));
}

static struct value array_find(struct machine *m, struct call *call)
{
    return over_all(m, call, each_found, v_undefined());
}

static struct value array_some(struct machine *m, struct call *call)
{
    return over_all(m, call, each_tested, v_boolean(false));
}

static struct value array_every(struct machine *m, struct call *call)
{
    return over_all(m, call, each_of_all, v_boolean(true));
}

static struct value array_reduce(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    struct value callback = call_arg(call, 0), so_far = call_arg(call, 1);
    if (!is_known(self) || self->escaped) {
        if (v_is(callback, CLASS_CLOSURE)) {
            struct value args[2] = {call->count > 1 ? so_far : v_unknown(), v_unknown()};
            struct value once = call_value(m, callback, v_undefined(), args, 2, call->node);
            return m->threw ? once : v_join(m, args[0], once);
        }
        return call_unknown(m, call->args, call->count, call->node);
    }
    record_list_read(m, self, call->node);
    uint32_t i = 0;
    if (call->count < 2 && self->array.len)
        so_far = self->array.at[i++];
    for (; i < self->array.len && !m->threw && !m->exhausted; i++) {
        struct value args[4] = {so_far, self->array.at[i], v_number(i), call->self};
        so_far = call_value(m, callback, v_undefined(), args, 4, call->node);
    }
    return so_far;
}

/* ---- reading ---- */

static struct value array_at(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    double at = 0;
    if (!is_known(self) || self->escaped || !v_to_number(call_arg(call, 0), &at))
        return v_unknown();
    record_list_look(m, self, call->node);
    at += at < 0 ? self->array.len : 0;
    if (at >= 0 && at < self->array.len)
        return self->array.at[(uint32_t)at];
    return self->array.len ? v_undefined() : record_lookup(m, self, NULL, call->node);
}

static struct value array_slice(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    double from = 0, to = self ? self->array.len : 0;
    bool known = is_known(self) && (!call->count || v_to_number(call->args[0], &from)) &&
                 (call->count < 2 || v_to_number(call->args[1], &to));
    struct value result = new_array(m, call, !known);
    if (!known)
        return result;
    record_list_read(m, self, call->node);
    double len = self->array.len;
    from = from < 0 ? from + len : from;
    to = to < 0 ? to + len : to;
    for (double i = from < 0 ? 0 : from; i < to && i < len; i++)
        array_push(m, result.object, self->array.at[(uint32_t)i]);
    return result;
}

static struct value array_concat(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    struct value result = new_array(m, call, !is_known(self));
    for (uint32_t i = 0; self && i < self->array.len; i++)
        array_push(m, result.object, self->array.at[i]);
    for (unsigned i = 0; i < call->count; i++) {
        struct value more = call->args[i];
        if (v_is(more, CLASS_ARRAY))
            for (uint32_t j = 0; j < more.object->array.len; j++)
                array_push(m, result.object, more.object->array.at[j]);
        else
            array_push(m, result.object, more);
        if (more.tag == V_UNKNOWN || (v_is(more, CLASS_ARRAY) && more.object->is_uncertain))
            result.object->is_uncertain = true;
    }
    return result;
}

static struct value array_join(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    const struct js_name *separator = call->count ? v_to_string(m, call->args[0]) : name_of(m, ",");
    if (!is_known(self) || !separator || self->array.len > 200)
        return v_any(ANY_STRING);
    record_list_read(m, self, call->node);
    struct buf out = {0};
    bool known = true;
    for (uint32_t i = 0; i < self->array.len && known; i++) {
        const struct js_name *text =
            v_missing(self->array.at[i]) ? name_of(m, "") : v_to_string(m, self->array.at[i]);
        if (i)
            buf_str(&out, separator->text);
        if (text)
            buf_str(&out, text->text);
        known = text != NULL && out.len < 4096;
    }
    struct value result = known ? v_string(name_of_str(m, buf_view(&out))) : v_any(ANY_STRING);
    buf_free(&out);
    return result;
}

static struct value array_index_of(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    record_list_look(m, self, call->node);
    if (!is_known(self))
        return v_any(ANY_NUMBER);
    for (uint32_t i = 0; i < self->array.len; i++) {
        enum truth equal = v_strict_equal(self->array.at[i], call_arg(call, 0));
        if (equal != FALSE_)
            return equal == TRUE_ ? v_number(i) : v_any(ANY_NUMBER);
    }
    return v_number(-1);
}

static struct value array_includes(struct machine *m, struct call *call)
{
    struct value index = array_index_of(m, call);
    return index.tag == V_NUMBER ? v_boolean(index.number >= 0) : v_any(ANY_BOOLEAN);
}

static struct value array_sort(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    struct value compare = call_arg(call, 0);
    if (v_is(compare, CLASS_CLOSURE)) {
        struct value args[2] = {v_unknown(), v_unknown()};
        call_value(m, compare, v_undefined(), args, 2, call->node);
    }
    if (self && self->array.len > 1) {
        self->is_uncertain = true;
        m->inexact = true;
    }
    return call->self;
}

static struct value array_reverse(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    if (!is_known(self) || m->may)
        return array_changed(m, call);
    for (uint32_t i = 0; i < self->array.len / 2; i++) {
        struct value swapped = self->array.at[i];
        self->array.at[i] = self->array.at[self->array.len - 1 - i];
        self->array.at[self->array.len - 1 - i] = swapped;
    }
    return call->self;
}

static struct value array_from(struct machine *m, struct call *call)
{
    struct value from = call_arg(call, 0), mapper = call_arg(call, 1),
                 result = new_array(m, call, false);
    double length = -1;
    if (v_is(from, CLASS_ARRAY) || v_is(from, CLASS_SET)) {
        length = from.object->is_uncertain ? -1.0 : (double)from.object->array.len;
    } else if (v_is(from, CLASS_PLAIN)) {
        v_to_number(get_named(m, from, "length"), &length);
    }
    if (!(length >= 0 && length < 10000)) {
        result.object->is_uncertain = true;
        if (v_is(mapper, CLASS_CLOSURE)) {
            struct each each = {.callback = mapper,
                                .item = v_unknown(),
                                .array = result.object,
                                .node = call->node};
            branch(m, call_each, &each, NULL, NULL);
            array_push(m, result.object, each.result);
        }
        return result;
    }
    for (uint32_t i = 0; i < (uint32_t)length && !m->threw; i++) {
        struct value item = v_is(from, CLASS_PLAIN) ? v_undefined() : from.object->array.at[i];
        struct value args[2] = {item, v_number(i)};
        array_push(m, result.object,
                   v_callable(mapper) ? call_value(m, mapper, v_undefined(), args, 2, call->node)
                                      : item);
    }
    return result;
}

static struct value is_array(struct machine *m, struct call *call)
{
    struct value v = call_arg(call, 0);
    (void)m;
    return v.tag == V_UNKNOWN || v.tag == V_CHOICE ? v_any(ANY_BOOLEAN)
                                                   : v_boolean(v_is(v, CLASS_ARRAY));
}

static struct value array_of(struct machine *m, struct call *call)
{
    struct value result = new_array(m, call, false);
    for (unsigned i = 0; i < call->count; i++)
        array_push(m, result.object, call->args[i]);
    return result;
}

static struct value construct_array(struct machine *m, struct call *call)
{
    struct value result = new_array(m, call, false);
    double length;
    if (call->count == 1 && call->args[0].tag != V_STRING && call->args[0].tag != V_OBJECT) {
        bool known = v_to_number(call->args[0], &length) && length >= 0 && length < 10000;
        for (uint32_t i = 0; known && i < (uint32_t)length; i++)
            array_push(m, result.object, v_undefined());
        result.object->is_uncertain = !known;
        return result;
    }
    return array_of(m, call);
}

static struct value array_fill(struct machine *m, struct call *call)
{
    struct object *self = this_array(call);
    if (!is_known(self) || call->count != 1 || m->may)
        return array_changed(m, call);
    for (uint32_t i = 0; i < self->array.len; i++)
        self->array.at[i] = call->args[0];
    return call->self;
}

/* ---- Map and Set: values in order; a map's are key, value, key, value ---- */

static int64_t find_entry(const struct object *self, struct value key, uint32_t stride,
                          bool *certain)
{
    *certain = !self->is_uncertain;
    for (uint32_t i = 0; i < self->array.len; i += stride) {
        enum truth equal = v_strict_equal(self->array.at[i], key);
        if (equal == TRUE_)
            return i;
        if (equal == MAYBE)
            *certain = false;
    }
    return -1;
}

/* Beyond it a collection is lost sight of: an entry is looked for among all of them. */
enum { MOST_ENTRIES = 2000 };

static struct value construct_collection(struct machine *m, struct call *call,
                                         enum object_class class)
{
    struct object *self = object_new(m, class, call->node);
    struct value from = call_arg(call, 0);
    if (v_missing(from))
        return v_object(self);
    bool is_small = v_is(from, CLASS_ARRAY) && from.object->array.len <= MOST_ENTRIES;
    if (class == CLASS_SET && is_small && !from.object->is_uncertain) {
        bool certain;
        for (uint32_t i = 0; i < from.object->array.len; i++)
            if (find_entry(self, from.object->array.at[i], 1, &certain) < 0)
                array_push(m, self, from.object->array.at[i]);
        return v_object(self);
    }
    self->is_uncertain = true;
    escape(m, from);
    return v_object(self);
}

static struct value construct_map(struct machine *m, struct call *call)
{
    return construct_collection(m, call, CLASS_MAP);
}

static struct value construct_set(struct machine *m, struct call *call)
{
    return construct_collection(m, call, CLASS_SET);
}

static struct object *collection(const struct call *call, uint32_t *stride)
{
    *stride = v_is(call->self, CLASS_MAP) ? 2 : 1;
    return v_is(call->self, CLASS_MAP) || v_is(call->self, CLASS_SET) ? call->self.object : NULL;
}

static void note_put(struct machine *m, struct object *self, const struct call *call,
                     uint32_t stride)
{
    const struct js_name *key = stride == 2 ? v_to_key(m, call_arg(call, 0)) : NULL;
    if (key)
        record_list_write(m, self, key, call->node);
    record_list_write(m, self, NULL, call->node);
}

static struct value collection_put(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    if (!self)
        return call_unknown(m, call->args, call->count, call->node);
    if (self->escaped)
        escape(m, call_arg(call, stride - 1));
    note_put(m, self, call, stride);
    bool certain;
    lose_settlers(call_arg(call, stride - 1));
    use_value(call_arg(call, stride - 1));
    int64_t at = find_entry(self, call_arg(call, 0), stride, &certain);
    if (at >= 0 && stride == 2)
        self->array.at[at + 1] =
            m->may ? v_join(m, self->array.at[at + 1], call_arg(call, 1)) : call_arg(call, 1);
    if (at >= 0)
        return call->self;
    if (!certain ||
        self->array.len > MOST_ENTRIES) { /* which entry it is we do not know: lose sight of it */
        self->is_uncertain = true;
        escape(m, call_arg(call, stride - 1));
        return call->self;
    }
    log_length(m, self);
    array_push(m, self, call_arg(call, 0));
    if (stride == 2)
        array_push(m, self, call_arg(call, 1));
    return call->self;
}

static struct value collection_get(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    bool certain;
    if (!self || stride != 2)
        return v_unknown();
    int64_t at = find_entry(self, call_arg(call, 0), stride, &certain);
    record_list_look(m, self, call->node);
    if (at >= 0)
        return self->array.at[at + 1];
    const struct js_name *key = v_to_key(m, call_arg(call, 0));
    bool is_open = !certain || self->escaped;
    return is_open ? v_unknown() : key ? record_lookup(m, self, key, call->node) : v_undefined();
}

static struct value collection_has(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    bool certain = false;
    int64_t at = self ? find_entry(self, call_arg(call, 0), stride, &certain) : -1;
    record_list_look(m, self, call->node);
    if (!self || !certain || self->escaped || m->may)
        return v_any(ANY_BOOLEAN);
    return v_boolean(at >= 0);
}

static struct value collection_delete(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    bool certain;
    int64_t at = self ? find_entry(self, call_arg(call, 0), stride, &certain) : -1;
    if (self)
        self->is_emptied = true;
    if (!self || m->may || at < 0) {
        if (self && m->may)
            self->is_uncertain = true;
        return v_any(ANY_BOOLEAN);
    }
    uint32_t after = (uint32_t)at + stride;
    memmove(self->array.at + at, self->array.at + after,
            (self->array.len - after) * sizeof *self->array.at);
    self->array.len -= stride;
    return v_boolean(true);
}

static struct value collection_clear(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    if (self && m->may)
        self->is_uncertain = true;
    else if (self)
        self->array.len = 0;
    return v_undefined();
}

static struct value collection_each(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    if (!self || self->is_uncertain)
        return call_unknown(m, call->args, call->count, call->node);
    record_list_read(m, self, call->node);
    for (uint32_t i = 0; i + stride <= self->array.len && !m->threw; i += stride) {
        struct value args[2] = {self->array.at[i + stride - 1], self->array.at[i]};
        call_value(m, call_arg(call, 0), v_undefined(), args, 2, call->node);
    }
    return v_undefined();
}

static struct value collection_list(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    struct value result = new_array(m, call, !self || self->is_uncertain);
    record_list_read(m, self, call->node);
    for (uint32_t i = 0; self && i + stride <= self->array.len; i += stride)
        array_push(m, result.object, self->array.at[i + stride - 1]);
    return result;
}

static struct value collection_keys(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    struct value result = new_array(m, call, !self || self->is_uncertain);
    record_list_read(m, self, call->node);
    for (uint32_t i = 0; self && i < self->array.len; i += stride)
        array_push(m, result.object, self->array.at[i]);
    return result;
}

static struct value collection_size(struct machine *m, struct call *call)
{
    uint32_t stride;
    struct object *self = collection(call, &stride);
    record_list_read(m, self, call->node);
    return !self || self->is_uncertain || self->escaped ? v_any(ANY_NUMBER)
                                                        : v_number(self->array.len / stride);
}

struct method_row {
    const char *name;
    native_fn fn;
};

static struct object *install_class(struct machine *m, const char *name, native_fn constructor,
                                    enum object_class class, const struct method_row *rows,
                                    size_t count)
{
    struct object *function = native_new(m, name, constructor),
                  *proto = object_new(m, CLASS_OTHER, NULL);
    function->is_builtin = proto->is_builtin = proto->is_host = true;
    m->protos[class] = proto;
    define_property(m, function, name_of(m, "prototype"), v_object(proto));
    define_property(m, m->global, name_of(m, name), v_object(function));
    for (size_t i = 0; i < count; i++)
        install(m, proto, rows[i].name, rows[i].fn);
    proto->is_uncertain = function->is_uncertain = true; /* what has no row is unknown */
    return function;
}

void install_arrays(struct machine *m)
{
    static const struct method_row arrays[] = {
        {"push", array_push_call},   {"pop", array_pop},           {"shift", array_shift},
        {"unshift", array_changed},  {"splice", array_changed},    {"forEach", array_for_each},
        {"map", array_map},          {"flatMap", array_flat_map},  {"filter", array_filter},
        {"find", array_find},        {"findLast", array_find},     {"some", array_some},
        {"every", array_every},      {"reduce", array_reduce},     {"reduceRight", array_reduce},
        {"slice", array_slice},      {"concat", array_concat},     {"join", array_join},
        {"indexOf", array_index_of}, {"includes", array_includes}, {"sort", array_sort},
        {"reverse", array_reverse},  {"fill", array_fill},         {"at", array_at},
    };
    static const struct method_row maps[] = {
        {"get", collection_get},       {"set", collection_put},     {"has", collection_has},
        {"delete", collection_delete}, {"clear", collection_clear}, {"forEach", collection_each},
        {"values", collection_list},   {"keys", collection_keys},
    };
    static const struct method_row sets[] = {
        {"add", collection_put},     {"has", collection_has},      {"delete", collection_delete},
        {"clear", collection_clear}, {"forEach", collection_each}, {"values", collection_list},
        {"keys", collection_list},
    };
    struct object *array =
        install_class(m, "Array", construct_array, CLASS_ARRAY, arrays, COUNT_OF(arrays));
    m->array_constructor = array;
    install(m, array, "from", array_from);
    install(m, array, "isArray", is_array);
    install(m, array, "of", array_of);
    install_class(m, "Map", construct_map, CLASS_MAP, maps, COUNT_OF(maps));
    install_class(m, "Set", construct_set, CLASS_SET, sets, COUNT_OF(sets));
    struct object *size = native_new(m, "size", collection_size);
    object_add(m, m->protos[CLASS_MAP], name_of(m, "size"))->getter = size;
    object_add(m, m->protos[CLASS_SET], name_of(m, "size"))->getter = size;
    define_property(m, m->global, name_of(m, "WeakMap"),
                    object_own(m->global, name_of(m, "Map"))->value);
    define_property(m, m->global, name_of(m, "WeakSet"),
                    object_own(m->global, name_of(m, "Set"))->value);
}

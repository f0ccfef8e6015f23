/* Properties: reading, writing, and remembering who did in which context (thesis, section 4.2:
 * "for each node, record which data is read and written"). */
#include "machine/machine.h"

static bool is_open(const struct object *object)
{
    for (unsigned i = 0; object && i < 50; object = object->proto, i++)
        if (object->is_uncertain || (object->escaped && !object->is_host))
            return true;
    return false;
}

static bool is_users(const struct object *object, const struct property *property)
{
    return !object->is_host && !(property && property->is_hidden);
}

static void record_read(struct machine *m, struct object *object, const struct js_name *key,
                        const struct property *property, const struct js_node *node)
{
    if (!node || !is_users(object, property))
        return;
    struct access *access = record_access(m, node);
    if (!access)
        return;
    access->object = object;
    access->key = key;
    access->found_missing = property ? v_missing(property->value) : !object->is_uncertain;
    access->found_initial = property && property->written && property->context == 0;
    access->found_first = property && property->is_first;
    access->last_write = property ? property->written : NULL;
}

static void record_write(struct machine *m, struct object *object, const struct js_name *key,
                         struct value value, const struct js_node *node)
{
    if (!node || object->is_host)
        return;
    struct access *access = record_access(m, node);
    if (!access)
        return;
    access->object = object;
    access->key = key;
    struct property *before = object_own(object, key);
    record_is_write(m, access);
    access->found_missing = before ? v_missing(before->value) : !object->is_uncertain;
    access->wrote_missing = v_missing(value);
}

/* A promise in a property is somebody's; its resolve function there may be called by any name. */
static void note_kept(struct value value, const struct js_name *key)
{
    use_value(value);
    bool is_settler = v_is(value, CLASS_NATIVE) &&
                      v_is(value.object->native.data[0], CLASS_PROMISE) &&
                      !value.object->native.pointer;
    if (is_settler)
        value.object->native.data[0].object->promise->settler_kept_as = key;
}

static struct value read_found(struct machine *m, struct value self, struct property *property,
                               const struct js_node *node)
{
    if (property->getter) {
        const struct js_node *site = property->getter->class == CLASS_NATIVE ? node : NULL;
        return call_value(m, v_object(property->getter), self, NULL, 0, site);
    }
    return property->setter ? v_undefined() : property->value;
}

static struct value array_length(struct object *array)
{
    return array->is_uncertain ? v_any(ANY_NUMBER) : v_number(array->array.len);
}

/* "0", "17": an index, else -1. */
static int64_t index_of_key(const struct js_name *key)
{
    if (!key->text.len || key->text.len > 7)
        return -1;
    int64_t index = 0;
    for (size_t i = 0; i < key->text.len; i++) {
        if (key->text.at[i] < '0' || key->text.at[i] > '9')
            return -1;
        index = index * 10 + (key->text.at[i] - '0');
    }
    return index;
}

static struct value element_at(struct machine *m, struct object *array, int64_t index,
                               const struct js_node *node)
{
    bool inside = index < (int64_t)array->array.len;
    if (inside || array->is_uncertain)
        record_list_look(m, array, node);
    if (array->is_uncertain || (!inside && array->escaped))
        return v_unknown();
    if (inside)
        return array->array.at[index];
    return array->array.len ? v_undefined() : record_lookup(m, array, NULL, node);
}

static bool get_element(struct machine *m, struct object *array, const struct js_name *key,
                        const struct js_node *node, struct value *value)
{
    if (array->class != CLASS_ARRAY)
        return false;
    if (str_is(key->text, "length")) {
        if (array->array.len)
            record_list_look(m, array, node);
        else
            record_list_read(m, array, node);
        *value = array_length(array);
        return true;
    }
    int64_t index = index_of_key(key);
    if (index >= 0)
        *value = element_at(m, array, index, node);
    return index >= 0;
}

static struct value get_from_object(struct machine *m, struct value self, struct object *object,
                                    const struct js_name *key, const struct js_node *node)
{
    struct value element;
    if (get_element(m, object, key, node, &element))
        return element;
    if (str_is(key->text, "__proto__"))
        return object->proto ? v_object(object->proto) : v_null();
    struct property *property = object_find(object, key);
    record_read(m, object, key, property, node);
    if (property)
        return read_found(m, self, property, node);
    return is_open(object) ? v_unknown() : v_undefined();
}

static struct object *proto_of_scalar(struct machine *m, struct value value)
{
    const char *type = v_typeof(value);
    if (!type)
        return NULL;
    return strcmp(type, "string") == 0   ? m->string_proto
           : strcmp(type, "number") == 0 ? m->number_proto
                                         : NULL;
}

static struct value get_from_choice(struct machine *m, const struct choice *choice,
                                    const struct js_name *key, const struct js_node *node)
{
    struct value result = v_undefined();
    bool any = false;
    for (unsigned i = 0; i < choice->count; i++) {
        if (v_missing(choice->at[i]))
            continue; /* on that way it throws: another rule's business */
        struct value one = get_property(m, choice->at[i], key, node);
        result = any ? v_join(m, result, one) : one;
        any = true;
    }
    return any ? result : v_unknown();
}

static struct value get_from_missing(struct machine *m, struct value object,
                                     const struct js_name *key)
{
    if (m->inexact || m->is_library)
        return v_unknown();
    struct buf text = {0};
    buf_printf(&text, "Cannot read properties of %s (reading '" STR_FMT "')",
               object.tag == V_NULL ? "null" : "undefined", STR_ARG(key->text));
    struct value thrown = machine_throw_error(m, "TypeError", text.at);
    buf_free(&text);
    return thrown;
}

struct value get_property(struct machine *m, struct value object, const struct js_name *key,
                          const struct js_node *node)
{
    switch (object.tag) {
    case V_OBJECT:
        return get_from_object(m, object, object.object, key, node);
    case V_CHOICE:
        return get_from_choice(m, object.choice, key, node);
    case V_UNDEFINED:
        if (node)
            need_value(m, object, NEED_ALL);
        return get_from_missing(m, object, key);
    case V_NULL:
        return get_from_missing(m, object, key);
    case V_STRING:
        if (str_is(key->text, "length"))
            return v_number((double)object.string->text.len);
        break;
    default:
        break;
    }
    struct object *proto = proto_of_scalar(m, object);
    if (!proto)
        return v_unknown();
    struct property *property = object_find(proto, key);
    return property                                           ? property->value
           : object.tag == V_STRING || object.tag == V_NUMBER ? v_undefined()
                                                              : v_unknown();
}

struct value get_index(struct machine *m, struct value object, struct value key,
                       const struct js_node *node)
{
    const struct js_name *name = v_to_key(m, key);
    if (name && object.tag == V_STRING && key.tag == V_NUMBER) {
        double at = key.number;
        bool inside = at >= 0 && at < (double)object.string->text.len;
        return inside
                   ? v_string(name_of_str(m, (struct str){object.string->text.at + (size_t)at, 1}))
                   : v_undefined();
    }
    return name ? get_property(m, object, name, node) : v_unknown();
}

struct value get_named(struct machine *m, struct value object, const char *name)
{
    return get_property(m, object, name_of(m, name), NULL);
}

void define_property(struct machine *m, struct object *object, const struct js_name *key,
                     struct value value)
{
    log_property(m, object, key);
    note_kept(value, key);
    object_add(m, object, key)->value = value;
}

static void set_element(struct machine *m, struct object *array, int64_t index, struct value value)
{
    enum { LARGEST = 100000 };
    log_length(m, array);
    if (index > LARGEST) {
        array->is_uncertain = true;
        return;
    }
    while (array->array.len < index)
        array_push(m, array, v_undefined());
    if (index == array->array.len)
        array_push(m, array, value);
    else
        array->array.at[index] = m->may ? v_join(m, array->array.at[index], value) : value;
}

static bool set_on_array(struct machine *m, struct object *array, const struct js_name *key,
                         struct value value, const struct js_node *node)
{
    if (array->class != CLASS_ARRAY)
        return false;
    int64_t index = index_of_key(key);
    if (index >= 0) {
        record_list_write(m, array, NULL, node);
        set_element(m, array, index, value);
        return true;
    }
    if (!str_is(key->text, "length"))
        return false;
    log_length(m, array);
    array->is_emptied = true;
    if (value.tag == V_NUMBER && value.number >= 0 && value.number <= array->array.len)
        array->array.len = (uint32_t)value.number;
    else
        array->is_uncertain = true;
    return true;
}

/* reader.onload = f: whoever made an object that we do not know calls what is put there. */
static bool is_called_by_environment(const struct object *object, struct value value)
{
    return object->class == CLASS_OTHER && object->is_host && object->is_uncertain &&
           !object->is_builtin && v_callable(value);
}

/* What is put on the global object, all code may use. */
static void set_on_object(struct machine *m, struct object *object, const struct js_name *key,
                          struct value value, const struct js_node *node)
{
    if (object->escaped || object == m->global || is_called_by_environment(object, value))
        escape(m, value);
    if (set_on_array(m, object, key, value, node))
        return;
    struct property *inherited = object_find(object, key);
    if (inherited && inherited->setter) {
        call_value(m, v_object(inherited->setter), v_object(object), &value, 1, node);
        return;
    }
    log_property(m, object, key);
    record_write(m, object, key, value, node);
    note_kept(value, key);
    bool is_first = !object_own(object, key);
    struct property *property = object_add(m, object, key);
    property->is_first = is_first;
    property->value = m->weak ? v_join(m, property->value, value) : value;
    property->getter = property->setter = NULL;
    property->written = node;
    property->context = m->current;
    property->is_hidden = false;
}

static bool is_shown(const struct js_node *target, const struct js_name *key)
{
    static const char *const texts[] = {"textContent", "innerText", "innerHTML"};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (str_is(key->text, texts[i]))
            return true;
    return str_is(key->text, "title") && target->a->kind == JS_NAME && !target->a->variable &&
           str_is(target->a->name->text, "document");
}

static void note_shown(struct machine *m, const struct js_node *target, const struct js_name *key)
{
    if (!target || target->kind != JS_MEMBER || !is_shown(target, key))
        return;
    struct shown *shown = arena_new(&m->arena, struct shown);
    *shown = (struct shown){target, m->frame->unit, context_now(m)->shown};
    context_now(m)->shown = shown;
}

void set_property(struct machine *m, struct value object, const struct js_name *key,
                  struct value value, const struct js_node *node)
{
    if (object.tag == V_OBJECT) {
        set_on_object(m, object.object, key, value, node);
    } else if (object.tag == V_CHOICE) {
        bool weak = m->weak;
        m->weak = true;
        for (unsigned i = 0; i < object.choice->count; i++)
            if (object.choice->at[i].tag == V_OBJECT)
                set_on_object(m, object.choice->at[i].object, key, value, node);
        m->weak = weak;
    } else if (v_missing(object) && !m->inexact && !m->is_library) {
        machine_throw_error(m, "TypeError", "Cannot set properties of undefined");
    } else {
        note_shown(m, node, key);
        escape(m, value);
    }
}

void set_index(struct machine *m, struct value object, struct value key, struct value value,
               const struct js_node *node)
{
    const struct js_name *name = v_to_key(m, key);
    if (name) {
        set_property(m, object, name, value, node);
        return;
    }
    if (object.tag != V_OBJECT) {
        escape(m, value);
        return;
    }
    /* somewhere in it: whatever is read from it later is not known, so what is put there is lost
     * sight of */
    object.object->is_uncertain = true;
    escape(m, value);
}

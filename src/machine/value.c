/* Values: truth, equality, conversion, joining; objects and their properties. */
#include "machine/machine.h"

#include <math.h>

static enum truth truth_of_choice(const struct choice *choice)
{
    enum truth all = v_truth(choice->at[0]);
    for (unsigned i = 1; i < choice->count; i++)
        if (v_truth(choice->at[i]) != all)
            return MAYBE;
    return all;
}

enum truth v_truth(struct value v)
{
    switch (v.tag) {
    case V_UNDEFINED:
    case V_NULL:
        return FALSE_;
    case V_BOOLEAN:
        return v.boolean ? TRUE_ : FALSE_;
    case V_NUMBER:
        return v.number != 0 && !isnan(v.number) ? TRUE_ : FALSE_;
    case V_STRING:
        return v.string->text.len ? TRUE_ : FALSE_;
    case V_OBJECT:
        return TRUE_;
    case V_CHOICE:
        return truth_of_choice(v.choice);
    default:
        return MAYBE;
    }
}

bool v_same(struct value a, struct value b)
{
    if (a.tag != b.tag)
        return false;
    switch (a.tag) {
    case V_UNDEFINED:
    case V_NULL:
    case V_DEAD:
        return true;
    case V_BOOLEAN:
        return a.boolean == b.boolean;
    case V_NUMBER:
        return a.number == b.number || (isnan(a.number) && isnan(b.number));
    case V_STRING:
        return js_same_name(a.string, b.string);
    case V_OBJECT:
        return a.object == b.object;
    case V_UNKNOWN:
        return a.type == b.type;
    case V_CHOICE:
        return a.choice == b.choice;
    case V_LINK:
        return a.link == b.link;
    }
    return false;
}

static bool is_vague(struct value v)
{
    return v.tag == V_UNKNOWN || v.tag == V_CHOICE || v.tag == V_LINK || v.tag == V_DEAD;
}

static enum truth as_truth(bool b)
{
    return b ? TRUE_ : FALSE_;
}

/* A choice equals a value for certain only where all of its members do, or none. */
static enum truth equal_to_choice(const struct choice *choice, struct value v)
{
    enum truth all = v_strict_equal(choice->at[0], v);
    for (unsigned i = 1; i < choice->count; i++)
        if (v_strict_equal(choice->at[i], v) != all)
            return MAYBE;
    return all;
}

enum truth v_strict_equal(struct value a, struct value b)
{
    if (a.tag == V_CHOICE && b.tag != V_CHOICE)
        return equal_to_choice(a.choice, b);
    if (b.tag == V_CHOICE && a.tag != V_CHOICE)
        return equal_to_choice(b.choice, a);
    if (is_vague(a) || is_vague(b))
        return MAYBE;
    if (a.tag == V_NUMBER && b.tag == V_NUMBER)
        return as_truth(a.number == b.number);
    return as_truth(v_same(a, b));
}

enum truth v_loose_equal(struct value a, struct value b)
{
    if (is_vague(a) || is_vague(b))
        return v_strict_equal(a, b) == TRUE_ ? TRUE_ : MAYBE;
    if (v_missing(a) || v_missing(b))
        return as_truth(v_missing(a) && v_missing(b));
    if (a.tag == b.tag)
        return v_strict_equal(a, b);
    double x, y;
    if (a.tag == V_OBJECT || b.tag == V_OBJECT || !v_to_number(a, &x) || !v_to_number(b, &y))
        return MAYBE;
    return as_truth(x == y);
}

static bool choice_add(struct choice *choice, struct value v)
{
    for (unsigned i = 0; i < choice->count; i++)
        if (v_same(choice->at[i], v))
            return true;
    if (choice->count == MOST_CHOICES)
        return false;
    choice->at[choice->count++] = v;
    return true;
}

static bool choice_add_all(struct choice *choice, struct value v)
{
    if (v.tag != V_CHOICE)
        return choice_add(choice, v);
    for (unsigned i = 0; i < v.choice->count; i++)
        if (!choice_add(choice, v.choice->at[i]))
            return false;
    return true;
}

static enum unknown_type type_of_scalar(struct value v)
{
    if (v.tag == V_UNKNOWN)
        return v.type;
    return v.tag == V_NUMBER    ? ANY_NUMBER
           : v.tag == V_STRING  ? ANY_STRING
           : v.tag == V_BOOLEAN ? ANY_BOOLEAN
                                : ANY;
}

/* What disappears in an unknown value is out of our sight: somebody may react to it, or emit on it.
 */
static void lose_sight(struct machine *m, struct value v)
{
    for (unsigned i = 0; v.tag == V_CHOICE && i < v.choice->count; i++)
        lose_sight(m, v.choice->at[i]);
    if (v.tag == V_OBJECT && (v.object->class == CLASS_PROMISE || v.object->emitter))
        escape(m, v);
}

static struct value join_to_unknown(struct machine *m, struct value a, struct value b)
{
    lose_sight(m, a);
    lose_sight(m, b);
    return type_of_scalar(a) == type_of_scalar(b) ? v_any(type_of_scalar(a)) : v_unknown();
}

struct value v_join(struct machine *m, struct value a, struct value b)
{
    if (v_same(a, b) || b.tag == V_DEAD)
        return a;
    if (a.tag == V_DEAD)
        return b;
    if (a.tag == V_UNKNOWN || b.tag == V_UNKNOWN)
        return join_to_unknown(m, a, b);
    struct choice both = {0};
    if (!choice_add_all(&both, a) || !choice_add_all(&both, b))
        return join_to_unknown(m, a, b);
    struct choice *kept = arena_new(&m->arena, struct choice);
    *kept = both;
    return (struct value){.tag = V_CHOICE, .choice = kept};
}

/* Indices are most of the numbers that are asked for. */
static const struct js_name *whole_number_name(struct machine *m, int64_t number)
{
    char text[24], *start = text + sizeof text;
    uint64_t rest = (uint64_t)(number < 0 ? -number : number);
    do
        *--start = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--start = '-';
    return name_of_str(m, (struct str){start, (size_t)(text + sizeof text - start)});
}

static const struct js_name *number_name(struct machine *m, double number)
{
    char text[40];
    if (number == floor(number) && fabs(number) < 1e15)
        return whole_number_name(m, (int64_t)number);
    if (isnan(number))
        snprintf(text, sizeof text, "NaN");
    else if (isinf(number))
        snprintf(text, sizeof text, number > 0 ? "Infinity" : "-Infinity");
    else
        for (int digits = 1; digits <= 17; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, number);
            if (strtod(text, NULL) == number)
                break;
        }
    return name_of(m, text);
}

static const struct js_name *join_array(struct machine *m, struct object *array)
{
    struct buf out = {0};
    for (uint32_t i = 0; i < array->array.len; i++) {
        struct value item = array->array.at[i];
        const struct js_name *text = v_missing(item) ? name_of(m, "") : v_to_string(m, item);
        if (!text || out.len > 4096) {
            buf_free(&out);
            return NULL;
        }
        if (i)
            buf_char(&out, ',');
        buf_str(&out, text->text);
    }
    const struct js_name *name = name_of_str(m, arena_str(&m->arena, buf_view(&out)));
    buf_free(&out);
    return name;
}

const struct js_name *v_to_string(struct machine *m, struct value v)
{
    switch (v.tag) {
    case V_UNDEFINED:
        return name_of(m, "undefined");
    case V_NULL:
        return name_of(m, "null");
    case V_BOOLEAN:
        return name_of(m, v.boolean ? "true" : "false");
    case V_NUMBER:
        return number_name(m, v.number);
    case V_STRING:
        return v.string;
    case V_OBJECT:
        if (v.object->class == CLASS_ARRAY && !v.object->is_uncertain)
            return join_array(m, v.object);
        if (v.object->class == CLASS_PLAIN && !v.object->proto)
            return name_of(m, "[object Object]");
        return NULL;
    default:
        return NULL;
    }
}

const struct js_name *v_to_key(struct machine *m, struct value v)
{
    return v.tag == V_OBJECT ? NULL : v_to_string(m, v);
}

bool v_to_number(struct value v, double *number)
{
    switch (v.tag) {
    case V_NUMBER:
        *number = v.number;
        return true;
    case V_BOOLEAN:
        *number = v.boolean;
        return true;
    case V_NULL:
        *number = 0;
        return true;
    case V_UNDEFINED:
        *number = NAN;
        return true;
    case V_STRING: {
        char text[64], *end;
        if (v.string->text.len >= sizeof text)
            return false;
        memcpy(text, v.string->text.at, v.string->text.len);
        text[v.string->text.len] = 0;
        *number = strtod(text, &end);
        if (*end)
            *number = NAN;
        return true;
    }
    default:
        return false;
    }
}

const char *v_typeof(struct value v)
{
    switch (v.tag) {
    case V_UNDEFINED:
        return "undefined";
    case V_NULL:
        return "object";
    case V_BOOLEAN:
        return "boolean";
    case V_NUMBER:
        return "number";
    case V_STRING:
        return str_starts(v.string->text, STR("@@")) ? "symbol" : "string";
    case V_OBJECT:
        return v_callable(v) ? "function" : "object";
    case V_UNKNOWN:
        return v.type == ANY_NUMBER    ? "number"
               : v.type == ANY_STRING  ? "string"
               : v.type == ANY_BOOLEAN ? "boolean"
                                       : NULL;
    default:
        return NULL;
    }
}

const struct js_name *name_of_str(struct machine *m, struct str text)
{
    bool was_there;
    struct map_entry *entry = map_add(&m->names, text, &was_there);
    if (!was_there) {
        struct js_name *name = arena_new(&m->arena, struct js_name);
        *name = (struct js_name){.text = arena_str(&m->arena, text), .hash = js_hash(text)};
        entry->key = name->text;
        entry->pointer = name;
    }
    return entry->pointer;
}

/* Nearly all are literals: their address finds them again, sooner than their hash. */
const struct js_name *name_of(struct machine *m, const char *text)
{
    size_t slot = (size_t)(((uintptr_t)text * 0x9e3779b97f4a7c15u) >> 32) % RECENT_NAMES;
    struct recent_name *recent = &m->recent_names[slot];
    if (recent->text != text || strcmp(recent->name->text.at, text) != 0)
        *recent = (struct recent_name){text, name_of_str(m, str_of(text))};
    return recent->name;
}

/* ---- objects ---- */

static size_t size_of_object(enum object_class class)
{
    const size_t common = offsetof(struct object, closure);
    return class == CLASS_NATIVE    ? sizeof(struct object)
           : class == CLASS_CLOSURE ? common + sizeof((struct object *)0)->closure
                                    : common + sizeof((struct object *)0)->array;
}

struct object *object_new(struct machine *m, enum object_class class, const struct js_node *site)
{
    struct object *object = arena_alloc(&m->arena, size_of_object(class));
    object->class = class;
    object->id = ++m->next_object;
    object->born = object->way = m->way;
    object->site = site;
    object->unit = m->frame ? m->frame->unit : NULL;
    object->proto = m->protos[class] ? m->protos[class] : m->object_proto;
    return object;
}

static void index_put(struct object *self, uint32_t at)
{
    uint32_t mask = self->index_size - 1, slot = (uint32_t)self->properties.at[at].key->hash & mask;
    while (self->index[slot])
        slot = (slot + 1) & mask;
    self->index[slot] = at + 1;
}

static void index_rebuild(struct machine *m, struct object *self)
{
    uint32_t size = 32;
    while (size < self->properties.room * 2)
        size *= 2;
    self->index = arena_array(&m->arena, uint32_t, size);
    self->index_size = size;
    for (uint32_t i = 0; i < self->properties.len; i++)
        index_put(self, i);
}

struct property *object_own(struct object *self, const struct js_name *key)
{
    uint16_t tag = (uint16_t)key->hash;
    if (!self->index) {
        vec_each (property, &self->properties)
            if (property->tag == tag && js_same_name(property->key, key))
                return property;
        return NULL;
    }
    uint32_t mask = self->index_size - 1;
    for (uint32_t slot = (uint32_t)key->hash & mask; self->index[slot]; slot = (slot + 1) & mask) {
        struct property *property = &self->properties.at[self->index[slot] - 1];
        if (property->tag == tag && js_same_name(property->key, key))
            return property;
    }
    return NULL;
}

struct property *object_find(struct object *self, const struct js_name *key)
{
    enum { LONGEST_CHAIN = 50 };
    for (unsigned i = 0; self && i < LONGEST_CHAIN; self = self->proto, i++) {
        struct property *property = object_own(self, key);
        if (property)
            return property;
    }
    return NULL;
}

/* [...list, ...list] in a loop would fill the memory in forty rounds, {...table} a little later. */
static void pay_for_room(struct machine *m, size_t bytes)
{
    enum { SMALL = 16384, BYTES_A_STEP = 128 };
    if (bytes > SMALL)
        m->steps += bytes / BYTES_A_STEP;
}

/* Properties live in the arena like everything else; the vector's own growth is repeated here. */
void object_reserve(struct machine *m, struct object *self, size_t room)
{
    if (room <= self->properties.room)
        return;
    size_t size = sizeof *self->properties.at;
    pay_for_room(m, room * size);
    self->properties.at =
        arena_extend(&m->arena, self->properties.at, self->properties.room * size, room * size);
    self->properties.room = room;
}

struct property *object_add(struct machine *m, struct object *self, const struct js_name *key)
{
    struct property *property = object_own(self, key);
    if (property)
        return property;
    if (self->properties.len == self->properties.room)
        object_reserve(m, self, self->properties.room ? self->properties.room * 2 : 2);
    property = &self->properties.at[self->properties.len++];
    *property = (struct property){.key = key, .tag = (uint16_t)key->hash};
    if (self->index && self->properties.len * 2 <= self->index_size)
        index_put(self, (uint32_t)self->properties.len - 1);
    else if (self->properties.len > 8)
        index_rebuild(m, self);
    return property;
}

/* A removed property stays in place, undefined and unnamed: indices into the vector keep valid. */
void object_remove(struct object *self, const struct js_name *key)
{
    static const struct js_name nameless = {.hash = 1};
    struct property *property = object_own(self, key);
    if (property)
        *property = (struct property){.key = &nameless, .tag = 1, .is_hidden = true};
}

void array_push(struct machine *m, struct object *self, struct value value)
{
    if (self->array.len == self->array.room) {
        uint32_t room = self->array.room ? self->array.room * 2 : 4;
        pay_for_room(m, room * sizeof *self->array.at);
        struct value *grown = arena_array(&m->arena, struct value, room);
        if (self->array.len)
            memcpy(grown, self->array.at, self->array.len * sizeof *grown);
        self->array.at = grown;
        self->array.room = room;
    }
    self->array.at[self->array.len++] = value;
}

/* Instances for methods that we enter ourselves: each stands for any. Nothing is known of their
 * fields, but for those that the class fills in one place, with `new` of a class we know
 * (`this.repository = new Repository()`): there is an instance of that one, made up likewise. */
#include "machine/machine.h"

struct made_field {
    const struct js_name *name;
    const struct js_node *class_name; /* NULL: filled otherwise, or more than once */
    struct made_field *next;
};

struct collecting {
    struct machine *m;
    const struct js_node *class_node;
    struct made_field *fields;
};

static void note_field(struct collecting *self, const struct js_name *name,
                       const struct js_node *value)
{
    bool is_made =
        value && value->kind == JS_NEW && value->a->kind == JS_NAME && value->a->variable;
    for (struct made_field *field = self->fields; field; field = field->next)
        if (js_same_name(field->name, name)) {
            field->class_name = NULL;
            return;
        }
    struct made_field *field = arena_new(&self->m->arena, struct made_field);
    *field = (struct made_field){name, is_made ? value->a : NULL, self->fields};
    self->fields = field;
}

static void note_fields(const struct js_node *node, void *context)
{
    struct collecting *self = context;
    bool is_field = node->kind == JS_PROPERTY && (node->flags & JS_FIELD) &&
                    !(node->flags & (JS_STATIC | JS_COMPUTED)) && node->a->kind == JS_STRING;
    bool writes = (node->kind == JS_ASSIGN || node->kind == JS_UPDATE) &&
                  node->a->kind == JS_MEMBER && node->a->a->kind == JS_THIS;
    if (node->kind == JS_CLASS && node != self->class_node)
        return;
    if (is_field && node->b &&
        node->b->kind == JS_FUNCTION) /* an initialiser is a function of its own */
        note_field(self, node->a->text, node->b->function->body);
    if (writes)
        note_field(self, node->a->b->text,
                   node->kind == JS_ASSIGN && node->op == JS_OP_ASSIGN ? node->b : NULL);
    if (node->kind == JS_FUNCTION && node->function->body)
        note_fields(node->function->body, self);
    else
        js_children(node, note_fields, self);
}

/* Of one class, found once. */
static const struct made_field *fields_of(struct machine *m, const struct js_node *class_node)
{
    struct str key = {(const char *)&class_node, sizeof class_node};
    struct map_entry *known = map_find(&m->made_fields, key);
    if (known)
        return known->pointer;
    struct collecting collecting = {.m = m, .class_node = class_node};
    note_fields(class_node, &collecting);
    map_add(&m->made_fields, arena_str(&m->arena, key), NULL)->pointer = collecting.fields;
    return collecting.fields;
}

static struct object *class_named(struct machine *m, const struct env *env,
                                  const struct js_node *name)
{
    for (; env; env = env->parent) {
        if (env->scope != name->variable->scope)
            continue;
        struct value value = env->cells[name->variable->slot].value;
        if (value.tag == V_LINK)
            value = read_link(m, value.link);
        return v_is(value, CLASS_CLOSURE) && value.object->is_class ? value.object : NULL;
    }
    return NULL;
}

static struct object *invent(struct machine *m, struct object *proto, const struct js_node *site)
{
    struct object *instance = object_new(m, CLASS_PLAIN, site);
    instance->proto = proto ? proto : m->object_proto;
    instance->is_uncertain = instance->escaped = instance->is_invented = true;
    return instance;
}

static void invent_fields(struct machine *m, struct object *instance,
                          const struct js_node *class_node, const struct env *env, unsigned depth)
{
    enum { DEEPEST = 2 };
    const struct made_field *field = class_node ? fields_of(m, class_node) : NULL;
    for (; field && depth < DEEPEST; field = field->next) {
        struct object *class_object =
            field->class_name ? class_named(m, env, field->class_name) : NULL;
        struct property *prototype =
            class_object ? object_own(class_object, name_of(m, "prototype")) : NULL;
        if (!prototype || prototype->value.tag != V_OBJECT)
            continue;
        struct object *part = invent(m, prototype->value.object, field->class_name);
        invent_fields(m, part, class_object->closure.class_node, class_object->closure.env,
                      depth + 1);
        object_add(m, instance, field->name)->value = v_object(part);
    }
}

struct object *invented_instance(struct machine *m, struct object *method)
{
    struct object *instance = invent(m, method->closure.home, method->site);
    invent_fields(m, instance, method->closure.function->class_node, method->closure.env, 0);
    return instance;
}

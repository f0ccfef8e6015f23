/* Classes: a closure object whose prototype carries the methods and whose parent is its prototype.
 * Field initialisers were parsed as little methods: they are called on each instance. */
#include "machine/machine.h"

static const struct js_node *constructor_of(const struct js_node *node)
{
    for (const struct js_node *member = node->c; member; member = member->next)
        if (member->kind == JS_PROPERTY && member->b && member->b->kind == JS_FUNCTION &&
            member->b->function->is_constructor)
            return member->b;
    return NULL;
}

static struct value method_of(struct machine *m, const struct js_node *member, struct object *home)
{
    struct value method = eval_function(m, member->b);
    method.object->closure.home = home;
    return method;
}

static void add_method(struct machine *m, struct object *home, const struct js_node *member)
{
    struct value key;
    const struct js_name *name = eval_key(m, member, &key);
    if (m->threw)
        return;
    struct value method = method_of(m, member, home);
    if (!name) {
        home->is_uncertain = true;
        return;
    }
    struct property *property = object_add(m, home, name);
    property->is_hidden = true;
    if (member->flags & JS_GETTER)
        property->getter = method.object;
    else if (member->flags & JS_SETTER)
        property->setter = method.object;
    else
        property->value = method;
}

static void add_static_field(struct machine *m, struct object *class_object,
                             const struct js_node *member)
{
    struct value key;
    const struct js_name *name = eval_key(m, member, &key);
    struct value value = v_undefined();
    if (!m->threw && member->b) {
        struct value thunk = method_of(m, member, class_object);
        value = call_value(m, thunk, v_object(class_object), NULL, 0, NULL);
    }
    if (!m->threw && name)
        set_property(m, v_object(class_object), name, value, NULL);
}

static void add_member(struct machine *m, struct object *class_object, struct object *prototype,
                       const struct js_node *member)
{
    if (member->kind == JS_STATIC_BLOCK) {
        struct value thunk = eval_function(m, member->a);
        thunk.object->closure.home = class_object;
        call_value(m, thunk, v_object(class_object), NULL, 0, NULL);
    } else if (member->flags & JS_FIELD) {
        if (member->flags & JS_STATIC)
            add_static_field(m, class_object, member);
    } else if (!member->b->function->is_constructor) {
        add_method(m, member->flags & JS_STATIC ? class_object : prototype, member);
    }
}

static struct object *new_class(struct machine *m, const struct js_node *node)
{
    const struct js_node *constructor = constructor_of(node);
    struct object *class_object;
    if (constructor) {
        class_object = eval_function(m, constructor).object;
    } else {
        class_object = object_new(m, CLASS_CLOSURE, node);
        class_object->closure.env = m->frame->env;
    }
    class_object->is_class = true;
    class_object->site = node;
    class_object->closure.class_node = (struct js_node *)(uintptr_t)node;
    return class_object;
}

static struct object *prototype_from(struct machine *m, struct object *class_object,
                                     struct value parent, const struct js_node *node)
{
    struct object *prototype = object_new(m, CLASS_PLAIN, node);
    struct property *link = object_add(m, class_object, name_of(m, "prototype"));
    link->value = v_object(prototype);
    link->is_hidden = true;
    struct property *back = object_add(m, prototype, name_of(m, "constructor"));
    back->value = v_object(class_object);
    back->is_hidden = true;
    if (!node->b)
        return prototype;
    if (v_callable(parent)) {
        class_object->proto = parent.object;
        struct property *inherited = object_find(parent.object, name_of(m, "prototype"));
        if (inherited && inherited->value.tag == V_OBJECT)
            prototype->proto = inherited->value.object;
    } else { /* a parent we do not know may bring any method */
        prototype->is_uncertain = class_object->is_uncertain = true;
    }
    return prototype;
}

struct value eval_class(struct machine *m, const struct js_node *node)
{
    struct value parent = node->b ? eval(m, node->b) : v_undefined();
    if (m->threw)
        return parent;
    struct env *outer = m->frame->env;
    if (node->scope && node->scope->variable_count)
        env_push(m, node->scope);
    struct object *class_object = new_class(m, node);
    struct object *prototype = prototype_from(m, class_object, parent, node);
    class_object->closure.home = prototype;
    if (node->a && !(node->flags & JS_DECLARATION))
        write_variable(m, node->a, v_object(class_object), true);
    bool bind_early = node->a && (node->flags & JS_DECLARATION);
    if (bind_early) /* static members may name the class */
        write_variable(m, node->a, v_object(class_object), true);
    for (const struct js_node *member = node->c; member && !m->threw; member = member->next)
        add_member(m, class_object, prototype, member);
    m->frame->env = outer;
    return v_object(class_object);
}

void initialise_fields(struct machine *m, struct object *instance, struct object *class_object)
{
    const struct js_node *node = class_object->is_class ? class_object->closure.class_node : NULL;
    if (!node)
        return;
    struct frame *frame = m->frame;
    struct env *outer = frame->env;
    struct unit *unit = frame->unit;
    frame->env = class_object->closure.env;
    frame->unit = class_object->unit;
    for (const struct js_node *member = node->c; member && !m->threw; member = member->next) {
        if (member->kind != JS_PROPERTY || !(member->flags & JS_FIELD) ||
            (member->flags & JS_STATIC))
            continue;
        struct value key, value = v_undefined();
        const struct js_name *name = eval_key(m, member, &key);
        if (!m->threw && member->b)
            value = call_value(m, method_of(m, member, class_object->closure.home),
                               v_object(instance), NULL, 0, NULL);
        if (m->threw || !name)
            continue;
        define_property(m, instance, name, value);
        struct property *property = object_own(instance, name);
        property->written = member->b ? member : NULL;
        property->context = m->current;
    }
    frame->env = outer;
    frame->unit = unit;
}

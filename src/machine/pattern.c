/* Variables, destructuring, parameters, targets of assignments. */
#include "machine/machine.h"

struct env *env_push(struct machine *m, struct js_scope *scope)
{
    struct env *env =
        arena_alloc(&m->arena, sizeof *env + scope->variable_count * sizeof(struct cell));
    env->scope = scope;
    env->parent = m->frame->env;
    env->unit = m->frame->unit;
    m->frame->env = env;
    for (uint32_t i = 0; m->may && i < scope->variable_count; i++)
        env->cells[i].way = m->way; /* born on this way: nothing to put back */
    return env;
}

struct cell *env_cell(struct machine *m, const struct js_variable *variable)
{
    for (struct env *env = m->frame->env; env; env = env->parent)
        if (env->scope == variable->scope)
            return &env->cells[variable->slot];
    return NULL;
}

static bool worth_recording(const struct js_variable *variable)
{
    return variable->captured && variable->by != JS_BY_FUNCTION && variable->by != JS_BY_IMPORT &&
           variable->by != JS_BY_CLASS;
}

static bool is_empty(struct value value)
{
    if (v_is(value, CLASS_ARRAY))
        return !value.object->array.len && !value.object->is_uncertain;
    if (v_is(value, CLASS_PLAIN))
        return !value.object->properties.len && !value.object->is_uncertain;
    return (value.tag == V_NUMBER && value.number == 0) ||
           (value.tag == V_STRING && !value.string->text.len);
}

static void record_variable(struct machine *m, const struct js_node *name, struct cell *cell,
                            bool is_write)
{
    struct access *access = worth_recording(name->variable) ? record_access(m, name) : NULL;
    if (!access)
        return;
    access->cell = cell;
    access->variable = name->variable;
    if (is_write)
        record_is_write(m, access);
    access->found_missing = v_missing(cell->value);
    access->found_initial = cell->written == name->variable->declared;
    access->last_write = cell->written;
    access->found_placeholder =
        !is_write && cell->written == name->variable->declared && is_empty(cell->value);
}

static struct value read_module_name(const struct unit *unit, const struct js_name *name)
{
    if (!unit || !unit->module)
        return v_undefined();
    if (name->word == JS_WORD_REQUIRE)
        return v_object(unit->require);
    if (name->word == JS_WORD_MODULE)
        return v_object(unit->module);
    return str_is(name->text, "exports") ? v_object(unit->first_exports) : v_undefined();
}

static struct value read_global(struct machine *m, const struct js_node *name)
{
    struct value own = read_module_name(m->frame->unit, name->name);
    if (own.tag != V_UNDEFINED)
        return own;
    struct object *arguments = name->name->word == JS_WORD_ARGUMENTS ? arguments_object(m) : NULL;
    if (arguments)
        return v_object(arguments);
    struct property *property = object_own(m->global, name->name);
    if (property)
        return property->value;
    return v_unknown();
}

NOT_INLINED struct value read_variable(struct machine *m, const struct js_node *name)
{
    if (!name->variable)
        return read_global(m, name);
    struct cell *cell = env_cell(m, name->variable);
    if (!cell)
        return v_unknown();
    if (cell->value.tag == V_LINK)
        return read_link(m, cell->value.link);
    if (cell->value.tag == V_DEAD) {
        if (m->inexact || m->is_library)
            return v_unknown();
        struct buf text = {0};
        buf_printf(&text, "Cannot access '" STR_FMT "' before initialization",
                   STR_ARG(name->name->text));
        struct value thrown = machine_throw_error(m, "ReferenceError", text.at);
        buf_free(&text);
        return thrown;
    }
    record_variable(m, name, cell, false);
    use_value(cell->value);
    return cell->value;
}

void write_variable(struct machine *m, const struct js_node *name, struct value value,
                    bool declares)
{
    if (!name->variable) {
        define_property(m, m->global, name->name, value);
        return;
    }
    struct cell *cell = env_cell(m, name->variable);
    if (!cell)
        return;
    log_cell(m, cell);
    bool is_settler = v_is(value, CLASS_NATIVE) &&
                      v_is(value.object->native.data[0], CLASS_PROMISE) &&
                      !value.object->native.pointer;
    if (is_settler && name->variable->by != JS_BY_PARAMETER)
        value.object->native.data[0].object->promise->settler_kept_as = name->name;
    if (!declares) {
        record_variable(m, name, cell, true);
        struct context *context = context_now(m);
        if (context->accesses.len && vec_last(&context->accesses)->node == name) {
            vec_last(&context->accesses)->wrote_missing = v_missing(value);
            vec_last(&context->accesses)->wrote_empty = is_empty(value);
        }
    }
    if (declares && v_is(value, CLASS_PROMISE))
        value.object->promise->kept_in = name->variable;
    if (!declares && name->variable->scope->function != m->frame->function)
        use_value(value); /* whoever shares the variable may see to it */
    cell->value = m->weak && !declares ? v_join(m, cell->value, value) : value;
    if (name->variable->captured && !cell->is_noted) {
        cell->is_noted = true;
        *vec_push(&m->written_cells) = cell;
    }
    cell->written = name;
    cell->context = m->current;
}

static struct value with_default(struct machine *m, struct value value, const struct js_node *node)
{
    if (value.tag == V_UNDEFINED)
        return eval(m, node->b);
    if (value.tag == V_UNKNOWN && value.type == ANY) {
        /* what is not given may be the default: only its shape is of use */
        if (node->b->kind == JS_FUNCTION || node->b->kind == JS_OBJECT || node->b->kind == JS_ARRAY)
            return value;
    }
    return value;
}

static void bind_object(struct machine *m, const struct js_node *pattern, struct value value,
                        bool declares)
{
    for (const struct js_node *part = pattern->a; part && !m->threw; part = part->next) {
        if (part->kind == JS_REST) {
            struct object *rest = object_new(m, CLASS_PLAIN, part);
            rest->is_uncertain = true;
            bind_pattern(m, part->a, v_object(rest), declares);
            continue;
        }
        struct value key;
        const struct js_name *name = eval_key(m, part, &key);
        struct value item = name ? get_property(m, value, name, part->a) : v_unknown();
        if (!m->threw)
            bind_pattern(m, part->b, item, declares);
    }
}

static struct value rest_of(struct machine *m, struct value value, uint32_t from,
                            const struct js_node *site)
{
    struct object *rest = object_new(m, CLASS_ARRAY, site);
    if (v_is(value, CLASS_ARRAY) && !value.object->is_uncertain) {
        for (uint32_t i = from; i < value.object->array.len; i++)
            array_push(m, rest, value.object->array.at[i]);
    } else {
        rest->is_uncertain = true;
    }
    return v_object(rest);
}

static void bind_array(struct machine *m, const struct js_node *pattern, struct value value,
                       bool declares)
{
    uint32_t index = 0;
    for (const struct js_node *part = pattern->a; part && !m->threw; part = part->next, index++) {
        if (part->kind == JS_HOLE)
            continue;
        if (part->kind == JS_REST) {
            bind_pattern(m, part->a, rest_of(m, value, index, part), declares);
            continue;
        }
        struct value item =
            v_is(value, CLASS_ARRAY) ? get_index(m, value, v_number(index), NULL) : v_unknown();
        bind_pattern(m, part, item, declares);
    }
}

void bind_pattern(struct machine *m, const struct js_node *pattern, struct value value,
                  bool declares)
{
    switch ((enum js_kind)pattern->kind) {
    case JS_NAME:
        write_variable(m, pattern, value, declares);
        break;
    case JS_DEFAULT:
        bind_pattern(m, pattern->a, with_default(m, value, pattern), declares);
        break;
    case JS_OBJECT_PATTERN:
        bind_object(m, pattern, value, declares);
        break;
    case JS_ARRAY_PATTERN:
        bind_array(m, pattern, value, declares);
        break;
    case JS_MEMBER:
    case JS_INDEX:
        assign_to(m, pattern, value);
        break;
    case JS_VAR:
        bind_pattern(m, pattern->a->a, value, declares);
        break;
    default:
        break;
    }
}

void assign_to(struct machine *m, const struct js_node *target, struct value value)
{
    if (target->kind == JS_MEMBER) {
        struct value object = eval(m, target->a);
        if (!m->threw)
            set_property(m, object, target->b->text, value, target);
    } else if (target->kind == JS_INDEX) {
        struct value object = eval(m, target->a), key = v_unknown();
        if (!m->threw)
            key = eval(m, target->b);
        if (!m->threw)
            set_index(m, object, key, value, target);
    } else {
        bind_pattern(m, target, value, false);
    }
}

void bind_parameters(struct machine *m, const struct js_node *params, struct value *args,
                     unsigned count)
{
    unsigned index = 0;
    for (const struct js_node *param = params; param && !m->threw; param = param->next, index++) {
        if (param->kind == JS_REST) {
            struct object *rest = object_new(m, CLASS_ARRAY, param);
            for (unsigned i = index; i < count; i++)
                array_push(m, rest, args[i]);
            rest->is_uncertain = m->frame->args_uncertain;
            bind_pattern(m, param->a, v_object(rest), true);
            return;
        }
        struct value arg = index < count              ? args[index]
                           : m->frame->args_uncertain ? v_unknown()
                                                      : v_undefined();
        bind_pattern(m, param, arg, true);
        const struct js_node *name = param->kind == JS_DEFAULT ? param->a : param;
        if ((param->flags & JS_PARAMETER_PROPERTY) && name->kind == JS_NAME)
            set_property(m, m->frame->self, name->name, read_variable(m, name), name);
    }
}

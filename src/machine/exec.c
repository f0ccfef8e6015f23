/* Statements. An exception on its way is m->threw and completion THREW. */
#include "machine/machine.h"

enum { MOST_ITERATIONS = 20000, UNKNOWN_ITERATIONS = 2 };

struct statement_way {
    const struct js_node *node;
};

static enum completion exec_way(struct machine *m, void *data)
{
    const struct statement_way *way = data;
    return exec(m, way->node);
}

static enum completion finish(struct machine *m, enum completion completion)
{
    return m->threw ? THREW : completion;
}

enum completion exec_list(struct machine *m, const struct js_node *list)
{
    for (; list; list = list->next) {
        enum completion completion = exec(m, list);
        if (completion != DONE)
            return completion;
    }
    return DONE;
}

void hoist_functions(struct machine *m, const struct js_node *list)
{
    for (const struct js_node *node = list; node; node = node->next) {
        const struct js_node *inner =
            (node->kind == JS_EXPORT || node->kind == JS_EXPORT_DEFAULT) && node->a ? node->a
                                                                                    : node;
        if (inner->kind == JS_FUNCTION && (inner->flags & JS_DECLARATION) &&
            inner->function->body && inner->d)
            write_variable(m, inner->d, eval_function(m, inner), true);
    }
}

void declare_all(struct machine *m, struct js_scope *scope, const struct js_node *list)
{
    struct env *env = m->frame->env;
    for (struct js_variable *v = scope->variables; v; v = v->next)
        if (v->by == JS_BY_LET || v->by == JS_BY_CONST || v->by == JS_BY_CLASS)
            env->cells[v->slot].value = (struct value){.tag = V_DEAD};
    hoist_functions(m, list);
}

NOT_INLINED static enum completion exec_block(struct machine *m, const struct js_node *node)
{
    struct env *outer = m->frame->env;
    if (node->scope && node->scope->variable_count) {
        env_push(m, node->scope);
        declare_all(m, node->scope, node->a);
    }
    enum completion completion = exec_list(m, node->a);
    m->frame->env = outer;
    return completion;
}

NOT_INLINED static enum completion exec_var(struct machine *m, const struct js_node *node)
{
    for (const struct js_node *d = node->a; d; d = d->next) {
        if (!d->b) {
            if (node->op != JS_OP_VAR && d->a->kind == JS_NAME) {
                write_variable(m, d->a, v_undefined(), true);
                struct cell *cell = d->a->variable ? env_cell(m, d->a->variable) : NULL;
                if (cell)
                    cell->written = NULL;
            }
            continue;
        }
        struct value value = eval(m, d->b);
        if (m->threw)
            return THREW;
        bind_pattern(m, d->a, value, true);
        if (m->threw)
            return THREW;
    }
    return DONE;
}

NOT_INLINED static enum completion exec_if(struct machine *m, const struct js_node *node)
{
    struct value test = eval_test(m, node->a);
    if (m->threw)
        return THREW;
    enum truth truth = v_truth(test);
    if (truth == TRUE_)
        return node->b ? exec(m, node->b) : DONE;
    if (truth == FALSE_)
        return node->c ? exec(m, node->c) : DONE;
    struct statement_way yes = {node->b}, no = {node->c};
    return branch(m, node->b ? exec_way : NULL, &yes, node->c ? exec_way : NULL, &no);
}

/* After a body: does the loop go on? *c becomes what the loop itself completes with. */
bool exec_loop_goes_on(struct machine *m, const struct js_node *loop, enum completion *c)
{
    const struct js_name *own = m->frame->loop_label;
    (void)loop;
    if (*c == DONE)
        return true;
    if (*c == CONTINUED && (!m->frame->label || js_same_name(m->frame->label, own))) {
        m->frame->label = NULL;
        *c = DONE;
        return true;
    }
    if (*c == BROKE && !m->frame->label)
        *c = DONE;
    return false;
}

/* One iteration that may not happen. */
static enum completion exec_perhaps(struct machine *m, const struct js_node *body)
{
    struct statement_way way = {body};
    enum completion completion = branch(m, exec_way, &way, NULL, NULL);
    return completion == THREW ? THREW : DONE;
}

static bool may_iterate(struct machine *m, const struct js_node *loop, unsigned done)
{
    if (done == MOST_ITERATIONS)
        unit_reached(m->frame->unit, BOUND_ITERATIONS, loop);
    return done < MOST_ITERATIONS && !m->exhausted;
}

static enum completion exec_while(struct machine *m, const struct js_node *node,
                                  const struct js_name *label)
{
    enum completion completion = DONE;
    for (unsigned i = 0, unknown = 0; may_iterate(m, node, i); i++) {
        bool first_of_do = node->kind == JS_DO_WHILE && i == 0;
        enum truth truth = TRUE_;
        if (!first_of_do && node->b) {
            struct value test = eval_test(m, node->b);
            if (m->threw)
                return THREW;
            truth = v_truth(test);
        }
        if (truth == FALSE_)
            break;
        m->frame->loop_label = label;
        if (truth == MAYBE) {
            completion = exec_perhaps(m, node->d);
            if (completion == THREW || ++unknown >= UNKNOWN_ITERATIONS)
                break;
            continue;
        }
        completion = node->d ? exec(m, node->d) : DONE;
        m->frame->loop_label = label;
        if (!exec_loop_goes_on(m, node, &completion))
            break;
    }
    return completion;
}

/* Closures made in one iteration must not see the next one's variables. */
static void fresh_iteration(struct machine *m, const struct js_scope *scope)
{
    struct env *old = m->frame->env;
    if (!scope || old->scope != scope)
        return;
    size_t size = sizeof *old + scope->variable_count * sizeof(struct cell);
    struct env *copy = arena_alloc(&m->arena, size);
    memcpy(copy, old, size);
    m->frame->env = copy;
}

static enum completion for_iterations(struct machine *m, const struct js_node *node,
                                      const struct js_name *label)
{
    enum completion completion = DONE;
    for (unsigned i = 0, unknown = 0; may_iterate(m, node, i); i++) {
        struct value test = node->b ? eval(m, node->b) : v_boolean(true);
        if (m->threw)
            return THREW;
        enum truth truth = v_truth(test);
        if (truth == FALSE_)
            break;
        m->frame->loop_label = label;
        completion = truth == MAYBE ? exec_perhaps(m, node->d) : node->d ? exec(m, node->d) : DONE;
        m->frame->loop_label = label;
        if (!exec_loop_goes_on(m, node, &completion))
            break;
        if (truth == MAYBE && ++unknown >= UNKNOWN_ITERATIONS)
            break;
        fresh_iteration(m, node->scope);
        if (node->c)
            eval(m, node->c);
        if (m->threw)
            return THREW;
    }
    return completion;
}

static enum completion exec_for(struct machine *m, const struct js_node *node,
                                const struct js_name *label)
{
    struct env *outer = m->frame->env;
    if (node->scope && node->scope->variable_count)
        env_push(m, node->scope);
    enum completion completion = DONE;
    if (node->a && node->a->kind == JS_VAR)
        completion = exec_var(m, node->a);
    else if (node->a)
        eval(m, node->a);
    if (completion == DONE && !m->threw)
        completion = for_iterations(m, node, label);
    m->frame->env = outer;
    return finish(m, completion);
}

static enum completion exec_for_in(struct machine *m, const struct js_node *node,
                                   const struct js_name *label)
{
    struct value object = eval(m, node->b);
    if (m->threw)
        return THREW;
    struct env *outer = m->frame->env;
    enum completion completion = DONE;
    bool known =
        v_is(object, CLASS_PLAIN) && !object.object->is_uncertain && !object.object->escaped;
    size_t count = known ? object.object->properties.len : 1;
    for (size_t i = 0; i < count && !m->exhausted; i++) {
        if (known && object.object->properties.at[i].is_hidden)
            continue;
        if (node->scope && node->scope->variable_count)
            env_push(m, node->scope);
        bind_pattern(m, node->a,
                     known ? v_string(object.object->properties.at[i].key) : v_any(ANY_STRING),
                     node->a->kind == JS_VAR);
        m->frame->loop_label = label;
        completion = known ? exec(m, node->d) : exec_perhaps(m, node->d);
        m->frame->env = outer;
        if (!exec_loop_goes_on(m, node, &completion))
            break;
    }
    return finish(m, completion);
}

/* ---- try ---- */

struct catch_way {
    const struct js_node *node;
    struct value exception;
};

static enum completion exec_catch(struct machine *m, void *data)
{
    struct catch_way *way = data;
    struct env *outer = m->frame->env;
    if (way->node->scope && way->node->scope->variable_count)
        env_push(m, way->node->scope);
    if (way->node->b)
        bind_pattern(m, way->node->b, way->exception, true);
    m->frame->catch_depth++;
    enum completion completion = m->threw ? THREW : exec(m, way->node->c);
    m->frame->catch_depth--;
    m->frame->env = outer;
    return completion;
}

static enum completion exec_guarded(struct machine *m, const struct js_node *node)
{
    struct maybe_thrown outer = m->maybe;
    m->maybe = (struct maybe_thrown){0};
    enum completion completion = exec(m, node->a);
    if (completion == THREW && generator_returns(m->frame->generator)) {
        m->maybe = outer; /* return() passes every catch */
        return THREW;
    }
    if (completion == THREW && !m->exhausted) {
        struct catch_way way = {node, m->exception};
        m->threw = false;
        m->maybe = outer;
        return exec_catch(m, &way);
    }
    struct maybe_thrown inner = m->maybe;
    m->maybe = outer;
    if (!inner.set)
        return completion;
    /* on one of the ways it threw: the handler may run, and then what it returns may be the result
     */
    struct value result = m->frame->result;
    const struct js_name *label = m->frame->label;
    struct catch_way way = {node, inner.value};
    uint32_t outer_order = m->caught_order;
    m->caught_order = inner.order ? inner.order : 1;
    m->in_maybe_catch += inner.blame == BLAME_NOBODY;
    enum completion caught = branch(m, exec_catch, &way, NULL, NULL);
    m->in_maybe_catch -= inner.blame == BLAME_NOBODY;
    m->caught_order = outer_order;
    if (caught == THREW)
        return THREW;
    m->frame->result = result;
    m->frame->label = label;
    return completion;
}

NOT_INLINED static enum completion exec_try(struct machine *m, const struct js_node *node)
{
    m->frame->try_depth++;
    enum completion completion = node->c ? exec_guarded(m, node) : exec(m, node->a);
    m->frame->try_depth--;
    if (!node->d)
        return completion;
    bool threw = m->threw;
    struct value exception = m->exception, result = m->frame->result;
    const struct js_node *site = m->exception_site;
    struct unit *unit = m->exception_unit;
    enum blame blame = m->exception_blame;
    const struct js_name *label = m->frame->label;
    m->threw = false;
    bool returns = generator_set_returns(m->frame->generator, false);
    enum completion last = exec(m, node->d);
    if (last != DONE)
        return last;
    generator_set_returns(m->frame->generator, returns);
    m->threw = threw;
    m->exception = exception;
    m->exception_site = site;
    m->exception_unit = unit;
    m->exception_blame = blame;
    m->frame->result = result;
    m->frame->label = label;
    return completion;
}

/* ---- switch ---- */

static enum completion exec_cases(struct machine *m, const struct js_node *from)
{
    for (; from; from = from->next) {
        enum completion completion = exec_list(m, from->b);
        if (completion != DONE)
            return completion;
    }
    return DONE;
}

static enum completion case_way(struct machine *m, void *data)
{
    const struct statement_way *way = data;
    enum completion completion = exec_cases(m, way->node);
    return completion == BROKE && !m->frame->label ? DONE : completion;
}

static enum completion exec_any_case(struct machine *m, const struct js_node *cases,
                                     unsigned depth);

struct rest_way {
    const struct js_node *cases;
    unsigned depth;
};

static enum completion rest_way(struct machine *m, void *data)
{
    const struct rest_way *way = data;
    return exec_any_case(m, way->cases, way->depth);
}

/* Undetermined: this clause, or one of the others; never two of them, unless it falls through. */
static enum completion exec_any_case(struct machine *m, const struct js_node *cases, unsigned depth)
{
    enum { DEEPEST = 40 };
    while (cases && cases->next && !cases->b)
        cases = cases->next; /* falls into the next */
    if (!cases || depth > DEEPEST)
        return DONE;
    struct statement_way first = {cases};
    struct rest_way second = {cases->next, depth + 1};
    return branch(m, case_way, &first, cases->next ? rest_way : NULL, &second);
}

static enum completion choose_case(struct machine *m, const struct js_node *node,
                                   struct value value)
{
    const struct js_node *otherwise = NULL;
    for (const struct js_node *c = node->b; c; c = c->next) {
        if (!c->a) {
            otherwise = c;
            continue;
        }
        struct value test = eval(m, c->a);
        if (m->threw)
            return THREW;
        enum truth equal = v_strict_equal(value, test);
        if (equal == TRUE_)
            return exec_cases(m, c);
        if (equal == MAYBE)
            return exec_any_case(m, node->b, 0);
    }
    return exec_cases(m, otherwise);
}

NOT_INLINED static enum completion exec_switch(struct machine *m, const struct js_node *node)
{
    struct value value = eval(m, node->a);
    if (m->threw)
        return THREW;
    struct env *outer = m->frame->env;
    if (node->scope->variable_count) {
        env_push(m, node->scope);
        for (const struct js_node *c = node->b; c; c = c->next)
            hoist_functions(m, c->b);
    }
    struct deferred *outer_broken = branch_begin_loop(m);
    enum completion completion = choose_case(m, node, value);
    branch_end_loop(m, outer_broken);
    m->frame->env = outer;
    return completion == BROKE && !m->frame->label ? DONE : completion;
}

NOT_INLINED static enum completion exec_return(struct machine *m, const struct js_node *node)
{
    struct value value = node->a ? eval(m, node->a) : v_undefined();
    if (!m->threw && m->frame->generator && m->frame->function->is_async)
        value = await_value(m, value, node);
    if (m->threw)
        return THREW;
    use_value(value);
    const struct js_function *function = m->frame->function;
    if (m->frame->try_depth && function && function->is_async && !function->is_generator &&
        v_is(value, CLASS_PROMISE)) {
        struct event *event = machine_event(m, EVENT_RETURNED_UNAWAITED, node);
        event->promise = value.object->promise;
        event->function = m->frame->function;
        event->is_pending = !event->promise->may_fulfill && !event->promise->may_reject;
    }
    m->frame->result = value;
    return RETURNED;
}

static bool is_check(const struct machine *m, const struct js_node *node)
{
    const struct frame *frame = m->frame;
    bool makes_error =
        node->a->kind == JS_NEW || node->a->kind == JS_CALL || node->a->kind == JS_STRING;
    return makes_error && !frame->catch_depth &&
           !(frame->coroutine && coroutine_suspensions(frame->coroutine));
}

NOT_INLINED static enum completion exec_throw(struct machine *m, const struct js_node *node)
{
    struct value value = eval(m, node->a);
    if (!m->threw) {
        machine_throw(m, value, node);
        m->exception_blame = is_check(m, node) ? BLAME_CHECK : BLAME_PROGRAM;
    }
    return THREW;
}

static enum completion exec_labeled(struct machine *m, const struct js_node *node);

static void drop_promise(struct machine *m, struct promise *promise, const struct js_node *value)
{
    promise->is_dropped = true;
    promise->dropped_at = value;
    promise->dropped_unit = m->frame->unit;
    promise->dropped_in_catch = m->frame->catch_depth > 0;
}

void drop_value(struct machine *m, struct value value, const struct js_node *node)
{
    if (v_is(value, CLASS_PROMISE))
        drop_promise(m, value.object->promise, node);
    bool is_choice = node->kind == JS_CONDITIONAL && value.tag == V_CHOICE;
    for (unsigned i = 0; is_choice && i < value.choice->count; i++) {
        struct promise *promise =
            v_is(value.choice->at[i], CLASS_PROMISE) ? value.choice->at[i].object->promise : NULL;
        bool is_made_here = promise && promise->unit == m->frame->unit && promise->site &&
                            promise->site->start >= node->start && promise->site->end <= node->end;
        if (is_made_here)
            drop_promise(m, promise, promise->site);
    }
}

NOT_INLINED static enum completion exec_expression(struct machine *m, const struct js_node *node)
{
    m->dropping = node->a;
    struct value value = eval(m, node->a);
    if (m->threw)
        return THREW;
    drop_value(m, value, node->a);
    return DONE;
}

static enum completion exec_enum(struct machine *m, const struct js_node *node)
{
    struct object *object = object_new(m, CLASS_PLAIN, node);
    double next = 0;
    for (const struct js_node *member = node->b; member && !m->threw; member = member->next) {
        struct value value = member->b ? eval(m, member->b) : v_number(next);
        if (value.tag == V_NUMBER)
            next = value.number + 1;
        if (!(member->flags & JS_COMPUTED))
            define_property(m, object, member->a->text, value);
    }
    write_variable(m, node->a, v_object(object), true);
    return finish(m, DONE);
}

static enum completion exec_namespace(struct machine *m, const struct js_node *node)
{
    struct object *object = object_new(m, CLASS_PLAIN, node);
    object->is_uncertain = true;
    write_variable(m, node->a, v_object(object), true);
    struct env *outer = m->frame->env;
    env_push(m, node->scope);
    declare_all(m, node->scope, node->b);
    enum completion completion = exec_list(m, node->b);
    m->frame->env = outer;
    return completion;
}

static enum completion exec_export_default(struct machine *m, const struct js_node *node)
{
    struct unit *unit = m->frame->unit;
    if (!node->a || node->a->kind == JS_EMPTY)
        return DONE;
    bool declares = node->a->flags & JS_DECLARATION;
    if (declares && node->a->kind == JS_FUNCTION && node->a->d) {
        unit->exported_default = read_variable(m, node->a->d);
    } else {
        struct value value = eval(m, node->a);
        if (m->threw)
            return THREW;
        if (declares && node->a->kind == JS_CLASS && node->a->a)
            write_variable(m, node->a->a, value, true);
        unit->exported_default = value;
    }
    unit->has_default = true;
    if (node->flags & JS_COMPUTED) /* export = x */
        set_property(m, v_object(unit->module), name_of(m, "exports"), unit->exported_default,
                     NULL);
    return DONE;
}

NOT_INLINED static enum completion exec_loop(struct machine *m, const struct js_node *node,
                                             const struct js_name *label)
{
    const struct js_name *outer = m->frame->loop_label;
    struct deferred *outer_broken = branch_begin_loop(m);
    enum completion completion;
    m->frame->loop_label = label;
    switch ((enum js_kind)node->kind) {
    case JS_FOR:
        completion = exec_for(m, node, label);
        break;
    case JS_FOR_IN:
        completion = exec_for_in(m, node, label);
        break;
    case JS_FOR_OF:
        completion = exec_for_of(m, node);
        break;
    default:
        completion = exec_while(m, node, label);
        break;
    }
    branch_end_loop(m, outer_broken);
    m->frame->loop_label = outer;
    return finish(m, completion);
}

static bool is_loop(const struct js_node *node)
{
    return node->kind == JS_FOR || node->kind == JS_FOR_IN || node->kind == JS_FOR_OF ||
           node->kind == JS_WHILE || node->kind == JS_DO_WHILE;
}

static enum completion exec_labeled(struct machine *m, const struct js_node *node)
{
    enum completion completion = node->b && is_loop(node->b) ? exec_loop(m, node->b, node->name)
                                 : node->b                   ? exec(m, node->b)
                                                             : DONE;
    if (completion == BROKE && js_same_name(m->frame->label, node->name)) {
        m->frame->label = NULL;
        return DONE;
    }
    return completion;
}

static enum completion exec_class_statement(struct machine *m, const struct js_node *node)
{
    struct value value = eval(m, node);
    if (!m->threw && node->a)
        write_variable(m, node->a, value, true);
    return finish(m, DONE);
}

NOT_INLINED static enum completion exec_other(struct machine *m, const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_CLASS:
        return exec_class_statement(m, node);
    case JS_BREAK:
        m->frame->label = node->name;
        return BROKE;
    case JS_CONTINUE:
        m->frame->label = node->name;
        return CONTINUED;
    case JS_LABELED:
        return exec_labeled(m, node);
    case JS_ENUM:
        return exec_enum(m, node);
    case JS_NAMESPACE:
        return exec_namespace(m, node);
    case JS_EXPORT:
        return node->a ? exec(m, node->a) : DONE;
    case JS_EXPORT_DEFAULT:
        return exec_export_default(m, node);
    case JS_WITH:
        eval(m, node->a);
        return m->threw ? THREW : exec_perhaps(m, node->d);
    default: /* functions are hoisted, imports linked */
        return DONE;
    }
}

enum completion exec(struct machine *m, const struct js_node *node)
{
    if (!machine_step(m))
        return m->threw ? THREW : RETURNED;
    switch ((enum js_kind)node->kind) {
    case JS_EXPRESSION_STATEMENT:
        return exec_expression(m, node);
    case JS_VAR:
        return exec_var(m, node);
    case JS_IF:
        return exec_if(m, node);
    case JS_BLOCK:
        return exec_block(m, node);
    case JS_RETURN:
        return exec_return(m, node);
    case JS_THROW:
        return exec_throw(m, node);
    case JS_TRY:
        return exec_try(m, node);
    case JS_SWITCH:
        return exec_switch(m, node);
    case JS_FOR:
    case JS_FOR_IN:
    case JS_FOR_OF:
    case JS_WHILE:
    case JS_DO_WHILE:
        return exec_loop(m, node, NULL);
    default:
        return exec_other(m, node);
    }
}

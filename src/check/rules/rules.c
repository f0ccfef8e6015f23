/* Runs the rules that are on: each judges what was recorded, or looks at the nodes of the trees, or
 * both. The trees are walked once for all. */
#include "check/rules/rules.h"

#include "base/parallel.h"

static const struct {
    judge_fn judge;
    visit_fn visit;
} rules[RULE_COUNT] = {
    [RULE_BROKEN_PROMISE] = {rule_broken_promise, visit_broken_promise},
    [RULE_UNEXPECTED_ORDER] = {rule_unexpected_order, NULL},
    [RULE_DEAD_PROMISE] = {rule_dead_promise, NULL},
    [RULE_MISSING_REACTION] = {rule_missing_reaction, NULL},
    [RULE_MISSING_CATCH] = {rule_missing_catch, NULL},
    [RULE_MISSING_RETURN] = {rule_missing_return, NULL},
    [RULE_MULTIPLE_SETTLE] = {rule_multiple_settle, visit_multiple_settle},
    [RULE_UNNECESSARY_PROMISE] = {NULL, visit_unnecessary_promise},
    [RULE_UNREACHABLE_REACTION] = {rule_unreachable_reaction, NULL},
    [RULE_RECURSIVE_MICROTASK] = {rule_recursive_microtask, NULL},
    [RULE_MIXED_SCHEDULING] = {rule_mixed_scheduling, NULL},
    [RULE_TIMEOUT_ORDER] = {rule_timeout_order, NULL},
    [RULE_DEAD_LISTENER] = {rule_dead_listener, NULL},
    [RULE_DEAD_EMIT] = {rule_dead_emit, NULL},
    [RULE_INVALID_LISTENER_REMOVAL] = {rule_invalid_listener_removal,
                                       visit_invalid_listener_removal},
    [RULE_DUPLICATE_LISTENER] = {rule_duplicate_listener, visit_duplicate_listener},
    [RULE_LISTENER_IN_LISTENER] = {rule_listener_in_listener, visit_listener_in_listener},
    [RULE_LATE_REJECTION_HANDLER] = {rule_late_rejection_handler, NULL},
    [RULE_PROMISE_CYCLE] = {rule_promise_cycle, NULL},
    [RULE_STALE_AWAIT] = {rule_stale_await, NULL},
    [RULE_FLOATING_PROMISE] = {rule_floating_promise, NULL},
    [RULE_ASYNC_CALLBACK] = {rule_async_callback, visit_async_callback},
    [RULE_LAST_LAUNCHED] = {NULL, visit_last_launched},
};

static bool is_on(const struct check_options *options, enum rule rule)
{
    return !options->severities || options->severities[rule] != SEVERITY_OFF;
}

static void ruling_free(struct ruling *self)
{
    map_free(&self->settlers);
    map_free(&self->settler_calls);
    map_free(&self->emissions);
    map_free(&self->returned);
    map_free(&self->unseen);
    emitter_index_free(self->index);
    stale_index_free(self->stale);
    map_free(&self->listeners);
    map_free(&self->listened);
    map_free(&self->removed);
    map_free(&self->members);
    map_free(&self->added);
}

void rules_run(struct machine *m, struct arena *arena, const struct check_options *options,
               struct findings *out)
{
    struct ruling ruling = {.m = m, .arena = arena, .options = options, .out = out};
    for (enum rule rule = 0; rule < RULE_COUNT; rule++) {
        ruling.walked = 0;
        if (rules[rule].judge && is_on(options, rule))
            rules[rule].judge(&ruling);
    }
    ruling_free(&ruling);
    flows_add(out, arena);
}

/* ---- trees ---- */

struct tree_rules {
    struct ruling ruling;
    struct arena arena;
    struct findings found;
    struct unit **units;
    size_t count;
    VEC(visit_fn) visitors;
    struct background *thread;
};

static void visit_all(struct walk *walk, const struct js_node *node)
{
    const struct tree_rules *self = walk->data;
    if (node->kind == JS_NAME || node->kind == JS_STRING || node->kind == JS_NUMBER)
        return; /* half of all nodes, and nothing to any rule by themselves */
    if (is_stopped(self->ruling.options->stop))
        return;
    vec_each (visit, &self->visitors)
        (*visit)(walk, node);
}

static bool is_to_be_walked(const struct js_function *function)
{
    return function->body && !function->walked &&
           (function->is_async_relevant || !function->parent);
}

static void walk_unit(struct tree_rules *self, struct unit *unit)
{
    struct walk walk = {.ruling = &self->ruling, .unit = unit, .data = self};
    vec_each (function, &unit->file->functions) {
        if (!is_to_be_walked(*function))
            continue;
        (*function)->walked = true;
        walk_function(&walk, *function, visit_all);
    }
}

static void walk_units(void *context)
{
    struct tree_rules *self = context;
    for (size_t i = 0; i < self->count && self->visitors.len; i++)
        if (self->units[i]->file->has_asynchrony)
            walk_unit(self, self->units[i]);
}

/* In functions that name nothing asynchronous, in a file that does: what they call may be. */
static void walk_rest(struct tree_rules *self, struct unit *unit)
{
    static const char *const last[] = {".at(-1)", "length - 1]", "length-1]"};
    struct walk walk = {.ruling = &self->ruling, .unit = unit};
    if (!unit->file->has_asynchrony || !is_on(self->ruling.options, RULE_LAST_LAUNCHED) ||
        !has_any(unit->source->text, last, COUNT_OF(last)))
        return;
    vec_each (function, &unit->file->functions)
        if ((*function)->body && !(*function)->walked)
            walk_function(&walk, *function, visit_last_launched);
}

struct tree_rules *tree_rules_start(struct unit **units, size_t count,
                                    const struct check_options *options)
{
    struct tree_rules *self = mem_zalloc(sizeof *self);
    self->ruling = (struct ruling){.arena = &self->arena, .options = options, .out = &self->found};
    self->units = units;
    self->count = count;
    for (enum rule rule = 0; rule < RULE_COUNT; rule++)
        if (rules[rule].visit && is_on(options, rule))
            *vec_push(&self->visitors) = rules[rule].visit;
    if (options->jobs > 1)
        self->thread = background_start(walk_units, self);
    return self;
}

void tree_rules_pause(struct tree_rules *self)
{
    background_wait(self->thread);
    self->thread = NULL;
}

void tree_rules_finish(struct tree_rules *self, struct findings *out)
{
    tree_rules_pause(self);
    walk_units(self); /* what was not done yet */
    for (size_t i = 0; i < self->count; i++)
        walk_rest(self, self->units[i]);
    flows_add(&self->found, &self->arena);
    vec_each (finding, &self->found.list)
        *vec_push(&out->list) = *finding;
    vec_free(&self->found.list);
}

void tree_rules_free(struct tree_rules *self)
{
    if (!self)
        return;
    vec_free(&self->visitors);
    ruling_free(&self->ruling);
    arena_free(&self->arena);
    free(self);
}

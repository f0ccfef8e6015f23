/* Runs the rules that are on: each judges what was recorded, or looks at the nodes of the trees, or
 * both. The trees are walked once for all. */
#include "rules/rules.h"

#include "base/parallel.h"

#define RULE_(name) &rule_##name,
static const struct rule *const rules[] = {RULES(RULE_)};
#undef RULE_
#define INFO_(name) &rule_##name.info,
const struct rule_info *const check_rules[] = {RULES(INFO_)};
#undef INFO_
const size_t check_rule_count = COUNT_OF(check_rules);

static bool is_on(const struct rules_options *options, size_t rule)
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

void rules_run(struct machine *m, struct arena *arena, const struct rules_options *options,
               struct findings *out)
{
    struct ruling ruling = {.m = m, .arena = arena, .options = options, .out = out};
    for (size_t rule = 0; rule < COUNT_OF(rules); rule++) {
        ruling.walked = 0;
        if (rules[rule]->judge && is_on(options, rule))
            rules[rule]->judge(&ruling);
    }
    ruling_free(&ruling);
    flows_add(out, arena);
}

/* ---- trees ---- */

struct tree_rules {
    struct ruling ruling;
    struct arena own; /* beside the machine nobody may share one */
    struct arena *arena;
    struct findings found;
    struct unit **units;
    size_t count;
    VEC(visit_fn) visitors;
    VEC(const struct rule *) everywhere; /* those with words */
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
    return function->body && !facts_of(function)->walked &&
           (function_notes(function)->is_relevant || !function->parent);
}

static void walk_unit(struct tree_rules *self, struct unit *unit)
{
    struct walk walk = {.ruling = &self->ruling, .unit = unit, .data = self};
    vec_each (function, &unit->file->functions) {
        if (!is_to_be_walked(*function))
            continue;
        facts_of(*function)->walked = true;
        walk_function(&walk, *function, visit_all);
    }
}

static void walk_units(void *context)
{
    struct tree_rules *self = context;
    for (size_t i = 0; i < self->count && self->visitors.len; i++)
        if (self->units[i]->is_relevant)
            walk_unit(self, self->units[i]);
}

/* In functions that name nothing asynchronous: what they call may be. */
static void walk_rest(struct tree_rules *self, struct unit *unit)
{
    struct walk walk = {.ruling = &self->ruling, .unit = unit};
    vec_each (each, &self->everywhere) {
        const struct rule *rule = *each;
        size_t count = 0;
        while (rule->words[count])
            count++;
        if (!has_any(unit->source->text, rule->words, count))
            continue;
        vec_each (function, &unit->file->functions)
            if ((*function)->body && !facts_of(*function)->walked)
                walk_function(&walk, *function, rule->visit);
    }
}

struct tree_rules *tree_rules_start(struct unit **units, size_t count, struct arena *arena,
                                    const struct rules_options *options, bool beside)
{
    struct tree_rules *self = mem_zalloc(sizeof *self);
    self->arena = arena;
    self->ruling = (struct ruling){.arena = &self->own, .options = options, .out = &self->found};
    self->units = units;
    self->count = count;
    for (size_t rule = 0; rule < COUNT_OF(rules); rule++)
        if (rules[rule]->visit && is_on(options, rule)) {
            *vec_push(&self->visitors) = rules[rule]->visit;
            if (rules[rule]->words)
                *vec_push(&self->everywhere) = rules[rule];
        }
    if (beside)
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
    flows_add(&self->found, &self->own);
    vec_each (finding, &self->found.list)
        *vec_push(&out->list) = *finding;
    vec_free(&self->found.list);
    vec_free(&self->visitors);
    vec_free(&self->everywhere);
    ruling_free(&self->ruling);
    arena_join(self->arena, &self->own);
    free(self);
}

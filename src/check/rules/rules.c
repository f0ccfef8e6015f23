/* Runs the rules that are on: each judges what was recorded, or looks at the nodes of the trees, or
 * both. The trees are walked once for all. */
#include "check/rules/rules.h"

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
    [RULE_MULTIPLE_SETTLE] = {rule_multiple_settle, NULL},
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

struct visitors {
    VEC(visit_fn) list;
};

static void visit_all(struct walk *walk, const struct js_node *node)
{
    const struct visitors *visitors = walk->data;
    if (node->kind == JS_NAME || node->kind == JS_STRING || node->kind == JS_NUMBER)
        return; /* half of all nodes, and nothing to any rule by themselves */
    vec_each (visit, &visitors->list)
        (*visit)(walk, node);
}

void rules_run(struct machine *m, struct arena *arena, const struct check_options *options,
               struct findings *out)
{
    struct ruling ruling = {.m = m, .arena = arena, .options = options, .out = out};
    struct visitors visitors = {0};
    for (enum rule rule = 0; rule < RULE_COUNT; rule++) {
        if (options->severities && options->severities[rule] == SEVERITY_OFF)
            continue;
        if (rules[rule].judge)
            rules[rule].judge(&ruling);
        if (rules[rule].visit)
            *vec_push(&visitors.list) = rules[rule].visit;
    }
    if (visitors.list.len)
        walk_program(&ruling, visit_all, &visitors);
    vec_free(&visitors.list);
    map_free(&ruling.settlers);
    map_free(&ruling.emissions);
    flows_add(out, arena);
}

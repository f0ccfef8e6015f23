/* Runs the rules that are on, and builds findings for them. */
#include "check/rules/rules.h"

static void (*const functions[RULE_COUNT])(struct ruling *) = {0};

void rules_run(struct machine *m, struct arena *arena, const struct check_options *options,
               struct findings *out) {
    struct ruling ruling = {m, arena, options, out};
    for (enum rule rule = 0; rule < RULE_COUNT; rule++)
        if (functions[rule] && (!options->severities || options->severities[rule] != SEVERITY_OFF))
            functions[rule](&ruling);
}

void graph_of(struct machine *m, struct arena *arena, struct graph *graph) {
    (void)m, (void)arena, (void)graph;
}

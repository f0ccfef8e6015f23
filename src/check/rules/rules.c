/* Runs the rules that are on. */
#include "check/rules/rules.h"

void rules_run(struct machine *m, struct arena *arena, const struct check_options *options,
               struct findings *out) {
    static void (*const functions[RULE_COUNT])(struct ruling *) = {
#define ROW(name) rule_##name,
        RULES(ROW)
#undef ROW
    };
    struct ruling ruling = {m, arena, options, out};
    for (enum rule rule = 0; rule < RULE_COUNT; rule++)
        if (!options->severities || options->severities[rule] != SEVERITY_OFF)
            functions[rule](&ruling);
    flows_add(out, arena);
}

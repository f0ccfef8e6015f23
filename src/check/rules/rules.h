/* The rules: each asks the machine's record and the trees. Private to src/check. */
#ifndef CHECK_RULES_RULES_H
#define CHECK_RULES_RULES_H

#include "check/check.h"
#include "check/machine.h"

enum rule {
    RULE_BROKEN_PROMISE,
    RULE_UNEXPECTED_ORDER,
    RULE_DEAD_PROMISE,
    RULE_MISSING_REACTION,
    RULE_MISSING_CATCH,
    RULE_MISSING_RETURN,
    RULE_MULTIPLE_SETTLE,
    RULE_UNNECESSARY_PROMISE,
    RULE_UNREACHABLE_REACTION,
    RULE_RECURSIVE_MICROTASK,
    RULE_MIXED_SCHEDULING,
    RULE_TIMEOUT_ORDER,
    RULE_DEAD_LISTENER,
    RULE_DEAD_EMIT,
    RULE_INVALID_LISTENER_REMOVAL,
    RULE_DUPLICATE_LISTENER,
    RULE_LISTENER_IN_LISTENER,
    RULE_LATE_REJECTION_HANDLER,
    RULE_PROMISE_CYCLE,
    RULE_STALE_AWAIT,
    RULE_FLOATING_PROMISE,
    RULE_ASYNC_CALLBACK,
    RULE_LAST_LAUNCHED,
    RULE_COUNT
};

struct ruling {
    struct machine *m;
    struct arena *arena;
    const struct check_options *options;
    struct findings *out;
};

void rules_run(struct machine *m, struct arena *arena, const struct check_options *options,
               struct findings *out);
void graph_of(struct machine *m, struct arena *arena, struct graph *graph);

#endif

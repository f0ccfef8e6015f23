/* Why one action happens before another: the only list of reasons. RULE(id, name, reason)
 *
 * The first 13 are those of NRace (Chang et al., ASE 2021) under its numbers; where ours is
 * narrower or wider than the paper's, docs/causality.md says so. */
#ifndef CAUSALITY_RULES_H
#define CAUSALITY_RULES_H

/* clang-format off */
#define CAUSALITY_RULES(RULE) \
    RULE(TRANSITIVITY, "transitivity", "What happens before a cause happens before its effect.") \
    RULE(PROGRAM_ORDER, "program-order", "One action does one thing after the other.") \
    RULE(ATOMICITY, "event-atomicity", "A thread finishes an event before it begins the next, so what follows a part of it follows all of it.") \
    RULE(REGISTRATION, "event-registration", "An event cannot run before it was asked for.") \
    RULE(INTERVAL, "set-interval", "An interval is armed again only after its callback has returned.") \
    RULE(RESOLVE, "promise-resolve", "A reaction waits until its promise is settled.") \
    RULE(ALL, "promise-all", "Promise.all is fulfilled after the last of its promises.") \
    RULE(RACE, "promise-race", "Promise.race follows the promise that is settled before all others in every order.") \
    RULE(DELEGATION, "task-delegation", "A task starts after the call that delegated it.") \
    RULE(COMPLETION, "task-completion", "A completion is delivered after its task has ended.") \
    RULE(FIFO, "fifo", "Ticks, promise jobs, immediates and completions leave their queue in the order in which they entered it.") \
    RULE(TIMEOUT, "fifo-timeout", "A timer that is set no later and for no longer expires no later.") \
    RULE(NEXT_TICK, "next-tick", "Ticks run before whatever else the event that set them leads to.") \
    RULE(MICROTASK, "microtask", "The loop goes on only when all promise jobs that are ready have run.") \
    RULE(AWAIT, "await", "An async function continues after the event in which it began to wait.") \
    RULE(ITERATION, "async-iteration", "An async iterator answers its requests in the order in which they were made.") \
    RULE(DESCRIPTOR, "descriptor-fifo", "What comes from one descriptor is delivered in the order in which it came.") \
    RULE(STREAM, "stream-fifo", "A stream emits its chunks, its end and its close in order.") \
    RULE(LISTENER, "listener", "A listener is called only by what is emitted after it was added.") \
    RULE(MESSAGE, "message", "A message is received after it was sent.") \
    RULE(START, "process-start", "A process or thread starts after the call that started it.") \
    RULE(EXIT, "process-exit", "The end of a process is seen after all that the process did.") \
    RULE(LAST, "last-event", "`exit` and `beforeExit` come when nothing else is left to run.") \
    RULE(ANY, "promise-any", "Promise.any is rejected after all of its promises, and fulfilled like a race.") \
    RULE(ALL_SETTLED, "promise-all-settled", "Promise.allSettled is fulfilled after the last of its promises.")
/* clang-format on */

enum causality_rule {
#define RULE(id, name, reason) CAUSALITY_##id,
    CAUSALITY_RULES(RULE)
#undef RULE
        CAUSALITY_RULE_COUNT
};

struct causality_rule_row {
    const char *name, *reason;
};
extern const struct causality_rule_row causality_rules[CAUSALITY_RULE_COUNT];

#endif

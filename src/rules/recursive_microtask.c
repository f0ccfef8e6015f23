/* recursive-microtask: what goes on in microtasks without end lets nothing else have its turn. */
#include "rules/rules.h"

static void judge_endless(struct ruling *ruling, const struct event *event)
{
    struct str name = name_of_function(ruling, event->function);
    bool is_loop = event->other != NULL;
    struct finding *finding =
        report(ruling, &rule_recursive_microtask, event->unit, event->site,
               is_loop ? STR_FMT " goes round here in microtasks only, for what it awaits is "
                                 "settled already: timers, I/O and requests never get their turn"
                       : STR_FMT " schedules itself as a microtask again and again: timers, I/O "
                                 "and requests never get their turn",
               STR_ARG(name));
    repair(ruling, finding,
           is_loop ? "await what it waits for, or a timer in each round"
                   : "use setImmediate or setTimeout for the next round");
}

static void judge_recursive_microtask(struct ruling *ruling)
{
    vec_each (event, &ruling->m->events)
        if (event->kind == EVENT_ENDLESS_MICROTASKS)
            judge_endless(ruling, event);
}

const struct rule rule_recursive_microtask = {
    .info =
        {"recursive-microtask", SEVERITY_WARNING,
         "a microtask schedules itself without end and starves the event loop",
         "Ticks and promise jobs are drained before anything else: timers, I/O and requests never "
         "get their turn.",
         "function poll() {\n  process.nextTick(poll);\n}\npoll();\n",
         "function poll() {\n  setImmediate(poll);\n}\npoll();\n"},
    .judge = judge_recursive_microtask,
};

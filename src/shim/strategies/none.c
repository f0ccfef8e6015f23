/* none: natural order, nothing held. Still in virtual time and pinned, so that it repeats. */
#include "shim/loop.h"

static void arrive(struct random *random, struct event *event)
{
    (void)random, (void)event;
}

static bool arrange(struct random *random, struct event **free, size_t count, bool timers_wait)
{
    (void)random, (void)free, (void)count, (void)timers_wait;
    return true;
}

const struct strategy strategy_none = {
    .name = "none", .batch = true, .arrive = arrive, .arrange = arrange};

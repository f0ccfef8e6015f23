/* pct: priorities over sources with d - 1 change points (Burckhardt et al.: probabilistic
 * concurrency testing). Each source of events, and the timers among them, gets a rank by its name
 * and the run's seed; the highest rank that is ready goes first, the others starve, across timers
 * too if those rank higher. At d - 1 random decisions the source at the head falls below all
 * others. An event that is as late as --slowest allows goes first.
 */
#include "shim/loop.h"

enum { MOST_CHANGES = 32, ASSUMED_LENGTH = 400 };
static const uint64_t LOWEST = 1000;

static struct {
    uint64_t changes[MOST_CHANGES]; /* decisions at which the head falls */
    int count;
    uint64_t made, next_low;
    uint64_t salt;      /* of the ranks */
    uint64_t timers;    /* their rank */
    double timers_held; /* how often expired ones wait for what is ready: the lower their rank, the
                           more */
} ranks;

static void start(struct random *random)
{
    const struct segment_config *config = &shim.segment->config;
    uint64_t length = config->pct_length > 0 ? (uint64_t)config->pct_length : ASSUMED_LENGTH;
    ranks.count = config->pct_depth > MOST_CHANGES ? MOST_CHANGES : (int)config->pct_depth - 1;
    for (int i = 0; i < ranks.count; i++)
        ranks.changes[i] = 1 + random_below(random, length);
    ranks.next_low = LOWEST;
    ranks.salt = random_next(random);
    ranks.timers = LOWEST + 1 + random_below(random, UINT64_C(1) << 32);
    ranks.timers_held = 80.0 * (1.0 - (double)ranks.timers / (double)(UINT64_C(1) << 32));
}

static uint64_t *rank_of(struct event *event)
{
    return &event->name->priority[event->phase];
}

static void arrive(struct random *random, struct event *event)
{
    uint64_t *rank = rank_of(event);
    if (!*rank) { /* by its name, so that it is all the same who shows first */
        struct random own = {ranks.salt ^ random_mix(event->name->hash, event->phase)};
        *rank = LOWEST + 1 + random_below(&own, UINT64_C(1) << 32);
    }
    /* What libuv would do at once, in the phase at hand, needs a hold to be there at the next
     * decision: expired timers, and closes of low rank, which compete from then on. */
    bool waits = event->kind == EVENT_TIMERS  ? random_percent(random, ranks.timers_held)
                 : event->kind == EVENT_CLOSE ? *rank < LOWEST + (UINT64_C(1) << 31)
                                              : false;
    if (event->kind == EVENT_TASK) /* ranks hold across processes, too */
        event_wait_for_others(event, 1.0 - (double)*rank / (double)(UINT64_C(1) << 32));
    if (waits)
        event->hold = (struct hold){.kind = HOLD_POLLS, .until = 1};
}

static bool falls_now(void)
{
    ranks.made++;
    for (int i = 0; i < ranks.count; i++)
        if (ranks.changes[i] == ranks.made)
            return true;
    return false;
}

static size_t highest(struct event **free, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (*rank_of(free[i]) > *rank_of(free[best]))
            best = i;
    return best;
}

static size_t most_starved(struct event **free, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (free[i]->since < free[best]->since)
            best = i;
    return best;
}

static bool arrange(struct random *random, struct event **free, size_t count, bool timers_wait)
{
    (void)random;
    size_t oldest = most_starved(free, count);
    size_t best = event_is_late(free[oldest]) ? oldest : highest(free, count);
    if (falls_now()) {
        *rank_of(free[best]) = ranks.next_low > 1 ? ranks.next_low-- : 1;
        best = highest(free, count);
    }
    struct event *first = free[best];
    free[best] = free[0];
    free[0] = first;
    return !first->may_be_late || event_is_late(first) || !timers_wait ||
           *rank_of(first) > ranks.timers;
}

const struct strategy strategy_pct = {
    .name = "pct", .start = start, .arrive = arrive, .arrange = arrange};

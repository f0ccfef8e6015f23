/* Races that are mostly benign, by what the accesses look like. The first three are NRace's; none
 * of them is sure, so each has its doubts: with one the race is reported all the same, and a
 * directed run decides. */
#include "races/races_private.h"

struct question {
    const struct races__access *a, *b;
    const struct races__location *location;
};

static bool both_write(const struct question *q)
{
    return races__writes(q->a->kind) && races__writes(q->b->kind);
}

static bool is_same_value(const struct question *q)
{
    if (q->a->kind == OBSERVED_DELETE && q->b->kind == OBSERVED_DELETE)
        return true;
    bool hashed = q->a->flags & q->b->flags & RACES__HASHED;
    bool relative = (q->a->flags | q->b->flags) & RACES__RELATIVE;
    return both_write(q) && hashed && !relative && q->a->hash == q->b->hash;
}

static bool is_counter(const struct question *q)
{
    return q->a->flags & q->b->flags & RACES__RELATIVE;
}

static const char *counter_doubt(const struct question *q)
{
    bool decides = (q->a->flags | q->b->flags) & RACES__DECIDES || q->location->decided;
    return decides ? "the count decides something, which may come too early" : NULL;
}

static bool is_append(const struct question *q)
{
    return q->a->kind == OBSERVED_ADD && q->b->kind == OBSERVED_ADD;
}

static const char *append_doubt(const struct question *q)
{
    return q->location->walked ? "it is read as a whole: the order of what was added shows" : NULL;
}

static uint32_t guard_of(const struct races__access *access)
{
    if (access->flags & RACES__GUARDED)
        return access->guard;
    return access->kind == OBSERVED_READ && access->flags & RACES__DECIDES ? access->site : 0;
}

static bool has_guarded_write(const struct question *q)
{
    return (q->a->flags | q->b->flags) & RACES__GUARDED;
}

static bool is_init_once(const struct question *q)
{
    return has_guarded_write(q) && guard_of(q->a) && guard_of(q->a) == guard_of(q->b) &&
           !q->location->many_values;
}

static bool is_sequentialized(const struct question *q)
{
    return q->location->released && (guard_of(q->a) || guard_of(q->b));
}

static const char *sequentialized_doubt(const struct question *q)
{
    bool blind = (q->a->kind == OBSERVED_READ && !guard_of(q->a)) ||
                 (q->b->kind == OBSERVED_READ && !guard_of(q->b));
    return blind ? "one of them reads it without deciding by it" : NULL;
}

static bool is_guarded(const struct question *q)
{
    return has_guarded_write(q) && guard_of(q->a) && guard_of(q->b);
}

static const struct {
    struct race_pattern pattern;
    bool (*fits)(const struct question *q);
    const char *(*doubt)(const struct question *q); /* may be NULL */
} patterns[] = {
    {{"same-value", "both write the same value"}, is_same_value, NULL},
    {{"counter", "both add to it, and sums do not depend on their order"},
     is_counter,
     counter_doubt},
    {{"append", "both add an element, and neither looks at the other's"}, is_append, append_doubt},
    {{"init-once", "whoever comes first sets it, the other finds it set"}, is_init_once, NULL},
    {{"sequentialized", "it is the flag by which they keep out of each other's way"},
     is_sequentialized,
     sequentialized_doubt},
    {{"guarded", "each looks at the state before it changes it"}, is_guarded, NULL},
};

const struct race_pattern *races__pattern(const struct races__finder *self,
                                          const struct races__pair *pair, const char **doubt)
{
    struct question q = {&self->accesses.at[pair->first], &self->accesses.at[pair->second],
                         &self->locations.at[pair->location]};
    *doubt = NULL;
    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        if (patterns[i].fits(&q)) {
            *doubt = patterns[i].doubt ? patterns[i].doubt(&q) : NULL;
            return &patterns[i].pattern;
        }
    return NULL;
}

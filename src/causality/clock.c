/* See clock.h. The store is one growing array: a pointer to a node does not outlive the making of
 * another, so nodes are named by their number. */
#include "causality/clock.h"

void clock_store_free(struct clock_store *self)
{
    vec_free(&self->nodes);
}

static uint32_t copy_of(struct clock_store *self, uint32_t node)
{
    if (self->nodes.len == 0)
        vec_push(&self->nodes);
    if (self->nodes.len >= UINT32_MAX)
        BUG("more than %u nodes of clocks", UINT32_MAX);
    uint32_t made = (uint32_t)self->nodes.len;
    vec_push(&self->nodes);
    self->nodes.at[made] = self->nodes.at[node];
    return made;
}

/* The same clock with more levels, so that two can be walked side by side. */
static struct clock raised(struct clock_store *self, struct clock clock, uint32_t height)
{
    while (clock.height < height) {
        if (clock.root != 0) {
            uint32_t above = copy_of(self, 0);
            self->nodes.at[above].at[0] = clock.root;
            clock.root = above;
        }
        clock.height++;
    }
    return clock;
}

struct clock clock_with(struct clock_store *self, struct clock clock, uint32_t chain,
                        uint32_t value)
{
    uint32_t height = clock.height > 0 ? clock.height : 1;
    while (height * CLOCK_BITS < 32 && chain >> height * CLOCK_BITS != 0)
        height++;
    clock = raised(self, clock, height);
    uint32_t node = clock.root = copy_of(self, clock.root);
    for (uint32_t shift = height * CLOCK_BITS - CLOCK_BITS; shift > 0; shift -= CLOCK_BITS) {
        uint32_t branch = chain >> shift & (CLOCK_BRANCHES - 1);
        uint32_t below = copy_of(self, self->nodes.at[node].at[branch]);
        self->nodes.at[node].at[branch] = below;
        node = below;
    }
    self->nodes.at[node].at[chain & (CLOCK_BRANCHES - 1)] = value;
    return clock;
}

static void compare(const struct clock_store *self, uint32_t older, uint32_t newer, uint32_t level,
                    uint32_t chain, const struct clock_news *news)
{
    if (older == newer || newer == 0)
        return;
    if (level == 0) {
        if (newer > older)
            news->tell(news->context, chain, newer);
        return;
    }
    for (uint32_t i = 0; i < CLOCK_BRANCHES; i++)
        compare(self, older ? self->nodes.at[older].at[i] : 0, self->nodes.at[newer].at[i],
                level - 1, chain << CLOCK_BITS | i, news);
}

void clock_compare(const struct clock_store *self, struct clock older, struct clock newer,
                   const struct clock_news *news)
{
    /* Only the lowest branch of a higher clock can meet the lower one. */
    uint32_t node = newer.root, level = newer.height;
    for (; level > older.height && node != 0; level--) {
        for (uint32_t i = 1; i < CLOCK_BRANCHES; i++)
            compare(self, 0, self->nodes.at[node].at[i], level - 1, i, news);
        node = self->nodes.at[node].at[0];
    }
    uint32_t other = older.root;
    for (uint32_t above = older.height; above > level && other != 0; above--)
        other = self->nodes.at[other].at[0];
    compare(self, other, node, level, 0, news);
}

/* Gives back one of its arguments wherever that says it all, so that clocks stay shared. */
static uint32_t join(struct clock_store *self, uint32_t into, uint32_t from, uint32_t level)
{
    if (into == from || from == 0)
        return into;
    if (into == 0)
        return from;
    if (level == 0)
        return into > from ? into : from;
    struct clock_node merged;
    bool is_into = true, is_from = true;
    for (uint32_t i = 0; i < CLOCK_BRANCHES; i++) {
        uint32_t a = self->nodes.at[into].at[i], b = self->nodes.at[from].at[i];
        uint32_t both = join(self, a, b, level - 1);
        merged.at[i] = both;
        is_into &= both == a;
        is_from &= both == b;
    }
    if (is_into || is_from)
        return is_into ? into : from;
    uint32_t made = copy_of(self, 0);
    self->nodes.at[made] = merged;
    return made;
}

struct clock clock_join(struct clock_store *self, struct clock into, struct clock from,
                        const struct clock_news *news)
{
    if (news)
        clock_compare(self, into, from, news);
    uint32_t height = into.height > from.height ? into.height : from.height;
    into = raised(self, into, height);
    from = raised(self, from, height);
    into.root = join(self, into.root, from.root, height);
    return into;
}

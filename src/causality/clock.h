/* Vector clocks that share what they have in common.
 *
 * A clock says, for each chain, the last step of that chain that is known to have happened before;
 * 0 means none. A server has a chain a connection, so a clock must not be an array of all chains:
 * it is a tree of 16 branches a node (one cache line), never changed once made, and a clock that
 * differs from another in one chain shares all nodes but those on the way to it.
 *
 * The store owns all nodes; a clock is a small value to be copied, valid as long as its store.
 * Reading costs one node per 4 bits of the largest chain number in it: 5 for a million chains, 8 at
 * most. Joining skips what both share, so it costs what differs. Nothing fails. */
#ifndef CAUSALITY_CLOCK_H
#define CAUSALITY_CLOCK_H

#include "base/base.h"
#include "base/vec.h"

enum { CLOCK_BITS = 4, CLOCK_BRANCHES = 1 << CLOCK_BITS };

struct clock_node {
    uint32_t at[CLOCK_BRANCHES]; /* nodes, or at the bottom the steps themselves */
};

struct clock {
    uint32_t root;   /* 0: knows nothing */
    uint32_t height; /* levels of nodes */
};

struct clock_store {
    VEC(struct clock_node) nodes; /* the first one stays empty: 0 is no node */
};

/* Told of each chain in which a join learnt something. */
struct clock_news {
    void (*tell)(void *context, uint32_t chain, uint32_t value);
    void *context;
};

void clock_store_free(struct clock_store *self);
struct clock clock_with(struct clock_store *self, struct clock clock, uint32_t chain,
                        uint32_t value);
/* The larger of both in each chain. `news` may be NULL. */
struct clock clock_join(struct clock_store *self, struct clock into, struct clock from,
                        const struct clock_news *news);
/* Tells of every chain in which `newer` is ahead of `older`. */
void clock_compare(const struct clock_store *self, struct clock older, struct clock newer,
                   const struct clock_news *news);

static inline uint32_t clock_read(const struct clock_store *self, struct clock clock,
                                  uint32_t chain)
{
    uint32_t shift = clock.height * CLOCK_BITS, node = clock.root;
    if (node == 0 || (shift < 32 && chain >> shift != 0))
        return 0;
    while (shift > 0 && node != 0) {
        shift -= CLOCK_BITS;
        node = self->nodes.at[node].at[chain >> shift & (CLOCK_BRANCHES - 1)];
    }
    return node;
}

#endif

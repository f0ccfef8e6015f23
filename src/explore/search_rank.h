/* What is worth a run: the candidates of the search, each one thing that is late, with its family
 * and how much it promises. */
#ifndef EXPLORE_SEARCH_RANK_H
#define EXPLORE_SEARCH_RANK_H

#include "explore/search_model.h"

/* In the order in which they go where all else is equal. */
#define SEARCH_FAMILIES(FAMILY)                                                                    \
    FAMILY(EXTREME, "everything late")                                                             \
    FAMILY(REVERSE, "reversing conflicts")                                                         \
    FAMILY(KIND, "one kind of event late")                                                         \
    FAMILY(SINGLE, "one event late")                                                               \
    FAMILY(PAIR, "two events late")                                                                \
    FAMILY(RANDOM, "random schedules")

enum search_family {
#define FAMILY_ID(id, words) SEARCH_##id,
    SEARCH_FAMILIES(FAMILY_ID)
#undef FAMILY_ID
        SEARCH_FAMILY_COUNT
};

struct candidate {
    enum search_family family; /* REVERSE, KIND or SINGLE */
    int points;
    int event, until; /* indexes of the model; MODEL_NONE */
    enum event_kind kind;
    enum event_phase phase;
    enum hold_end end; /* of REVERSE and SINGLE */
    int64_t amount;
    bool issued;
    bool
        useless; /* when it was run it changed nothing, or failed: not worth being half of a pair */
};

struct candidates {
    struct candidate *at;
    size_t len, room;
};

void rank_candidates(const struct model *model, struct candidates *out);

/* The best of a family that was not issued yet; SIZE_MAX: none is left. Kinds that had their turn
 * stand back, so that fifty like events do not keep the rest waiting. */
size_t rank_best(const struct candidates *self, enum search_family family);

#endif

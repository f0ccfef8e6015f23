/* Inside the room: a story while it is told. */
#ifndef EXPLORE_STORY_PRIVATE_H
#define EXPLORE_STORY_PRIVATE_H

#include "explore/story.h"
#include "explore/story_places.h"
#include "explore/story_steps.h"
#include "failures/failures.h"

struct telling {
    struct story *story;
    struct places places;
    struct steps good, bad;
    int *in_bad;          /* by step of the good run: the same step of the bad one, STEP_NONE */
    bool *held, *late;    /* by step of the good run: held; or follows from what was */
    struct map own;       /* by name: whether the program's own code asked for it */
    size_t held_count;    /* events that were held, told or not */
    size_t first, second; /* steps of the good run: the pair that tells most */
    bool has_pair, time_limit;
};

/* "fs.open of accounts", "the 40 ms timer": as a person would say it. */
struct str story__words(struct arena *arena, const struct event_key *key);
/* The listener that a connection belongs to, or an empty slice. */
struct str story__listener(const struct event_key *key);

void story__judge(struct telling *self);  /* violation, shared and hint */
void story__orders(struct telling *self); /* good and bad */
void story__sentence(struct telling *self);

#endif

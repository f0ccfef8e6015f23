/* Explaining a schedule: two runs with stacks side by side, one in which nothing is held and one
 * under the schedule, and the story they tell together (story.h). A step of a campaign whose
 * baseline has passed. */
#ifndef EXPLORE_EXPLAIN_H
#define EXPLORE_EXPLAIN_H

#include "explore/story.h"

struct explanation {
    bool done;           /* both runs were made, and ended as they should */
    const char *trouble; /* why not, in words */
    struct story story;
    char *test, *message, *at; /* of the failing run, see failures.h; NULL where not known */
};

struct campaign;

void explain_schedule(struct campaign *campaign, const struct schedule *schedule,
                      struct explanation *explanation);
void explanation_free(struct explanation *self);

#endif

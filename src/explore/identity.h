/* Which campaign it is: everything that decides what a run with a given number does, as text, one
 * thing a line, `name: value`. How far a campaign goes (--runs, --budget, --until-fail), how fast,
 * and how it is told decide nothing, and may differ when it is resumed. */
#ifndef EXPLORE_IDENTITY_H
#define EXPLORE_IDENTITY_H

#include "explore/campaign.h"

#define IDENTITY_SHARDS "the number of shards"

void identity_print(const struct campaign_options *options, struct buf *out);

/* False, with one line that names `path` and the first difference, where they are not the same. */
bool identity_compare(const char *path, struct str there, struct str here, struct error *error);

#endif

/* Joining the stores of shards into one, which then holds what one campaign would have had.
 *
 * Runs, files and proofs are copied as they are; what the baseline showed is taken from the first
 * shard. Nothing is counted here: a campaign of task CAMPAIGN_TELLS does that, from the new store.
 */
#ifndef EXPLORE_MERGE_H
#define EXPLORE_MERGE_H

#include "base/buf.h"
#include "base/error.h"
#include "base/options.h"

/* Which campaign lies at a place (store.h): the words it was started with, each with a NUL behind
 * it, and its seed in hexadecimal. */
struct campaign_origin {
    struct buf words, seed;
};

/* `absent`, where it is not NULL: true where there is none, and nothing is wrong besides. */
bool campaign_origin(const char *place, struct campaign_origin *origin, bool *absent,
                     struct error *error);
void campaign_origin_free(struct campaign_origin *self);

/* Makes `out`/campaign.db of what lies in folders, or in a server under a name. False, exit code 2,
 * where they are not shards of one campaign, or a shard comes twice. `missing` gets one line for
 * the user where some are not there. A campaign that is whole, in `out` itself, is left as it is:
 * it can be told again in another format. */
bool campaign_merge(const struct texts *folders, const char *out, struct buf *missing,
                    struct error *error);

#endif

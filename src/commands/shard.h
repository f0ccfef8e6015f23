/* --shard K/N: which part of a campaign this process does, given in words or by the environment of
 * a job that somebody else runs N times. */
#ifndef COMMANDS_SHARD_H
#define COMMANDS_SHARD_H

#include "base/error.h"

/* "2/8", or "auto": what the job's environment says. False where it is neither. */
bool shard_parse(const char *text, int64_t *shard, int64_t *shards, struct error *error);

#endif

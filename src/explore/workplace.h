/* Where a campaign works: its temporary folder, the program it runs and with which environment, the
 * shim, and whether runs can be isolated.
 *
 * workplace_open() looks at the machine once; it fails with exit code 2 where the command cannot be
 * run and 4 where a part of ours is missing. The struct owns its texts and its folder, which
 * workplace_close() removes with all that is in it. */
#ifndef EXPLORE_WORKPLACE_H
#define EXPLORE_WORKPLACE_H

#include "base/error.h"
#include "base/options.h"
#include "explore/isolation.h"

struct workplace {
    char *folder; /* temporary; everything of the campaign that nobody asked to keep */
    int folder_lock;
    char *current; /* working directory of the command */
    char *project; /* its git top level, or itself */
    char *program; /* what argv[0] resolves to */
    char *shim;
    char *agent;              /* the script for Node, beside the shim; need not be there */
    struct texts environment; /* without the variables that differ from run to run */
    struct isolation isolation;
    const char *stdin_path; /* the caller's */
    char *node_version;     /* NULL until somebody asks */
};

bool workplace_open(struct workplace *self, char **argv, const char *stdin_path,
                    struct error *error);
void workplace_close(struct workplace *self);

/* Tries an isolated start; where it does not work, `why` says so in a few words. Where it does,
 * `why` is empty, or says what root can still reach. */
bool workplace_can_isolate(struct workplace *self, char *why, size_t room);

/* The version of the node that the command most likely means, "none" where there is none. */
const char *workplace_node_version(struct workplace *self);

#endif

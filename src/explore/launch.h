/* Starting a command so that all it starts dies with it.
 *
 * Between the tool and the command stands a keeper, a process of ours: as first process of a PID
 * namespace where the run is isolated, else as a child subreaper in a session of its own. It starts
 * the command, reaps whatever is orphaned, and when the command is over (or the tool says so) kills
 * all that is left, daemons too, before it ends itself. It dies with the tool.
 *
 * launch() returns at once; the struct keeper it fills has a descriptor that becomes readable when
 * there is something to tell: then keeper_collect(). */
#ifndef EXPLORE_LAUNCH_H
#define EXPLORE_LAUNCH_H

#include "base/error.h"
#include "explore/isolation.h"

#include <sys/types.h>

struct launch {
    char **argv; /* NULL: only try whether isolation works */
    char **environment;
    const char *program; /* resolved path of argv[0] */
    const char *run_folder;
    int input, output;                 /* descriptors for stdin, and for stdout and stderr */
    const struct isolation *isolation; /* NULL: none */
    bool fixed_addresses;              /* no address space randomisation */
};

struct keeper {
    pid_t pid;
    int report; /* descriptor; at its end everything of the run is dead */
    bool isolated;
};

enum ending_kind {
    ENDING_KILLED,
    ENDING_STATUS,
    ENDING_NO_ISOLATION,
    ENDING_NO_EXEC,
    ENDING_FULL /* no end: the run has written all that it may; never in `struct ending` */
};

struct ending {
    enum ending_kind kind;
    int number; /* wait status, or errno */
    char step[64];
    double cpu_ms; /* of everything in the run */
    bool full;     /* it wrote all that an isolated run may write */
};

bool launch(const struct launch *what, struct keeper *keeper, struct error *error);
void keeper_stop(const struct keeper *self); /* kills the run; asynchronous */
void keeper_kill(const struct keeper *self); /* without mercy, where keeper_stop() did not help */

/* Reads what the keeper has to tell, when `report` is readable; true once it has ended and
 * `ending`, cleared by the caller before the first call, is complete. */
bool keeper_collect(struct keeper *self, struct ending *ending);

#endif

/* A world of its own for each run: network (only lo, up), processes, System V IPC, and files (what
 * the program writes below the project folder or the temporary folders goes to memory and vanishes
 * with the run, up to a limit, or a program that writes without end would take the machine's
 * memory). So runs side by side never meet, and pids start from the same number. What root
 * could do to the machine from inside is taken away (privileges.h).
 *
 * The tool plans once (isolation_plan); the first process of a run, made by clone() with
 * isolation_flags(), enters (isolation_enter). The plan owns its texts. Entering tells on failure
 * which step failed, with errno. */
#ifndef EXPLORE_ISOLATION_H
#define EXPLORE_ISOLATION_H

#include "base/base.h"

/* Where the run's own folder is seen from inside: the same path in every run. */
#define RUN_FOLDER_INSIDE "/tmp/.interloper"

enum { ISOLATION_MOST_TARGETS = 5 };

struct isolation {
    bool user_namespace; /* where we are not root, or root without its powers */
    bool share_network;  /* the machine's network instead of one of the run's own */
    bool share_files;    /* what is written goes to the real files */
    char *scratch;       /* an empty folder: the run's memory file system is mounted there */
    char *folder;        /* working directory of the program */
    char *targets[ISOLATION_MOST_TARGETS]; /* folders to be covered, the outer before the inner */
    size_t target_count;
    unsigned uid, gid;
    uint64_t most_bytes; /* that a run may write there */
};

void isolation_plan(struct isolation *self, const char *scratch, const char *folder,
                    const char *project);
void isolation_free(struct isolation *self);

int isolation_flags(const struct isolation *self); /* for clone() */
/* `unguarded` is NULL, or what root could still reach because this machine does not let us put it
 * out of reach. */
bool isolation_enter(const struct isolation *self, const char *run_folder, const char **step,
                     const char **unguarded);

/* From inside: whether the program has used up (nearly) all of `most_bytes` at this moment. */
bool isolation_is_full(const struct isolation *self);

/* For a run that is not isolated, where /proc tells of another PID namespace (process_sees_itself):
 * a /proc of ours, in a mount namespace that the caller has to itself. */
bool isolation_mount_proc(const char **step);

#endif

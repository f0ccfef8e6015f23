/* Starting and ending processes without leaving any behind. */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include "base/error.h"

#include <sys/types.h>

/* fork and exec. The child leads a process group of its own, dies with the thread that made it
 * (PR_SET_PDEATHSIG: call from a thread that lives as long), and has `fds[i]` as descriptor i, or
 * /dev/null where it is -1; all others are closed. Its temporary folder is `temporary`, ours where
 * that is NULL. The keeper behind `keeper_pipe` (-1: none) is told of it before it becomes
 * anything. Its orphans become our children. -1 and an error where it cannot be started. */
pid_t process_start(char *const *argv, const int *fds, int fd_count, const char *temporary,
                    int keeper_pipe, struct error *error);

/* A process that waits for the end of our life (the end of a pipe) and then kills the group it was
 * told of and removes the folder (may be NULL, need not exist yet). *pipe_end keeps it waiting. It
 * is started first, so that there is no moment in which we could be killed and leave something. */
pid_t process_keeper(const char *folder, int *pipe_end);

/* A command of which nothing stays, whatever it starts and wherever that goes (a session of its
 * own, a daemon): a process of ours stands above it, inherits its orphans and, when it is told to
 * end or when we are gone, kills all that is below. */
struct guarded {
    pid_t guard, pid; /* -1: not started; `pid` leads a process group */
    int news;         /* the status comes from here */
    int status;       /* as waitpid() gives it; -1 while it runs */
};

bool guarded_start(struct guarded *self, char *const *argv, const int *fds, int fd_count,
                   struct error *error);
int guarded_status(struct guarded *self, int timeout_ms); /* waits at most that long */
void guarded_end(struct guarded *self);                   /* all of it, at once */

void process_kill_group(pid_t group);
/* After that, and after its leader was reaped: until none of its processes is left. Where nobody
 * reaps orphans (containers), they would look alive to the keeper. */
void process_reap_group(pid_t group, int timeout_ms);
/* The status as waitpid() gives it, waiting at most that long; -1 where it still runs. */
int process_reap(pid_t pid, int timeout_ms);

/* Does /proc tell of our own processes? In a PID namespace that was made without a /proc of its own
 * (`unshare --pid`, some CI systems) it tells of others, under numbers that mean ours by chance. */
bool process_sees_itself(void);

#endif

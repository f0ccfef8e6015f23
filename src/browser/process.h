/* Starting and ending processes without leaving any behind. Shared inside the room. */
#ifndef BROWSER_PROCESS_H
#define BROWSER_PROCESS_H

#include "base/error.h"

#include <sys/types.h>

/* fork and exec. The child leads a process group of its own, dies with the thread that made it
 * (PR_SET_PDEATHSIG: call from a thread that lives as long), and has `fds[i]` as descriptor i, or
 * /dev/null where it is -1; all others are closed. Its temporary folder is `temporary`, ours where
 * that is NULL. The keeper behind `keeper_pipe` (-1: none) is told of it before it becomes
 * anything. Its orphans become our children. -1 and an error where it cannot be started. */
pid_t process__start(char *const *argv, const int *fds, int fd_count, const char *temporary,
                     int keeper_pipe, struct error *error);

/* A process that waits for the end of our life (the end of a pipe) and then kills the group it was
 * told of and removes the folder (may be NULL, need not exist yet). *pipe_end keeps it waiting. It
 * is started first, so that there is no moment in which we could be killed and leave something. */
pid_t process__keeper(const char *folder, int *pipe_end);

void process__kill_group(pid_t group);
/* After that, and after its leader was reaped: until none of its processes is left. Where nobody
 * reaps orphans (containers), they would look alive to the keeper. */
void process__reap_group(pid_t group, int timeout_ms);
/* The status as waitpid() gives it, waiting at most that long; -1 where it still runs. */
int process__reap(pid_t pid, int timeout_ms);

#endif

#include "explore/launch.h"

#include "explore/keeper.h"
#include "process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Like fork(), into new namespaces. glibc has no such call; a raw clone without a stack behaves
 * like fork as long as this process has one thread, and the tool has. */
static pid_t fork_into(int flags)
{
    return (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
}

bool launch(const struct launch *what, struct keeper *keeper, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(error, EXIT_ENVIRONMENT, "cannot make a pipe: %s", strerror(errno));
    fflush(NULL);
    int flags = what->isolation         ? isolation_flags(what->isolation)
                : process_sees_itself() ? 0
                                        : CLONE_NEWNS;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = flags ? fork_into(flags) : fork();
    if (pid == 0) {
        close(ends[0]);
        keeper_main(what, ends[1]);
    }
    int problem = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error_set(error, EXIT_ENVIRONMENT, "cannot start a process%s: %s",
                         flags ? " in a namespace of its own" : "", strerror(problem));
    }
    *keeper = (struct keeper){.pid = pid, .report = ends[0], .isolated = what->isolation != NULL};
    return true;
}

void keeper_stop(const struct keeper *self)
{
    kill(self->pid, self->isolated ? SIGKILL : SIGTERM);
}

void keeper_kill(const struct keeper *self)
{
    kill(self->pid, SIGKILL);
}

static double milliseconds(struct timeval time)
{
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static void reap_keeper(struct keeper *self, struct ending *ending)
{
    struct rusage usage = {0};
    int status;
    while (wait4(self->pid, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    ending->cpu_ms = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
    close(self->report);
    self->report = -1;
}

bool keeper_collect(struct keeper *self, struct ending *ending)
{
    struct keeper_report report;
    ssize_t got = read(self->report, &report, sizeof report);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return false;
    if (got != sizeof report) {
        reap_keeper(self, ending);
        return true;
    }
    if (report.kind == ENDING_FULL) {
        ending->full = true;
    } else if (ending->kind ==
               ENDING_KILLED) { /* the first says why, later ones only follow from it */
        ending->kind = report.kind;
        ending->number = report.number;
        memcpy(ending->step, report.step, sizeof ending->step);
        ending->step[sizeof ending->step - 1] = '\0';
    }
    return false;
}

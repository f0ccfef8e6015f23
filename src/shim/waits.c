/* Waits without a time limit in processes that have no event loop: while `sh` waits for its child,
 * or `tee` for input, it owes nobody anything by itself, and virtual time may pass without it. */
#include "shim/shim.h"

#include <errno.h>
#include <sys/stat.h>

static bool begin_wait(void)
{
    if (shim.scope != MAPPED || threads_are_many() ||
        atomic_load(&shim.process->state) != PROCESS_PASSIVE)
        return false;
    process_set_state(PROCESS_WAITING);
    return true;
}

static void end_wait(bool began)
{
    if (began)
        process_set_state(PROCESS_PASSIVE);
}

#define WAITING(type, call)                                                                        \
    bool began = begin_wait();                                                                     \
    type result = call;                                                                            \
    end_wait(began);                                                                               \
    return result

pid_t hook_waitpid(pid_t pid, int *status, int options)
{
    WAITING(pid_t, real.waitpid(pid, status, options));
}

pid_t hook_wait(int *status)
{
    WAITING(pid_t, real.wait(status));
}

pid_t hook_wait3(int *status, int options, struct rusage *usage)
{
    WAITING(pid_t, real.wait3(status, options, usage));
}

pid_t hook_wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    WAITING(pid_t, real.wait4(pid, status, options, usage));
}

int hook_waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    WAITING(int, real.waitid(type, id, info, options));
}

int hook_sigsuspend(const sigset_t *mask)
{
    WAITING(int, real.sigsuspend(mask));
}

int hook_pause(void)
{
    WAITING(int, real.pause());
}

/* What comes through pipes and unix sockets comes from the tree; what comes through the network may
 * come from anybody. */
static bool may_come_from_outside(int fd)
{
    struct stat info;
    int domain = AF_UNIX;
    socklen_t length = sizeof domain;
    if (fstat(fd, &info) != 0)
        return false;
    if (S_ISSOCK(info.st_mode))
        getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length);
    return domain != AF_UNIX || S_ISCHR(info.st_mode);
}

ssize_t hook_read(int fd, void *into, size_t count)
{
    if (shim.scope != MAPPED || may_come_from_outside(fd))
        return real.read(fd, into, count);
    WAITING(ssize_t, real.read(fd, into, count));
}

int hook_poll(struct pollfd *fds, nfds_t count, int timeout)
{
    bool outside = shim.scope != MAPPED || timeout >= 0;
    for (nfds_t i = 0; i < count && !outside; i++)
        outside = may_come_from_outside(fds[i].fd);
    if (outside)
        return real.poll(fds, count, timeout);
    WAITING(int, real.poll(fds, count, timeout));
}

int hook_select(int count, fd_set *readable, fd_set *writable, fd_set *odd, struct timeval *timeout)
{
    bool outside = shim.scope != MAPPED || timeout != NULL;
    for (int fd = 0; fd < count && !outside; fd++)
        outside = readable && FD_ISSET(fd, readable) && may_come_from_outside(fd);
    if (outside)
        return real.select(count, readable, writable, odd, timeout);
    WAITING(int, real.select(count, readable, writable, odd, timeout));
}

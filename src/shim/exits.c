/* A child's exit comes after what the child wrote.
 *
 * libuv learns of exits by a descriptor, its signal pipe, and calls it behind all others that were
 * ready in the same poll. A child's output, its end and its messages, and what it writes to a
 * socket of the file system, are ready before the kernel sends SIGCHLD. So the exit that woke the
 * loop is never told before them. Once it is called, libuv asks after every child: one that exited
 * while the callbacks of that poll ran is told at once, although its output waits for the next
 * poll. So the signal pipe may overtake the output of a child only where another child has exited
 * whose output was told. */
#include "shim/loop.h"

#include <errno.h>
#include <sys/stat.h>

/* Pairs of sockets that were made since the last fork: the ends by which the next child talks to
 * us. libuv makes them right before it forks. */
enum { MOST_PAIRS = 64 };
static struct {
    int fd;
    ino_t inode;
} pairs[MOST_PAIRS];
static size_t pair_count;

static ino_t inode_of(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 ? info.st_ino : 0;
}

int hook_socketpair(int domain, int type, int protocol, int ends[2])
{
    int result = real.socketpair(domain, type, protocol, ends), saved = errno;
    if (result == 0 && self.role == ROLE_LOOP && pair_count < MOST_PAIRS) {
        pairs[pair_count].fd = ends[0];
        pairs[pair_count++].inode = inode_of(ends[0]);
    }
    errno = saved;
    return result;
}

void exits_forked(pid_t child)
{
    int saved = errno;
    for (size_t i = 0; i < pair_count && self.role == ROLE_LOOP; i++) {
        struct source *source = sources ? source_of(pairs[i].fd) : NULL;
        if (source && child > 0 && pairs[i].inode == inode_of(pairs[i].fd)) {
            source->child = child;
            source->child_inode = pairs[i].inode;
        }
    }
    pair_count = 0;
    errno = saved;
}

void exits_peer(int fd, struct source *source)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid > 0 &&
        peer.pid != shim.pid) {
        source->child = peer.pid;
        source->child_inode = source->inode;
    }
}

/* And nobody has asked after it. */
static bool has_exited(pid_t child)
{
    siginfo_t info = {0};
    return real.waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child;
}

/* The child whose output this is, of what is ready now and was when the signal pipe became so; 0:
 * nobody's. What is written later (a process that the child left behind goes on writing) comes with
 * another poll: libuv reads what is there once, and then calls the signal pipe. */
static pid_t writer_of(const struct event *event, const struct event *exit, uint64_t round)
{
    const struct source *source = event->kind == EVENT_FD ? source_of(event->fd) : NULL;
    bool is_output = source && event->seen == round && event->came <= exit->came &&
                     (event->mask & ~(uint32_t)EPOLLOUT) && source->child &&
                     source->child_inode == source->inode;
    return is_output ? source->child : 0;
}

static bool has_output(const struct loop *loop, pid_t child, const struct event *exit,
                       uint64_t round)
{
    for (size_t i = 0; i < loop->pending_count; i++)
        if (writer_of(loop->pending[i], exit, round) == child)
            return true;
    return false;
}

static bool someone_else_has_exited(const struct loop *loop, const struct event *exit,
                                    uint64_t round)
{
    void *const *list = (void *const *)loop->uv->process_handles;
    for (void *const *node = list[0]; node != list; node = node[0]) {
        pid_t child =
            ((const uv_process_t *)((const char *)node - offsetof(uv_process_t, queue)))->pid;
        if (has_exited(child) && !has_output(loop, child, exit, round))
            return true;
    }
    return false;
}

/* The signal pipe has to wait: each child that has exited has written something that the loop was
 * not told yet. */
bool exit_is_behind(const struct loop *loop, const struct event *event, uint64_t round)
{
    if (!loop->uv || event->fd != loop->uv->signal_io_watcher.fd)
        return false;
    int saved = errno;
    bool behind = false;
    for (size_t i = 0; i < loop->pending_count && !behind; i++) {
        pid_t child = writer_of(loop->pending[i], event, round);
        behind = child && has_exited(child);
    }
    behind = behind && !someone_else_has_exited(loop, event, round);
    errno = saved;
    return behind;
}

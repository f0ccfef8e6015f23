/* Who leaves its process group, and its session, still has a parent: an orphan goes to the nearest
 * ancestor that asked for them (PR_SET_CHILD_SUBREAPER). The guard is one. So it suffices to kill
 * its children, and again those it inherits by that, until it has none.
 *
 * It runs in a fork of a program with threads: no heap, no stdio, no locks. */
#include "process/process_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { KILL_ROUNDS = 1500 };

/* What the guard tells: first who was started, then how it ended. */
struct news {
    pid_t pid;
    int status;
};

static void tell(int news_fd, pid_t pid, int status)
{
    struct news news = {pid, status};
    if (write(news_fd, &news, sizeof news) < 0)
        return; /* nobody wants to know any more */
}

static long number_at(const char *text)
{
    long number = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        number = number * 10 + (*text - '0');
    return number;
}

static pid_t parent_of(const char *pid)
{
    char path[32] = "/proc/", text[512];
    size_t length = strlen(pid);
    if (length > 12)
        return 0;
    memcpy(path + 6, pid, length);
    memcpy(path + 6 + length, "/stat", 6);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[got > 0 ? got : 0] = '\0';
    char *name_end = strrchr(text, ')'); /* "pid (name) state parent": a name may contain ) */
    return name_end && strlen(name_end) > 4 ? (pid_t)number_at(name_end + 4) : 0;
}

static void kill_children(void)
{
    struct entry { /* as getdents64() has them */
        uint64_t inode, offset;
        unsigned short length;
        unsigned char type;
        char name[];
    };
    static char room[32768] __attribute__((aligned(8)));
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (long got; folder >= 0 && (got = syscall(SYS_getdents64, folder, room, sizeof room)) > 0;)
        for (long at = 0; at < got;) {
            const struct entry *entry = (const struct entry *)(room + at);
            bool is_process = entry->name[0] >= '1' && entry->name[0] <= '9';
            if (is_process && parent_of(entry->name) == getpid())
                kill((pid_t)number_at(entry->name), SIGKILL);
            at += entry->length;
        }
    if (folder >= 0)
        close(folder);
}

/* True where children are left. */
static bool reap(pid_t *command, int news_fd)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == *command) {
            tell(news_fd, pid, status);
            *command = 0;
        }
    return pid == 0;
}

static _Noreturn void guard_main(char *const *argv, const int *fds, int fd_count, pid_t parent,
                                 int news_fd)
{
    sigset_t signals;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (getppid() != parent)
        _exit(1);
    signal(SIGCHLD, SIG_DFL); /* whoever ignores it never hears of it */
    signal(SIGTERM, SIG_DFL);
    int told[2]; /* the command begins once its number is told: it may stop us at once */
    bool waits = pipe2(told, O_CLOEXEC) == 0;
    pid_t guard = getpid(), command = fork(), group = command;
    if (command == 0) {
        char byte;
        if (waits) {
            close(told[1]);
            (void)!read(told[0], &byte, 1);
        }
        process__become(argv, environ, fds, fd_count, guard, -1);
    }
    tell(news_fd, command, command < 0 ? errno : -1);
    if (waits)
        close(told[1]);
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    for (int fd = 3; fd < 1024; fd++)
        if (fd != news_fd)
            close(fd);
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    while (sigwaitinfo(&signals, NULL) != SIGTERM)
        reap(&command, news_fd);
    for (int round = 0; round < KILL_ROUNDS && reap(&command, news_fd); round++) {
        if (process_sees_itself())
            kill_children();
        else
            kill(-group, SIGKILL); /* the best that can be done: who left the group stays */
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    _exit(0);
}

static bool hear(struct guarded *self, int timeout_ms, struct news *news)
{
    struct pollfd poll_news = {.fd = self->news, .events = POLLIN};
    if (self->news < 0 || poll(&poll_news, 1, timeout_ms) != 1)
        return false;
    if (read(self->news, news, sizeof *news) != sizeof *news)
        *news = (struct news){-1, SIGKILL}; /* the guard was killed, and the command with it */
    return true;
}

bool guarded_start(struct guarded *self, char *const *argv, const int *fds, int fd_count,
                   struct error *error)
{
    enum { START_MS = 10000 };
    int ends[2];
    struct news news = {-1, EIO};
    sigset_t all, before;
    *self = (struct guarded){-1, -1, -1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(error, EXIT_ENVIRONMENT, "cannot make a pipe: %s", strerror(errno));
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* our handlers must not run in the guard */
    pid_t parent = getpid();
    self->guard = fork();
    if (self->guard == 0) {
        close(ends[0]);
        guard_main(argv, fds, fd_count, parent, ends[1]);
    }
    int trouble = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    self->news = ends[0];
    if (self->guard > 0 && hear(self, START_MS, &news) && news.pid > 0) {
        self->pid = news.pid;
        setpgid(self->pid, self->pid); /* here too: whoever comes first */
        return true;
    }
    trouble = self->guard > 0 ? news.status : trouble;
    guarded_end(self);
    return error_set(error, EXIT_ENVIRONMENT, "cannot start %s: %s", argv[0], strerror(trouble));
}

int guarded_status(struct guarded *self, int timeout_ms)
{
    struct news news;
    if (self->status == -1 && self->pid > 0 && hear(self, timeout_ms, &news))
        self->status = news.status;
    return self->status;
}

void guarded_end(struct guarded *self)
{
    enum { GUARD_MS = 2000 };
    if (self->guard > 0) {
        kill(self->guard, SIGTERM);
        kill(self->guard, SIGCONT); /* what it watches may have stopped it */
        if (process_reap(self->guard, GUARD_MS) == -1) {
            kill(self->guard, SIGKILL);
            process_reap(self->guard, GUARD_MS);
        }
    }
    if (self->news >= 0)
        close(self->news);
    *self = (struct guarded){-1, -1, -1, self->status};
}

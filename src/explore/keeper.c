/* The process between the tool and the command. It runs in a fork of the tool, so it uses nothing
 * of the tool's state but what `struct launch` names, and leaves with _exit(). */
#include "explore/keeper.h"

#include "process/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PROCESSES = 65536, KILL_ROUNDS = 2000 };

struct keeping {
    const struct launch *what;
    int report_fd;
    sigset_t signals;
    pid_t command;
    bool told_full;
};

static void tell(int fd, enum ending_kind kind, int number, const char *step)
{
    struct keeper_report report = {.kind = kind, .number = number};
    snprintf(report.step, sizeof report.step, "%s", step);
    ssize_t put = write(fd, &report, sizeof report);
    (void)put; /* the tool is gone: then nobody wants to know */
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_from_to(int first, int last)
{
    if (first <= last && close_range((unsigned)first, (unsigned)last, 0) != 0)
        for (int fd = first; fd <= last && fd < 4096; fd++) /* a kernel before 5.9 */
            close(fd);
}

/* Nothing of the tool's stays open here: neither its terminal nor other runs' files, which the
 * program could reach through /proc/1/fd, nor what the tool itself inherited from outside, which a
 * daemon would hold open. */
static bool take_descriptors(const struct launch *what, int report_fd)
{
    if (what->argv &&
        (dup2(what->input, 0) < 0 || dup2(what->output, 1) < 0 || dup2(what->output, 2) < 0))
        return false;
    close_from_to(3, report_fd - 1);
    close_from_to(report_fd + 1, INT_MAX);
    return true;
}

static _Noreturn void become_command(const struct keeping *self)
{
    const struct launch *what = self->what;
    setsid();
    reset_signals();
    if (what->fixed_addresses)
        personality(ADDR_NO_RANDOMIZE); /* containers may forbid it: then addresses differ */
    execve(what->program, what->argv, what->environment);
    tell(self->report_fd, ENDING_NO_EXEC, errno, "");
    _exit(127);
}

/* The parent of each process, as /proc tells. */
struct parents {
    pid_t pid[MOST_PROCESSES], parent[MOST_PROCESSES];
    size_t len;
};

static pid_t parent_of(const char *pid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[got > 0 ? got : 0] = '\0';
    char *name_end = strrchr(text, ')'); /* "pid (name) state parent": a name may contain ) */
    return name_end && strlen(name_end) > 4 ? (pid_t)strtol(name_end + 4, NULL, 10) : 0;
}

static void read_parents(struct parents *self)
{
    self->len = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || self->len == MOST_PROCESSES)
            continue;
        self->pid[self->len] = (pid_t)strtol(entry->d_name, NULL, 10);
        self->parent[self->len++] = parent_of(entry->d_name);
    }
    if (folder)
        closedir(folder);
}

static pid_t parent_in(const struct parents *self, pid_t pid)
{
    for (size_t i = 0; i < self->len; i++)
        if (self->pid[i] == pid)
            return self->parent[i];
    return 0;
}

/* Descendants of ours however they daemonised: who loses its parent gets us as the new one. */
static void kill_descendants(void)
{
    static struct parents table; /* large, and this process is ours alone */
    read_parents(&table);
    for (size_t i = 0; i < table.len; i++) {
        pid_t ancestor = table.parent[i];
        for (int depth = 0; depth < 256 && ancestor > 1 && ancestor != getpid(); depth++)
            ancestor = parent_in(&table, ancestor);
        if (ancestor == getpid())
            kill(table.pid[i], SIGKILL);
    }
}

static bool reap(struct keeping *self, int flags)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, flags)) > 0)
        if (pid == self->command) {
            tell(self->report_fd, ENDING_STATUS, status, "");
            self->command = 0;
        }
    return pid == 0; /* children are left */
}

static void kill_the_rest(struct keeping *self)
{
    for (int round = 0; round < KILL_ROUNDS && reap(self, WNOHANG); round++) {
        if (self->what->isolation)
            kill(-1, SIGKILL); /* in a PID namespace of our own: all but ourselves */
        else
            kill_descendants();
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
}

/* Looked at now and then, for a program that fails because of it may well clean up behind itself.
 * Told before the status: behind that nobody listens for long. */
static void tell_if_full(struct keeping *self)
{
    if (self->told_full || !self->what->isolation || !isolation_is_full(self->what->isolation))
        return;
    tell(self->report_fd, ENDING_FULL, 0, "");
    self->told_full = true;
}

static void keep(struct keeping *self)
{
    struct timespec slice = {.tv_nsec = 50 * 1000000};
    bool watches = self->what->isolation && !self->what->isolation->share_files;
    while (self->command) {
        int number = sigtimedwait(&self->signals, NULL, watches ? &slice : NULL);
        tell_if_full(self);
        if (number == SIGTERM)
            break;
        reap(self, WNOHANG);
    }
    kill_the_rest(self);
}

static void prepare_signals(struct keeping *self)
{
    /* All signals are blocked since before the fork: the tool's handlers must not run here. Whoever
     * started the tool may have ignored SIGCHLD, which would make it never come. */
    sigemptyset(&self->signals);
    sigaddset(&self->signals, SIGCHLD);
    sigaddset(&self->signals, SIGTERM);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

static bool enter_world(const struct launch *what, const char **step, const char **unguarded)
{
    setsid(); /* Ctrl-C is for the tool to handle */
    if (what->isolation)
        return isolation_enter(what->isolation, what->run_folder, step, unguarded);
    if (!process_sees_itself() && !isolation_mount_proc(step))
        return false;
    *step = "becoming a subreaper";
    return prctl(PR_SET_CHILD_SUBREAPER, 1L) == 0;
}

/* Nobody reads the report any more. (In a PID namespace getppid() would not tell.) */
static bool tool_is_gone(int report_fd)
{
    struct pollfd report = {.fd = report_fd};
    return poll(&report, 1, 0) == 1 && (report.revents & POLLERR);
}

_Noreturn void keeper_main(const struct launch *what, int report_fd)
{
    struct keeping self = {.what = what, .report_fd = report_fd};
    const char *step = "", *unguarded = NULL;
    prepare_signals(&self);
    prctl(PR_SET_PDEATHSIG, (long)(what->isolation ? SIGKILL : SIGTERM));
    if (tool_is_gone(report_fd))
        _exit(1); /* it died before the line above */
    if (!take_descriptors(what, report_fd) || !enter_world(what, &step, &unguarded)) {
        tell(report_fd, ENDING_NO_ISOLATION, errno, step);
        _exit(1);
    }
    if (!what->argv) {
        tell(report_fd, ENDING_STATUS, unguarded ? errno : 0, unguarded ? unguarded : "");
        _exit(0);
    }
    self.command = fork();
    if (self.command == 0)
        become_command(&self);
    if (self.command < 0)
        tell(report_fd, ENDING_NO_EXEC, errno, "");
    else
        keep(&self);
    _exit(0);
}

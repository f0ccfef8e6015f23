#include "process/process_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { LIFTED = 64 }; /* descriptors are lifted above what they are to become, then put in place */

/* Without stdio, which is not allowed here. */
static void tell_keeper(int pipe_end, pid_t group)
{
    char text[16], *at = text + sizeof text;
    *--at = '\n';
    for (; group; group /= 10)
        *--at = (char)('0' + group % 10);
    if (write(pipe_end, at, (size_t)(text + sizeof text - at)) < 0)
        _exit(127);
}

/* Between fork and exec: async-signal-safe calls only, for other threads may hold any lock. */
void process__become(char *const *argv, char *const *environment, const int *fds, int fd_count,
                     pid_t parent, int keeper_pipe)
{
    setpgid(0, 0);
    if (keeper_pipe >= 0)
        tell_keeper(keeper_pipe, getpid());
    int null = open("/dev/null", O_RDWR);
    int lifted[LIFTED];
    for (int i = 0; i < fd_count; i++)
        lifted[i] = fcntl(fds[i] < 0 ? null : fds[i], F_DUPFD, LIFTED);
    for (int i = 0; i < fd_count; i++)
        dup2(lifted[i], i);
    for (int fd = fd_count; fd < 1024; fd++)
        close(fd);
    sigset_t none;
    signal(SIGXFSZ, SIG_DFL); /* what we ignore is ours alone */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before it could be watched */
        _exit(127);
    execve(argv[0], argv, environment);
    _exit(127);
}

/* Our environment with another TMPDIR; the array is the caller's, `entry` too. */
static char **environment_with(const char *temporary, char **entry)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **result = mem_resize(NULL, count + 2, sizeof *result);
    size_t kept = 0;
    *entry = temporary ? mem_printf("TMPDIR=%s", temporary) : NULL;
    for (size_t i = 0; i < count; i++)
        if (!temporary || strncmp(environ[i], "TMPDIR=", 7) != 0)
            result[kept++] = environ[i];
    if (temporary)
        result[kept++] = *entry;
    result[kept] = NULL;
    return result;
}

pid_t process_start(char *const *argv, const int *fds, int fd_count, const char *temporary,
                    int keeper_pipe, struct error *error)
{
    if (fd_count > LIFTED)
        BUG("%d descriptors for one process", fd_count);
    char *entry, **environment = environment_with(temporary, &entry);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        process__become(argv, environment, fds, fd_count, parent, keeper_pipe);
    free(environment);
    free(entry);
    if (pid < 0) {
        error_set(error, EXIT_ENVIRONMENT, "cannot start %s: %s", argv[0], strerror(errno));
        return -1;
    }
    setpgid(pid, pid); /* here too: whoever comes first */
    return pid;
}

/* The shell is the smallest thing that outlives us and needs no code of ours. A process that was
 * killed may still finish a system call, and make a file: so wait until the group is gone, and look
 * again after the folder was removed. */
static const char keeper_script[] =
    "trap '' INT TERM HUP; read -r group; cat >/dev/null; "
    "[ -z \"$group\" ] || kill -s KILL -- \"-$group\" 2>/dev/null; "
    "n=0; while [ -n \"$group\" ] && [ $n -lt 40 ] && kill -s 0 -- \"-$group\" 2>/dev/null; "
    "do n=$((n + 1)); sleep 0.05; done; "
    "n=0; while [ -n \"$1\" ] && [ -e \"$1\" ] && [ $n -lt 10 ]; "
    "do n=$((n + 1)); rm -rf -- \"$1\"; sleep 0.1; done";

pid_t process_keeper(const char *folder, int *pipe_end)
{
    int ends[2];
    *pipe_end = -1;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    char *argv[] = {
        "sh", "-c", (char *)keeper_script, "interloper-keeper", (char *)(folder ? folder : ""),
        NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    pid_t pid = -1;
    if (posix_spawn(&pid, "/bin/sh", &actions, &attributes, argv, environ) != 0)
        pid = -1;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[0]);
    *pipe_end = ends[1];
    return pid;
}

void process_kill_group(pid_t group)
{
    if (group > 1)
        kill(-group, SIGKILL);
}

void process_reap_group(pid_t group, int timeout_ms)
{
    for (int waited = 0; waited < timeout_ms;) {
        pid_t got = waitpid(-group, NULL, WNOHANG);
        if (got < 0 && errno != EINTR)
            return;
        if (got == 0) {
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
            waited += 2;
        }
    }
}

int process_reap(pid_t pid, int timeout_ms)
{
    for (int waited = 0;; waited += 2) {
        int status = 0;
        pid_t got = waitpid(pid, &status, WNOHANG);
        if (got == pid)
            return status;
        if ((got < 0 && errno != EINTR) || waited >= timeout_ms)
            return -1;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

bool process_sees_itself(void)
{
    char text[32] = "";
    ssize_t got = readlink("/proc/self", text, sizeof text - 1);
    return got > 0 && strtol(text, NULL, 10) == getpid();
}

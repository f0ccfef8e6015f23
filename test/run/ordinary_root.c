/* What tests do that run as root: all of it must go on working inside an isolated run. One line for
 * each thing that does not. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int failed;

static void needs(const char *what, int result)
{
    if (result < 0) {
        printf("failed: %s: %s\n", what, strerror(errno));
        failed++;
    }
}

static void files(void)
{
    struct stat about;
    needs("chown of an old file", chown("theirs", 65534, 65534));
    needs("chmod of what is somebody else's", chmod("theirs", 0600));
    needs("writing it", open("theirs", O_WRONLY));
    needs("stat", stat("theirs", &about) == 0 && about.st_uid == 65534 ? 0 : -1);
    needs("mkfifo", mkfifo("fifo", 0600));
    needs("rename of a folder", rename("folder", "other"));
    needs("rmdir", rmdir("other/below"));
    needs("unlink of an old file", unlink("theirs"));
    needs("an old name again", open("theirs", O_WRONLY | O_CREAT | O_EXCL, 0600));
    needs("set-user-id", chmod("theirs", 04755));
    needs("/dev/null", open("/dev/null", O_RDWR));
    needs("/dev/urandom", open("/dev/urandom", O_RDONLY));
    needs("/dev/fd/0", open("/dev/fd/0", O_RDONLY));
    shm_unlink("/interloper-ordinary"); /* what a killed run left: it is shared with the machine */
    needs("shared memory", shm_open("/interloper-ordinary", O_RDWR | O_CREAT | O_EXCL, 0600));
    needs("oom_score_adj", open("/proc/self/oom_score_adj", O_WRONLY));
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    needs("a terminal", terminal);
    needs("its other end", grantpt(terminal) == 0 && unlockpt(terminal) == 0
                               ? open(ptsname(terminal), O_RDWR | O_NOCTTY)
                               : -1);
}

static void network(void)
{
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    /* where the network is shared somebody may have the first */
    int bound = -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    for (int port = 987; bound < 0 && port > 900; port--) {
        struct sockaddr_in address = {.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)port),
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        bound = bind(fd, (struct sockaddr *)&address, sizeof address);
    }
    needs("a port below 1024", bound);
    needs("a raw socket", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}

static void processes(void)
{
    int status;
    pid_t other = fork();
    if (other == 0) {
        if (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0)
            _exit(3);
        pause();
        _exit(4);
    }
    usleep(100000);
    needs("kill of another user's process", kill(other, SIGTERM));
    waitpid(other, &status, 0);
    needs("becoming another user", WIFSIGNALED(status) ? 0 : -1);
    pid_t traced = fork();
    if (traced == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(5);
    }
    waitpid(traced, &status, 0);
    needs("tracing a child", WIFSTOPPED(status) ? 0 : -1);
    needs("letting it go", (int)ptrace(PTRACE_CONT, traced, NULL, NULL));
    waitpid(traced, &status, 0);
    pid_t attached = fork();
    if (attached == 0) {
        pause();
        _exit(6);
    }
    needs("attaching to a child", (int)ptrace(PTRACE_ATTACH, attached, NULL, NULL));
    waitpid(attached, &status, 0);
    kill(attached, SIGKILL);
    waitpid(attached, &status, 0);
    errno = 0;
    needs("a better priority", setpriority(PRIO_PROCESS, 0, -5));
    pid_t jailed = fork();
    if (jailed == 0)
        _exit(chroot("other") != 0 || chdir("/") != 0);
    waitpid(jailed, &status, 0);
    needs("chroot", status ? -1 : 0);
    pid_t fresh = fork();
    if (fresh == 0)
        _exit(unshare(CLONE_NEWUSER) != 0);
    waitpid(fresh, &status, 0);
    needs("a user namespace", status ? -1 : 0);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    files();
    network();
    processes();
    return failed ? 1 : 0;
}

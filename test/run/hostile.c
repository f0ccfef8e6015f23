/* A program that, as root inside an isolated run, tries to get out of it or at the machine: one
 * line for each attempt that succeeded, and the exit code says whether there was any. Nothing here
 * does harm where it succeeds: devices and settings are opened, never written to, and the clock is
 * set to what it shows. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int succeeded;

static void attempt(const char *what, int result)
{
    if (result >= 0) {
        printf("succeeded: %s\n", what);
        succeeded++;
    }
}

static void try_open(const char *path, int flags)
{
    char what[512];
    int fd = open(path, flags | O_NONBLOCK);
    snprintf(what, sizeof what, "open %s (%d)", path, flags);
    attempt(what, fd);
    if (fd >= 0)
        close(fd);
}

static void try_mounts(const char *project)
{
    attempt("umount /tmp", umount2("/tmp", MNT_DETACH));
    attempt("umount the project", umount2(project, MNT_DETACH));
    attempt("umount /dev", umount2("/dev", MNT_DETACH));
    attempt("umount /proc/sys", umount2("/proc/sys", MNT_DETACH));
    attempt("umount /proc", umount2("/proc", MNT_DETACH));
    attempt("mount a tmpfs", mount("tmpfs", "/mnt", "tmpfs", 0, NULL));
    attempt("bind", mount("/", "/mnt", NULL, MS_BIND, NULL));
    attempt("remount /sys", mount(NULL, "/sys", NULL, MS_REMOUNT | MS_BIND, NULL));
    attempt("share mounts", mount(NULL, "/", NULL, MS_SHARED | MS_REC, NULL));
    attempt("move", mount("/tmp", "/mnt", NULL, MS_MOVE, NULL));
    attempt("open_tree", (int)syscall(SYS_open_tree, AT_FDCWD, "/", 1));
    attempt("pivot_root", (int)syscall(SYS_pivot_root, "/tmp", "/tmp"));
    attempt("unshare mounts", unshare(CLONE_NEWNS));
}

/* In a user namespace everybody is root again, but mounts from outside stay locked together. */
static void try_user_namespace(const char *project)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
            _exit(0);
        attempt("umount /tmp in a user namespace", umount2("/tmp", MNT_DETACH));
        attempt("umount the project in a user namespace", umount2(project, MNT_DETACH));
        attempt("umount /proc/sys in a user namespace", umount2("/proc/sys", MNT_DETACH));
        attempt("remount /sys in a user namespace",
                mount(NULL, "/sys", NULL, MS_REMOUNT | MS_BIND, NULL));
        attempt("bind / alone in a user namespace", mount("/", "/tmp", NULL, MS_BIND, NULL));
        attempt("mount proc in a user namespace", mount("proc", "/tmp", "proc", 0, NULL));
        if (mknod("node-in-user-namespace", S_IFBLK | 0600, makedev(8, 0)) == 0)
            attempt("mknod in a user namespace", 0);
        try_open("/proc/sys/kernel/core_pattern", O_WRONLY);
        fflush(stdout);
        _exit(succeeded ? 1 : 0);
    }
    int status;
    waitpid(pid, &status, 0);
    succeeded += status != 0;
}

static int count_device(const char *path, const struct stat *about, int type, struct FTW *at)
{
    (void)type, (void)at;
    static const char *const fine[] = {"null", "zero", "full", "random", "urandom", "tty", "ptmx"};
    const char *name = strrchr(path, '/') + 1;
    if (!S_ISBLK(about->st_mode) && !S_ISCHR(about->st_mode))
        return 0;
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (strcmp(name, fine[i]) == 0)
            return 0;
    try_open(path, O_RDONLY);
    return 0;
}

static void try_devices(void)
{
    static const char *const named[] = {"/dev/mem",  "/dev/kmem", "/dev/port",    "/dev/kmsg",
                                        "/dev/sda",  "/dev/vda",  "/dev/nvme0n1", "/dev/rtc0",
                                        "/dev/fuse", "/dev/kvm",  "/dev/console", "/dev/tty1"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        try_open(named[i], O_RDONLY);
        try_open(named[i], O_RDWR);
    }
    nftw("/dev", count_device, 16, FTW_PHYS | FTW_MOUNT);
    attempt("mknod of a disk", mknod("disk", S_IFBLK | 0600, makedev(254, 0)));
    attempt("mknod of /dev/mem", mknod("mem", S_IFCHR | 0600, makedev(1, 1)));
    if (getenv("PREPARED_DEVICE")) /* one that was there before, outside of /dev */
        try_open(getenv("PREPARED_DEVICE"), O_RDONLY);
    attempt("iopl", iopl(3));
}

static void try_clock(void)
{
    struct timespec now;
    struct timeval day;
    struct timex slew = {.modes = ADJ_TICK, .tick = 10000};
    clock_gettime(CLOCK_REALTIME, &now);
    gettimeofday(&day, NULL);
    attempt("clock_settime", (int)syscall(SYS_clock_settime, CLOCK_REALTIME, &now));
    attempt("settimeofday", (int)syscall(SYS_settimeofday, &day, NULL));
    attempt("adjtimex", (int)syscall(SYS_adjtimex, &slew));
}

static void try_kernel(void)
{
    try_open("/proc/sys/kernel/core_pattern", O_WRONLY);
    try_open("/proc/sys/vm/drop_caches", O_WRONLY);
    try_open("/proc/sysrq-trigger", O_WRONLY);
    try_open("/proc/kcore", O_RDONLY);
    try_open("/sys/kernel/mm/transparent_hugepage/enabled", O_WRONLY);
    try_open("/sys/power/state", O_WRONLY);
    try_open("/sys/kernel/uevent_helper", O_WRONLY);
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    attempt("sethostname", sethostname(name, strlen(name)));
    attempt("reboot", reboot(RB_DISABLE_CAD));
    attempt("load a module", (int)syscall(SYS_init_module, "", 0, ""));
    attempt("swapoff", swapoff("/nowhere") < 0 && errno == EPERM ? -1 : 0);
    attempt("syslog", (int)syscall(SYS_syslog, 3, "", 0));
    attempt("mkdir in cgroup/memory", mkdir("/sys/fs/cgroup/memory/interloper-hostile", 0700));
    attempt("mkdir in cgroup", mkdir("/sys/fs/cgroup/interloper-hostile", 0700));
    rmdir("/sys/fs/cgroup/memory/interloper-hostile");
    rmdir("/sys/fs/cgroup/interloper-hostile");
}

/* A process outside of the run, by its number there. */
static void try_outsider(void)
{
    const char *number = getenv("OUTSIDE_PID");
    pid_t pid = number ? atoi(number) : 0;
    char path[64];
    if (pid <= 0)
        return;
    attempt("ptrace a process outside", (int)ptrace(PTRACE_SEIZE, pid, NULL, NULL));
    attempt("signal a process outside", kill(pid, 0));
    attempt("take hold of a process outside", (int)syscall(SYS_pidfd_open, pid, 0));
    attempt("see the priority of a process outside", (int)syscall(SYS_ioprio_get, 1, pid));
    snprintf(path, sizeof path, "/proc/%d/mem", pid);
    try_open(path, O_RDONLY);
    snprintf(path, sizeof path, "/proc/%d/root", pid);
    try_open(path, O_RDONLY);
}

static void try_namespaces(void)
{
    static const char *const kinds[] = {"mnt", "pid", "net", "ipc"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/1/ns/%s", kinds[i]);
        int fd = open(path, O_RDONLY);
        if (fd >= 0)
            attempt(path, setns(fd, 0));
    }
    /* what the first process of the run has open: nothing that leads to a folder */
    for (int fd = 0; fd < 256; fd++) {
        char path[64];
        struct stat about;
        snprintf(path, sizeof path, "/proc/1/fd/%d", fd);
        if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
            attempt(path, 0);
    }
}

/* The file "mark" says "real" outside and "inside" in here. By handle, a file can be opened that no
 * path leads to. */
static void expect_inside(const char *what, const char *path)
{
    char text[16] = "";
    int fd = open(path, O_RDONLY);
    if (fd >= 0 && read(fd, text, sizeof text - 1) > 0 && strncmp(text, "real", 4) == 0)
        attempt(what, 0);
    if (fd >= 0)
        close(fd);
}

static void try_chroot(const char *project)
{
    char mark[4096];
    int here = open("/", O_RDONLY | O_DIRECTORY);
    snprintf(mark, sizeof mark, "%s/mark", project);
    mkdir("jail", 0700);
    if (chroot("jail") == 0 && fchdir(here) == 0) {
        for (int i = 0; i < 64; i++)
            if (chdir("..") != 0)
                break;
        if (chroot(".") == 0)
            expect_inside("escape by chroot", mark);
    }
    if (chdir(project) != 0)
        return;
    expect_inside("the working directory", "mark");
    struct {
        struct file_handle head;
        char room[128];
    } handle = {.head.handle_bytes = 128};
    int mount_id;
    if (name_to_handle_at(AT_FDCWD, "/etc/passwd", &handle.head, &mount_id, 0) == 0)
        attempt("open by handle", open_by_handle_at(here, &handle.head, O_RDONLY));
}

static void make_inside_mark(void)
{
    FILE *mark = fopen("mark", "w");
    if (mark) {
        fputs("inside", mark);
        fclose(mark);
    }
}

int main(int argc, char **argv)
{
    char *project = getcwd(NULL, 0);
    const char *segment = getenv("INTERLOPER_SEGMENT");
    if (!segment || strcmp(segment, "/tmp/.interloper/segment") != 0)
        return 8;                   /* not isolated: it would unmount the machine's own /tmp */
    if (argc > 2 && setuid(0) != 0) /* as a setuid program, started by somebody else */
        return 9;
    setvbuf(stdout, NULL, _IOLBF, 0);
    make_inside_mark();
    try_mounts(project);
    try_user_namespace(project);
    try_devices();
    try_clock();
    try_kernel();
    try_namespaces();
    try_outsider();
    try_chroot(project);
    (void)argv;
    return succeeded ? 1 : 0;
}

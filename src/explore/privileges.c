#include "explore/privileges.h"

#include "explore/mountinfo.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Not here, and why it matters: SYS_ADMIN (umount, mount, setns), MKNOD, SYS_RAWIO (/dev/mem,
 * ports), SYS_TIME, SYS_MODULE, SYS_BOOT, BPF, PERFMON, SYSLOG, MAC_*, AUDIT_CONTROL; and
 * DAC_READ_SEARCH, which opens files by handle, those below an overlay too (DAC_OVERRIDE lets root
 * read everything all the same). SYS_PTRACE is harmless where all processes that can be seen have
 * lost the same, and without it nobody knows what processes of other users wait for. */
static const int kept[] = {
    CAP_CHOWN,         CAP_DAC_OVERRIDE,     CAP_FOWNER,   CAP_FSETID,       CAP_KILL,
    CAP_SETGID,        CAP_SETUID,           CAP_SETPCAP,  CAP_SETFCAP,      CAP_LEASE,
    CAP_NET_BROADCAST, CAP_NET_BIND_SERVICE, CAP_NET_RAW,  CAP_IPC_LOCK,     CAP_IPC_OWNER,
    CAP_SYS_CHROOT,    CAP_SYS_PTRACE,       CAP_SYS_NICE, CAP_SYS_RESOURCE, CAP_AUDIT_WRITE,
};

const char *privileges_drop(bool own_network)
{
    uint64_t keep = own_network ? 1ull << CAP_NET_ADMIN : 0;
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        keep |= 1ull << kept[i];
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2];
    for (long number = 0; prctl(PR_CAPBSET_READ, number) >= 0; number++)
        if (!(keep >> number & 1) && prctl(PR_CAPBSET_DROP, number) != 0)
            return "capabilities";
    if (syscall(SYS_capget, &header, data) != 0)
        return "capabilities";
    for (size_t half = 0; half < 2; half++) {
        data[half].permitted &= (uint32_t)(keep >> 32 * half);
        data[half].effective &= data[half].permitted;
        data[half].inheritable = 0; /* and with it the ambient ones */
    }
    return syscall(SYS_capset, &header, data) == 0 ? NULL : "capabilities";
}

static bool set_flags(const char *path, unsigned flags, uint64_t attributes)
{
    struct mount_attr attr = {.attr_set = attributes};
    return mount_setattr(AT_FDCWD, path, flags, &attr, sizeof attr) == 0;
}

/* Mounts that are attached nowhere yet: later changes of the tree do not touch them. */
static int detached(const char *path)
{
    return open_tree(AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

static bool attach(int tree, const char *at)
{
    bool ok = move_mount(tree, "", AT_FDCWD, at, MOVE_MOUNT_F_EMPTY_PATH) == 0;
    close(tree);
    return ok;
}

static bool make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Terminals of its own: through the machine's, root could type into other people's shells. */
static bool make_terminals(void)
{
    return mkdir("/dev/pts", 0755) == 0 &&
           mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC,
                 "newinstance,ptmxmode=0666,mode=0620,gid=5") == 0 &&
           symlink("pts/ptmx", "/dev/ptmx") == 0;
}

const char *privileges_hide_devices(void)
{
    static const char *const harmless[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                           "/dev/random", "/dev/urandom", "/dev/tty"};
    static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},
                                           {"/proc/self/fd/0", "/dev/stdin"},
                                           {"/proc/self/fd/1", "/dev/stdout"},
                                           {"/proc/self/fd/2", "/dev/stderr"}};
    int trees[COUNT_OF(harmless)], shared = -1;
    struct stat about;
    for (size_t i = 0; i < COUNT_OF(harmless); i++)
        trees[i] = detached(harmless[i]); /* one that is missing stays missing */
    bool ok = set_flags("/", AT_RECURSIVE, MOUNT_ATTR_NODEV);
    if (ok && lstat("/dev/shm", &about) == 0 && S_ISDIR(about.st_mode))
        ok = (shared = detached("/dev/shm")) >= 0;
    ok = ok && mount("tmpfs", "/dev", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k") == 0;
    for (size_t i = 0; i < COUNT_OF(harmless); i++)
        if (trees[i] >= 0)
            ok = ok && make_file(harmless[i]) && attach(trees[i], harmless[i]);
    for (size_t i = 0; i < COUNT_OF(links); i++)
        ok = ok && symlink(links[i][0], links[i][1]) == 0;
    if (shared >= 0)
        ok = ok && mkdir("/dev/shm", 01777) == 0 && attach(shared, "/dev/shm");
    return ok && make_terminals() ? NULL : "devices";
}

/* Folders and files of /proc that are not a process's. */
static bool protect_proc(void)
{
    bool ok = true;
    DIR *listing = opendir("/proc");
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        char path[300];
        struct stat about;
        snprintf(path, sizeof path, "/proc/%s", entry->d_name);
        bool ours = entry->d_name[0] != '.' && (entry->d_name[0] < '0' || entry->d_name[0] > '9');
        if (!ours || lstat(path, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode) || (S_ISREG(about.st_mode) && (about.st_mode & 0222)))
            ok &= mount(path, path, NULL, MS_BIND, NULL) == 0 &&
                  set_flags(path, 0, MOUNT_ATTR_RDONLY);
    }
    if (listing)
        closedir(listing);
    return listing && ok;
}

static bool is_kernels(const char *type)
{
    static const char *const types[] = {
        "sysfs",    "cgroup", "cgroup2", "debugfs", "tracefs",   "securityfs", "configfs",
        "efivarfs", "bpf",    "pstore",  "fusectl", "selinuxfs", "smackfs",    "binfmt_misc"};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

const char *privileges_protect_kernel(void)
{
    struct mountinfo mounts;
    bool ok = mountinfo_open(&mounts);
    while (mountinfo_next(&mounts)) {
        bool done = true;
        if (is_kernels(mounts.type) || strncmp(mounts.path, "/sys/", 5) == 0)
            done = set_flags(mounts.path, 0, MOUNT_ATTR_RDONLY);
        else if (strcmp(mounts.type, "proc") == 0 && strcmp(mounts.path, "/proc") != 0)
            done = umount2(mounts.path, MNT_DETACH) ==
                   0; /* a chroot's shows the machine's processes */
        ok &= done || errno == EINVAL || errno == ENOENT; /* covered by another: out of reach */
    }
    mountinfo_close(&mounts);
    return protect_proc() && ok ? NULL : "settings of the kernel";
}

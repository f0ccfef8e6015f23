/* Namespaces and overlays. Order matters: descriptors of what must stay visible are opened before
 * anything is covered, the overlays' upper layers lie on a tmpfs that itself gets covered, and the
 * new /proc comes last because binding by descriptor needs the old one. */
#include "explore/isolation.h"

#include "explore/mountinfo.h"
#include "explore/privileges.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { MOST_SUBMOUNTS = 64, LAYER_ROOM = 64 };

/* Is `path` the folder `root` or something below it? */
static bool is_below(const char *path, const char *root)
{
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static void add_target(struct isolation *self, const char *path)
{
    char *real = path && path[0] == '/' ? realpath(path, NULL) : NULL;
    if (!real || strcmp(real, "/") == 0 || self->target_count == ISOLATION_MOST_TARGETS) {
        free(real);
        return;
    }
    size_t at = self->target_count; /* the outer before the inner: by length */
    for (; at > 0 && strlen(self->targets[at - 1]) >= strlen(real); at--)
        if (strcmp(self->targets[at - 1], real) == 0) {
            free(real);
            return;
        }
    memmove(&self->targets[at + 1], &self->targets[at],
            (self->target_count - at) * sizeof self->targets[0]);
    self->targets[at] = real;
    self->target_count++;
}

/* What is written stands in memory, and several runs go side by side. */
static uint64_t usual_limit(void)
{
    const uint64_t most = (uint64_t)4 << 30;
    struct sysinfo machine;
    if (sysinfo(&machine) != 0)
        return most;
    uint64_t part = (uint64_t)machine.totalram * machine.mem_unit / 8;
    return part < most ? part : most;
}

void isolation_plan(struct isolation *self, const char *scratch, const char *folder,
                    const char *project)
{
    *self = (struct isolation){.scratch = mem_dup(scratch),
                               .folder = mem_dup(folder),
                               .user_namespace = geteuid() != 0,
                               .uid = geteuid(),
                               .gid = getegid(),
                               .most_bytes = usual_limit()};
    add_target(self, "/tmp");
    add_target(self, "/dev/shm");
    add_target(self, getenv("TMPDIR"));
    add_target(self, project);
}

void isolation_free(struct isolation *self)
{
    free(self->scratch);
    free(self->folder);
    for (size_t i = 0; i < self->target_count; i++)
        free(self->targets[i]);
    *self = (struct isolation){0};
}

int isolation_flags(const struct isolation *self)
{
    return CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | (self->share_network ? 0 : CLONE_NEWNET) |
           (self->user_namespace ? CLONE_NEWUSER : 0);
}

static bool write_small(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return ok;
}

/* The program keeps its own user and group: it must not think it is root. */
static bool map_ids(const struct isolation *self)
{
    char uids[64], gids[64];
    snprintf(uids, sizeof uids, "%u %u 1", self->uid, self->uid);
    snprintf(gids, sizeof gids, "%u %u 1", self->gid, self->gid);
    write_small("/proc/self/setgroups", "deny"); /* absent on old kernels */
    return write_small("/proc/self/uid_map", uids) && write_small("/proc/self/gid_map", gids);
}

static bool raise_loopback(void)
{
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    bool ok = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0;
    if (fd >= 0)
        close(fd);
    return ok;
}

/* Other file systems mounted below a target would vanish under its overlay: they are bound back. */
struct submounts {
    struct {
        int fd;
        char *path;
    } at[MOST_SUBMOUNTS];
    size_t len;
};

static void note_submount(struct submounts *self, const struct isolation *plan, const char *path)
{
    bool below = false;
    for (size_t i = 0; i < plan->target_count; i++)
        below |= is_below(path, plan->targets[i]) && strcmp(path, plan->targets[i]) != 0;
    for (size_t i = 0; i < self->len; i++) /* binding is recursive: the upper one is enough */
        below &= !is_below(path, self->at[i].path);
    if (!below || is_below(path, plan->scratch) || self->len == MOST_SUBMOUNTS)
        return;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd >= 0) {
        self->at[self->len].fd = fd;
        self->at[self->len++].path = mem_dup(path);
    }
}

static void find_submounts(struct submounts *self, const struct isolation *plan)
{
    struct mountinfo mounts;
    mountinfo_open(&mounts);
    while (mountinfo_next(&mounts))
        note_submount(self, plan, mounts.path);
    mountinfo_close(&mounts);
}

static bool bind_fd(int fd, const char *at)
{
    char source[64];
    snprintf(source, sizeof source, "/proc/self/fd/%d", fd);
    return mount(source, at, NULL, MS_BIND | MS_REC, NULL) == 0;
}

static bool make_layer(char path[LAYER_ROOM], int scratch, const char *kind, size_t index,
                       const struct stat *like)
{
    snprintf(path, LAYER_ROOM, "/proc/self/fd/%d/%s%zu", scratch, kind, index);
    if (mkdir(path, 0700) != 0)
        return false;
    /* the overlay's root shows the upper layer's owner and mode: /tmp must stay 1777 */
    if (chown(path, like->st_uid, like->st_gid) != 0)
        errno = 0;
    return chmod(path, like->st_mode & 07777) == 0;
}

/* `lower` is the folder as it was before an outer target was covered: an overlay on an overlay
 * would need a depth that containers do not leave us, and copying up the folders above the project
 * fails for an ordinary user where they belong to another. */
static bool cover(const struct isolation *self, size_t index, int lower, int scratch)
{
    char upper[LAYER_ROOM], work[LAYER_ROOM], options[4 * LAYER_ROOM];
    struct stat like;
    if (fstat(lower, &like) != 0 || fchdir(lower) != 0 ||
        !make_layer(upper, scratch, "upper", index, &like) ||
        !make_layer(work, scratch, "work", index, &like))
        return false;
    /* "." because a path may contain the commas and colons that the option's syntax gives meaning
     */
    snprintf(options, sizeof options, "lowerdir=.,upperdir=%s,workdir=%s%s", upper, work,
             self->user_namespace ? ",userxattr" : ",redirect_dir=on"); /* folders can be renamed */
    return mount("overlay", self->targets[index], "overlay", MS_NODEV, options) == 0;
}

static int open_folder(const char *path)
{
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static bool open_lower(const struct isolation *self, int lower[ISOLATION_MOST_TARGETS])
{
    for (size_t i = 0; i < self->target_count; i++)
        if ((lower[i] = open_folder(self->targets[i])) < 0)
            return false;
    return true;
}

/* Descriptors throughout: once /tmp is covered, neither the scratch folder nor a project below /tmp
 * can be reached by its path. */
static bool cover_all(const struct isolation *self, const int *lower, int scratch,
                      const struct submounts *mounts)
{
    for (size_t i = 0; i < self->target_count; i++) {
        /* shared memory is worth isolating, but not worth refusing to run */
        if (!cover(self, i, lower[i], scratch) && strcmp(self->targets[i], "/dev/shm") != 0)
            return false;
        close(lower[i]);
    }
    close(scratch);
    for (size_t i = 0; i < mounts->len; i++) {
        bind_fd(mounts->at[i].fd, mounts->at[i].path);
        close(mounts->at[i].fd);
        free(mounts->at[i].path);
    }
    return true;
}

static bool show_run_folder(int fd)
{
    bool ok =
        (mkdir(RUN_FOLDER_INSIDE, 0700) == 0 || errno == EEXIST) && bind_fd(fd, RUN_FOLDER_INSIDE);
    close(fd);
    return ok;
}

static bool mount_memory(const char *at, uint64_t most_bytes)
{
    char options[64];
    snprintf(options, sizeof options, "mode=0755,size=%llu", (unsigned long long)most_bytes);
    return mount("tmpfs", at, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

/* An overlay tells the room of its upper layer, and all of ours lie on one file system. A single
 * write that does not fit leaves some room: hence "nearly". */
bool isolation_is_full(const struct isolation *self)
{
    struct statfs room;
    if (self->share_files || !self->target_count || statfs(self->targets[0], &room) != 0)
        return false;
    return (uint64_t)room.f_bavail < (uint64_t)room.f_blocks / 64;
}

static bool isolate_files(const struct isolation *self, const char *run_folder, const char **step,
                          const char **unguarded)
{
    struct submounts mounts = {0};
    int run_fd = -1;
    find_submounts(&mounts, self);
    if (*step = "opening the run's folder", (run_fd = open_folder(run_folder)) < 0)
        return false;
    if (*step = "mounting a tmpfs", !mount_memory(self->scratch, self->most_bytes))
        return false;
    int scratch = open_folder(self->scratch), lower[ISOLATION_MOST_TARGETS];
    if (*step = "opening what is covered", !open_lower(self, lower))
        return false;
    if (self->uid == 0)
        *unguarded = privileges_hide_devices();
    if (*step = "mounting an overlay", !cover_all(self, lower, scratch, &mounts))
        return false;
    *step = "binding the run's folder";
    return show_run_folder(run_fd);
}

static bool make_private(const char **step)
{
    *step = "making mounts private";
    return mount("", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

static bool mount_proc(const char **step)
{
    *step = "mounting /proc";
    return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

bool isolation_mount_proc(const char **step)
{
    return make_private(step) && mount_proc(step);
}

bool isolation_enter(const struct isolation *self, const char *run_folder, const char **step,
                     const char **unguarded)
{
    const char *devices = NULL, *kernel = NULL;
    if (*step = "mapping the user", self->user_namespace && !map_ids(self))
        return false;
    if (*step = "raising the loopback network", !self->share_network && !raise_loopback())
        return false;
    if (!make_private(step))
        return false;
    if (!self->share_files && !isolate_files(self, run_folder, step, &devices))
        return false;
    if (!mount_proc(step))
        return false;
    if (self->uid == 0)
        kernel = privileges_protect_kernel();
    const char *capabilities = privileges_drop(!self->share_network);
    *unguarded = devices ? devices : kernel ? kernel : capabilities;
    *step = "entering the working directory";
    return chdir(self->folder) == 0;
}

#include "segment/segment_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool failed(const char *path, struct error *error)
{
    return error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
}

/* Whole milliseconds, because Node keeps its loop's time in them: a start of 12.9 ms would make the
 * first timer of every run round differently. */
static int64_t whole_milliseconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return ((int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000) * 1000000;
}

/* Whole seconds, because programs see the wall clock's milliseconds: Node's http server sets a
 * timer to the next full second, and that timer would come at another point of every run. */
static int64_t whole_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000;
}

static struct segment *map(int fd, const char *path, struct error *error)
{
    void *at = mmap(NULL, sizeof(struct segment), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED)
        return at;
    failed(path, error);
    return NULL;
}

static void fill(struct segment *self, const struct segment_config *config)
{
    self->version = SEGMENT_VERSION;
    self->size = sizeof *self;
    self->config = *config;
    self->mono_start_ns = whole_milliseconds(CLOCK_MONOTONIC);
    self->realtime_start_ns = whole_seconds(CLOCK_REALTIME);
    self->now_ns = self->mono_start_ns;
    self->magic = SEGMENT_MAGIC;
}

struct segment *segment_create(const char *path, const struct segment_config *config,
                               struct error *error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    struct segment *self = NULL;
    /* the space is taken now: on a full disk a write to the mapping would be fatal, here or in the
     * program */
    if (fd < 0 || (errno = posix_fallocate(fd, 0, sizeof *self)) != 0)
        failed(path, error);
    else
        self = map(fd, path, error);
    if (fd >= 0)
        close(fd);
    if (self)
        fill(self, config);
    return self;
}

static bool is_ours(int fd, const char *path, struct error *error)
{
    struct stat info;
    uint32_t head[3] = {0};
    if (fstat(fd, &info) != 0)
        return failed(path, error);
    bool known = pread(fd, head, sizeof head, 0) == sizeof head && head[0] == SEGMENT_MAGIC &&
                 head[1] == SEGMENT_VERSION && head[2] == sizeof(struct segment) &&
                 info.st_size >= (off_t)sizeof(struct segment);
    return known || error_set(error, EXIT_ENVIRONMENT,
                              "%s: not a segment of this version of interloper", path);
}

struct segment *segment_open(const char *path, struct error *error)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) {
        failed(path, error);
        return NULL;
    }
    struct segment *self = is_ours(fd, path, error) ? map(fd, path, error) : NULL;
    close(fd);
    return self;
}

void segment_close(struct segment *self)
{
    if (self)
        munmap(self, sizeof *self);
}

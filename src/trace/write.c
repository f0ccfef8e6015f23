#include "trace/write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 256 * 1024 * 1024 };

/* The program may have limited the size of files (`ulimit -f`). Growing ours beyond that would send
 * it SIGXFSZ, which ends it. */
static bool may_grow_to(off_t size)
{
    struct rlimit limit;
    return size <= MOST && (getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
                            limit.rlim_cur == RLIM_INFINITY || (rlim_t)size <= limit.rlim_cur);
}

/* Opens, grows and maps, then closes again: a program that closes all descriptors cannot take ours,
 * and one that truncates or removes the file cannot reach what is mapped (O_NOFOLLOW: nor turn it
 * into something else). */
static bool next_chunk(struct trace_writer *self)
{
    int saved = errno;
    off_t start = self->at ? self->start + TRACE_CHUNK : self->start;
    if (self->at)
        munmap(self->at, TRACE_CHUNK);
    self->at = NULL;
    int fd = may_grow_to(start + TRACE_CHUNK)
                 ? open(self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)
                 : -1;
    if (fd >= 0 && posix_fallocate(fd, start, TRACE_CHUNK) == 0) {
        void *mapped = mmap(NULL, TRACE_CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, start);
        self->at = mapped == MAP_FAILED ? NULL : mapped;
    }
    if (fd >= 0)
        close(fd);
    self->start = start;
    self->used = 0;
    self->refused = !self->at;
    errno = saved;
    return self->at;
}

static size_t rounded(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

/* A record lies in one chunk; what is left of a chunk becomes padding. */
void *trace_reserve(struct trace_writer *self, enum trace_type type, size_t size)
{
    size = rounded(size);
    if (self->refused || size > TRACE_CHUNK)
        return NULL;
    if (!self->at || self->used + size > TRACE_CHUNK) {
        size_t left = self->at ? TRACE_CHUNK - self->used : 0;
        if (left >= sizeof(struct trace_record)) {
            struct trace_record *pad = (struct trace_record *)(self->at + self->used);
            pad->type = TRACE_PAD;
            trace_commit(pad, left);
        }
        if (!next_chunk(self))
            return NULL;
    }
    struct trace_record *record = (struct trace_record *)(self->at + self->used);
    record->type = (uint16_t)type;
    self->used += size;
    return record;
}

void trace_commit(void *record, size_t size)
{
    _Atomic uint32_t *word = (_Atomic uint32_t *)&((struct trace_record *)record)->size;
    atomic_store_explicit(word, (uint32_t)rounded(size), memory_order_release);
}

/* An image that was in this process before an exec() may have left its own part. */
static off_t end_of_file(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return 0;
    return (info.st_size + TRACE_CHUNK - 1) / TRACE_CHUNK * TRACE_CHUNK;
}

bool trace_begin(struct trace_writer *self, const char *process, const char *command)
{
    int saved = errno;
    self->start = end_of_file(self->path);
    errno = saved;
    if (!next_chunk(self))
        return false;
    struct trace_header *header = (struct trace_header *)self->at;
    size_t name = strlen(process), words = strlen(command);
    name = name < sizeof header->process ? name : sizeof header->process - 1;
    words = words < sizeof header->command ? words : sizeof header->command - 1;
    memcpy(header->process, process, name);
    memcpy(header->command, command, words);
    header->version = TRACE_VERSION;
    header->magic = TRACE_MAGIC;
    self->used = sizeof *header;
    return true;
}

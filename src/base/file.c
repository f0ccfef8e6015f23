#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(struct error *error, const char *path)
{
    return error_set(error, EXIT_BAD_USAGE, "%s: %s", path, strerror(errno));
}

static bool too_large(struct error *error, const char *path, size_t most)
{
    return error_set(error, EXIT_BAD_USAGE, "%s: larger than %zu bytes", path, most);
}

static bool read_all(int fd, const char *path, size_t most, struct buf *into, struct error *error)
{
    char chunk[65536];
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failed(error, path);
        if (got == 0)
            return true;
        buf_add(into, chunk, (size_t)got);
        if (into->len > most)
            return too_large(error, path, most);
    }
}

bool file_read(const char *path, size_t most, struct buf *into, struct error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(error, path);
    bool ok = read_all(fd, path, most, into, error);
    close(fd);
    return ok;
}

/* -1: failed, and errno says why. */
static ssize_t read_some(int fd, char *into, size_t room)
{
    ssize_t got;
    do
        got = read(fd, into, room);
    while (got < 0 && errno == EINTR);
    return got;
}

/* The size that the system tells is right for nearly all files: they are read at once, into their
 * place. A file that grows meanwhile is cut there; those of /proc tell 0. */
static bool read_in(int fd, struct arena *arena, const char *path, size_t most, struct str *text,
                    struct error *error)
{
    struct stat info;
    size_t told = fstat(fd, &info) == 0 && info.st_size > 0 ? (size_t)info.st_size : 0;
    size_t room = told ? told : 4096, length = 0;
    if (told > most)
        return too_large(error, path, most);
    char *at = arena_alloc(arena, room + 1);
    while (length < told || !told) {
        if (length == room) {
            at = arena_extend(arena, at, room + 1, room * 2 + 1);
            room *= 2;
        }
        ssize_t got = read_some(fd, at + length, room - length);
        length += got > 0 ? (size_t)got : 0;
        bool ok = got < 0 ? failed(error, path) : length <= most || too_large(error, path, most);
        if (!ok) {
            arena_release(arena, at);
            return false;
        }
        if (!got)
            break;
    }
    *text = (struct str){at, length};
    return true;
}

bool file_read_in(struct arena *arena, const char *path, size_t most, struct str *text,
                  struct error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(error, path);
    bool ok = read_in(fd, arena, path, most, text, error);
    close(fd);
    return ok;
}

static bool write_all(int fd, struct str content)
{
    while (content.len) {
        ssize_t put = write(fd, content.at, content.len);
        if (put < 0 && errno != EINTR)
            return false;
        if (put > 0)
            content = str_from(content, (size_t)put);
    }
    return true;
}

/* To `written`, then under the name `path` if that is another. */
static bool write_as(const char *written, const char *path, struct str content)
{
    int fd = open(written, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, content);
    if (fd >= 0 && close(fd) != 0)
        ok = false;
    return ok && (written == path || rename(written, path) == 0);
}

bool file_write(const char *path, struct str content, struct error *error)
{
    struct stat info;
    /* a device, a pipe or a link must be written to, not replaced: think of --log /dev/stdout */
    if (lstat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return write_as(path, path, content) || failed(error, path);
    char *temporary = mem_printf("%s.%d.new", path, (int)getpid());
    bool ok = write_as(temporary, path, content);
    if (!ok) {
        failed(error, path);
        unlink(temporary);
    }
    free(temporary);
    return ok;
}

bool make_folders(const char *path, struct error *error)
{
    char *copy = mem_dup(path);
    for (char *slash = copy + 1; *slash; slash++)
        if (*slash == '/') {
            *slash = '\0';
            mkdir(copy, 0777);
            *slash = '/';
        }
    struct stat info;
    bool ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
    ok = ok && stat(copy, &info) == 0 && (S_ISDIR(info.st_mode) || (errno = ENOTDIR, false));
    if (!ok)
        failed(error, path);
    free(copy);
    return ok;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    return remove(path);
}

bool remove_tree(const char *path)
{
    return nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS) == 0;
}

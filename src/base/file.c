#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool failed(struct error *error, const char *path)
{
    return error_set(error, EXIT_BAD_USAGE, "%s: %s", path, strerror(errno));
}

static bool too_large(struct error *error, const char *path, size_t most)
{
    return error_set(error, EXIT_BAD_USAGE, "%s: larger than %zu bytes", path, most);
}

/* A pipe of that name would be waited for, perhaps for ever; a device may do anything when read. */
static bool is_regular(int fd, const char *path, struct error *error)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return failed(error, path);
    return S_ISREG(info.st_mode) ||
           error_set(error, EXIT_BAD_USAGE, "%s: %s", path,
                     S_ISDIR(info.st_mode) ? strerror(EISDIR) : "is not a regular file");
}

static int open_regular(const char *path, struct error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        failed(error, path);
    } else if (!is_regular(fd, path, error)) {
        close(fd);
        fd = -1;
    }
    return fd;
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
    int fd = open_regular(path, error);
    if (fd < 0)
        return false;
    struct stat info;
    bool is_too_large = fstat(fd, &info) == 0 && info.st_size > 0 && (size_t)info.st_size > most;
    bool ok = is_too_large ? too_large(error, path, most) : read_all(fd, path, most, into, error);
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

static bool is_zeros(const char *at, size_t length)
{
    return !length || (!at[0] && memcmp(at, at + 1, length - 1) == 0);
}

bool file_read_to_zeros(const char *path, size_t block, size_t most, struct buf *into,
                        struct error *error)
{
    int fd = open_regular(path, error);
    if (fd < 0)
        return false;
    char *room = mem_alloc(block);
    bool ok = true;
    for (bool at_end = false; ok && !at_end;) {
        size_t had = 0;
        ssize_t got = 1;
        while (had < block && (got = read_some(fd, room + had, block - had)) > 0)
            had += (size_t)got;
        at_end = got <= 0 || is_zeros(room, had);
        if (got < 0)
            ok = failed(error, path);
        else if (is_zeros(room, had))
            continue;
        else if (into->len + had > most)
            ok = too_large(error, path, most);
        else
            buf_add(into, room, had);
    }
    free(room);
    close(fd);
    return ok;
}

bool file_read_in(struct arena *arena, const char *path, size_t most, struct str *text,
                  struct error *error)
{
    int fd = open_regular(path, error);
    if (fd < 0)
        return false;
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

bool file_is_below_here(const char *path)
{
    char *folder = realpath(".", NULL), *real = realpath(path, NULL);
    size_t length = folder ? strlen(folder) : 0;
    bool below = real && length > 1 && strncmp(real, folder, length) == 0 && real[length] == '/';
    free(folder);
    free(real);
    return below;
}

bool file_is_odd(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

bool file_check_writable(const char *path, struct error *error)
{
    struct stat info;
    if (lstat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return error_set(error, EXIT_BAD_USAGE, "%s: %s", path,
                         S_ISDIR(info.st_mode)   ? strerror(EISDIR)
                         : S_ISLNK(info.st_mode) ? "is a link, and is not a regular file"
                                                 : "is not a regular file");
    const char *slash = strrchr(path, '/');
    char *folder =
        slash ? mem_dup_n(path, slash == path ? 1 : (size_t)(slash - path)) : mem_dup(".");
    bool ok = access(folder, W_OK | X_OK) == 0 || failed(error, path);
    free(folder);
    return ok;
}

bool file_write_parts(const char *path, const struct str *parts, size_t count, bool is_private,
                      struct error *error)
{
    uint32_t chance = 0;
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
        chance = (uint32_t)getpid();
    char *beside = mem_printf("%s.%08x.new", path, chance);
    int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  is_private ? 0600 : 0666);
    bool ok = fd >= 0;
    for (size_t i = 0; ok && i < count; i++)
        ok = write_all(fd, parts[i]);
    int trouble = errno;
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = false;
        trouble = errno;
    }
    if (ok && rename(beside, path) != 0) {
        ok = false;
        trouble = errno;
    }
    if (!ok) {
        if (fd >= 0)
            unlink(beside);
        errno = trouble;
        failed(error, path);
    }
    free(beside);
    return ok;
}

bool file_write(const char *path, struct str content, struct error *error)
{
    return file_write_parts(path, &content, 1, false, error);
}

bool file_write_private(const char *path, struct str content, struct error *error)
{
    return file_write_parts(path, &content, 1, true, error);
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

bool folder_is_no_link(const char *path, struct error *error)
{
    char *copy = mem_dup(path);
    bool ok = true;
    for (char *at = copy; ok && *at;) {
        at += 1 + strcspn(at + 1, "/");
        char separator = *at;
        struct stat info;
        *at = '\0';
        if (lstat(copy, &info) == 0 && S_ISLNK(info.st_mode))
            ok = error_set(error, EXIT_BAD_USAGE,
                           "%s: is a link; where it leads is written to only when --out names it",
                           copy);
        *at = separator;
    }
    free(copy);
    return ok;
}

/* As deep as a program likes to nest folders: no path is built and nothing recurses. What a folder
 * below `top` holds is moved up to `top`, until each can be removed by its name there. */
static bool remove_entry(int folder, const char *name)
{
    return unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

static int open_to_empty(int folder, const char *name)
{
    struct stat info;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode))
        fchmodat(folder, name, 0700, 0); /* its owner may have locked himself out */
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static bool move_up(int top, const char *name, unsigned long *moved)
{
    int fd = open_to_empty(top, name);
    DIR *listing = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        char place[32];
        if (is_dots(entry->d_name) || remove_entry(fd, entry->d_name))
            continue;
        struct stat info;
        if (fstatat(fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode))
            fchmodat(fd, entry->d_name, 0700, 0);
        snprintf(place, sizeof place, ".removed-%lu", (*moved)++);
        renameat2(fd, entry->d_name, top, place, RENAME_NOREPLACE);
    }
    if (listing)
        closedir(listing);
    else if (fd >= 0)
        close(fd);
    return unlinkat(top, name, AT_REMOVEDIR) == 0;
}

bool remove_tree(const char *path)
{
    struct stat info;
    unsigned long moved = 0;
    if (lstat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return unlink(path) == 0;
    int top = open_to_empty(AT_FDCWD, path);
    for (bool progress = top >= 0; progress;) {
        progress = false;
        DIR *listing = fdopendir(openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        for (struct dirent *entry; listing && (entry = readdir(listing));)
            if (!is_dots(entry->d_name))
                progress |= remove_entry(top, entry->d_name) || move_up(top, entry->d_name, &moved);
        if (listing)
            closedir(listing);
    }
    if (top >= 0)
        close(top);
    return rmdir(path) == 0;
}

int folder_lock(const char *path, struct error *error)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        failed(error, path);
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return fd;
    close(fd);
    error_set(
        error, EXIT_ENVIRONMENT,
        "%s: another interloper writes there; wait until it is done, or give this one another "
        "folder with --out",
        path);
    return -1;
}

/* The mark says that a folder is one of ours (somebody else may like the name), its lock that we
 * are alive. A folder gets its name when the mark is locked, so that there is no moment in which a
 * living one looks dead; until then it has a dot before it, and who is killed in that moment leaves
 * one that looks dead after a minute. */
static const char temporary_mark[] = ".interloper-temporary";
enum { UNMARKED_S = 60 };

static int leave_mark(const char *folder)
{
    char *mark = mem_printf("%s/%s", folder, temporary_mark);
    int fd = open(mark, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) { /* no locks here: nobody must collect it */
        close(fd);
        unlink(mark);
        fd = -1;
    }
    free(mark);
    return fd;
}

static bool is_left_behind(int parent, const char *name)
{
    struct stat info;
    bool named = strncmp(name, "interloper-", 11) == 0 && strlen(name) == 17;
    bool unnamed = strncmp(name, ".interloper-", 12) == 0 && strlen(name) == 18;
    if ((!named && !unnamed) || fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISDIR(info.st_mode) || info.st_uid != geteuid())
        return false;
    char *mark = mem_printf("%s/%s", name, temporary_mark);
    int fd = openat(parent, mark, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    free(mark);
    bool left = fd >= 0 ? flock(fd, LOCK_EX | LOCK_NB) == 0 : unnamed && errno == ENOENT;
    if (fd >= 0)
        close(fd);
    return left && (named || time(NULL) - info.st_mtime > UNMARKED_S);
}

static void collect_temporary(const char *parent)
{
    DIR *listing = opendir(parent);
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (is_left_behind(dirfd(listing), entry->d_name)) {
            char *path = mem_printf("%s/%s", parent, entry->d_name);
            remove_tree(path);
            free(path);
        }
    if (listing)
        closedir(listing);
}

char *temporary_folder_make(int *lock, struct error *error)
{
    const char *given = getenv("TMPDIR");
    bool usable = given && given[0] == '/' && access(given, W_OK) == 0;
    char *parent = realpath(usable ? given : "/tmp", NULL);
    char *unnamed = mem_printf("%s/.interloper-XXXXXX", parent ? parent : "/tmp");
    char *folder = NULL;
    collect_temporary(parent ? parent : "/tmp");
    if (parent && mkdtemp(unnamed)) {
        *lock = leave_mark(unnamed);
        folder = mem_printf("%s/%s", parent, strrchr(unnamed, '/') + 2);
        if (renameat2(AT_FDCWD, unnamed, AT_FDCWD, folder, RENAME_NOREPLACE) != 0) {
            free(folder);
            folder = mem_dup(unnamed);
        }
    } else {
        error_set(error, EXIT_ENVIRONMENT, "%s: cannot make a temporary folder: %s", unnamed,
                  strerror(errno));
    }
    free(parent);
    free(unnamed);
    return folder;
}

void temporary_folder_remove(char *path, int lock)
{
    if (path)
        remove_tree(path);
    if (lock >= 0)
        close(lock);
    free(path);
}

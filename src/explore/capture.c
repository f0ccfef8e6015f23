#include "explore/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_MATCHED_LINE = 64 * 1024 };

void capture_trim(int fd, uint64_t kept)
{
    struct stat info;
    if (fstat(fd, &info) != 0 || (uint64_t)info.st_size <= kept)
        return;
    /* where holes are not supported the file just grows: the program must not suffer for it */
    off_t start = (off_t)(kept / 2), end = info.st_size - start;
    fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, start, end - start);
}

/* Maps [start, end) of the file; mmap wants whole pages, so the map begins a little before. */
static bool map_part(int fd, uint64_t start, uint64_t end, struct str *part, void **map,
                     size_t *map_size)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), from = start / page * page;
    if (start == end)
        return true;
    *map_size = (size_t)(end - from);
    *map = mmap(NULL, *map_size, PROT_READ, MAP_PRIVATE, fd, (off_t)from);
    if (*map == MAP_FAILED) {
        *map = NULL;
        return false;
    }
    *part = (struct str){(const char *)*map + (start - from), (size_t)(end - start)};
    return true;
}

static bool map_parts(struct capture *self, int fd, uint64_t size, uint64_t kept)
{
    uint64_t head_end = size > kept ? kept / 2 : size;
    uint64_t tail_start = size > kept ? size - kept / 2 : size;
    self->dropped = tail_start - head_end;
    return map_part(fd, 0, head_end, &self->head, &self->head_map, &self->head_map_size) &&
           map_part(fd, tail_start, size, &self->tail, &self->tail_map, &self->tail_map_size);
}

bool capture_open(struct capture *self, const char *path, uint64_t kept, struct error *error)
{
    *self = (struct capture){.head = STR(""), .tail = STR("")};
    struct stat info;
    /* the program may have put a pipe or a link there */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool ok = fd >= 0 && fstat(fd, &info) == 0 && (S_ISREG(info.st_mode) || (errno = EINVAL, 0)) &&
              map_parts(self, fd, (uint64_t)info.st_size, kept);
    if (!ok) {
        error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
        capture_close(self);
    }
    if (fd >= 0)
        close(fd);
    return ok;
}

void capture_close(struct capture *self)
{
    if (self->head_map)
        munmap(self->head_map, self->head_map_size);
    if (self->tail_map)
        munmap(self->tail_map, self->tail_map_size);
    *self = (struct capture){.head = STR(""), .tail = STR("")};
}

static bool line_matches(struct str line, const regex_t *regex)
{
    /* REG_STARTEND, because output may contain zero bytes */
    regmatch_t range = {.rm_so = 0, .rm_eo = (regoff_t)line.len};
    return regexec(regex, line.at, 1, &range, REG_STARTEND) == 0;
}

static bool part_matches(struct str part, const regex_t *regex)
{
    while (part.len) {
        struct str line = str_cut(&part, '\n');
        do {
            struct str piece = line;
            if (piece.len > LONGEST_MATCHED_LINE)
                piece.len = LONGEST_MATCHED_LINE;
            if (line_matches(piece, regex))
                return true;
            line = str_from(line, piece.len);
        } while (line.len);
    }
    return false;
}

bool capture_matches(const struct capture *self, const regex_t *regex)
{
    return part_matches(self->head, regex) || part_matches(self->tail, regex);
}

struct str capture_end(const struct capture *self, size_t most)
{
    struct str text = self->tail.len ? self->tail : self->head;
    if (text.len <= most)
        return text;
    text = str_from(text, text.len - most);
    struct str rest = text;
    str_cut(&rest, '\n');
    return rest.len ? rest : text;
}

size_t capture_last_lines(struct str text, struct str *lines, size_t count)
{
    enum { MOST = 256 * 1024 };
    size_t found = 0;
    if (text.len > MOST)
        text = str_from(text, text.len - MOST);
    while (text.len && found < count) {
        const char *newline = memrchr(text.at, '\n', text.len);
        struct str line = newline ? str_from(text, (size_t)(newline + 1 - text.at)) : text;
        text.len = newline ? (size_t)(newline - text.at) : 0;
        if (str_trim(line).len)
            lines[found++] = line;
    }
    for (size_t i = 0; i < found / 2; i++) {
        struct str other = lines[i];
        lines[i] = lines[found - 1 - i];
        lines[found - 1 - i] = other;
    }
    return found;
}

void capture_text(const struct capture *self, struct buf *out)
{
    buf_str(out, self->head);
    if (self->dropped)
        buf_printf(out, "\n[interloper: %llu bytes of output were dropped here]\n",
                   (unsigned long long)self->dropped);
    buf_str(out, self->tail);
}

/* The decision log: text, one line an event, beside the segment, one file a process.
 *
 * Written through a mapping, so that the lines of a process that was killed are still there; room
 * is taken from the disk before it is written to (posix_fallocate), because a store to a page that
 * the disk cannot back is a SIGBUS. When there is no room the log ends and the segment says so; the
 * program under test never notices. */
#include "shim/shim.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

enum { LOG_CHUNK = 256 * 1024, LOG_MOST = 256 * 1024 * 1024 };

static struct {
    bool refused;
    char *at;    /* the mapped chunk */
    size_t used; /* in the chunk */
    off_t start; /* of the chunk in the file */
} logging;

bool log_enabled(void)
{
    return shim.segment->config.log && !logging.refused;
}

static bool log_path(char *into, size_t room)
{
    const char *slash = strrchr(shim.segment_path, '/');
    size_t folder = slash ? (size_t)(slash - shim.segment_path) + 1 : 0;
    size_t name = strlen(shim.process->name);
    if (folder + name + 5 > room)
        return false;
    memcpy(into, shim.segment_path, folder);
    memcpy(into + folder, shim.process->name, name);
    memcpy(into + folder + name, ".log", 5);
    return true;
}

/* Opens, grows and maps, then closes again: a program that closes all descriptors cannot take ours.
 */
static bool next_chunk(void)
{
    char path[sizeof shim.segment_path + PROCESS_NAME_ROOM + 8];
    if (logging.start >= LOG_MOST || !log_path(path, sizeof path))
        return false;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    off_t start = logging.at ? logging.start + LOG_CHUNK : 0;
    if (logging.at)
        munmap(logging.at, LOG_CHUNK);
    logging.at = NULL;
    if (posix_fallocate(fd, start, LOG_CHUNK) == 0) {
        void *mapped = mmap(NULL, LOG_CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, start);
        logging.at = mapped == MAP_FAILED ? NULL : mapped;
    }
    close(fd);
    logging.start = start;
    logging.used = 0;
    return logging.at != NULL;
}

static void append(const char *text, size_t length)
{
    while (length) {
        if (!logging.at || logging.used == LOG_CHUNK) {
            if (!next_chunk()) {
                logging.refused = true;
                atomic_store(&shim.process->log_incomplete, 1);
                return;
            }
        }
        size_t part = LOG_CHUNK - logging.used;
        part = part < length ? part : length;
        memcpy(logging.at + logging.used, text, part);
        logging.used += part;
        text += part;
        length -= part;
    }
}

void line_text(struct line *line, const char *text)
{
    size_t length = strlen(text), left = sizeof line->text - 2 - line->len;
    length = length < left ? length : left;
    memcpy(line->text + line->len, text, length);
    line->len += length;
}

void line_number(struct line *line, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    *--at = '\0';
    uint64_t rest = number < 0 ? (uint64_t)-number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    line_text(line, at);
}

void line_ms(struct line *line, int64_t ns)
{
    int64_t us = ns / 1000;
    line_number(line, us / 1000);
    char fraction[] = {'.',
                       (char)('0' + us / 100 % 10),
                       (char)('0' + us / 10 % 10),
                       (char)('0' + us % 10),
                       'm',
                       's',
                       0};
    line_text(line, fraction);
}

/* Quotes, and keeps a line a line: control characters and quotes become '?'. */
void line_quoted(struct line *line, const char *text)
{
    line_text(line, "\"");
    for (char one[2] = {0}; *text; text++) {
        one[0] = (unsigned char)*text < 0x20 || *text == '"' ? '?' : *text;
        line_text(line, one);
    }
    line_text(line, "\"");
}

void line_start(struct line *line)
{
    line->len = 0;
    line_text(line, "+");
    line_ms(line, clock_now() - shim.segment->mono_start_ns);
    line_text(line, " ");
}

void log_write(struct line *line)
{
    if (!log_enabled())
        return;
    line->text[line->len++] = '\n';
    append(line->text, line->len);
}

void log_note(const char *text)
{
    struct line line;
    line_start(&line);
    line_text(&line, text);
    log_write(&line);
}

/* directed: exactly the holds of a schedule, as the tool wrote them beside the segment ("holds",
 * one line each in the form of a schedule file). Nothing else is held, and everything goes in its
 * natural order, one event at a time. */
#include "shim/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

enum { MOST_TEXT = 16 * 1024 * 1024 };

struct wanted {
    struct wanted *next; /* of the same name */
    uint32_t number;
    struct hold hold; /* HOLD_TIME: a length, until the event arrives */
};

static const char *path_of_holds(char *into, size_t room)
{
    const char *slash = strrchr(shim.segment_path, '/');
    size_t folder = slash ? (size_t)(slash - shim.segment_path) + 1 : 0;
    if (folder + sizeof "holds" > room)
        return NULL;
    memcpy(into, shim.segment_path, folder);
    memcpy(into + folder, "holds", sizeof "holds");
    return into;
}

static char *read_holds(void)
{
    char path[sizeof shim.segment_path + 8];
    int fd = path_of_holds(path, sizeof path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    char *text = size < 0 || size > MOST_TEXT ? NULL : shim_alloc((size_t)size + 1);
    ssize_t got = text ? pread(fd, text, (size_t)size, 0) : -1;
    if (fd >= 0)
        close(fd);
    if (got < 0)
        return NULL;
    text[got] = '\0';
    return text;
}

/* The next word, or what stands in quotes; cuts it off *rest and ends it with a NUL. NULL: none is
 * left. */
static char *next_word(char **rest, bool *quoted)
{
    char *at = *rest + strspn(*rest, " ");
    *quoted = *at == '"';
    if (!*at)
        return NULL;
    char *start = *quoted ? at + 1 : at;
    char *end = start + strcspn(start, *quoted ? "\"" : " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return start;
}

/* [@process] kind#number ["about"] [phase]; the word behind the key is left in *behind. False: not
 * of this process. */
static bool parse_key(char **rest, struct name **name, uint32_t *number, char **behind)
{
    bool quoted, ours = strcmp(shim.process->name, "1") == 0;
    char *word = next_word(rest, &quoted), *about = "", *phase = "";
    if (word && word[0] == '@') {
        ours = strcmp(word + 1, shim.process->name) == 0;
        word = next_word(rest, &quoted);
    }
    char *mark = word ? strrchr(word, '#') : NULL;
    if (!mark)
        return false;
    *mark = '\0';
    *number = (uint32_t)strtoul(mark + 1, NULL, 10);
    char *more = next_word(rest, &quoted);
    if (more && quoted) {
        about = more;
        more = next_word(rest, &quoted);
    }
    if (more && strcmp(more, "for") != 0 && strcmp(more, "until") != 0) {
        phase = more;
        more = next_word(rest, &quoted);
    }
    *behind = more;
    *name = ours ? name_kept(word, about, phase) : NULL;
    return ours;
}

/* "120ms", "0.1ms", "2s" in nanoseconds; "3" followed by "polls" is a count. */
static bool parse_amount(char *word, char **rest, struct hold *hold)
{
    char *unit;
    double amount = strtod(word, &unit);
    bool quoted;
    char *polls = *unit ? NULL : next_word(rest, &quoted);
    double scale = strcmp(unit, "ms") == 0   ? 1e6
                   : strcmp(unit, "us") == 0 ? 1e3
                   : strcmp(unit, "s") == 0  ? 1e9
                                             : 1;
    bool counts = polls && strncmp(polls, "poll", 4) == 0;
    *hold =
        (struct hold){.kind = counts ? HOLD_POLLS : HOLD_TIME, .until = (int64_t)(amount * scale)};
    return unit != word && amount >= 0;
}

static bool parse_end(const char *how, char *rest, struct hold *hold)
{
    bool quoted;
    char *behind, *word = rest + strspn(rest, " ");
    if (how && strcmp(how, "for") == 0)
        return (word = next_word(&rest, &quoted)) && parse_amount(word, &rest, hold);
    if (!how || strcmp(how, "until") != 0)
        return false;
    *hold = (struct hold){.kind = HOLD_IDLE};
    if (strcmp(word, "idle") == 0)
        return true;
    hold->kind = HOLD_EVENT;
    return parse_key(&rest, &hold->after, &hold->after_number, &behind);
}

static void parse_line(char *line)
{
    struct name *name;
    uint32_t number;
    char *how;
    struct hold hold;
    if (strncmp(line, "hold ", 5) != 0)
        return;
    line += 5;
    if (!parse_key(&line, &name, &number, &how) || !parse_end(how, line, &hold))
        return;
    struct wanted *wanted = shim_alloc(sizeof *wanted);
    if (!wanted)
        return;
    *wanted = (struct wanted){name->wanted, number, hold};
    name->wanted = wanted;
}

static void start(struct random *random)
{
    (void)random;
    char *text = read_holds();
    for (char *line = text; line && *line;) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
        *end = '\0';
        parse_line(line);
        line = next;
    }
}

static void arrive(struct random *random, struct event *event)
{
    (void)random;
    for (struct wanted *wanted = event->name->wanted; wanted; wanted = wanted->next)
        if (wanted->number == event->number) {
            event->hold = wanted->hold;
            if (event->hold.kind == HOLD_TIME)
                event->hold.until += event->since;
        }
}

static bool arrange(struct random *random, struct event **free, size_t count, bool timers_wait)
{
    (void)random, (void)timers_wait;
    for (size_t i = 1; i < count; i++)
        if (free[i]->order < free[0]->order) {
            struct event *first = free[i];
            free[i] = free[0];
            free[0] = first;
        }
    return true;
}

const struct strategy strategy_directed = {
    .name = "directed", .start = start, .arrive = arrive, .arrange = arrange};

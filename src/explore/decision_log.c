#include "explore/decision_log.h"

#include "base/file.h"

#include <dirent.h>

enum { LARGEST_LOG = 256 * 1024 * 1024 };

static int is_log(const struct dirent *entry)
{
    return str_ends(str_of(entry->d_name), STR(".log"));
}

static struct str process_of(const struct dirent *entry)
{
    struct str name = str_of(entry->d_name);
    return (struct str){name.at, name.len - strlen(".log")};
}

/* 1 before 1.2 before 1.10: versionsort() would be misled by the ".log". */
static int by_process(const struct dirent **a, const struct dirent **b)
{
    char x[256], y[256];
    snprintf(x, sizeof x, STR_FMT, STR_ARG(process_of(*a)));
    snprintf(y, sizeof y, STR_FMT, STR_ARG(process_of(*b)));
    return strverscmp(x, y);
}

/* Calls `each` for every log of the folder in the order of process names (1, 1.2, 1.10). */
static void each_log(const char *folder,
                     void (*each)(void *context, struct str process, struct str text),
                     void *context)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_log, by_process);
    for (int i = 0; i < count; i++) {
        struct buf text = {0};
        char *path = mem_printf("%s/%s", folder, entries[i]->d_name);
        file_read(path, LARGEST_LOG, &text, NULL);
        /* a process that was killed leaves zeros where it had room for more */
        struct str written = buf_view(&text);
        written.len = strnlen(written.at, written.len);
        each(context, process_of(entries[i]), written);
        buf_free(&text);
        free(path);
        free(entries[i]);
    }
    free(entries);
}

struct gathering {
    const struct segment *segment;
    struct buf *out;
};

static const char *command_of(const struct segment *segment, struct str process)
{
    for (size_t i = 0; segment && i < SEGMENT_PROCESSES; i++)
        if (str_is(process, segment->processes[i].name))
            return segment->processes[i].command;
    return "";
}

static void gather_one(void *context, struct str process, struct str text)
{
    struct gathering *self = context;
    const char *command = command_of(self->segment, process);
    buf_printf(self->out, "# process " STR_FMT "%s%.*s\n", STR_ARG(process), *command ? ": " : "",
               PROCESS_COMMAND_ROOM, command);
    buf_str(self->out, text);
    if (text.len && text.at[text.len - 1] != '\n')
        buf_char(self->out, '\n');
}

void decision_log_gather(const char *folder, const struct segment *segment, struct buf *out)
{
    each_log(folder, gather_one, &(struct gathering){segment, out});
}

struct timed_hold {
    double ms;
    size_t order; /* among holds of the same time */
    struct hold hold;
};

struct hold_collection {
    struct schedule *into;
    VEC(struct timed_hold) holds;
    size_t malformed;
};

/* "+12.000ms hold …" → its time, and `line` cut down to "hold …"; false for any other line. */
static bool take_hold(struct str *line, double *ms)
{
    struct str rest = *line, stamp = str_cut(&rest, ' ');
    if (!str_starts(stamp, STR("+")) || !str_starts(rest, STR("hold ")))
        return false;
    char number[32];
    snprintf(number, sizeof number, STR_FMT, STR_ARG(str_from(stamp, 1)));
    *ms = strtod(number, NULL);
    *line = rest;
    return true;
}

static void collect_one(void *context, struct str process, struct str text)
{
    struct hold_collection *self = context;
    while (text.len) {
        struct str line = str_cut(&text, '\n');
        struct error error;
        double ms;
        if (!take_hold(&line, &ms))
            continue;
        if (!schedule_add_hold(self->into, process, line, &error)) {
            self->malformed++;
            continue;
        }
        struct timed_hold item = {ms, self->holds.len, *vec_pop(&self->into->holds)};
        *vec_push(&self->holds) = item;
    }
}

static int by_time(const void *a, const void *b)
{
    const struct timed_hold *x = a, *y = b;
    if (x->ms != y->ms)
        return x->ms < y->ms ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

size_t decision_log_holds(const char *folder, struct schedule *into)
{
    struct hold_collection found = {.into = into};
    each_log(folder, collect_one, &found);
    if (found.holds.len)
        qsort(found.holds.at, found.holds.len, sizeof *found.holds.at, by_time);
    vec_each (item, &found.holds)
        if (into->holds.len < SCHEDULE_MOST_HOLDS)
            *vec_push(&into->holds) = item->hold;
    vec_free(&found.holds);
    return found.malformed;
}

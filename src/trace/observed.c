/* The reader of observed files: a table says what each operand of each operation refers to, and
 * whether it introduces it. From it come the checks and the text. */
#include "trace/observed_read.h"

#include "base/file.h"
#include "event/text.h"

#include <dirent.h>

enum { MOST_BYTES = 0x7fffffff, MOST_SITES = 1 << 24 };

/* What an operand means. Those that are counted come first. */
enum meaning {
    TEXT,
    SITE,
    EVENT,
    TASK,
    PROMISE,
    LINE,
    LISTENER,
    COUNTED,
    NUMBER = COUNTED, /* any */
    NEW = 16,         /* with one of the counted: it is introduced here */
};

static const struct {
    const char *name, *label[4]; /* of small, a, b, c */
} words[] = {
#define OBSERVED_WORDS(name, small, a, b, c) {#name, {#small, #a, #b, #c}},
    OBSERVED_OPS(OBSERVED_WORDS)
#undef OBSERVED_WORDS
};

/* What is not listed is NUMBER; a row that is missing has no operand that refers to anything. */
#define N NUMBER
static const uint8_t meanings[OBSERVED_OP_COUNT][3] = {
    [OBSERVED_END] = {N, N, N},
    [OBSERVED_TEXT] = {NEW | TEXT, N, N},
    [OBSERVED_TURN] = {N, N, N},
    [OBSERVED_MAIN] = {TEXT, N, N},
    [OBSERVED_REGISTER] = {NEW | EVENT, N, SITE},
    [OBSERVED_THEN] = {NEW | EVENT, PROMISE, SITE},
    [OBSERVED_TRIGGER] = {EVENT, TASK, N},
    [OBSERVED_START] = {EVENT, TEXT, N},
    [OBSERVED_DELEGATE] = {NEW | TASK, TEXT, SITE},
    [OBSERVED_FINISH] = {TASK, N, N},
    [OBSERVED_PROMISE] = {NEW | PROMISE, N, N},
    [OBSERVED_SETTLE] = {PROMISE, N, N},
    [OBSERVED_COMBINE] = {NEW | PROMISE, N, N},
    [OBSERVED_ELEMENT] = {PROMISE, N, N},
    [OBSERVED_LINE] = {NEW | LINE, N, N},
    [OBSERVED_IN_LINE] = {EVENT, LINE, N},
    [OBSERVED_LISTEN] = {NEW | LISTENER, SITE, N},
    [OBSERVED_EMIT] = {LISTENER, N, N},
    [OBSERVED_SEND] = {TEXT, N, N},
    [OBSERVED_RECEIVE] = {TEXT, N, N},
    [OBSERVED_REAP] = {TEXT, N, N},
    [OBSERVED_LAST] = {N, N, N},
    [OBSERVED_SITE] = {NEW | SITE, TEXT, N},
    [OBSERVED_WHERE] = {N, N, TEXT},
    [OBSERVED_ACCESS] = {N, TEXT, SITE},
    [OBSERVED_VALUE] = {N, N, N},
    [OBSERVED_FILE] = {TEXT, TASK, SITE},
    [OBSERVED_RESOURCE] = {TEXT, TASK, SITE},
    [OBSERVED_ENTER] = {SITE, N, N},
    [OBSERVED_CUT] = {SITE, N, N},
    [OBSERVED_UNSEEN] = {TEXT, SITE, N},
    [OBSERVED_SCOPE] = {N, SITE, N},
};
#undef N

const char *observed_file_name(uint32_t kind)
{
    static const char *const names[FILE_KIND_COUNT] = {
        [FILE_CREATE] = "create", [FILE_OPEN] = "open",
        [FILE_READ] = "read",     [FILE_WRITE] = "write",
        [FILE_CLOSE] = "close",   [FILE_DELETE] = "delete",
        [FILE_STAT] = "stat",     [FILE_RENAME_FROM] = "rename",
        [FILE_LIST] = "list",     [FILE_RENAME_TO] = "rename onto",
    };
    return kind < FILE_KIND_COUNT ? names[kind] : "?";
}

const char *observed_access_name(uint32_t kind)
{
    static const char *const names[] = {
        [OBSERVED_READ] = "read",     [OBSERVED_WRITE] = "write", [OBSERVED_CREATE] = "create",
        [OBSERVED_DELETE] = "delete", [OBSERVED_ADD] = "add",
    };
    return kind < COUNT_OF(names) ? names[kind] : "?";
}

struct str observed_text(const struct observed_part *self, uint32_t number)
{
    return number ? self->texts.at[number - 1] : STR("");
}

const struct observed_site *observed_site_of(const struct observed_part *self, uint32_t number)
{
    return number ? &self->sites.at[self->site_places.at[number - 1] - 1] : NULL;
}

/* A site is introduced when it is first met, under the number that it has in its file. */
static bool has_site(const struct observed_part *self, uint32_t number)
{
    return number <= self->site_places.len && self->site_places.at[number - 1];
}

static void add_site(struct observed_part *self, uint32_t number, struct str file, uint32_t offset)
{
    while (self->site_places.len < number)
        vec_push(&self->site_places);
    *vec_push(&self->sites) = (struct observed_site){.file = file, .offset = offset};
    self->site_places.at[number - 1] = (uint32_t)self->sites.len;
}

static uint32_t counted(const struct observed_part *self, enum meaning what)
{
    const uint32_t counts[COUNTED] = {
        [TEXT] = (uint32_t)self->texts.len, [EVENT] = self->events, [TASK] = self->tasks,
        [PROMISE] = self->promises,         [LINE] = self->lines,   [LISTENER] = self->listeners,
    };
    return counts[what];
}

static void introduce(struct observed_part *self, enum meaning what,
                      const struct observed_record *record)
{
    if (what == TEXT)
        *vec_push(&self->texts) = (struct str){(const char *)(record + 1), record->b};
    else if (what == SITE)
        add_site(self, record->a, observed_text(self, record->b), record->c);
    else
        ++*(what == EVENT     ? &self->events
            : what == TASK    ? &self->tasks
            : what == PROMISE ? &self->promises
            : what == LINE    ? &self->lines
                              : &self->listeners);
}

/* Where an operation that must have something has 0. */
static bool needs(enum observed_op op, int operand)
{
    bool first = op == OBSERVED_TRIGGER || op == OBSERVED_START || op == OBSERVED_FINISH ||
                 op == OBSERVED_SETTLE || op == OBSERVED_ELEMENT || op == OBSERVED_IN_LINE ||
                 op == OBSERVED_EMIT || op == OBSERVED_FILE;
    bool second = op == OBSERVED_THEN || op == OBSERVED_IN_LINE;
    return (operand == 0 && first) || (operand == 1 && second);
}

static bool small_is_known(enum observed_op op, uint32_t small)
{
    if (op == OBSERVED_FILE)
        return small < FILE_KIND_COUNT;
    return (op != OBSERVED_ACCESS && op != OBSERVED_RESOURCE) || small <= OBSERVED_ADD;
}

static bool take(struct observed_part *self, const struct observed_record *record)
{
    enum observed_op op = observed_op_of(record);
    const uint32_t operands[3] = {record->a, record->b, record->c};
    enum meaning introduced = NUMBER;
    if (!small_is_known(op, observed_small_of(record)))
        return false;
    for (int i = 0; i < 3; i++) {
        enum meaning what = meanings[op][i] & ~NEW;
        if (what == NUMBER)
            continue;
        bool is_new = meanings[op][i] & NEW, ok = true;
        if (what == SITE)
            ok = is_new ? operands[i] && operands[i] <= MOST_SITES && !has_site(self, operands[i])
                        : !operands[i] || has_site(self, operands[i]);
        else if (is_new)
            ok = operands[i] == counted(self, what) + 1;
        else
            ok = operands[i] <= counted(self, what) && (operands[i] || !needs(op, i));
        if (!ok)
            return false;
        if (is_new)
            introduced = what;
    }
    if (introduced != NUMBER)
        introduce(self, introduced, record);
    if (op == OBSERVED_WHERE && self->sites.len) {
        struct observed_site *site = vec_last(&self->sites);
        site->line = record->a;
        site->column = record->b;
        site->name = observed_text(self, record->c);
    }
    return true;
}

static bool is_header(struct str bytes, size_t at)
{
    return bytes.len - at >= sizeof(struct observed_header) &&
           ((const struct observed_header *)(bytes.at + at))->magic == OBSERVED_MAGIC;
}

/* Reads one part and returns the offset behind it: of the next header, or the end. */
static size_t parse_part(struct observed *self, struct str bytes, size_t offset)
{
    const struct observed_header *header = (const struct observed_header *)(bytes.at + offset);
    struct observed_part *part = vec_push(&self->parts);
    *part = (struct observed_part){
        .process = {header->process, strnlen(header->process, sizeof header->process)},
        .thread = header->thread,
        .cut = header->cut,
        .damaged_at = -1,
        .at = (const struct observed_record *)(header + 1),
    };
    size_t room = (bytes.len - offset - sizeof *header) / sizeof *part->at;
    while (part->count < room) {
        const struct observed_record *record = part->at + part->count;
        if ((record->op & 0xff) == OBSERVED_END)
            break;
        if ((record->op & 0xff) >= OBSERVED_OP_COUNT ||
            observed_size(record) > room - part->count || !take(part, record)) {
            part->damaged_at = (int64_t)((const char *)record - bytes.at);
            break;
        }
        part->count += observed_size(record);
    }
    size_t at = (size_t)((const char *)(part->at + part->count) - bytes.at);
    while (bytes.len - at >= sizeof(struct observed_record) && !is_header(bytes, at))
        at += sizeof(struct observed_record);
    return at;
}

bool observed_parse(struct observed *self, const char *name, struct str bytes, struct error *error)
{
    size_t before = self->parts.len;
    for (size_t at = 0; at < bytes.len && is_header(bytes, at);) {
        const struct observed_header *header = (const struct observed_header *)(bytes.at + at);
        if (header->version != OBSERVED_VERSION)
            return error_set(error, EXIT_BAD_USAGE,
                             "%s: observed by version %u; this interloper reads version %d", name,
                             header->version, OBSERVED_VERSION);
        at = parse_part(self, bytes, at);
    }
    return self->parts.len > before ||
           error_set(error, EXIT_BAD_USAGE, "%s: not what detect observes (*.observed)", name);
}

bool observed_read(struct observed *self, const char *path, struct error *error)
{
    struct buf *bytes = vec_push(&self->files);
    return file_read(path, MOST_BYTES, bytes, error) &&
           observed_parse(self, path, buf_view(bytes), error);
}

static int is_observed(const struct dirent *entry)
{
    return str_ends(str_of(entry->d_name), STR(".observed"));
}

bool observed_gather(struct observed *self, const char *folder, struct error *error)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_observed, versionsort);
    bool ok = true;
    for (int i = 0; i < count; i++) {
        char *path = mem_printf("%s/%s", folder, entries[i]->d_name);
        ok = ok && observed_read(self, path, error);
        free(path);
        free(entries[i]);
    }
    free(entries);
    return ok;
}

void observed_free(struct observed *self)
{
    vec_each (part, &self->parts) {
        vec_free(&part->texts);
        vec_free(&part->sites);
        vec_free(&part->site_places);
    }
    vec_free(&self->parts);
    vec_each (file, &self->files)
        buf_free(file);
    vec_free(&self->files);
}

static void print_operand(const struct observed_part *self, enum meaning what, const char *label,
                          uint32_t value, struct buf *out)
{
    const struct observed_site *site;
    if (strcmp(label, "none") == 0)
        return;
    buf_printf(out, " %s ", label);
    if (what == TEXT && value)
        buf_quoted(out, observed_text(self, value));
    else if (what == SITE && (site = observed_site_of(self, value)))
        buf_printf(out, STR_FMT ":%u:%u", STR_ARG(site->file), site->line, site->column);
    else
        buf_printf(out, "%u", value);
}

static void print_record(const struct observed_part *self, const struct observed_record *record,
                         struct buf *out)
{
    enum observed_op op = observed_op_of(record);
    uint32_t small = observed_small_of(record);
    const uint32_t operands[3] = {record->a, record->b, record->c};
    for (const char *c = words[op].name; *c; c++)
        buf_char(out, (char)(*c == '_' ? '-' : *c | 0x20));
    if (op == OBSERVED_ACCESS || op == OBSERVED_RESOURCE)
        buf_printf(out, " %s", observed_access_name(small));
    else if (op == OBSERVED_FILE)
        buf_printf(out, " %s", observed_file_name(small));
    else
        print_operand(self, NUMBER, words[op].label[0], small, out);
    for (int i = 0; i < 3; i++)
        print_operand(self, meanings[op][i] & ~NEW, words[op].label[i + 1], operands[i], out);
    buf_char(out, '\n');
}

void observed_print(const struct observed *self, struct buf *out)
{
    vec_each (part, &self->parts) {
        buf_printf(out, "# process " STR_FMT " thread %u", STR_ARG(part->process), part->thread);
        if (part->cut)
            buf_printf(out, ", %u records found no room", part->cut);
        buf_char(out, '\n');
        for (size_t i = 0; i < part->count; i += observed_size(part->at + i)) {
            enum observed_op op = observed_op_of(part->at + i);
            if (op != OBSERVED_TEXT && op != OBSERVED_SITE && op != OBSERVED_WHERE)
                print_record(part, part->at + i, out);
        }
        if (part->damaged_at >= 0)
            buf_printf(out, "# damaged at byte %lld: the rest is left out\n",
                       (long long)part->damaged_at);
    }
}

void observed_save(const struct observed *self, struct buf *out)
{
    static const struct observed_record end = {0};
    vec_each (part, &self->parts) {
        struct observed_header header = {.magic = OBSERVED_MAGIC,
                                         .version = OBSERVED_VERSION,
                                         .thread = part->thread,
                                         .cut = part->cut};
        memcpy(header.process, part->process.at, part->process.len);
        buf_add(out, &header, sizeof header);
        buf_add(out, part->at, part->count * sizeof *part->at);
        buf_add(out, &end, sizeof end);
    }
}

/* The reader of traces. A file may come from anywhere: every number is checked before it is used.
 */
#include "trace/trace.h"

#include "base/file.h"

#include <dirent.h>

enum { LARGEST_TRACE = 512 * 1024 * 1024, MOST_FILES = 1024 };

/* A slice of a fixed array that need not end with a NUL. */
static struct str fixed_text(const char *text, size_t room)
{
    return (struct str){text, strnlen(text, room)};
}

static const struct trace_name *name_at(const struct trace *self, uint32_t number)
{
    return number && number <= self->names.len ? self->names.at[number - 1] : NULL;
}

static struct traced_event *event_at(struct trace *self, uint32_t number)
{
    return number && number <= self->events.len ? &self->events.at[number - 1] : NULL;
}

/* Is the text that the record says it has within it? */
static bool holds_text(const struct trace_record *record, size_t fixed, uint64_t length)
{
    return record->size >= fixed && length <= record->size - fixed;
}

static bool take_name(struct trace *self, const struct trace_record *record)
{
    const struct trace_name *name = (const struct trace_name *)record;
    if (record->size < sizeof *name || !holds_text(record, sizeof *name, name->length) ||
        name->name != self->names.len + 1 || name->kind >= KIND_COUNT || name->delay < NO_DELAY)
        return false;
    *vec_push(&self->names) = name;
    return true;
}

/* An event that had arrived before. */
static bool is_cause(const struct trace *self, const struct trace_cause *cause)
{
    return cause->event <= self->events.len && (cause->known || !(cause->event || cause->timer));
}

static bool take_arrival(struct trace *self, const struct trace_record *record)
{
    const struct trace_arrive *arrive = (const struct trace_arrive *)record;
    if (record->size < sizeof *arrive || arrive->event != self->events.len + 1 ||
        !name_at(self, arrive->name) || !arrive->number || arrive->phase >= PHASE_COUNT ||
        !is_cause(self, &arrive->cause))
        return false;
    *vec_push(&self->events) =
        (struct traced_event){.arrive = arrive, .started_ns = -1, .delivered_ns = -1};
    return true;
}

static bool take_hold(struct trace *self, const struct trace_record *record)
{
    const struct trace_hold *hold = (const struct trace_hold *)record;
    struct traced_event *event;
    if (record->size < sizeof *hold || !(event = event_at(self, hold->event)) ||
        hold->end >= HOLD_END_COUNT || hold->kind >= KIND_COUNT || hold->phase >= PHASE_COUNT ||
        hold->delay < NO_DELAY ||
        !holds_text(record, sizeof *hold, (uint64_t)hold->process_length + hold->about_length))
        return false;
    event->hold = hold;
    return true;
}

static bool take_event(struct trace *self, const struct trace_record *record)
{
    const struct trace_event *change = (const struct trace_event *)record;
    struct traced_event *event;
    if (record->size < sizeof *change || !(event = event_at(self, change->event)) ||
        change->why >= WHY_COUNT)
        return false;
    if (record->type == TRACE_START)
        event->started_ns = record->time_ns;
    else if (record->type == TRACE_DELIVER)
        event->delivered_ns = record->time_ns;
    else if (record->type == TRACE_DROP)
        event->dropped = true;
    else
        event->released = true;
    return true;
}

static bool take_timer(const struct trace *self, const struct trace_record *record)
{
    const struct trace_timer *timer = (const struct trace_timer *)record;
    return record->size >= sizeof *timer && name_at(self, timer->name) && timer->number &&
           is_cause(self, &timer->cause);
}

static bool take_expired(struct trace *self, const struct trace_record *record)
{
    const struct trace_expired *expired = (const struct trace_expired *)record;
    return record->size >= sizeof *expired && event_at(self, expired->event);
}

static bool take_stack(struct trace *self, const struct trace_record *record)
{
    const struct trace_stack *stack = (const struct trace_stack *)record;
    if (record->size < sizeof *stack || stack->role >= STACK_ROLE_COUNT ||
        !holds_text(record, sizeof *stack, stack->length) ||
        (stack->role != STACK_TIMER && stack->role != STACK_EXIT && !event_at(self, stack->event)))
        return false;
    *vec_push(&self->stacks) = stack;
    return true;
}

static bool take_note(const struct trace_record *record)
{
    const struct trace_note *note = (const struct trace_note *)record;
    return record->size >= sizeof *note && note->code < NOTE_COUNT &&
           holds_text(record, sizeof *note, note->length);
}

static bool take_record(struct trace *self, const struct trace_record *record)
{
    bool ok = false;
    switch ((enum trace_type)record->type) {
    case TRACE_PAD:
        return true;
    case TRACE_NAME:
        return take_name(self, record);
    case TRACE_ARRIVE:
        ok = take_arrival(self, record);
        break;
    case TRACE_HOLD:
        ok = take_hold(self, record);
        break;
    case TRACE_RELEASE:
    case TRACE_START:
    case TRACE_DELIVER:
    case TRACE_DROP:
        ok = take_event(self, record);
        break;
    case TRACE_JUMP:
        ok = record->size >= sizeof(struct trace_jump);
        break;
    case TRACE_NOTE:
        ok = take_note(record);
        break;
    case TRACE_TIMER:
        ok = take_timer(self, record);
        break;
    case TRACE_EXPIRED:
        ok = take_expired(self, record);
        break;
    case TRACE_STACK:
        ok = take_stack(self, record);
        break;
    case TRACE_TYPE_COUNT:
        break;
    }
    if (ok)
        *vec_push(&self->records) = record;
    return ok;
}

/* Reads one part and returns the offset behind it. */
static size_t parse_part(struct traces *self, struct str bytes, size_t offset)
{
    const struct trace_header *header = (const struct trace_header *)(bytes.at + offset);
    struct trace *trace = vec_push(&self->list);
    *trace = (struct trace){.process = fixed_text(header->process, sizeof header->process),
                            .command = fixed_text(header->command, sizeof header->command),
                            .damaged_at = -1,
                            .offset = offset};
    bool has_length = header->length >= sizeof *header && header->length <= bytes.len - offset;
    size_t end = has_length ? header->length : bytes.len - offset, at = sizeof *header;
    while (at + sizeof(struct trace_record) <= end) {
        size_t left = TRACE_CHUNK - at % TRACE_CHUNK;
        if (left < sizeof(struct trace_record)) {
            at += left;
            continue;
        }
        const struct trace_record *record = (const struct trace_record *)(bytes.at + offset + at);
        if (!record->size)
            break;
        if (record->size < sizeof *record || record->size % 8 || record->size > left ||
            record->size > end - at || !take_record(trace, record)) {
            trace->damaged_at = (int64_t)(offset + at);
            break;
        }
        at += record->size;
    }
    trace->length = at < end ? at : end;
    if (has_length)
        return offset + header->length;
    return offset + (trace->length + TRACE_CHUNK - 1) / TRACE_CHUNK * TRACE_CHUNK;
}

bool traces_parse(struct traces *self, const char *name, struct str bytes, struct error *error)
{
    size_t offset = 0, before = self->list.len;
    while (offset % 8 == 0 && offset < bytes.len &&
           bytes.len - offset >= sizeof(struct trace_header)) {
        const struct trace_header *header = (const struct trace_header *)(bytes.at + offset);
        if (header->magic != TRACE_MAGIC)
            break;
        if (header->version != TRACE_VERSION)
            return error_set(error, EXIT_BAD_USAGE,
                             "%s: a trace of version %u; this interloper reads version %d", name,
                             header->version, TRACE_VERSION);
        offset = parse_part(self, bytes, offset);
    }
    return self->list.len > before || error_set(error, EXIT_BAD_USAGE, "%s: not a trace", name);
}

/* A chunk of zeros is in no trace: that of a process which was killed, or a program that puts its
 * own files there, may be followed by any number of them. */
static bool read_at_most(struct traces *self, const char *path, size_t most, struct error *error)
{
    *self = (struct traces){0};
    if (file_read_to_zeros(path, TRACE_CHUNK, most, &self->bytes, error) &&
        traces_parse(self, path, buf_view(&self->bytes), error))
        return true;
    traces_free(self);
    return false;
}

bool traces_read(struct traces *self, const char *path, struct error *error)
{
    return read_at_most(self, path, LARGEST_TRACE, error);
}

void traces_free(struct traces *self)
{
    vec_each (trace, &self->list) {
        vec_free(&trace->records);
        vec_free(&trace->names);
        vec_free(&trace->events);
        vec_free(&trace->stacks);
    }
    vec_free(&self->list);
    buf_free(&self->bytes);
    *self = (struct traces){0};
}

static int is_trace(const struct dirent *entry)
{
    return str_ends(str_of(entry->d_name), STR(".trace"));
}

/* 1 before 1.2 before 1.10: versionsort() would be misled by the ending. */
static int by_process(const struct dirent **a, const struct dirent **b)
{
    char x[256], y[256];
    snprintf(x, sizeof x, "%.*s", (int)(strlen((*a)->d_name) - 6), (*a)->d_name);
    snprintf(y, sizeof y, "%.*s", (int)(strlen((*b)->d_name) - 6), (*b)->d_name);
    return strverscmp(x, y);
}

/* All files go into one buffer, each cut to what was written: the parser takes them one by one. */
void traces_gather(struct traces *self, const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_trace, by_process);
    *self = (struct traces){0};
    for (int i = 0; i < count; i++) {
        char *path = mem_printf("%s/%s", folder, entries[i]->d_name);
        struct traces one;
        if (i < MOST_FILES && read_at_most(&one, path, LARGEST_TRACE - self->bytes.len, NULL)) {
            traces_save(&one, &self->bytes);
            traces_free(&one);
        } else {
            self->unread++;
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
    if (self->bytes.len)
        traces_parse(self, folder, buf_view(&self->bytes), NULL);
}

static struct event_key make_key(const struct trace *self, uint32_t thread, uint32_t name,
                                 uint32_t number, uint16_t phase)
{
    const struct trace_name *found = self->names.at[name - 1];
    return (struct event_key){.process = self->process,
                              .thread = thread,
                              .kind = (enum event_kind)found->kind,
                              .number = number,
                              .delay = found->delay,
                              .has_about = found->has_about,
                              .about = {found->text, found->length},
                              .phase = (enum event_phase)phase};
}

struct event_key trace_key(const struct trace *self, const struct trace_arrive *event)
{
    return make_key(self, event->head.thread, event->name, event->number, event->phase);
}

struct event_key trace_timer_key(const struct trace *self, const struct trace_timer *timer)
{
    return make_key(self, timer->head.thread, timer->name, timer->number, PHASE_NONE);
}

struct event_hold trace_hold_of(const struct trace *self, const struct trace_hold *hold)
{
    return (struct event_hold){
        .event = trace_key(self, self->events.at[hold->event - 1].arrive),
        .end = (enum hold_end)hold->end,
        .amount = hold->amount,
        .until = {.process = {hold->text, hold->process_length},
                  .thread = hold->thread,
                  .kind = (enum event_kind)hold->kind,
                  .number = hold->number,
                  .delay = hold->delay,
                  .has_about = hold->has_about,
                  .about = {hold->text + hold->process_length, hold->about_length},
                  .phase = (enum event_phase)hold->phase}};
}

struct str trace_stack(const struct trace *self, uint32_t event, enum trace_role role)
{
    for (size_t i = self->stacks.len; i-- > 0;) {
        const struct trace_stack *stack = self->stacks.at[i];
        if (stack->event == event && stack->role == role)
            return (struct str){stack->text, stack->length};
    }
    return (struct str){0};
}

struct str trace_timer_stack(const struct trace *self, uint32_t thread, uint32_t serial)
{
    for (size_t i = self->stacks.len; i-- > 0;) {
        const struct trace_stack *stack = self->stacks.at[i];
        if (stack->event == serial && stack->role == STACK_TIMER && stack->head.thread == thread)
            return (struct str){stack->text, stack->length};
    }
    return (struct str){0};
}

const struct trace_timer *trace_timer_of(const struct trace *self, uint32_t thread, uint32_t serial)
{
    for (size_t i = self->records.len; serial && i-- > 0;) {
        const struct trace_timer *timer = (const struct trace_timer *)self->records.at[i];
        if (timer->head.type == TRACE_TIMER && timer->serial == serial &&
            timer->head.thread == thread)
            return timer;
    }
    return NULL;
}

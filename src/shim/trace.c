/* The trace of this process: what arrived, what was held, what was delivered, as binary records
 * beside the segment (trace/format.h). The tool turns them into text; nothing is printed here. When
 * there is no room the trace ends and the segment says so; the program under test never notices. */
#include "shim/loop.h"
#include "trace/write.h"

static struct {
    bool begun, refused;
    _Atomic uint32_t lock; /* a thread that waits for the baton may have a note, too */
    struct trace_writer writer;
    char path[sizeof shim.segment_path + PROCESS_NAME_ROOM + 8];
    uint32_t names, events;
    uint32_t which; /* the first, or that of the child of a fork */
} tracing;

static bool find_path(void)
{
    const char *slash = strrchr(shim.segment_path, '/');
    struct line path = {.len = 0};
    line_text(&path, shim.segment_path);
    path.len = slash ? (size_t)(slash - shim.segment_path) + 1 : 0;
    line_text(&path, shim.process->name);
    line_text(&path, ".trace");
    if (path.len >= sizeof tracing.path)
        return false;
    memcpy(tracing.path, path.text, path.len);
    tracing.path[path.len] = '\0';
    return true;
}

static void begin(void)
{
    tracing.begun = true;
    tracing.which++;
    tracing.names = tracing.events = 0;
    tracing.writer = (struct trace_writer){.path = tracing.path};
    tracing.refused = !shim.segment->config.log || !find_path() ||
                      !trace_begin(&tracing.writer, shim.process->name, shim.process->command);
}

static void refuse(void)
{
    if (shim.segment->config.log)
        atomic_store(&shim.process->log_incomplete, 1);
    tracing.refused = true;
}

/* The lock is held from here until put(). */
static void *take(enum trace_type type, size_t size, uint32_t thread)
{
    if (tracing.begun && tracing.refused)
        return NULL;
    spin_lock(&tracing.lock);
    if (!tracing.begun)
        begin();
    struct trace_record *record =
        tracing.refused ? NULL : trace_reserve(&tracing.writer, type, size);
    if (!record) {
        refuse();
        spin_unlock(&tracing.lock);
        return NULL;
    }
    record->thread = (uint16_t)thread;
    record->time_ns = clock_now() - shim.segment->mono_start_ns;
    return record;
}

static void put(void *record, size_t size)
{
    trace_commit(record, size);
    spin_unlock(&tracing.lock);
}

static size_t kept_length(const char *text)
{
    size_t length = strlen(text);
    return length < TRACE_LONGEST_TEXT ? length : TRACE_LONGEST_TEXT;
}

static void intern(struct name *name)
{
    size_t length = kept_length(name->about), size = sizeof(struct trace_name) + length;
    struct trace_name *record = take(TRACE_NAME, size, name->thread);
    if (!record)
        return;
    name->trace_id = record->name = ++tracing.names;
    name->trace = tracing.which;
    record->kind = (uint16_t)name->kind;
    record->has_about = length > 0;
    record->delay = name->delay;
    record->length = (uint32_t)length;
    memcpy(record->text, name->about, length);
    put(record, size);
}

static bool is_named(const struct name *name)
{
    return name->trace_id && name->trace == tracing.which && tracing.begun;
}

static bool is_traced(const struct event *event)
{
    return event->id && event->trace == tracing.which && tracing.begun;
}

static struct trace_cause cause_record(const struct cause *cause)
{
    /* the child of a fork has a trace of its own, without the events of its parent */
    bool known = cause->known && cause->event <= tracing.events;
    return (struct trace_cause){known, known ? cause->event : 0, known ? cause->timer : 0};
}

uint32_t trace_event_id(const struct event *event)
{
    return is_traced(event) ? event->id : 0;
}

void trace_stack(enum trace_role role, uint32_t event, const char *text, size_t length)
{
    if (length > TRACE_LONGEST_TEXT)
        length = TRACE_LONGEST_TEXT;
    size_t size = sizeof(struct trace_stack) + length;
    struct trace_stack *record = take(TRACE_STACK, size, thread_number());
    if (!record)
        return;
    record->event = event;
    record->role = (uint16_t)role;
    record->length = (uint32_t)length;
    memcpy(record->text, text, length);
    put(record, size);
}

void trace_arrival(struct event *event, const struct origin *origin)
{
    if (!is_named(event->name))
        intern(event->name);
    struct trace_arrive *record =
        is_named(event->name) ? take(TRACE_ARRIVE, sizeof *record, event->name->thread) : NULL;
    if (!record)
        return;
    if (origin)
        record->cause = cause_record(&origin->cause);
    event->id = record->event = ++tracing.events;
    event->trace = tracing.which;
    record->name = event->name->trace_id;
    record->number = event->number;
    record->phase = (uint16_t)event->phase;
    put(record, sizeof *record);
    if (origin && origin->stack && *origin->stack)
        trace_stack(STACK_SUBMITTED, event->id, origin->stack, strlen(origin->stack));
}

void trace_timer(struct name *name, uint32_t number, uint32_t serial, const struct cause *cause)
{
    if (!is_named(name))
        intern(name);
    struct trace_timer *record =
        is_named(name) ? take(TRACE_TIMER, sizeof *record, name->thread) : NULL;
    if (!record)
        return;
    record->name = name->trace_id;
    record->number = number;
    record->serial = serial;
    record->cause = cause_record(cause);
    put(record, sizeof *record);
}

void trace_expired(uint32_t event, uint32_t serial)
{
    struct trace_expired *record =
        event ? take(TRACE_EXPIRED, sizeof *record, thread_number()) : NULL;
    if (!record)
        return;
    record->event = event;
    record->serial = serial;
    put(record, sizeof *record);
}

void trace_held(const struct event *event)
{
    atomic_fetch_add_explicit(&shim.process->holds, 1, memory_order_relaxed);
    if (!is_traced(event))
        return;
    const struct plan_hold *plan = event->hold.plan;
    bool has_until = event->hold.kind == HOLD_EVENT || event->hold.kind == HOLD_BEFORE;
    const struct plan_key *until = plan && has_until ? &plan->until : NULL;
    const char *about = until ? plan_text(until) : "";
    size_t process = until ? strlen(until->process) : 0, length = kept_length(about);
    size_t size = sizeof(struct trace_hold) + process + length;
    struct trace_hold *record = take(TRACE_HOLD, size, event->name->thread);
    if (!record)
        return;
    record->event = event->id;
    record->end = event->hold.kind;
    record->amount =
        event->hold.kind == HOLD_TIME ? event->hold.until - event->since : event->hold.until;
    record->delay = NO_DELAY;
    if (until) {
        record->thread = until->thread;
        record->number = until->number;
        record->delay = until->delay;
        record->kind = until->kind;
        record->phase = until->phase;
        record->has_about = until->has_about != 0;
        record->process_length = (uint16_t)process;
        record->about_length = (uint32_t)length;
        memcpy(record->text, until->process, process);
        memcpy(record->text + process, about, length);
    }
    put(record, size);
}

void trace_change(enum trace_type type, const struct event *event, uint16_t flags,
                  enum trace_why why)
{
    struct trace_event *record =
        is_traced(event) ? take(type, sizeof *record, event->name->thread) : NULL;
    if (!record)
        return;
    record->event = event->id;
    record->flags = flags;
    record->why = (uint16_t)why;
    put(record, sizeof *record);
}

void trace_decision(enum trace_type type, struct event **chosen, size_t count)
{
    decisions++;
    if (type == TRACE_DELIVER)
        agent_delivers(chosen, count);
    for (size_t i = 0; i < count; i++)
        trace_change(type, chosen[i], i ? TRACE_WITH_LAST : 0, 0);
}

void trace_jump(int64_t from)
{
    struct trace_jump *record = take(TRACE_JUMP, sizeof *record, 0);
    if (!record)
        return;
    record->from_ns = from - shim.segment->mono_start_ns;
    put(record, sizeof *record);
}

void trace_note(enum trace_note_code code, int64_t number, const char *text)
{
    size_t length = kept_length(text), size = sizeof(struct trace_note) + length;
    struct trace_note *record = take(TRACE_NOTE, size, 0);
    if (!record)
        return;
    record->code = code;
    record->number = number;
    record->length = (uint32_t)length;
    memcpy(record->text, text, length);
    put(record, size);
}

/* In the child of a fork: what is mapped belongs to the parent's trace. */
void trace_forked(void)
{
    tracing.begun = tracing.refused = false;
    self.cause = (struct cause){0};
    atomic_store(&tracing.lock, 0);
}

/* Events, their names, and how decisions are written down. */
#include "shim/loop.h"

#include <stdlib.h>

uint64_t decisions;

static struct {
    struct name **slots;
    size_t room, count;
    struct event *spare;
    uint64_t arrivals, of_interest; /* all; all but timers */
} events;

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return (hash ^ 0xff) * 1099511628211u;
}

static const char *keep_text(const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = shim_alloc(length);
    return copy ? memcpy(copy, text, length) : "";
}

static struct name **name_slot(struct name **slots, size_t room, uint64_t hash, const char *kind,
                               const char *about, const char *phase)
{
    for (size_t i = (hash >> 20) & (room - 1);; i = (i + 1) & (room - 1)) {
        struct name *name = slots[i];
        if (!name || (name->hash == hash && strcmp(name->about, about) == 0 &&
                      strcmp(name->kind, kind) == 0 && strcmp(name->phase, phase) == 0))
            return &slots[i];
    }
}

static bool grow_names(void)
{
    size_t room = events.room ? events.room * 2 : 1024;
    struct name **slots = shim_alloc(room * sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < events.room; i++) {
        struct name *name = events.slots[i];
        if (name)
            *name_slot(slots, room, name->hash, name->kind, name->about, name->phase) = name;
    }
    events.slots = slots;
    events.room = room;
    return true;
}

struct name *name_of(const char *kind, const char *about, const char *phase)
{
    static struct name nameless = {.kind = "?", .about = "", .phase = ""};
    if (events.count * 2 >= events.room && !grow_names())
        return &nameless;
    uint64_t hash = hash_text(hash_text(hash_text(14695981039346656037u, kind), about), phase);
    struct name **slot = name_slot(events.slots, events.room, hash, kind, about, phase);
    if (!*slot) {
        struct name *fresh = shim_alloc(sizeof *fresh);
        if (!fresh)
            return &nameless;
        *fresh =
            (struct name){.kind = kind, .about = keep_text(about), .phase = phase, .hash = hash};
        *slot = fresh;
        events.count++;
    }
    return *slot;
}

struct name *name_kept(const char *kind, const char *about, const char *phase)
{
    return name_of(keep_text(kind), about, keep_text(phase));
}

static struct event *new_event(void)
{
    enum { BATCH = 64 };
    if (!events.spare) {
        struct event *fresh = shim_alloc(BATCH * sizeof *fresh);
        for (int i = 0; fresh && i < BATCH; i++) {
            fresh[i].node = events.spare;
            events.spare = &fresh[i];
        }
        if (!fresh)
            abort();
    }
    struct event *event = events.spare;
    events.spare = event->node;
    *event = (struct event){0};
    return event;
}

static void add_pending(struct loop *loop, struct event *event)
{
    if (loop->pending_count == loop->pending_room) {
        size_t room = loop->pending_room ? loop->pending_room * 2 : 256;
        struct event **bigger = shim_alloc(room * sizeof *bigger);
        if (!bigger)
            abort();
        if (loop->pending_count)
            memcpy(bigger, loop->pending, loop->pending_count * sizeof *bigger);
        loop->pending = bigger;
        loop->pending_room = room;
    }
    loop->pending[loop->pending_count++] = event;
}

struct event *event_arrived(struct loop *loop, enum event_kind kind, struct name *name)
{
    struct event *event = new_event();
    event->kind = kind;
    event->name = name;
    event->number = ++name->arrived;
    event->order = ++events.arrivals;
    events.of_interest += kind != EVENT_TIMERS;
    event->since = clock_now();
    add_pending(loop, event);
    atomic_fetch_add_explicit(&shim.process->events, 1, memory_order_relaxed);
    strategy_now()->arrive(strategy_random(), event);
    loop->descriptors += kind == EVENT_FD;
    loop->polls_held += event->hold.kind == HOLD_POLLS;
    event->counted_polls = event->hold.kind == HOLD_POLLS;
    if (event->hold.kind != HOLD_NONE)
        log_hold(event);
    return event;
}

uint64_t events_seen(void)
{
    return events.of_interest;
}

void event_remove(struct loop *loop, struct event *event)
{
    size_t at = 0;
    while (at < loop->pending_count && loop->pending[at] != event)
        at++;
    if (at < loop->pending_count) {
        loop->pending_count--;
        loop->descriptors -= event->kind == EVENT_FD;
        loop->polls_held -= event->counted_polls;
        memmove(&loop->pending[at], &loop->pending[at + 1],
                (loop->pending_count - at) * sizeof *loop->pending);
    }
    event->free = true;
    event->node = events.spare;
    events.spare = event;
}

bool event_is_free(struct event *event)
{
    switch (event->hold.kind) {
    case HOLD_NONE:
        return true;
    case HOLD_POLLS:
        return event->hold.until <= 0;
    case HOLD_TIME:
        return clock_now() >= event->hold.until;
    case HOLD_EVENT:
        return event->hold.after->delivered >= event->hold.after_number;
    case HOLD_IDLE:
        return false;
    }
    return true;
}

static void print_key(struct line *line, const struct name *name, uint32_t number)
{
    line_text(line, name->kind);
    line_text(line, "#");
    line_number(line, number);
    if (*name->about) {
        line_text(line, " ");
        line_quoted(line, name->about);
    }
    if (*name->phase) {
        line_text(line, " ");
        line_text(line, name->phase);
    }
}

void event_print(struct line *line, const struct event *event)
{
    print_key(line, event->name, event->number);
}

void log_hold(const struct event *event)
{
    atomic_fetch_add_explicit(&shim.process->holds, 1, memory_order_relaxed);
    if (!log_enabled())
        return;
    struct line line;
    line_start(&line);
    line_text(&line, "hold ");
    event_print(&line, event);
    switch (event->hold.kind) {
    case HOLD_TIME:
        line_text(&line, " for ");
        line_ms(&line, event->hold.until - event->since);
        break;
    case HOLD_POLLS:
        line_text(&line, " for ");
        line_number(&line, event->hold.until);
        line_text(&line, " polls");
        break;
    case HOLD_EVENT:
        line_text(&line, " until ");
        print_key(&line, event->hold.after, event->hold.after_number);
        break;
    default:
        line_text(&line, " until idle");
    }
    log_write(&line);
}

static void print_list(struct line *line, const char *title, struct event **list, size_t count,
                       int which)
{
    enum { SHOWN = 8 };
    size_t shown = 0, all = 0;
    for (size_t i = 0; i < count; i++) {
        bool held = which >= 0 && !event_is_free(list[i]);
        if (which >= 0 && (held != (which == 1) || list[i]->free || list[i]->started))
            continue;
        if (++all > SHOWN)
            break;
        line_text(line, shown++ ? ", " : title);
        event_print(line, list[i]);
    }
    if (all > SHOWN)
        line_text(line, ", …");
}

/* `chosen` are marked started already, so that they do not count as left over. */
void log_decision(struct loop *loop, const char *verb, struct event **chosen, size_t count)
{
    decisions++;
    if (!log_enabled())
        return;
    struct line line;
    line_start(&line);
    print_list(&line, verb, chosen, count, -1);
    print_list(&line, " | ready ", loop->pending, loop->pending_count, 0);
    print_list(&line, " | held ", loop->pending, loop->pending_count, 1);
    log_write(&line);
}

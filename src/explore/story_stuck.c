/* Who waits for what when nothing can happen any more. Nothing is on its way then: what is known is
 * which operations began and never ended, and what each process was told last. */
#include "event/text.h"
#include "explore/story_places.h"

enum { MOST_LINES = 12 };

struct stuck {
    struct places places;
    struct buf *out;
    size_t lines;
    const struct trace *last; /* of whom the last line told */
};

/* A command line of a hundred files is known by its first words. */
static struct str begin_of(struct str command)
{
    enum { MOST = 60 };
    if (command.len <= MOST)
        return command;
    struct str begin = {command.at, MOST};
    while (begin.len && begin.at[begin.len - 1] != ' ')
        begin.len--;
    return begin.len > 1 ? (struct str){begin.at, begin.len - 1} : (struct str){command.at, MOST};
}

static bool add_line(struct stuck *self, const struct trace *trace)
{
    if (self->lines >= MOST_LINES)
        return false;
    buf_printf(self->out, "%sprocess " STR_FMT, self->lines++ ? "\n" : "", STR_ARG(trace->process));
    struct str command = begin_of(trace->command);
    if (command.len && self->last != trace)
        buf_printf(self->out, " (" STR_FMT "%s)", STR_ARG(command),
                   command.len < trace->command.len ? " …" : "");
    self->last = trace;
    return true;
}

static void add_place(struct stuck *self, struct str stack)
{
    struct story_place place = places_of_stack(&self->places, stack);
    if (place.text.len)
        buf_printf(self->out, ", asked for at " STR_FMT, STR_ARG(place.text));
}

static bool has_ended(const struct trace *trace, const struct event_key *task)
{
    struct event_key done = *task;
    done.phase = PHASE_DONE;
    vec_each (event, &trace->events) {
        struct event_key key = trace_key(trace, event->arrive);
        if (event_key_equal(&key, &done))
            return true;
    }
    return false;
}

static void tell_process(struct stuck *self, const struct trace *trace)
{
    const struct traced_event *last = NULL;
    bool waits = false;
    for (size_t i = 0; i < trace->events.len; i++) {
        const struct traced_event *event = &trace->events.at[i];
        struct event_key key = trace_key(trace, event->arrive);
        if (event->delivered_ns >= 0 && (!last || event->delivered_ns >= last->delivered_ns))
            last = event;
        if (key.phase != PHASE_START || event->started_ns < 0 || has_ended(trace, &key) ||
            !add_line(self, trace))
            continue;
        waits = true;
        buf_text(self->out, " waits for ");
        buf_key(self->out, &key);
        add_place(self, trace_stack(trace, (uint32_t)i + 1, STACK_SUBMITTED));
    }
    if (waits || !trace->events.len || !add_line(self, trace))
        return;
    buf_text(self->out, " waits for something that nobody will do");
    if (!last)
        return;
    struct event_key key = trace_key(trace, last->arrive);
    buf_text(self->out, "; the last it was told of was ");
    buf_key(self->out, &key);
    add_place(self, trace_stack(trace, last->arrive->event, STACK_SUBMITTED));
}

void story_of_stuck(const struct traces *traces, const char *folder, struct buf *out)
{
    struct arena arena = {0};
    struct stuck self = {.out = out};
    places_open(&self.places, &arena, folder);
    vec_each (trace, &traces->list)
        tell_process(&self, trace);
    if (!self.lines)
        buf_text(out, "nothing can happen any more, and no process waits for anything we see");
    places_close(&self.places);
    arena_free(&arena);
}

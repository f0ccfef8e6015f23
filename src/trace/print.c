/* The readable log: one line a decision, with what else was ready and what was held. The lists are
 * worked out from the records, nobody wrote them down. */
#include "event/text.h"
#include "trace/trace.h"

#include <inttypes.h>

static const char *const note_words[NOTE_COUNT] = {
#define TRACE_NOTE_WORDS(id, words) [NOTE_##id] = words,
    TRACE_NOTES(TRACE_NOTE_WORDS)
#undef TRACE_NOTE_WORDS
};

static const char *const why_words[WHY_COUNT] = {
    [WHY_WATCHDOG] = "it would carry time over a time-out",
    [WHY_IDLE] = "nothing else can run",
    [WHY_BUDGET] = "the run was made late enough",
};

/* Which events are there now, while the records are gone through from the first to the last. */
struct pending {
    VEC(uint32_t) list; /* numbers of events, in order of arrival */
    VEC(uint8_t) held;  /* beside it */
};

static void pending_remove(struct pending *self, uint32_t event)
{
    for (size_t i = 0; i < self->list.len; i++)
        if (self->list.at[i] == event) {
            vec_remove(&self->list, i);
            vec_remove(&self->held, i);
            return;
        }
}

static void pending_set_held(struct pending *self, uint32_t event, bool held)
{
    for (size_t i = self->list.len; i-- > 0;)
        if (self->list.at[i] == event) {
            self->held.at[i] = held;
            return;
        }
}

static void print_event(const struct trace *self, uint32_t event, struct buf *out)
{
    struct event_key key = trace_key(self, self->events.at[event - 1].arrive);
    buf_key(out, &key);
}

/* A hold for a time, or of an event that was since delivered, may have ended: what matters to a
 * reader is who is still kept back at that moment. */
static bool is_held(const struct trace *self, uint32_t event, bool held, int64_t now)
{
    const struct traced_event *one = &self->events.at[event - 1];
    if (!held || !one->hold)
        return false;
    return one->hold->end != HOLD_TIME || one->arrive->head.time_ns + one->hold->amount > now;
}

static void print_pending(const struct trace *self, const struct pending *pending, bool held,
                          int64_t now, struct buf *out)
{
    enum { SHOWN = 8 };
    size_t shown = 0;
    for (size_t i = 0; i < pending->list.len && shown <= SHOWN; i++) {
        uint32_t event = pending->list.at[i];
        if (is_held(self, event, pending->held.at[i], now) != held)
            continue;
        if (shown++ == SHOWN) {
            buf_text(out, ", …");
            break;
        }
        buf_text(out, shown > 1 ? ", " : held ? " | held " : " | ready ");
        print_event(self, event, out);
    }
}

static void print_stamp(int64_t ns, struct buf *out)
{
    buf_printf(out, "+%" PRId64 ".%03dms ", ns / 1000000, (int)(ns / 1000 % 1000));
}

static void print_note(const struct trace_note *note, struct buf *out)
{
    for (const char *at = note_words[note->code]; *at; at++) {
        if (at[0] == '%' && at[1] == 'n') {
            buf_printf(out, "%" PRId64, note->number);
            at++;
        } else if (at[0] == '%' && at[1] == 't') {
            buf_quoted(out, (struct str){note->text, note->length});
            at++;
        } else {
            buf_char(out, *at);
        }
    }
}

static void print_cause(const struct trace *self, uint32_t thread, const struct trace_cause *cause,
                        struct buf *out)
{
    if (!cause->known)
        return;
    const struct trace_timer *timer = trace_timer_of(self, thread, cause->timer);
    buf_text(out, " | from ");
    if (timer) {
        struct event_key key = trace_timer_key(self, timer);
        buf_key(out, &key);
    } else if (cause->event) {
        print_event(self, cause->event, out);
    } else {
        buf_text(out, "main");
    }
}

/* Frames as quoted words, innermost first: they come from the program. */
static void print_stack(const struct trace *self, const struct trace_stack *stack, struct buf *out)
{
    static const char *const words[STACK_ROLE_COUNT] = {[STACK_SUBMITTED] = "asked ",
                                                        [STACK_CALLBACK] = "calls ",
                                                        [STACK_TIMER] = "sets timer ",
                                                        [STACK_EXIT] = "exits"};
    buf_text(out, words[stack->role]);
    if (stack->role == STACK_TIMER)
        buf_printf(out, "%" PRIu32, stack->event);
    else if (stack->role != STACK_EXIT)
        print_event(self, stack->event, out);
    struct str frames = {stack->text, stack->length};
    while (frames.len) {
        buf_char(out, ' ');
        buf_quoted(out, str_cut(&frames, '\n'));
    }
}

/* The deliveries of one decision stand in one line. Returns the index of the last of them. */
static size_t print_decision(const struct trace *self, size_t index, struct pending *pending,
                             struct buf *out)
{
    const struct trace_event *event = (const struct trace_event *)self->records.at[index];
    bool starts = event->head.type == TRACE_START;
    buf_text(out, starts ? "start " : "deliver ");
    for (bool first = true;; first = false) {
        if (!first)
            buf_text(out, ", ");
        print_event(self, event->event, out);
        pending_remove(pending, event->event);
        const struct trace_event *next =
            index + 1 < self->records.len ? (const struct trace_event *)self->records.at[index + 1]
                                          : NULL;
        if (starts || !next || next->head.type != TRACE_DELIVER || !(next->flags & TRACE_WITH_LAST))
            break;
        event = next;
        index++;
    }
    if (!(event->flags & TRACE_WITH_LAST))
        print_cause(self, event->head.thread, &self->events.at[event->event - 1].arrive->cause,
                    out);
    print_pending(self, pending, false, event->head.time_ns, out);
    print_pending(self, pending, true, event->head.time_ns, out);
    return index;
}

void trace_print(const struct trace *self, struct buf *out)
{
    struct pending pending = {0};
    buf_printf(out, "# process " STR_FMT "%s" STR_FMT "\n", STR_ARG(self->process),
               self->command.len ? ": " : "", STR_ARG(self->command));
    for (size_t i = 0; i < self->records.len; i++) {
        const struct trace_record *record = self->records.at[i];
        if (record->type == TRACE_ARRIVE) {
            *vec_push(&pending.list) = ((const struct trace_arrive *)record)->event;
            *vec_push(&pending.held) = false;
            continue;
        }
        if (record->type == TRACE_JUMP || record->type == TRACE_EXPIRED)
            continue; /* each line has its time; timers have their place where they are set */
        if (record->type == TRACE_DROP) {
            pending_remove(&pending, ((const struct trace_event *)record)->event);
            continue;
        }
        print_stamp(record->time_ns, out);
        if (record->type == TRACE_HOLD) {
            const struct trace_hold *hold = (const struct trace_hold *)record;
            struct event_hold said = trace_hold_of(self, hold);
            pending_set_held(&pending, hold->event, true);
            buf_hold(out, &said);
        } else if (record->type == TRACE_RELEASE) {
            const struct trace_event *event = (const struct trace_event *)record;
            pending_set_held(&pending, event->event, false);
            buf_text(out, "release ");
            print_event(self, event->event, out);
            buf_printf(out, ": %s", why_words[event->why]);
        } else if (record->type == TRACE_TIMER) {
            struct event_key key = trace_timer_key(self, (const struct trace_timer *)record);
            buf_text(out, "set ");
            buf_key(out, &key);
            print_cause(self, record->thread, &((const struct trace_timer *)record)->cause, out);
        } else if (record->type == TRACE_STACK) {
            print_stack(self, (const struct trace_stack *)record, out);
        } else if (record->type == TRACE_NOTE) {
            print_note((const struct trace_note *)record, out);
        } else {
            i = print_decision(self, i, &pending, out);
        }
        buf_char(out, '\n');
    }
    if (self->damaged_at >= 0)
        buf_printf(out, "# damaged from byte %" PRId64 " on\n", self->damaged_at);
    vec_free(&pending.list);
    vec_free(&pending.held);
}

void traces_print(const struct traces *self, struct buf *out)
{
    vec_each (trace, &self->list)
        trace_print(trace, out);
}

void traces_save(const struct traces *self, struct buf *out)
{
    struct str bytes = buf_view(&self->bytes);
    vec_each (trace, &self->list) {
        size_t at = out->len;
        buf_str(out, (struct str){bytes.at + trace->offset, trace->length});
        ((struct trace_header *)(out->at + at))->length = trace->length;
    }
}

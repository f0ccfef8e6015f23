#include "explore/plan.h"

#include "base/file.h"
#include "segment/plan.h"

static struct plan_key make_key(const struct event_key *key, struct buf *texts)
{
    struct plan_key made = {.thread = key->thread,
                            .number = (uint32_t)(key->number < UINT32_MAX ? key->number : 0),
                            .kind = (uint16_t)key->kind,
                            .phase = (uint16_t)key->phase,
                            .delay = key->delay,
                            .has_about = key->has_about};
    size_t length =
        key->process.len < sizeof made.process ? key->process.len : sizeof made.process - 1;
    if (length)
        memcpy(made.process, key->process.at, length);
    if (key->has_about) {
        made.about_at = (uint32_t)texts->len;
        made.about_length = (uint32_t)key->about.len;
        buf_str(texts, key->about);
        buf_char(texts, '\0');
    }
    return made;
}

void plan_make(const struct schedule *schedule, struct buf *out)
{
    struct buf texts = {0};
    struct plan head = {.magic = PLAN_MAGIC, .count = (uint32_t)schedule->holds.len};
    size_t at = out->len;
    buf_add(out, &head, sizeof head);
    vec_each (hold, &schedule->holds) {
        struct plan_hold made = {.event = make_key(&hold->event, &texts),
                                 .until = make_key(&hold->until, &texts),
                                 .end = hold->end,
                                 .amount = hold->amount};
        buf_add(out, &made, sizeof made);
    }
    buf_str(out, buf_view(&texts));
    buf_free(&texts);
    ((struct plan *)(out->at + at))->size = out->len - at;
}

void plan_fates(const char *path, size_t holds, struct plan_fates *out)
{
    struct buf bytes = {0};
    *out = (struct plan_fates){.holds = holds};
    bool there = file_read(path, PLAN_LARGEST, &bytes, NULL);
    size_t known = there && bytes.len >= sizeof(struct plan)
                       ? (bytes.len - sizeof(struct plan)) / sizeof(struct plan_hold)
                       : 0;
    const struct plan *plan = (const struct plan *)bytes.at;
    for (size_t i = 0; i < holds; i++) {
        uint32_t state = i < known ? atomic_load(&plan->holds[i].state) : PLAN_UNSEEN;
        bool met = state == PLAN_MET || state == PLAN_HELD; /* held until the process ended */
        out->met += met;
        if (!met)
            *vec_push(&out->unmet) = i;
    }
    buf_free(&bytes);
}

/* From here on: the holds that a run would need to come back.
 *
 * Under `directed` everything goes in the order of its arrival, and no time passes while something
 * is free. So whatever a strategy did shows in two ways, and each becomes a hold: an event waited
 * for a while, or another one of its loop that came later went before it. A strategy's own holds
 * are not needed for this (pct and fz's shuffle have none), and say less: one may have been cut
 * short. */
struct derived {
    int64_t time; /* of its arrival */
    size_t trace, event;
    struct event_hold hold;
};

static int by_arrival(const void *a, const void *b)
{
    const struct derived *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->trace != y->trace)
        return x->trace < y->trace ? -1 : 1;
    return x->event < y->event ? -1 : x->event > y->event;
}

static const int64_t ms = 1000000;

struct life {
    int64_t arrived, left; /* virtual times; left -1: it is there at the end */
    size_t place;          /* among the events that were delivered or dropped; 0: none */
    uint16_t thread;
};

static bool is_close(const struct trace *trace, size_t event)
{
    uint32_t name = trace->events.at[event].arrive->name;
    return event_kind_family((enum event_kind)trace->names.at[name - 1]->kind) == FAMILY_CLOSE;
}

/* Of several that one decision delivers, libuv tells descriptors first, then completions (behind
 * its async descriptor, which comes last), and closes handles at the end of the turn. */
static int turn_of(const struct trace *trace, size_t event)
{
    return is_close(trace, event) ? 2 : trace->events.at[event].arrive->phase == PHASE_DONE;
}

/* Puts an event behind those of its decision, the last `*size` in the order, that come first. */
static void take_place(const struct trace *trace, size_t *order, size_t count, size_t size,
                       size_t event)
{
    size_t at = count;
    for (; size && turn_of(trace, order[at - 1]) > turn_of(trace, event); size--, at--)
        order[at] = order[at - 1];
    order[at] = event;
}

static void note_lives(const struct trace *trace, struct life *lives, size_t *order, int64_t *end)
{
    size_t count = 0, decision = 0; /* of the events in order; of those, the last decision's */
    *end = 0;
    for (size_t i = 0; i < trace->records.len; i++) {
        const struct trace_record *record = trace->records.at[i];
        const struct trace_event *change = (const struct trace_event *)record;
        *end = record->time_ns > *end ? record->time_ns : *end;
        if (record->type == TRACE_ARRIVE) {
            struct life *life = &lives[((const struct trace_arrive *)record)->event - 1];
            *life = (struct life){.arrived = record->time_ns, .left = -1, .thread = record->thread};
            continue;
        }
        if ((record->type != TRACE_START && record->type != TRACE_DELIVER &&
             record->type != TRACE_DROP) ||
            lives[change->event - 1].left >= 0)
            continue;
        lives[change->event - 1].left = record->time_ns;
        decision = record->type == TRACE_DELIVER && change->flags & TRACE_WITH_LAST ? decision : 0;
        take_place(trace, order, count++, decision++, change->event - 1);
    }
    for (size_t i = 0; i < count; i++)
        lives[order[i]].place = i + 1;
}

static bool is_timers(const struct trace *trace, size_t event)
{
    uint32_t name = trace->events.at[event].arrive->name;
    return trace->names.at[name - 1]->kind == KIND_TIMERS;
}

/* The last event that came later to the same loop and went earlier, at the very time at which this
 * one went; SIZE_MAX: there is none. Timers that expired while it waited need no mention, because
 * the time it waited says it; but where they were held in their turn, at the same time, it does
 * not. */
static size_t overtaker(const struct trace *trace, const struct life *lives, const size_t *order,
                        size_t event)
{
    const struct life *life = &lives[event];
    size_t timers = SIZE_MAX;
    for (size_t place = life->place - 1; place-- > 0;) {
        size_t other = order[place];
        if (lives[other].left != life->left)
            break;
        if (other < event || lives[other].thread != life->thread || trace->events.at[other].dropped)
            continue;
        if (!is_timers(trace, other))
            return other;
        if (life->left == life->arrived)
            return other;
        bool last = timers == SIZE_MAX && !trace->events.at[other].hold;
        if (last)
            timers = other;
        else if (trace->events.at[other].hold)
            return timers == SIZE_MAX ? other : timers;
    }
    return SIZE_MAX;
}

/* Something that came later to the same loop has gone, while this one is still there. */
static bool was_passed(const struct trace *trace, const struct life *lives, size_t event)
{
    for (size_t other = event + 1; other < trace->events.len; other++)
        if (lives[other].thread == lives[event].thread && lives[other].place &&
            !is_timers(trace, other))
            return true;
    return false;
}

static bool derive(const struct trace *trace, const struct life *lives, const size_t *order,
                   size_t event, int64_t end, int64_t least, struct event_hold *into)
{
    const struct traced_event *traced = &trace->events.at[event];
    const struct life *life = &lives[event];
    if (is_timers(trace, event)) { /* those wait for a phase, not for time */
        if (traced->hold)
            *into = trace_hold_of(trace, traced->hold);
        return traced->hold != NULL;
    }
    *into = (struct event_hold){.event = trace_key(trace, traced->arrive), .end = HOLD_TIME};
    bool stays = !life->place || traced->dropped;
    int64_t late = (life->place ? life->left : end) - life->arrived;
    if (stays && traced->hold && traced->hold->end != HOLD_TIME) {
        *into = trace_hold_of(trace, traced->hold);
        return true;
    }
    if (stays) { /* it must not come back sooner than the run was over */
        into->amount = late + ms;
        if (traced->hold && traced->hold->amount > into->amount)
            into->amount = traced->hold->amount;
        return late >= least || traced->hold || was_passed(trace, lives, event);
    }
    size_t other = overtaker(trace, lives, order, event);
    if (other != SIZE_MAX) {
        into->end = HOLD_EVENT;
        into->until = trace_key(trace, trace->events.at[other].arrive);
        return true;
    }
    if (late < least && traced->hold && traced->hold->end == HOLD_POLLS &&
        is_close(trace, event)) { /* nobody overtook it but timers and immediates of its loop */
        *into = trace_hold_of(trace, traced->hold);
        return true;
    }
    into->amount = late;
    return late >= least;
}

void schedule_of_traces(const struct traces *traces, struct schedule *into)
{
    VEC(struct derived) found = {0};
    int64_t least = into->real_time ? ms : 1; /* a real clock goes on between any two events */
    for (size_t i = 0; i < traces->list.len; i++) {
        const struct trace *trace = &traces->list.at[i];
        size_t events = trace->events.len;
        int64_t end;
        struct life *lives = mem_zalloc((events + 1) * sizeof *lives);
        size_t *order = mem_zalloc((events + 1) * sizeof *order);
        note_lives(trace, lives, order, &end);
        for (size_t event = 0; event < events; event++) {
            struct event_hold hold;
            if (derive(trace, lives, order, event, end, least, &hold))
                *vec_push(&found) = (struct derived){lives[event].arrived, i, event, hold};
        }
        free(lives);
        free(order);
    }
    if (found.len)
        qsort(found.at, found.len, sizeof *found.at, by_arrival);
    vec_each (item, &found)
        schedule_add_hold(into, &item->hold);
    vec_free(&found);
}

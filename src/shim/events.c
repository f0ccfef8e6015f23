/* Events and their names. */
#include "shim/loop.h"

#include <stdlib.h>

uint64_t decisions;

static struct {
    struct name **slots;
    size_t room, count;
    struct event *spare;
    uint64_t arrivals, of_interest; /* all; all but timers */
    uint64_t late_from;             /* how many of the program's own are left alone */
    double late_percent;            /* of the others may be late; 0: not drawn yet */
} events;

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return (hash ^ 0xff) * 1099511628211u;
}

const char *text_kept(const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = shim_alloc(length);
    return copy ? memcpy(copy, text, length) : "";
}

static struct name **name_slot(struct name **slots, size_t room, const struct name *wanted)
{
    for (size_t i = (wanted->hash >> 20) & (room - 1);; i = (i + 1) & (room - 1)) {
        struct name *name = slots[i];
        if (!name || (name->hash == wanted->hash && name->kind == wanted->kind &&
                      name->thread == wanted->thread && name->delay == wanted->delay &&
                      strcmp(name->about, wanted->about) == 0))
            return &slots[i];
    }
}

static bool grow_names(void)
{
    size_t room = events.room ? events.room * 2 : 1024;
    struct name **slots = shim_alloc(room * sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < events.room; i++)
        if (events.slots[i])
            *name_slot(slots, room, events.slots[i]) = events.slots[i];
    events.slots = slots;
    events.room = room;
    return true;
}

struct name *name_of(uint32_t thread, enum event_kind kind, const char *about, int32_t delay)
{
    static struct name nameless = {.kind = KIND_UNKNOWN, .about = "", .delay = NO_DELAY};
    struct name wanted = {.kind = kind, .thread = thread, .delay = delay, .about = about};
    if (events.count * 2 >= events.room && !grow_names())
        return &nameless;
    wanted.hash = hash_text(14695981039346656037u, event_kind_name(kind));
    wanted.hash =
        random_mix(hash_text(wanted.hash, about), (uint64_t)thread << 32 | (uint32_t)delay);
    struct name **slot = name_slot(events.slots, events.room, &wanted);
    if (!*slot) {
        struct name *fresh = shim_alloc(sizeof *fresh);
        if (!fresh)
            return &nameless;
        wanted.about = text_kept(about);
        *fresh = wanted;
        *slot = fresh;
        events.count++;
    }
    return *slot;
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

/* Code that is loaded from packages, by the hundred when a test runner starts. What packages keep
 * in folders such as node_modules/.cache is data. */
static bool is_package_code(const struct name *name)
{
    const char *below = strstr(name->about, "/node_modules/");
    return event_kind_family(name->kind) == FAMILY_FILE && below &&
           below[strlen("/node_modules/")] != '.';
}

/* A run has only so much lateness to spend: about SEGMENT_AFFORDABLE events of a quarter of
 * --slowest each, which is what `delay` takes on average. Of a program that has more, a quarter of
 * the runs spend it from the start, a quarter from a point drawn, and half on as many events spread
 * over all of the run, so that what comes behind a long start-up is reached as well. Drawn apart
 * from the strategy's own stream, the same in all processes. */
static void draw_spending(void)
{
    const struct segment_config *config = &shim.segment->config;
    struct random own = {random_mix(config->seed, UINT64_C(0x1a7e))};
    events.late_percent = 100;
    if (config->own_length <= SEGMENT_AFFORDABLE)
        return;
    switch (random_below(&own, 4)) {
    case 0:
        break;
    case 1:
        events.late_from = random_below(&own, (uint64_t)config->own_length);
        break;
    default:
        events.late_percent = 100.0 * SEGMENT_AFFORDABLE / (double)config->own_length;
    }
}

static bool may_be_late(const struct event *event)
{
    if (events.late_percent == 0)
        draw_spending();
    if (is_package_code(event->name))
        return false;
    uint64_t place = atomic_fetch_add(&shim.segment->own_events, 1);
    struct random own = {random_mix(shim.segment->config.seed ^ UINT64_C(0x59a25e), place)};
    return place >= events.late_from && random_percent(&own, events.late_percent);
}

struct event *event_arrived(struct loop *loop, enum event_class kind, struct name *name,
                            uint32_t number, enum event_phase phase, const struct origin *origin)
{
    struct event *event = new_event();
    event->kind = kind;
    event->name = name;
    event->number = number ? number : ++name->submitted;
    event->phase = phase;
    event->order = ++events.arrivals;
    events.of_interest += kind != EVENT_TIMERS;
    event->since = clock_now();
    event->next_timer = loop_next_timer(loop);
    add_pending(loop, event);
    atomic_fetch_add_explicit(&shim.process->events, 1, memory_order_relaxed);
    event->may_be_late = may_be_late(event);
    trace_arrival(event, origin);
    strategy_now()->arrive(strategy_random(), event);
    loop->descriptors += kind == EVENT_FD;
    loop->messages += kind == EVENT_MESSAGE;
    loop->polls_held += event->hold.kind == HOLD_POLLS;
    event->counted_polls = event->hold.kind == HOLD_POLLS;
    if (event->hold.kind != HOLD_NONE)
        trace_held(event);
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
        loop->messages -= event->kind == EVENT_MESSAGE;
        loop->polls_held -= event->counted_polls;
        memmove(&loop->pending[at], &loop->pending[at + 1],
                (loop->pending_count - at) * sizeof *loop->pending);
    }
    event->free = true;
    event->node = events.spare;
    events.spare = event;
}

/* The latest that an event may come, however it is held; NEVER: there is no such limit. */
static int64_t latest(const struct event *event)
{
    int64_t slowest = shim.segment->config.slowest_ns;
    return slowest < 0 ? NEVER : event->since + slowest;
}

/* Time passes only when every loop is idle: so a hold that is too short to be noticed lets all
 * others go first, and of several tasks that wait the one with the shortest. */
void event_wait_for_others(struct event *event, double share)
{
    static const double MOST = 0.4 * (double)MS;
    int64_t length = (int64_t)(share * MOST);
    if (length > 0 && event->may_be_late && !baton_is_alone())
        event->hold = (struct hold){.kind = HOLD_TIME, .until = event->since + length};
}

bool event_is_late(const struct event *event)
{
    return clock_now() >= latest(event);
}

/* "Until before timer X": a millisecond before, since that is what libuv counts in. */
static int64_t end_before(const struct event *event)
{
    int64_t due = event->hold.kind == HOLD_BEFORE ? atomic_load(&event->hold.plan->until_due) : 0;
    return due ? due - MS : NEVER;
}

bool event_is_free(struct event *event)
{
    switch (event->hold.kind) {
    case HOLD_NONE:
        return true;
    case HOLD_POLLS:
        return event->hold.until <= 0;
    case HOLD_TIME:
        return clock_now() >= event->hold.until || event_is_late(event);
    case HOLD_EVENT:
        return atomic_load(&event->hold.plan->until_came) || event_is_late(event);
    case HOLD_BEFORE:
        return atomic_load(&event->hold.plan->until_came) || clock_now() >= end_before(event) ||
               event_is_late(event);
    case HOLD_IDLE:
        return event_is_late(event);
    case HOLD_END_COUNT:
        break;
    }
    return true;
}

/* When time alone would end its hold. What waits for something else, or is left to starve by its
 * strategy, has no such time, but is held all the same. */
int64_t event_hold_end(const struct event *event)
{
    int64_t now = clock_now(), end = latest(event);
    if (end_before(event) < end)
        end = end_before(event);
    if (event->hold.kind == HOLD_TIME && event->hold.until > now && event->hold.until < end)
        end = event->hold.until;
    return end > now && end < NEVER ? end : NEVER - 1;
}

/* The fate of a hold that a schedule asked for. One that was cut short is not met any more. */
static void note_fate(struct event *event, enum plan_state fate)
{
    uint32_t held = PLAN_HELD;
    if (event->hold.plan)
        atomic_compare_exchange_strong(&event->hold.plan->state, &held, fate);
}

/* A hold until nothing else can run ends just so. */
void event_release(struct event *event, enum trace_why why)
{
    if (event->hold.kind != HOLD_IDLE) {
        trace_change(TRACE_RELEASE, event, 0, why);
        note_fate(event, PLAN_CUT);
    }
    event->hold.kind = HOLD_NONE;
}

/* It goes because it may not be later, not because its hold is over. */
static bool is_cut(const struct event *event)
{
    const struct hold *hold = &event->hold;
    bool awaits = hold->kind == HOLD_EVENT || hold->kind == HOLD_BEFORE;
    if (event->kind == EVENT_TIMERS) /* held for one phase, whatever the hold says */
        return false;
    if (hold->kind == HOLD_TIME)
        return clock_now() < hold->until;
    if (awaits && atomic_load(&hold->plan->until_came))
        return false;
    return hold->kind == HOLD_IDLE || hold->kind == HOLD_EVENT ||
           (hold->kind == HOLD_BEFORE && clock_now() < end_before(event));
}

void event_delivered(struct event *event)
{
    note_fate(event, is_cut(event) ? PLAN_CUT : PLAN_MET);
    directed_delivered(event);
}

void event_drop(struct loop *loop, struct event *event)
{
    trace_change(TRACE_DROP, event, 0, 0);
    event_remove(loop, event);
}

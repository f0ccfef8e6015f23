#include "explore/story_steps.h"

#include "event/text.h"
#include "explore/search_model.h"

struct pending_cause {
    int step;
    struct trace_cause cause;
    uint16_t thread;
};

struct reader {
    struct steps *steps;
    struct arena *arena;
    const struct trace *trace;
    size_t number;
    int *of_event; /* by event number: its step, STEP_NONE where it has none */
    VEC(const struct trace_timer *) timers;
    VEC(int) timer_steps; /* beside it */
    VEC(const struct trace_expired *) expired;
    uint32_t last[256]; /* by thread: the event that was delivered last */
    VEC(struct pending_cause) causes;
};

static struct str print_key(struct arena *arena, const struct event_key *key)
{
    struct buf text = {0};
    buf_key(&text, key);
    struct str kept = arena_str(arena, buf_view(&text));
    buf_free(&text);
    return kept;
}

static int add_step(struct reader *self, struct event_key key, uint32_t event, int64_t arrived)
{
    struct step *step = vec_push(&self->steps->list);
    *step = (struct step){.key = key,
                          .name = print_key(self->arena, &key),
                          .trace = self->trace,
                          .number = self->number,
                          .event = event,
                          .arrived = arrived,
                          .left = -1,
                          .cause = STEP_NONE};
    return (int)self->steps->list.len - 1;
}

static void set_cause(struct reader *self, int step, struct trace_cause cause, uint16_t thread)
{
    if (!cause.known)
        cause.event = self->last[thread % COUNT_OF(self->last)];
    *vec_push(&self->causes) = (struct pending_cause){step, cause, thread};
}

static void take_arrival(struct reader *self, const struct trace_arrive *arrive)
{
    struct event_key key = trace_key(self->trace, arrive);
    self->of_event[arrive->event] = STEP_NONE;
    if (key.kind == KIND_TIMERS || model_is_package_code(&key))
        return;
    int step = add_step(self, key, arrive->event, arrive->head.time_ns);
    self->of_event[arrive->event] = step;
    struct event_key task = key;
    task.phase = PHASE_START;
    for (uint32_t other = arrive->event; key.phase == PHASE_DONE && --other > 0;) {
        int found = self->of_event[other];
        if (found >= 0 && event_key_equal(&self->steps->list.at[found].key, &task)) {
            self->steps->list.at[step].cause = found;
            return;
        }
    }
    set_cause(self, step, arrive->cause, arrive->head.thread);
}

static void take_timer(struct reader *self, const struct trace_timer *timer)
{
    int step = add_step(self, trace_timer_key(self->trace, timer), 0, timer->head.time_ns);
    self->steps->list.at[step].serial = timer->serial;
    *vec_push(&self->timers) = timer;
    *vec_push(&self->timer_steps) = step;
    set_cause(self, step, timer->cause, timer->head.thread);
}

static int find_timer(const struct reader *self, uint32_t serial, uint16_t thread)
{
    for (size_t i = self->timers.len; i-- > 0;)
        if (self->timers.at[i]->serial == serial && self->timers.at[i]->head.thread == thread)
            return self->timer_steps.at[i];
    return STEP_NONE;
}

static void leave(struct reader *self, int index, size_t record, int64_t time)
{
    struct step *step = index >= 0 ? &self->steps->list.at[index] : NULL;
    if (step && step->left < 0) {
        step->left = time;
        step->record = record;
    }
}

/* Expired timers become steps, one each; where none of them is known, they are one step. */
static void take_timers(struct reader *self, uint32_t event, uint16_t thread, size_t record,
                        int64_t time)
{
    const struct trace_arrive *arrive = self->trace->events.at[event - 1].arrive;
    struct event_key key = trace_key(self->trace, arrive);
    struct str group = print_key(self->arena, &key);
    bool known = false;
    vec_each (expired, &self->expired) {
        int timer =
            (*expired)->event == event ? find_timer(self, (*expired)->serial, thread) : STEP_NONE;
        if (timer < 0)
            continue;
        known = true;
        self->steps->list.at[timer].group = group;
        leave(self, timer, record, time);
    }
    if (known)
        return;
    int step = add_step(self, key, event, arrive->head.time_ns);
    self->of_event[event] = step;
    leave(self, step, record, time);
}

static void take_record(struct reader *self, size_t i)
{
    const struct trace_record *record = self->trace->records.at[i];
    if (record->time_ns > self->steps->end_ns)
        self->steps->end_ns = record->time_ns;
    if (record->type == TRACE_ARRIVE) {
        take_arrival(self, (const struct trace_arrive *)record);
    } else if (record->type == TRACE_TIMER) {
        take_timer(self, (const struct trace_timer *)record);
    } else if (record->type == TRACE_START || record->type == TRACE_DELIVER) {
        uint32_t event = ((const struct trace_event *)record)->event;
        const struct trace_arrive *arrive = self->trace->events.at[event - 1].arrive;
        if (self->trace->names.at[arrive->name - 1]->kind == KIND_TIMERS)
            take_timers(self, event, record->thread, i, record->time_ns);
        else
            leave(self, self->of_event[event], i, record->time_ns);
        if (record->type == TRACE_DELIVER)
            self->last[record->thread % COUNT_OF(self->last)] = event;
    }
}

static void link_causes(struct reader *self)
{
    vec_each (pending, &self->causes) {
        const struct trace_cause *cause = &pending->cause;
        int found = cause->timer ? find_timer(self, cause->timer, pending->thread) : STEP_NONE;
        if (found < 0 && cause->event && cause->event <= self->trace->events.len)
            found = self->of_event[cause->event];
        if (found != pending->step)
            self->steps->list.at[pending->step].cause = found;
    }
}

static void read_trace(struct steps *steps, const struct trace *trace, size_t number,
                       struct arena *arena)
{
    struct reader self = {.steps = steps, .arena = arena, .trace = trace, .number = number};
    self.of_event = mem_alloc((trace->events.len + 1) * sizeof *self.of_event);
    for (size_t i = 0; i <= trace->events.len; i++)
        self.of_event[i] = STEP_NONE;
    for (size_t i = 0; i < trace->records.len; i++)
        if (trace->records.at[i]->type == TRACE_EXPIRED)
            *vec_push(&self.expired) = (const struct trace_expired *)trace->records.at[i];
    for (size_t i = 0; i < trace->records.len && steps->list.len < STEPS_MOST; i++)
        take_record(&self, i);
    link_causes(&self);
    free(self.of_event);
    vec_free(&self.timers);
    vec_free(&self.timer_steps);
    vec_free(&self.expired);
    vec_free(&self.causes);
}

static int by_leaving(const void *a, const void *b)
{
    const struct step *x = *(const struct step *const *)a, *y = *(const struct step *const *)b;
    if ((x->left < 0) != (y->left < 0))
        return x->left < 0 ? 1 : -1;
    if (x->left != y->left)
        return x->left < y->left ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->record < y->record ? -1 : x->record > y->record;
}

/* Into the order in which they came; causes are indexes and move along. */
static void sort_steps(struct steps *self)
{
    size_t count = self->list.len;
    const struct step **order = mem_alloc((count + 1) * sizeof *order);
    int *place = mem_alloc((count + 1) * sizeof *place);
    struct step *sorted = mem_alloc((count + 1) * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        order[i] = &self->list.at[i];
    if (count)
        qsort(order, count, sizeof *order, by_leaving);
    for (size_t i = 0; i < count; i++)
        place[order[i] - self->list.at] = (int)i;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = *order[i];
        if (sorted[i].cause >= 0)
            sorted[i].cause = place[sorted[i].cause];
    }
    if (count)
        memcpy(self->list.at, sorted, count * sizeof *sorted);
    free(order);
    free(place);
    free(sorted);
}

void steps_read(struct steps *self, const struct traces *traces, struct arena *arena)
{
    *self = (struct steps){0};
    for (size_t i = 0; i < traces->list.len; i++)
        read_trace(self, &traces->list.at[i], i, arena);
    sort_steps(self);
    for (size_t i = 0; i < self->list.len; i++) {
        bool there;
        struct map_entry *entry = map_add(&self->index, self->list.at[i].name, &there);
        if (!there)
            entry->number = i;
    }
}

void steps_free(struct steps *self)
{
    vec_free(&self->list);
    map_free(&self->index);
}

int steps_find(const struct steps *self, struct str name)
{
    struct map_entry *entry = map_find(&self->index, name);
    if (entry)
        return (int)entry->number;
    for (size_t i = 0; i < self->list.len; i++)
        if (self->list.at[i].group.len && str_equal(self->list.at[i].group, name))
            return (int)i;
    return STEP_NONE;
}

bool steps_descends(const struct steps *self, int later, int earlier)
{
    for (size_t limit = self->list.len; later >= 0 && limit-- > 0;) {
        later = self->list.at[later].cause;
        if (later == earlier)
            return true;
    }
    return false;
}

/* The other phase of the operation, in the same trace. */
static uint32_t other_phase(const struct step *self, enum event_phase phase)
{
    struct event_key wanted = self->key;
    wanted.phase = phase;
    for (size_t i = 0; i < self->trace->events.len; i++) {
        struct event_key key = trace_key(self->trace, self->trace->events.at[i].arrive);
        if (event_key_equal(&key, &wanted))
            return (uint32_t)i + 1;
    }
    return 0;
}

struct str step_submitted(const struct step *self)
{
    if (self->serial)
        return trace_timer_stack(self->trace, self->key.thread, self->serial);
    struct str stack = trace_stack(self->trace, self->event, STACK_SUBMITTED);
    if (!stack.len && self->key.phase == PHASE_DONE)
        stack = trace_stack(self->trace, other_phase(self, PHASE_START), STACK_SUBMITTED);
    return stack;
}

struct str step_callback(const struct step *self)
{
    if (self->serial || !self->event)
        return STR("");
    struct str stack = trace_stack(self->trace, self->event, STACK_CALLBACK);
    if (!stack.len && self->key.phase == PHASE_START)
        stack = trace_stack(self->trace, other_phase(self, PHASE_DONE), STACK_CALLBACK);
    return stack;
}

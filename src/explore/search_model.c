#include "explore/search_model.h"

#include "base/random.h"
#include "event/text.h"

static const int64_t ms = 1000000;

/* Code that is loaded from packages is never made late (shim/events.c has the same rule). */
bool model_is_package_code(const struct event_key *key)
{
    static const char folder[] = "/node_modules/";
    const char *below =
        key->about.len ? memmem(key->about.at, key->about.len, folder, sizeof folder - 1) : NULL;
    const char *next = below ? below + sizeof folder - 1 : NULL;
    return event_kind_family(key->kind) == FAMILY_FILE && next &&
           next < key->about.at + key->about.len && *next != '.';
}

/* An event of one trace while it is read. */
struct seen {
    struct event_key key;
    int64_t arrived, left;
    size_t record;         /* at which it left: orders those of one trace; 0: it has not */
    uint32_t trace, event; /* number in the trace */
    int cause;             /* number of an event in the same trace; 0: none */
};

struct set_timer {
    int64_t due;
    uint16_t thread;
    uint32_t serial;
    int cause;
};

struct reading {
    VEC(struct seen) seen;
    VEC(struct set_timer) timers; /* of this trace */
    size_t first;                 /* in seen, of this trace */
    uint32_t last[256];           /* by thread: the event delivered last */
};

static const struct set_timer *timer_of(const struct reading *self, uint32_t thread,
                                        uint32_t serial)
{
    for (size_t i = self->timers.len; serial && i-- > 0;)
        if (self->timers.at[i].serial == serial && self->timers.at[i].thread == thread)
            return &self->timers.at[i];
    return NULL;
}

/* What was done in a timer's callback descends from whoever set that timer: other timers may have
 * expired with it. */
static int told(const struct reading *self, uint32_t thread, const struct trace_cause *cause)
{
    const struct set_timer *timer = timer_of(self, thread, cause->timer);
    return timer ? timer->cause : (int)cause->event;
}

/* Where nobody told: a completion comes from its task; expired timers from whoever set them; all
 * else from the callback that ran last. */
static int cause_of(struct reading *self, const struct trace *trace,
                    const struct trace_arrive *arrive)
{
    const struct event_key key = trace_key(trace, arrive);
    if (arrive->cause.known)
        return told(self, arrive->head.thread, &arrive->cause);
    if (key.phase == PHASE_DONE)
        for (size_t i = self->seen.len; i-- > self->first;) {
            const struct event_key *other = &self->seen.at[i].key;
            struct event_key task = key;
            task.phase = PHASE_START;
            if (event_key_equal(other, &task))
                return (int)self->seen.at[i].event;
        }
    if (key.kind == KIND_TIMERS) {
        for (size_t i = 0; i < self->timers.len; i++) {
            const struct set_timer *timer = &self->timers.at[i];
            if (timer->thread == arrive->head.thread && timer->due <= arrive->head.time_ns &&
                timer->due > arrive->head.time_ns - 2 * ms)
                return timer->cause;
        }
        return 0;
    }
    return (int)self->last[arrive->head.thread % COUNT_OF(self->last)];
}

static void read_trace(struct reading *self, struct model *model, const struct trace *trace,
                       uint32_t number, int64_t watchdog_ms)
{
    self->first = self->seen.len;
    self->timers.len = 0;
    memset(self->last, 0, sizeof self->last);
    for (size_t i = 0; i < trace->records.len; i++) {
        const struct trace_record *record = trace->records.at[i];
        uint32_t *last = &self->last[record->thread % COUNT_OF(self->last)];
        if (record->type == TRACE_TIMER) {
            const struct trace_timer *timer = (const struct trace_timer *)record;
            int64_t delay = trace->names.at[timer->name - 1]->delay;
            const struct trace_cause *by = &timer->cause;
            int cause = by->known ? told(self, record->thread, by) : (int)*last;
            *vec_push(&self->timers) = (struct set_timer){record->time_ns + delay * ms,
                                                          record->thread, timer->serial, cause};
            if (delay >= watchdog_ms || delay < 0)
                continue;
            if (model->shortest_timer < 0 || delay < model->shortest_timer)
                model->shortest_timer = delay;
            if (delay > model->longest_timer)
                model->longest_timer = delay;
        } else if (record->type == TRACE_ARRIVE) {
            const struct trace_arrive *arrive = (const struct trace_arrive *)record;
            int cause = cause_of(self, trace, arrive);
            *vec_push(&self->seen) = (struct seen){.key = trace_key(trace, arrive),
                                                   .arrived = record->time_ns,
                                                   .trace = number,
                                                   .event = arrive->event,
                                                   .cause = cause};
        } else if (record->type == TRACE_EXPIRED) {
            const struct trace_expired *expired = (const struct trace_expired *)record;
            const struct set_timer *timer = timer_of(self, record->thread, expired->serial);
            struct seen *seen = &self->seen.at[self->first + expired->event - 1];
            if (timer && timer->cause > seen->cause)
                seen->cause = timer->cause;
        } else if (record->type == TRACE_START || record->type == TRACE_DELIVER) {
            uint32_t event = ((const struct trace_event *)record)->event;
            struct seen *seen = &self->seen.at[self->first + event - 1];
            if (!seen->record) {
                seen->record = i + 1;
                seen->left = record->time_ns;
            }
            if (record->type == TRACE_DELIVER)
                *last = event;
        }
    }
}

static int by_leaving(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;
    if (!x->record != !y->record)
        return !x->record - !y->record;
    if (x->left != y->left)
        return x->left < y->left ? -1 : 1;
    if (x->trace != y->trace)
        return x->trace < y->trace ? -1 : 1;
    return x->record < y->record ? -1 : x->record > y->record;
}

static struct str printed(struct buf *text, const struct event_key *key)
{
    buf_clear(text);
    buf_key(text, key);
    return buf_view(text);
}

static uint64_t hash_of(uint64_t hash, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.at[i]) * 1099511628211u;
    return random_mix(hash, text.len);
}

/* The events of all traces in the order in which they left. */
static void gather(struct reading *self, struct model *model, const struct traces *traces,
                   int64_t watchdog_ms)
{
    for (size_t i = 0; i < traces->list.len; i++)
        read_trace(self, model, &traces->list.at[i], (uint32_t)i, watchdog_ms);
    if (self->seen.len)
        qsort(self->seen.at, self->seen.len, sizeof *self->seen.at, by_leaving);
    while (self->seen.len && !vec_last(&self->seen)->record)
        self->seen.len--;
}

bool model_descends(const struct model *self, size_t later, size_t earlier)
{
    int at = (int)later;
    while (at > (int)earlier)
        at = self->events.at[at].cause;
    return at == (int)earlier;
}

static bool is_folder_of(struct str folder, struct str path)
{
    return path.len > folder.len && folder.len && path.at[folder.len] == '/' &&
           memcmp(path.at, folder.at, folder.len) == 0 &&
           !memchr(path.at + folder.len + 1, '/', path.len - folder.len - 1);
}

static struct str folder_of(struct str path)
{
    while (path.len && path.at[path.len - 1] != '/')
        path.len--;
    path.len -= path.len > 0;
    return path;
}

static bool only_looks(enum event_kind kind)
{
    switch (kind) {
    case KIND_FS_READ:
    case KIND_FS_READ_FILE:
    case KIND_FS_STAT:
    case KIND_FS_LSTAT:
    case KIND_FS_FSTAT:
    case KIND_FS_ACCESS:
    case KIND_FS_SCANDIR:
    case KIND_FS_READLINK:
    case KIND_FS_REALPATH:
    case KIND_FS_OPENDIR:
    case KIND_FS_READDIR:
    case KIND_FS_STATFS:
    case KIND_FS_CLOSE:
        return true;
    default:
        return false;
    }
}

/* Of these the trace has one path, and the other lies beside it mostly. */
static bool has_target(enum event_kind kind)
{
    return kind == KIND_FS_RENAME || kind == KIND_FS_LINK || kind == KIND_FS_SYMLINK ||
           kind == KIND_FS_COPYFILE;
}

bool model_conflict(const struct event_key *a, const struct event_key *b)
{
    if (event_kind_family(a->kind) != FAMILY_FILE || event_kind_family(b->kind) != FAMILY_FILE ||
        !a->about.len || !b->about.len || (only_looks(a->kind) && only_looks(b->kind)))
        return false;
    return str_equal(a->about, b->about) || is_folder_of(a->about, b->about) ||
           is_folder_of(b->about, a->about) ||
           ((has_target(a->kind) || has_target(b->kind)) &&
            str_equal(folder_of(a->about), folder_of(b->about)));
}

static bool is_same_loop(const struct model_event *a, const struct model_event *b)
{
    return a->trace == b->trace && a->key.thread == b->key.thread;
}

/* Events of one descriptor keep their order. */
static bool is_same_queue(const struct event_key *a, const struct event_key *b)
{
    return a->kind == b->kind && a->phase == PHASE_NONE && b->phase == PHASE_NONE &&
           str_equal(a->about, b->about);
}

static void find_pairs(struct model *self)
{
    size_t count = self->events.len;
    bool *ancestors = mem_zalloc(count + 1);
    for (size_t second = 0; second < count; second++) {
        const struct model_event *later = &self->events.at[second];
        memset(ancestors, 0, count);
        for (int at = later->cause; at >= 0; at = self->events.at[at].cause)
            ancestors[at] = true;
        for (size_t first = 0; first < second; first++) {
            struct model_event *earlier = &self->events.at[first];
            if (ancestors[first] || !earlier->may_be_late || !is_same_loop(earlier, later) ||
                is_same_queue(&earlier->key, &later->key) ||
                (self->slowest_ns >= 0 && later->arrived - earlier->arrived > self->slowest_ns))
                continue;
            self->pairs[first * count + second] = PAIR_CAN;
            self->pair_count++;
            earlier->overtakers++;
            earlier->meets_timer |= later->key.kind == KIND_TIMERS;
            earlier->shares |= model_conflict(&earlier->key, &later->key);
        }
    }
    free(ancestors);
}

static void add_event(struct model *self, const struct seen *seen, struct buf *text)
{
    size_t place = self->events.len;
    struct event_key key = seen->key;
    key.process = arena_str(&self->arena, key.process);
    key.about = arena_str(&self->arena, key.about);
    bool late = key.kind != KIND_TIMERS && !model_is_package_code(&key);
    *vec_push(&self->events) = (struct model_event){.key = key,
                                                    .trace = seen->trace,
                                                    .arrived = seen->arrived,
                                                    .left = seen->left,
                                                    .place = place,
                                                    .cause = MODEL_NONE,
                                                    .may_be_late = late};
    self->late_count += late;
    self->late_tasks += late && key.phase != PHASE_NONE;
    bool there;
    struct str name = arena_str(&self->arena, printed(text, &key));
    struct map_entry *entry = map_add(&self->index, name, &there);
    if (!there)
        entry->number = place;
    self->order = hash_of(self->order, name);
}

/* Numbers of events in a trace become indexes of the model. */
static void link_causes(struct model *self, const struct reading *reading)
{
    size_t count = self->events.len;
    for (size_t i = 0; i < count; i++)
        for (size_t other = i; reading->seen.at[i].cause && other-- > 0;)
            if (reading->seen.at[other].trace == reading->seen.at[i].trace &&
                (int)reading->seen.at[other].event == reading->seen.at[i].cause) {
                self->events.at[i].cause = (int)other;
                break;
            }
}

void model_read(struct model *self, const struct traces *traces, int64_t slowest_ns,
                int64_t watchdog_ns)
{
    *self = (struct model){.slowest_ns = slowest_ns, .shortest_timer = -1, .longest_timer = -1};
    struct reading reading = {0};
    struct buf text = {0};
    gather(&reading, self, traces, watchdog_ns / ms);
    bool expired = false;
    for (size_t i = 0; i < reading.seen.len; i++)
        expired |= reading.seen.at[i].key.kind == KIND_TIMERS;
    self->timers_known = !expired || reading.timers.len;
    if (reading.seen.len > MODEL_MOST)
        reading.seen.len = MODEL_MOST;
    for (size_t i = 0; i < reading.seen.len; i++)
        add_event(self, &reading.seen.at[i], &text);
    link_causes(self, &reading);
    self->pairs = mem_zalloc(self->events.len * self->events.len + 1);
    find_pairs(self);
    buf_free(&text);
    vec_free(&reading.seen);
    vec_free(&reading.timers);
}

void model_free(struct model *self)
{
    arena_free(&self->arena);
    vec_free(&self->events);
    map_free(&self->index);
    free(self->pairs);
    *self = (struct model){0};
}

static bool note_swap(struct model *self, size_t first, size_t second)
{
    uint8_t *state = &self->pairs[first * self->events.len + second];
    if (*state != PAIR_CAN && *state != PAIR_CANNOT)
        return false;
    self->pair_count += *state == PAIR_CANNOT; /* so it can, in another company */
    *state = PAIR_TRIED;
    self->tried++;
    return true;
}

struct model_run model_take(const struct model *self, const struct traces *traces)
{
    struct reading reading = {0};
    struct model unused = {0};
    struct buf text = {0};
    gather(&reading, &unused, traces, 0);
    struct model_run run = {.came = mem_zalloc((reading.seen.len + 1) * sizeof *run.came)};
    for (size_t i = 0; i < reading.seen.len; i++) {
        struct str name = printed(&text, &reading.seen.at[i].key);
        struct map_entry *known = map_find(&self->index, name);
        if (i < MODEL_MOST)
            run.order = hash_of(run.order, name);
        if (known)
            run.came[run.count++] = (uint32_t)known->number;
    }
    buf_free(&text);
    vec_free(&reading.seen);
    vec_free(&reading.timers);
    return run;
}

size_t model_learn(struct model *self, const struct model_run *run)
{
    size_t fresh = 0;
    for (size_t i = 0; i < run->count; i++)
        for (size_t j = i + 1; j < run->count; j++)
            if (run->came[j] < run->came[i])
                fresh += note_swap(self, run->came[j], run->came[i]);
    return fresh;
}

void model_settle(struct model *self, size_t event)
{
    for (size_t second = event + 1; second < self->events.len; second++) {
        uint8_t *state = &self->pairs[event * self->events.len + second];
        if (*state == PAIR_CAN) {
            *state = PAIR_CANNOT;
            self->pair_count--;
        }
    }
}

#include "explore/fit.h"

#include "event/text.h"

#include <ctype.h>
#include <inttypes.h>

enum { MOST_NUMBERS = 8, ABSENT = 3 /* what it costs to keep the name of an event that is gone */ };

/* What a name looks like apart from its numbers, and those. */
struct shape {
    struct str text;
    int64_t number[MOST_NUMBERS];
    size_t count;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A path means what it says: of files only the number of the operation counts. */
static struct shape shape_of(struct arena *arena, const struct event_key *key)
{
    struct shape shape = {.number = {(int64_t)key->number}, .count = 1};
    struct buf text = {0};
    bool is_file = event_kind_family(key->kind) == FAMILY_FILE;
    for (size_t i = 0; i < key->about.len;) {
        if (is_file || !is_digit(key->about.at[i]) || shape.count == MOST_NUMBERS) {
            buf_char(&text, key->about.at[i++]);
            continue;
        }
        int64_t number = 0;
        for (; i < key->about.len && is_digit(key->about.at[i]); i++)
            number = number < INT32_MAX ? number * 10 + (key->about.at[i] - '0') : number;
        shape.number[shape.count++] = number;
        buf_char(&text, '#');
    }
    shape.text = arena_str(arena, buf_view(&text));
    buf_free(&text);
    return shape;
}

static bool is_same_but_numbers(const struct event_key *a, const struct shape *shape_a,
                                const struct event_key *b, const struct shape *shape_b)
{
    return a->kind == b->kind && a->thread == b->thread && a->delay == b->delay &&
           a->has_about == b->has_about && str_equal(a->process, b->process) &&
           shape_a->count == shape_b->count && str_equal(shape_a->text, shape_b->text);
}

static bool is_name(const struct event_key *a, const struct event_key *b)
{
    struct event_key copy = *b;
    copy.phase = a->phase;
    return event_key_equal(a, &copy);
}

/* Both ends of a connection, and all operations on a file, change together. */
static struct str group_of(struct arena *arena, const struct shape *was, const struct shape *now)
{
    struct buf text = {0};
    struct str about = was->text;
    if (str_starts(about, STR("from ")) || str_starts(about, STR("to ")))
        str_cut(&about, ' ');
    buf_str(&text, about);
    for (size_t i = 0; i < was->count; i++)
        buf_printf(&text, " %" PRId64, now->number[i] - was->number[i]);
    struct str kept = arena_str(arena, buf_view(&text));
    buf_free(&text);
    return kept;
}

/* How far one is from the other; of two as far, what has become more is nearer: programs grow. */
static unsigned distance(const struct shape *was, const struct shape *now)
{
    int64_t far = 0, signs = 0;
    for (size_t i = 0; i < was->count; i++) {
        int64_t by = now->number[i] - was->number[i];
        far += by < 0 ? -by : by;
        signs += by;
    }
    return (unsigned)(far < 1000 ? far : 1000) * 2 + (signs < 0);
}

static struct event_key kept_key(struct arena *arena, struct event_key key)
{
    key.process = arena_str(arena, key.process);
    key.about = arena_str(arena, key.about);
    key.phase = PHASE_NONE;
    return key;
}

static void consider(struct fit *self, struct fit_name *name, const struct shape *was,
                     struct event_key key, bool *is_there)
{
    struct arena scratch = {0};
    struct shape now = shape_of(&scratch, &key);
    bool same = is_name(&name->was, &key);
    *is_there |= same;
    bool known = same || !is_same_but_numbers(&name->was, was, &key, &now);
    for (size_t i = 0; i < name->count && !known; i++)
        known = is_name(&name->may_be[i].key, &key);
    unsigned cost = distance(was, &now);
    size_t at = name->count;
    while (!known && at > 1 && name->may_be[at - 1].cost > cost)
        at--;
    if (!known && at <= FIT_ALTERNATIVES) {
        size_t moved = name->count - at - (name->count > FIT_ALTERNATIVES);
        memmove(&name->may_be[at + 1], &name->may_be[at], moved * sizeof name->may_be[0]);
        name->may_be[at] = (struct fit_alternative){kept_key(&self->arena, key),
                                                    group_of(&self->arena, was, &now), cost};
        name->count += name->count <= FIT_ALTERNATIVES;
    }
    arena_free(&scratch);
}

static void find_alternatives(struct fit *self, struct fit_name *name, const struct traces *now)
{
    struct shape was = shape_of(&self->arena, &name->was);
    bool is_there = false;
    name->may_be[0] = (struct fit_alternative){.key = name->was};
    name->count = 1;
    vec_each (trace, &now->list) {
        vec_each (event, &trace->events)
            consider(self, name, &was, trace_key(trace, event->arrive), &is_there);
        vec_each (record, &trace->records)
            if ((*record)->type == TRACE_TIMER)
                consider(self, name, &was,
                         trace_timer_key(trace, (const struct trace_timer *)*record), &is_there);
    }
    name->may_be[0].cost = is_there ? 0 : ABSENT;
    for (size_t i = 1; i < name->count; i++)
        name->may_be[i].cost = (unsigned)i;
}

static void add_name(struct fit *self, const struct event_key *key)
{
    vec_each (name, &self->names)
        if (is_name(&name->was, key))
            return;
    if (self->names.len < FIT_NAMES)
        vec_push(&self->names)->was = kept_key(&self->arena, *key);
}

/* Names that change by the same amount for the same reason count once. */
static unsigned cost_of(const struct fit *self, const uint8_t *choice)
{
    unsigned cost = 0;
    for (size_t i = 0; i < self->names.len; i++) {
        const struct fit_alternative *one = &self->names.at[i].may_be[choice[i]];
        bool counted = false;
        for (size_t j = 0; j < i && choice[i] && !counted; j++)
            counted = choice[j] && str_equal(self->names.at[j].may_be[choice[j]].group, one->group);
        cost += counted ? 0 : one->cost;
    }
    return cost;
}

static void add_candidate(struct fit *self, const uint8_t *choice, unsigned number)
{
    unsigned cost = cost_of(self, choice);
    size_t at = self->candidates;
    while (at > 0 && self->candidate[at - 1].cost > cost)
        at--;
    if (at == FIT_CANDIDATES)
        return;
    size_t moved = self->candidates - at - (self->candidates == FIT_CANDIDATES);
    memmove(&self->candidate[at + 1], &self->candidate[at], moved * sizeof self->candidate[0]);
    self->candidate[at].cost = cost;
    self->candidate[at].number = number;
    memcpy(self->candidate[at].choice, choice, FIT_NAMES);
    self->candidates += self->candidates < FIT_CANDIDATES;
}

void fit_make(struct fit *self, const struct schedule *schedule, const struct traces *now)
{
    *self = (struct fit){0};
    vec_each (hold, &schedule->holds) {
        add_name(self, &hold->event);
        if (hold->end == HOLD_EVENT || hold->end == HOLD_BEFORE)
            add_name(self, &hold->until);
    }
    vec_each (name, &self->names)
        find_alternatives(self, name, now);
    uint8_t choice[FIT_NAMES] = {0};
    for (unsigned number = 1;; number++) { /* the first, where nothing is renamed, was run before */
        size_t place = 0;
        while (place < self->names.len && ++choice[place] == self->names.at[place].count)
            choice[place++] = 0;
        if (place == self->names.len)
            return;
        add_candidate(self, choice, number);
    }
}

static struct event_key renamed(const struct fit *self, size_t candidate, struct event_key key)
{
    for (size_t i = 0; i < self->names.len; i++)
        if (is_name(&self->names.at[i].was, &key)) {
            enum event_phase phase = key.phase;
            key = self->names.at[i].may_be[self->candidate[candidate].choice[i]].key;
            key.phase = phase;
            break;
        }
    return key;
}

struct schedule fit_apply(const struct fit *self, size_t candidate, const struct schedule *schedule)
{
    struct schedule copy = *schedule;
    copy.arena = (struct arena){0};
    memset(&copy.holds, 0, sizeof copy.holds);
    vec_each (hold, &schedule->holds) {
        struct event_hold *made = vec_push(&copy.holds);
        *made = *hold;
        made->event = renamed(self, candidate, hold->event);
        if (hold->end == HOLD_EVENT || hold->end == HOLD_BEFORE)
            made->until = renamed(self, candidate, hold->until);
    }
    return copy;
}

void fit_print(const struct fit *self, size_t candidate, struct buf *out)
{
    const char *between = "";
    for (size_t i = 0; i < self->names.len; i++) {
        size_t choice = self->candidate[candidate].choice[i];
        if (!choice)
            continue;
        buf_text(out, between);
        buf_key(out, &self->names.at[i].was);
        buf_text(out, " is now ");
        buf_key(out, &self->names.at[i].may_be[choice].key);
        between = ", ";
    }
}

void fit_free(struct fit *self)
{
    vec_free(&self->names);
    arena_free(&self->arena);
    *self = (struct fit){0};
}

/* The weights come from 879 single holds in 39 programs with real races: an event that nothing
 * unrelated can overtake exposed something in 1 of 100, others in 33; with an overtaker on the same
 * path 36 against 7, with a timer that fires later 38 against 6; by kind as in kind_points(). */
#include "explore/search_rank.h"

enum { SHARED = 4, TIMER = 4, STANDING_BACK = 2, SECOND_TRY = 3 };

static const int64_t NETWORK_LATE_NS = 100 * 1000000;

static int kind_points(enum event_kind kind, enum event_phase phase)
{
    bool start = phase == PHASE_START;
    switch (kind) {
    case KIND_FS_RENAME:
    case KIND_FS_MKDIR:
        return start ? 8 : 3;
    case KIND_FS_STAT:
    case KIND_FS_LSTAT:
    case KIND_FS_ACCESS:
        return start ? 2 : 7;
    case KIND_FS_UNLINK:
    case KIND_FS_RMDIR:
    case KIND_FS_LINK:
    case KIND_FS_SYMLINK:
    case KIND_FS_COPYFILE:
        return start ? 5 : 3;
    case KIND_FS_OPEN:
    case KIND_FS_SCANDIR:
    case KIND_FS_WRITE:
        return 4;
    case KIND_FS_CLOSE: /* the last step of readFile and writeFile: its callback is theirs */
        return start ? 1 : 3;
    case KIND_FS_FSTAT:
    case KIND_FS_READ:
    case KIND_FS_FSYNC:
    case KIND_FS_FDATASYNC:
    case KIND_FS_CHMOD:
    case KIND_FS_FCHMOD:
        return 0;
    case KIND_TCP_WRITE:
    case KIND_UNIX_WRITE:
    case KIND_PIPE_WRITE:
        return 1;
    default:
        break;
    }
    switch (event_kind_family(kind)) {
    case FAMILY_NETWORK:
    case FAMILY_CLOSE:
    case FAMILY_MESSAGE:
        return 4;
    case FAMILY_WORK:
    case FAMILY_PIPE:
        return 3;
    default:
        return 2;
    }
}

static int event_points(const struct model_event *event)
{
    return kind_points(event->key.kind, event->key.phase) + (event->shares ? SHARED : 0) +
           (event->meets_timer ? TIMER : 0);
}

static void add(struct candidates *out, enum search_family family, int points,
                const struct model *model, int event, struct candidate how)
{
    const struct event_key *key = &model->events.at[event].key;
    how.family = family;
    how.points = points;
    how.event = event;
    how.kind = key->kind;
    how.phase = key->phase;
    *vec_push(out) = how;
}

/* Files wait as long as is allowed, or until nothing else can run. A peer that is so slow is known
 * to be: there 100 ms come first. */
static void add_singles(const struct model *model, struct candidates *out)
{
    for (size_t i = 0; i < model->events.len; i++) {
        const struct model_event *event = &model->events.at[i];
        if (!event->overtakers)
            continue;
        enum event_family family = event_kind_family(event->key.kind);
        bool network =
            family == FAMILY_NETWORK || family == FAMILY_PIPE || family == FAMILY_MESSAGE;
        int points = event_points(event);
        struct candidate idle = {.end = HOLD_IDLE, .until = MODEL_NONE};
        struct candidate some = {.end = HOLD_TIME, .amount = NETWORK_LATE_NS, .until = MODEL_NONE};
        if (network)
            add(out, SEARCH_SINGLE, points, model, (int)i, some);
        add(out, SEARCH_SINGLE, network ? points - SECOND_TRY : points, model, (int)i, idle);
    }
}

/* "from server any 1 2" belongs to the listener "server any 1": its connections share a state. */
static struct str listener_of(const struct event_key *key)
{
    struct str about = key->about;
    const struct str from = STR("from ");
    if (event_kind_family(key->kind) != FAMILY_NETWORK || about.len < from.len ||
        memcmp(about.at, from.at, from.len) != 0)
        return (struct str){0};
    while (about.len && about.at[about.len - 1] != ' ')
        about.len--;
    return about;
}

static bool is_conflict(const struct event_key *a, const struct event_key *b)
{
    struct str listener = listener_of(a);
    if (b->phase != PHASE_START && model_conflict(a, b))
        return true;
    return listener.len && str_equal(listener, listener_of(b)) && !str_equal(a->about, b->about);
}

/* An access that opens the file is over when it is closed. */
static size_t end_of_access(const struct model *model, size_t event)
{
    const struct event_key *opened = &model->events.at[event].key;
    if (opened->kind != KIND_FS_OPEN)
        return event;
    for (size_t i = event + 1; i < model->events.len; i++) {
        const struct event_key *key = &model->events.at[i].key;
        if (key->kind == KIND_FS_CLOSE && key->phase == PHASE_DONE &&
            str_equal(key->about, opened->about) && model_descends(model, i, event))
            return i;
    }
    return event;
}

/* What was read is stale once somebody else has written: a late callback of the last step counts as
 * much as that of stat. */
static int reversal_points(const struct model_event *event)
{
    bool read = event->key.kind == KIND_FS_CLOSE && event->key.phase == PHASE_DONE;
    return event_points(event) + (read ? SHARED : 0);
}

/* Whoever is held waits for the next access of somebody unrelated to be over: its completion. That
 * may be in another process. */
static void add_reversals(const struct model *model, struct candidates *out)
{
    for (size_t i = 0; i < model->events.len; i++) {
        const struct model_event *event = &model->events.at[i];
        if (!event->may_be_late)
            continue;
        for (size_t j = i + 1; j < model->events.len; j++) {
            const struct model_event *other = &model->events.at[j];
            if ((model->slowest_ns >= 0 && other->arrived - event->arrived > model->slowest_ns) ||
                !is_conflict(&event->key, &other->key) || model_descends(model, j, i))
                continue;
            struct candidate how = {.end = HOLD_EVENT, .until = (int)end_of_access(model, j)};
            add(out, SEARCH_REVERSE, reversal_points(event), model, (int)i, how);
            break;
        }
    }
}

static void add_kinds(const struct model *model, struct candidates *out)
{
    int best[KIND_COUNT][PHASE_COUNT], count[KIND_COUNT][PHASE_COUNT] = {0};
    for (size_t i = 0; i < model->events.len; i++) {
        const struct model_event *event = &model->events.at[i];
        if (!event->overtakers)
            continue;
        int *most = &best[event->key.kind][event->key.phase], points = event_points(event);
        if (!count[event->key.kind][event->key.phase]++ || points > *most)
            *most = points;
    }
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int phase = 0; phase < PHASE_COUNT; phase++)
            if (count[kind][phase] > 1) /* one alone is one event late */
                *vec_push(out) = (struct candidate){.family = SEARCH_KIND,
                                                    .points = best[kind][phase],
                                                    .event = MODEL_NONE,
                                                    .until = MODEL_NONE,
                                                    .kind = (enum event_kind)kind,
                                                    .phase = (enum event_phase)phase};
}

void rank_candidates(const struct model *model, struct candidates *out)
{
    add_reversals(model, out);
    add_kinds(model, out);
    add_singles(model, out);
}

size_t rank_best(const struct candidates *self, enum search_family family)
{
    int issued[KIND_COUNT][PHASE_COUNT] = {0}, most = 0;
    size_t best = SIZE_MAX;
    vec_each (candidate, self)
        if (candidate->issued && candidate->family == family)
            issued[candidate->kind][candidate->phase]++;
    for (size_t i = 0; i < self->len; i++) {
        const struct candidate *candidate = &self->at[i];
        int points = candidate->points - STANDING_BACK * issued[candidate->kind][candidate->phase];
        if (candidate->family == family && !candidate->issued && !candidate->useless &&
            (best == SIZE_MAX || points > most)) {
            best = i;
            most = points;
        }
    }
    return best;
}

/* Choosing the events that tell most (story.h). */
#include "explore/story.h"

#include "event/text.h"
#include "explore/search_model.h"
#include "explore/story_places.h"
#include "explore/story_private.h"

static const int64_t ms = 1000000;

/* What makes a pair of events that changed places tell more. */
enum points {
    CONFLICT = 20,  /* both touch the same file, and one of them changes it */
    LISTENER = 8,   /* both come over connections of the same listener */
    TIMER = 4,      /* a timer came first: the usual way to be too late */
    HELD = 5,       /* it was held itself */
    DESCENDS = 2,   /* or follows from what was held */
    CHANGES = 3,    /* it changes the file, surely */
    OPENS = 2,      /* it may */
    AT_WORK = 3,    /* the task itself, not the news of it */
    CLOSE = 4,      /* in the bad run one came right before the other */
    NEIGHBOURS = 1, /* with nothing between them */
    OWN_CODE = 4,   /* a place in the program's own code is known */
};

/* The program's own code asked for it. */
static bool has_own_place(struct telling *self, const struct step *step)
{
    bool there;
    struct map_entry *entry = map_add(&self->own, step->name, &there);
    if (!there) {
        struct str text = places_of_stack(&self->places, step_submitted(step)).text;
        entry->number = failures_is_own(text);
    }
    return entry->number;
}

/* Where it came in the bad run; behind all others where it did not. */
static size_t place_in_bad(const struct telling *self, size_t step)
{
    int found = self->in_bad[step];
    return found < 0 ? SIZE_MAX : (size_t)found;
}

static bool came(const struct step *step)
{
    return step->left >= 0;
}

/* `first` was before `second`, and then behind it. What never came in the bad run counts only
 * where that follows from a hold: the program may just have ended sooner. */
static bool changed_places(const struct telling *self, size_t first, size_t second)
{
    size_t second_place = place_in_bad(self, second);
    if (!came(&self->good.list.at[first]) || second_place == SIZE_MAX ||
        !came(&self->bad.list.at[second_place]))
        return false;
    if (self->in_bad[first] < 0)
        return self->late[first];
    return (size_t)self->in_bad[first] > second_place;
}

static bool changes_file(enum event_kind kind)
{
    switch (kind) {
    case KIND_FS_WRITE:
    case KIND_FS_FTRUNCATE:
    case KIND_FS_UNLINK:
    case KIND_FS_RMDIR:
    case KIND_FS_MKDIR:
    case KIND_FS_RENAME:
    case KIND_FS_LINK:
    case KIND_FS_SYMLINK:
    case KIND_FS_COPYFILE:
        return true;
    default:
        return false;
    }
}

static int access_points(const struct event_key *key)
{
    int points = changes_file(key->kind) ? CHANGES : key->kind == KIND_FS_OPEN ? OPENS : 0;
    return points + (key->phase == PHASE_START ? AT_WORK : 0);
}

/* "from server any 1 2" belongs to the listener "server any 1". */
struct str story__listener(const struct event_key *key)
{
    struct str about = key->about;
    if (event_kind_family(key->kind) != FAMILY_NETWORK || !str_starts(about, STR("from ")))
        return STR("");
    about = str_from(about, strlen("from "));
    const char *space = about.len ? memrchr(about.at, ' ', about.len) : NULL;
    about.len = space ? (size_t)(space - about.at) : 0;
    return about;
}

static int shared_points(const struct event_key *a, const struct event_key *b)
{
    struct str listener = story__listener(a);
    if (model_conflict(a, b))
        return CONFLICT + access_points(a) + access_points(b);
    if (listener.len && str_equal(listener, story__listener(b)) && !str_equal(a->about, b->about))
        return LISTENER;
    return 0;
}

static int pair_points(struct telling *self, size_t first, size_t second)
{
    const struct step *a = &self->good.list.at[first], *b = &self->good.list.at[second];
    const struct step *late =
        self->in_bad[first] < 0 ? NULL : &self->bad.list.at[self->in_bad[first]];
    const struct step *early = &self->bad.list.at[self->in_bad[second]];
    int points = shared_points(&a->key, &b->key);
    points += event_kind_family(b->key.kind) == FAMILY_TIMER ? TIMER : 0;
    points += self->held[first] ? HELD : self->late[first] ? DESCENDS : 0;
    if (late && came(late) && late->left - early->left <= ms)
        points += CLOSE;
    if (late && late - early == 1)
        points += NEIGHBOURS;
    points += has_own_place(self, a) ? OWN_CODE : 0;
    points += has_own_place(self, b) ? OWN_CODE : 0;
    return points;
}

static bool choose_pair(struct telling *self)
{
    size_t count = self->good.list.len;
    int best = 0;
    for (size_t first = 0; first < count; first++)
        for (size_t second = first + 1; second < count; second++) {
            if (!changed_places(self, first, second))
                continue;
            int points = pair_points(self, first, second);
            if (points > best) {
                best = points;
                self->first = first;
                self->second = second;
            }
        }
    return best > 0;
}

static int by_number(const void *a, const void *b, void *context)
{
    const struct steps *steps = context;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    uint64_t left = steps->list.at[x].key.number, right = steps->list.at[y].key.number;
    if (left != right)
        return left < right ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* What a step is in either run: an operation of one kind on one thing from one place in the
 * program, the first, the second … of those. Numbers alone would be shared by what other places do.
 */
static void name_steps(struct telling *self, const struct steps *steps, struct map *index)
{
    struct map counts = {0};
    struct buf text = {0};
    size_t count = steps->list.len;
    size_t *order = mem_alloc((count + 1) * sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, by_number, (void *)steps);
    for (size_t i = 0; i < count; i++) {
        const struct step *step = &steps->list.at[order[i]];
        struct event_key key = step->key;
        bool there;
        key.number = 1;
        buf_clear(&text);
        buf_key(&text, &key);
        buf_printf(&text, " " STR_FMT,
                   STR_ARG(places_of_stack(&self->places, step_submitted(step)).text));
        struct map_entry *seen =
            map_add(&counts, arena_str(&self->story->arena, buf_view(&text)), &there);
        buf_printf(&text, " %zu", (size_t)++seen->number);
        struct map_entry *entry =
            map_add(index, arena_str(&self->story->arena, buf_view(&text)), &there);
        entry->number = order[i];
    }
    free(order);
    buf_free(&text);
    map_free(&counts);
}

static void match_steps(struct telling *self)
{
    struct map good = {0}, bad = {0};
    size_t count = self->good.list.len;
    self->in_bad = mem_alloc((count + 1) * sizeof *self->in_bad);
    name_steps(self, &self->good, &good);
    name_steps(self, &self->bad, &bad);
    for (size_t i = 0; i < good.len; i++) {
        struct map_entry *same = map_find(&bad, good.at[i].key);
        self->in_bad[good.at[i].number] = same ? (int)same->number : STEP_NONE;
    }
    map_free(&good);
    map_free(&bad);
}

/* Which steps of the good run were held, and which follow from these. */
static void relate(struct telling *self, const struct schedule *schedule)
{
    size_t count = self->good.list.len;
    struct buf name = {0};
    self->held = mem_zalloc(count + 1);
    self->late = mem_zalloc(count + 1);
    vec_each (hold, &schedule->holds) {
        buf_clear(&name);
        buf_key(&name, &hold->event);
        int found = steps_find(&self->good, buf_view(&name));
        if (found >= 0)
            self->held[found] = self->late[found] = true;
    }
    /* causes come before their effects, but for what was still to come at the end */
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < count; i++) {
            int cause = self->good.list.at[i].cause;
            self->late[i] |= cause >= 0 && self->late[cause];
        }
    buf_free(&name);
}

static void fill_stack(struct telling *self, struct story_event *event, struct str stack)
{
    struct story_place place;
    while (stack.len) {
        struct str frame = str_cut(&stack, '\n');
        if (places_of_frame(&self->places, frame, &place))
            *vec_push(&event->stack) = place.text;
    }
}

/* The lines that led here, which its own stack does not know: the causes of its cause. */
static void fill_origin(struct telling *self, struct story_event *event, const struct step *step)
{
    enum { MOST = 4 };
    struct str last = event->submitted.text;
    int at = step->cause;
    for (size_t limit = self->good.list.len; at >= 0 && limit-- > 0 && event->origin.len < MOST;
         at = self->good.list.at[at].cause)
        for (struct str stack = step_submitted(&self->good.list.at[at]); stack.len;) {
            struct story_place place;
            struct str frame = str_cut(&stack, '\n');
            bool own = places_of_frame(&self->places, frame, &place) && failures_is_own(place.text);
            if (!own || str_equal(place.text, last) || event->origin.len >= MOST)
                continue;
            last = *vec_push(&event->origin) = place.text;
        }
}

static void fill_end(struct telling *self, const struct traces *bad)
{
    struct story_place place;
    vec_each (trace, &bad->list)
        vec_each (stack, &trace->stacks)
            for (struct str rest = {(*stack)->text, (*stack)->length};
                 (*stack)->role == STACK_EXIT && rest.len;) {
                struct str frame = str_cut(&rest, '\n');
                if (places_of_frame(&self->places, frame, &place) && failures_is_own(place.text))
                    *vec_push(&self->story->ended) = place.text;
            }
}

/* Of the good run, where it has it: that is the program as its author saw it. */
static struct story_event *add_event(struct telling *self, const struct step *step,
                                     const struct step *bad, enum story_role role)
{
    struct story *story = self->story;
    vec_each (known, &story->events)
        if (str_equal(known->name, step->name))
            return known;
    struct story_event *event = vec_push(&story->events);
    *event = (struct story_event){.name = step->name, .key = step->key, .role = role};
    event->key.process = arena_str(&story->arena, step->key.process);
    event->key.about = arena_str(&story->arena, step->key.about);
    event->words = story__words(&story->arena, &step->key);
    struct str submitted = step_submitted(step), callback = step_callback(step);
    if (bad && !submitted.len)
        submitted = step_submitted(bad);
    if (bad && !callback.len)
        callback = step_callback(bad);
    event->submitted = places_of_stack(&self->places, submitted);
    event->callback = places_of_stack(&self->places, callback);
    fill_stack(self, event, submitted);
    if (step >= self->good.list.at && step < self->good.list.at + self->good.list.len)
        fill_origin(self, event, step);
    return event;
}

enum { MOST_HELD = 4 };

static bool leads_to_pair(const struct telling *self, int good)
{
    return good >= 0 && (!self->has_pair || (size_t)good == self->first ||
                         steps_descends(&self->good, (int)self->first, good));
}

/* Of a schedule that is not minimal, only the last few that lead to the pair are worth telling:
 * those from this step of the good run on. */
static int first_told(const struct telling *self, const struct schedule *schedule)
{
    struct buf name = {0};
    int last[MOST_HELD]; /* in order, the latest first */
    for (size_t i = 0; i < MOST_HELD; i++)
        last[i] = STEP_NONE;
    vec_each (hold, &schedule->holds) {
        buf_clear(&name);
        buf_key(&name, &hold->event);
        int good = steps_find(&self->good, buf_view(&name));
        if (!leads_to_pair(self, good))
            continue;
        for (size_t i = 0; i < MOST_HELD; i++)
            if (good > last[i]) {
                memmove(last + i + 1, last + i, (MOST_HELD - 1 - i) * sizeof *last);
                last[i] = good;
                break;
            }
    }
    buf_free(&name);
    return last[MOST_HELD - 1];
}

static void add_held(struct telling *self, const struct schedule *schedule)
{
    struct buf name = {0};
    bool few = schedule->holds.len <= MOST_HELD;
    int from = few ? STEP_NONE : first_told(self, schedule);
    vec_each (hold, &schedule->holds) {
        buf_clear(&name);
        buf_key(&name, &hold->event);
        int good = steps_find(&self->good, buf_view(&name));
        int bad = steps_find(&self->bad, buf_view(&name));
        const struct step *in_bad = bad >= 0 ? &self->bad.list.at[bad] : NULL;
        const struct step *step = good >= 0 ? &self->good.list.at[good] : in_bad;
        self->held_count += step != NULL;
        if (!step || !(few || (good >= from && leads_to_pair(self, good))))
            continue;
        struct story_event *event = add_event(self, step, in_bad, STORY_LATE);
        event->held = true;
        if (in_bad) {
            int64_t left = came(in_bad) ? in_bad->left : self->bad.end_ns;
            event->late_ms = (double)(left - in_bad->arrived) / 1e6;
        }
    }
    buf_free(&name);
}

void story_tell(struct story *story, const struct traces *good, const struct traces *bad,
                const struct schedule *schedule, const char *folder, bool time_limit)
{
    *story = (struct story){.shared = STR(""), .sentence = STR(""), .hint = STR("")};
    struct telling self = {.story = story, .time_limit = time_limit};
    places_open(&self.places, &story->arena, folder);
    steps_read(&self.good, good, &story->arena);
    steps_read(&self.bad, bad, &story->arena);
    match_steps(&self);
    relate(&self, schedule);
    self.has_pair = choose_pair(&self);
    add_held(&self, schedule);
    if (self.has_pair) {
        const struct step *late = &self.good.list.at[self.first];
        const struct step *early = &self.good.list.at[self.second];
        int in_bad = self.in_bad[self.first];
        add_event(&self, late, in_bad < 0 ? NULL : &self.bad.list.at[in_bad], STORY_LATE);
        add_event(&self, early, &self.bad.list.at[self.in_bad[self.second]], STORY_OVERTOOK);
    }
    fill_end(&self, bad);
    story->told = story->events.len > 0;
    story__judge(&self);
    story__orders(&self);
    story__sentence(&self);
    places_close(&self.places);
    steps_free(&self.good);
    steps_free(&self.bad);
    map_free(&self.own);
    free(self.in_bad);
    free(self.held);
    free(self.late);
}

void story_free(struct story *self)
{
    vec_each (event, &self->events) {
        vec_free(&event->stack);
        vec_free(&event->origin);
    }
    vec_free(&self->events);
    vec_free(&self->ended);
    vec_free(&self->good);
    vec_free(&self->bad);
    arena_free(&self->arena);
    *self = (struct story){0};
}

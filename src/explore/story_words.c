/* What a story says: the kind of mistake, its usual repair, the two orders, one sentence. */
#include "event/text.h"
#include "explore/search_model.h"
#include "explore/story_private.h"

#include <inttypes.h>

enum { MOST_MOMENTS = 12, MOST_TOLD = 2 };

static const char *const violation_names[VIOLATION_COUNT] = {
    [VIOLATION_ATOMICITY] = "atomicity",
    [VIOLATION_ORDERING] = "ordering",
    [VIOLATION_COMMUTATIVE] = "commutative-ordering",
    [VIOLATION_TIME_LIMIT] = "time-limit",
};

const char *violation_name(enum violation violation)
{
    return violation_names[violation];
}

const char *story_role_name(enum story_role role)
{
    return role == STORY_LATE ? "late" : "overtook";
}

/* ---- names for people ---- */

static struct str last_part(struct str text, char separator)
{
    const char *found = text.len ? memrchr(text.at, separator, text.len) : NULL;
    return found ? str_from(text, (size_t)(found + 1 - text.at)) : text;
}

static const struct {
    enum event_kind kind;
    struct str about;  /* begins with it */
    const char *words; /* with the number of the connection behind them */
} connection_words[] = {
    {KIND_TCP_READ, {"from ", 5}, "what comes in on connection"},
    {KIND_UNIX_READ, {"from ", 5}, "what comes in on connection"},
    {KIND_TCP_READ, {"to ", 3}, "the answer on connection"},
    {KIND_UNIX_READ, {"to ", 3}, "the answer on connection"},
    {KIND_TCP_WRITE, {"from ", 5}, "the sending of the answer on connection"},
    {KIND_TCP_WRITE, {"to ", 3}, "the opening of connection"},
    {KIND_TCP_CONNECT, {"to ", 3}, "the opening of connection"},
    {KIND_UNIX_WRITE, {"to ", 3}, "the opening of connection"},
    {KIND_UNIX_CONNECT, {"to ", 3}, "the opening of connection"},
    {KIND_TCP_CLOSE, {"", 0}, "the close of connection"},
};

struct str story__words(struct arena *arena, const struct event_key *key)
{
    const char *kind = event_kind_name(key->kind);
    enum event_family family = event_kind_family(key->kind);
    if (family == FAMILY_TIMER && key->delay >= 0)
        return arena_printf(arena, "the %d ms %s", (int)key->delay, kind);
    if (family == FAMILY_TIMER)
        return arena_printf(arena, "a timer");
    for (size_t i = 0; i < COUNT_OF(connection_words); i++)
        if (connection_words[i].kind == key->kind &&
            str_starts(key->about, connection_words[i].about)) {
            struct str number = last_part(key->about, ' ');
            return arena_printf(arena, "%s " STR_FMT, connection_words[i].words, STR_ARG(number));
        }
    struct str about = family == FAMILY_FILE ? last_part(key->about, '/') : key->about;
    return arena_printf(arena, "%s%s%s" STR_FMT, key->phase == PHASE_DONE ? "the end of " : "",
                        kind, about.len ? " of " : "", STR_ARG(about));
}

/* ---- what kind of mistake ---- */

static bool is_file(const struct event_key *key)
{
    return event_kind_family(key->kind) == FAMILY_FILE;
}

static bool is_same_file(const struct event_key *a, const struct event_key *b)
{
    return is_file(a) && is_file(b) && a->about.len && str_equal(a->about, b->about);
}

static bool is_before(const struct telling *self, int first, int second)
{
    int a = self->in_bad[first], b = self->in_bad[second];
    return a >= 0 && (b < 0 || a < b);
}

/* Who started the operation. */
static int starter(const struct steps *steps, size_t step)
{
    int cause = steps->list.at[step].cause;
    if (steps->list.at[step].key.phase == PHASE_DONE && cause >= 0)
        cause = steps->list.at[cause].cause;
    return cause;
}

static struct str place_of(struct telling *self, size_t step)
{
    return places_of_stack(&self->places, step_submitted(&self->good.list.at[step])).text;
}

/* Started in one go, from one line: nobody can say which of them is done first. */
static bool are_alike(struct telling *self)
{
    const struct event_key *a = &self->good.list.at[self->first].key;
    const struct event_key *b = &self->good.list.at[self->second].key;
    struct str place = place_of(self, self->first);
    return a->kind == b->kind && a->phase == b->phase && place.len &&
           str_equal(place, place_of(self, self->second));
}

/* A step of the same line of work on the same file, such that the other one comes between the two
 * in the bad run, and not in the good one; STEP_NONE. */
static int partner(const struct telling *self)
{
    const struct steps *good = &self->good;
    int first = (int)self->first, second = (int)self->second;
    const struct event_key *a = &good->list.at[first].key, *b = &good->list.at[second].key;
    for (int at = good->list.at[first].cause, limit = (int)good->list.len; at >= 0 && limit-- > 0;
         at = good->list.at[at].cause)
        if ((is_same_file(&good->list.at[at].key, b) || is_same_file(&good->list.at[at].key, a)) &&
            at < first && is_before(self, at, second))
            return at; /* a check, and the act upon it */
    for (int at = second + 1; at < (int)good->list.len; at++)
        if (is_same_file(&good->list.at[at].key, a) &&
            event_kind_family(good->list.at[at].key.kind) == FAMILY_FILE &&
            good->list.at[at].key.kind != KIND_FS_CLOSE && is_before(self, first, at) &&
            steps_descends(good, at, second) && good->list.at[at].key.phase == PHASE_START)
            return at;
    return STEP_NONE;
}

static bool only_asks(enum event_kind kind)
{
    return kind == KIND_FS_STAT || kind == KIND_FS_LSTAT || kind == KIND_FS_ACCESS;
}

static const char *hint_for(struct telling *self, int other)
{
    const struct event_key *a = self->has_pair ? &self->good.list.at[self->first].key : NULL;
    const struct event_key *b = self->has_pair ? &self->good.list.at[self->second].key : NULL;
    switch (self->story->violation) {
    case VIOLATION_TIME_LIMIT:
        return "Only the test's own time limit failed. Give it more time, or let it wait for less.";
    case VIOLATION_COMMUTATIVE:
        return "Act when all of them are done (Promise.all, or a counter that each brings down), "
               "not when the one that was started last is.";
    case VIOLATION_ATOMICITY:
        if (a->kind == KIND_FS_MKDIR || b->kind == KIND_FS_MKDIR)
            return "Make the folder without asking first: fs.mkdir with {recursive: true}, or take "
                   "EEXIST for success.";
        if (only_asks(a->kind) || only_asks(b->kind) ||
            (other >= 0 && only_asks(self->good.list.at[other].key.kind)))
            return "Do not ask first and act later: act, and handle the error (open with the flag "
                   "'wx', EEXIST, ENOENT); or queue what is done to one file, one behind the "
                   "other.";
        return "Let one finish before the next begins: queue what is done to the same file, each "
               "behind the last.";
    case VIOLATION_ORDERING:
        if (event_kind_family(b->kind) == FAMILY_TIMER)
            return "Wait for the operation itself, by its callback or promise, not for a time.";
        if (is_file(a) && is_file(b))
            return "Start the second when the first is done: await it, or go on in its callback.";
        return "Do not rely on the order of arrival: number the requests and drop what is older "
               "than the last, or send the next when the answer has come.";
    default:
        return self->has_pair
                   ? "Let the second wait for the first: await it, or check again behind "
                     "each wait."
                   : "";
    }
}

void story__judge(struct telling *self)
{
    struct story *story = self->story;
    int other = STEP_NONE;
    if (self->has_pair) {
        const struct event_key *a = &self->good.list.at[self->first].key;
        const struct event_key *b = &self->good.list.at[self->second].key;
        struct str listener = story__listener(a);
        bool conflict = model_conflict(a, b);
        bool same_listener = listener.len && str_equal(listener, story__listener(b));
        bool alike = are_alike(self);
        if (conflict || same_listener)
            story->shared = arena_str(&story->arena, conflict ? a->about : listener);
        other = conflict ? partner(self) : STEP_NONE;
        if (a->kind == b->kind && a->phase == b->phase && !conflict && !same_listener &&
            starter(&self->good, self->first) == starter(&self->good, self->second))
            story->violation = VIOLATION_COMMUTATIVE;
        else if (other >= 0)
            story->violation = VIOLATION_ATOMICITY;
        else if (conflict || same_listener || alike || event_kind_family(b->kind) == FAMILY_TIMER)
            story->violation = VIOLATION_ORDERING;
    }
    if (self->time_limit)
        story->violation = VIOLATION_TIME_LIMIT;
    story->hint = str_of(hint_for(self, other));
}

/* ---- the two orders ---- */

static bool is_told(const struct story *story, struct str name)
{
    for (size_t i = 0; i < story->events.len; i++)
        if (str_equal(story->events.at[i].name, name))
            return true;
    return false;
}

/* Worth a line: it is of the story, or works on a file of which the story is. */
static bool is_shown(struct telling *self, const struct step *step)
{
    if (is_told(self->story, step->name))
        return true;
    if (!self->has_pair || step->key.phase == PHASE_DONE || step->key.kind == KIND_FS_CLOSE)
        return false;
    const struct event_key *a = &self->good.list.at[self->first].key;
    const struct event_key *b = &self->good.list.at[self->second].key;
    return is_same_file(&step->key, a) || is_same_file(&step->key, b);
}

static void add_moment(struct telling *self, const struct step *step, bool bad)
{
    struct story *story = self->story;
    struct story_moment *moment = bad ? vec_push(&story->bad) : vec_push(&story->good);
    *moment = (struct story_moment){
        .name = step->name,
        .words = story__words(&story->arena, &step->key),
        .at = places_of_stack(&self->places, step_submitted(step)).text,
        .time_ns = step->left,
        .told = is_told(story, step->name),
        .never = step->left < 0,
    };
}

/* The nearest to the pair, where there are too many: [*from, *to) among those that are shown. */
static void fill_order(struct telling *self, const struct steps *steps, struct str near, bool bad)
{
    VEC(size_t) shown = {0};
    size_t centre = 0, told = 0;
    for (size_t i = 0; i < steps->list.len; i++)
        if (is_shown(self, &steps->list.at[i])) {
            if (near.len && str_equal(steps->list.at[i].name, near))
                centre = shown.len;
            told += is_told(self->story, steps->list.at[i].name);
            *vec_push(&shown) = i;
        }
    size_t room = told < MOST_MOMENTS ? MOST_MOMENTS - told : 0, half = room / 2;
    for (size_t k = 0; k < shown.len; k++) {
        const struct step *step = &steps->list.at[shown.at[k]];
        bool is_near = k + half >= centre && k <= centre + half;
        if (is_told(self->story, step->name) || (room && is_near))
            add_moment(self, step, bad);
    }
    vec_free(&shown);
}

/* What the story is about and never came in the bad run stands behind all that did. */
static void add_missing(struct telling *self)
{
    for (size_t i = 0; i < self->good.list.len; i++) {
        struct step step = self->good.list.at[i];
        if (self->in_bad[i] >= 0 || !is_told(self->story, step.name))
            continue;
        step.left = -1;
        add_moment(self, &step, true);
    }
}

void story__orders(struct telling *self)
{
    struct str near = self->has_pair ? self->good.list.at[self->second].name : STR("");
    fill_order(self, &self->good, near, false);
    fill_order(self, &self->bad, near, true);
    add_missing(self);
}

/* ---- the sentence ---- */

static void add_event(struct buf *out, const struct story_event *event)
{
    buf_str(out, event->words);
    if (event->submitted.text.len)
        buf_printf(out, " (" STR_FMT ")", STR_ARG(event->submitted.text));
}

static const struct story_event *find(const struct story *story, struct str name)
{
    for (size_t i = 0; i < story->events.len; i++)
        if (str_equal(story->events.at[i].name, name))
            return &story->events.at[i];
    return NULL;
}

void story__sentence(struct telling *self)
{
    struct story *story = self->story;
    struct buf text = {0};
    size_t held = 0;
    for (size_t i = 0; i < story->events.len; i++) {
        const struct story_event *event = &story->events.at[i];
        if (!event->held || held++ >= MOST_TOLD)
            continue;
        buf_text(&text, held > 1 ? ", and " : "");
        add_event(&text, event);
        if (event->late_ms > 0)
            buf_printf(&text, " was %g ms late", event->late_ms);
        else
            buf_text(&text, " came later");
    }
    size_t told = held < MOST_TOLD ? held : MOST_TOLD;
    if (told && self->held_count > told)
        buf_printf(&text, ", and so were %zu others", self->held_count - told);
    if (!held && self->has_pair && self->held_count)
        buf_printf(&text, "%zu events were late", self->held_count);
    else if (!held && self->has_pair)
        buf_text(&text, "each event came in a turn of its own");
    if (self->has_pair) {
        const struct story_event *late = find(story, self->good.list.at[self->first].name);
        const struct story_event *early = find(story, self->good.list.at[self->second].name);
        buf_text(&text, ", so ");
        add_event(&text, early);
        buf_text(&text, " came before ");
        if (late->held)
            buf_text(&text, held == 1 ? "it" : late->words.at);
        else
            add_event(&text, late);
        buf_text(&text, self->in_bad[self->first] < 0 ? ", which never came to pass" : "");
    }
    if (held && self->time_limit)
        buf_text(&text, "; the test's own time limit ended it");
    story->sentence = arena_str(&story->arena, buf_view(&text));
    buf_free(&text);
}

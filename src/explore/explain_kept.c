/* One walk over the struct, which either writes what it meets or reads it: so both sides know the
 * same form. A number is its digits and a space, a text its length and its bytes. */
#include "explore/explain_kept.h"

#include <inttypes.h>

enum { MOST = 100000 }; /* of any list, or bytes of a text: what a file says is not trusted */

struct walk {
    struct buf *out; /* NULL: it reads */
    struct str rest;
    struct arena *arena; /* for what is read */
    bool broken;
};

static int64_t number(struct walk *self, int64_t value, int64_t least, int64_t most)
{
    if (self->out) {
        buf_printf(self->out, "%" PRId64 " ", value);
        return value;
    }
    struct str word = str_cut(&self->rest, ' ');
    char digits[24] = "", *end = digits;
    if (!self->broken && word.len && word.len < sizeof digits)
        memcpy(digits, word.at, word.len);
    int64_t found = strtoll(digits, &end, 10);
    self->broken |= !digits[0] || *end || found < least || found > most;
    return self->broken ? least : found;
}

static void text(struct walk *self, struct str *value)
{
    size_t length = (size_t)number(self, (int64_t)value->len, 0, MOST);
    if (self->out) {
        buf_str(self->out, *value);
        return;
    }
    self->broken |= length > self->rest.len;
    if (self->broken)
        length = 0;
    *value = arena_str(self->arena, (struct str){self->rest.at, length});
    self->rest = str_from(self->rest, length);
}

/* "+" before what is there: NULL is not the empty text. */
static void own_text(struct walk *self, char **value)
{
    bool there = number(self, *value != NULL, 0, 1) != 0;
    struct str slice = str_of(self->out && *value ? *value : "");
    if (there)
        text(self, &slice);
    if (!self->out)
        *value = there ? mem_dup_n(slice.at, slice.len) : NULL;
}

#define FLAG(self, field) ((field) = number(self, (field), 0, 1) != 0)
#define INTEGER(self, field, least, most)                                                          \
    ((field) = (__typeof__(field))number(self, (int64_t)(field), least, most))
/* The list's items, each as `item`, in a loop. */
#define EACH(self, list, item)                                                                     \
    for (size_t i__ = 0, count__ = (size_t)number(self, (int64_t)(list)->len, 0, MOST);            \
         i__ < count__ && !(self)->broken; i__++)                                                  \
        for (__typeof__((list)->at + 0) item = (self)->out ? &(list)->at[i__] : vec_push(list);    \
             item; item = NULL)

static void place(struct walk *self, struct story_place *at)
{
    text(self, &at->path);
    text(self, &at->text);
    INTEGER(self, at->line, 0, UINT32_MAX);
    INTEGER(self, at->column, 0, UINT32_MAX);
}

static void key(struct walk *self, struct event_key *of)
{
    text(self, &of->process);
    INTEGER(self, of->thread, 0, UINT32_MAX);
    INTEGER(self, of->kind, 0, KIND_COUNT - 1);
    INTEGER(self, of->number, 0, INT64_MAX);
    INTEGER(self, of->delay, INT32_MIN, INT32_MAX);
    FLAG(self, of->has_about);
    text(self, &of->about);
    INTEGER(self, of->phase, 0, PHASE_COUNT - 1);
}

static void event(struct walk *self, struct story_event *one)
{
    text(self, &one->name);
    text(self, &one->words);
    key(self, &one->key);
    INTEGER(self, one->role, 0, STORY_OVERTOOK);
    FLAG(self, one->held);
    int64_t late_ns = (int64_t)(one->late_ms * 1e6);
    INTEGER(self, late_ns, INT64_MIN, INT64_MAX);
    if (!self->out)
        one->late_ms = (double)late_ns / 1e6;
    place(self, &one->submitted);
    place(self, &one->callback);
    EACH(self, &one->origin, at)
    text(self, at);
    EACH(self, &one->stack, at)
    text(self, at);
}

static void moment(struct walk *self, struct story_moment *one)
{
    text(self, &one->name);
    text(self, &one->words);
    text(self, &one->at);
    INTEGER(self, one->time_ns, INT64_MIN, INT64_MAX);
    FLAG(self, one->told);
    FLAG(self, one->never);
}

static void explanation(struct walk *self, struct explanation *one)
{
    struct story *story = &one->story;
    struct str trouble = str_of(self->out && one->trouble ? one->trouble : "");
    FLAG(self, one->done);
    text(self, &trouble);
    if (!self->out)
        one->trouble = trouble.len ? trouble.at : NULL;
    FLAG(self, story->told);
    EACH(self, &story->events, at)
    event(self, at);
    EACH(self, &story->good, at)
    moment(self, at);
    EACH(self, &story->bad, at)
    moment(self, at);
    EACH(self, &story->ended, at)
    text(self, at);
    INTEGER(self, story->violation, 0, VIOLATION_COUNT - 1);
    text(self, &story->shared);
    text(self, &story->sentence);
    text(self, &story->hint);
    own_text(self, &one->test);
    own_text(self, &one->message);
    own_text(self, &one->at);
}

void explanation_write(const struct explanation *self, struct buf *out)
{
    struct explanation copy = *self; /* writing changes nothing */
    struct walk walk = {.out = out};
    explanation(&walk, &copy);
}

bool explanation_read(struct explanation *self, struct str bytes)
{
    *self = (struct explanation){0};
    struct walk walk = {.rest = bytes, .arena = &self->story.arena};
    explanation(&walk, self);
    if (walk.broken)
        explanation_free(self);
    return !walk.broken;
}

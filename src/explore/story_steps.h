/* Inside the room: a run as the story needs it, the steps of all processes in the order in which
 * they came. A step is a task that starts, an event that is delivered, or one JavaScript timer.
 * What was still to come at the end (an event that arrived, a timer that was set) stands behind
 * all others. Code of packages that is loaded is left out. Texts belong to the arena that is
 * given, or to the traces. */
#ifndef EXPLORE_STORY_STEPS_H
#define EXPLORE_STORY_STEPS_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "trace/trace.h"

enum { STEP_NONE = -1, STEPS_MOST = 6000 };

struct step {
    struct event_key key;
    struct str name;  /* the key, printed */
    struct str group; /* of a timer: the name of the event in which it expired; or empty */
    const struct trace *trace;
    uint32_t event, serial; /* in the trace: of the event, or of the timer */
    int64_t arrived, left;  /* left -1: not before the end */
    size_t record;          /* at which it left */
    size_t number;          /* of the trace */
    int cause;              /* index of a step; STEP_NONE: the main script, or not known */
};

struct steps {
    VEC(struct step) list;
    struct map index; /* by name */
    int64_t end_ns;
};

void steps_read(struct steps *self, const struct traces *traces, struct arena *arena);
void steps_free(struct steps *self);
int steps_find(const struct steps *self, struct str name);
bool steps_descends(const struct steps *self, int later, int earlier);
/* The stack of whoever asked for it, and the place that is called for it. */
struct str step_submitted(const struct step *self);
struct str step_callback(const struct step *self);

#endif

/* Reading traces: what happened in each process of a run.
 *
 * traces_parse() looks at every record before anybody uses it: what a trace refers to is there, and
 * texts lie inside. Where bytes make no sense the part ends there and says so (`damaged_at`): what
 * was read before is still good. The bytes, aligned to eight, must outlive the traces, whose texts
 * are slices into them; traces_free() frees the rest. traces_read() keeps the bytes itself. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "event/event.h"
#include "trace/format.h"

struct traced_event {
    const struct trace_arrive *arrive;
    const struct trace_hold *hold;    /* NULL: was not held */
    int64_t started_ns, delivered_ns; /* -1: not; a task is started, everything else delivered */
    bool dropped, released;
};

struct trace {
    struct str process, command;
    VEC(const struct trace_record *) records; /* in order, without names and padding */
    VEC(const struct trace_name *) names;     /* by number - 1 */
    VEC(struct traced_event) events;          /* by number - 1 */
    VEC(const struct trace_stack *) stacks;   /* in order */
    int64_t damaged_at;                       /* offset in the bytes; -1: sound */
    size_t offset, length;                    /* of the part in the bytes */
};

struct traces {
    VEC(struct trace) list; /* as they lie in the bytes */
    struct buf bytes;       /* of traces_read() */
    size_t unread;          /* files that traces_gather() found too large, too many, or no traces */
};

bool traces_parse(struct traces *self, const char *name, struct str bytes, struct error *error);
bool traces_read(struct traces *self, const char *path, struct error *error);
void traces_free(struct traces *self);

/* Adds all files *.trace of a run's folder, in the order of process names (1, 1.2, 1.10). The
 * program could write there too: what is too much for a run is left out and counted. */
void traces_gather(struct traces *self, const char *folder);

struct event_key trace_key(const struct trace *self, const struct trace_arrive *event);
struct event_key trace_timer_key(const struct trace *self, const struct trace_timer *timer);

/* The JavaScript behind an event, as format.h has it; empty where it is not known. The last of
 * several. Of a timer: by its serial number on its thread. */
struct str trace_stack(const struct trace *self, uint32_t event, enum trace_role role);
/* Of that number, when it was last set; NULL: not in the trace. */
const struct trace_timer *trace_timer_of(const struct trace *self, uint32_t thread,
                                         uint32_t serial);
struct str trace_timer_stack(const struct trace *self, uint32_t thread, uint32_t serial);
struct event_hold trace_hold_of(const struct trace *self, const struct trace_hold *hold);

/* The readable log, one line a decision; and the bytes as one file, each part with its length. */
void trace_print(const struct trace *self, struct buf *out);
void traces_print(const struct traces *self, struct buf *out);
void traces_save(const struct traces *self, struct buf *out);

#endif

/* A trace: what happened in one process, as records in a file beside the segment.
 *
 * The file is `struct trace_header` and then records, each a multiple of eight bytes. The writer
 * (inside the target) maps the file, fills a record and stores its size last, so a process that is
 * killed with SIGKILL leaves whole records and then zeros. Texts are interned: a NAME record gives
 * a number to a kind with what it is about, an ARRIVE record gives one to an event, and later
 * records use these. Times are virtual nanoseconds since the run began.
 *
 * A file may hold several parts, each with its header: processes that were saved together, or the
 * images of one process that called exec(). `length` says how long a part is; where it is 0 the
 * part ends with the first record of size 0, and the next one begins at a whole chunk. The layout
 * is that of the machine: a trace is read where it was made, or on a machine of the same kind.
 * Whoever reads one trusts nothing (read.c). */
#ifndef TRACE_FORMAT_H
#define TRACE_FORMAT_H

#include <stdint.h>

enum {
    TRACE_MAGIC = 0x52544c49, /* "ILTR" */
    TRACE_VERSION = 3,
    TRACE_PROCESS_ROOM = 48,
    TRACE_COMMAND_ROOM = 160,
    TRACE_LONGEST_TEXT = 8 * 1024, /* of one record; what is longer is cut */
    TRACE_CHUNK = 256 * 1024,      /* a record never crosses a multiple of this, from its header */
};

struct trace_header {
    uint32_t magic, version;
    uint64_t length; /* of this process's part, with the header; 0: to the end of the file */
    char process[TRACE_PROCESS_ROOM];
    char command[TRACE_COMMAND_ROOM];
};

enum trace_type {
    TRACE_PAD,     /* fills a chunk that the next record did not fit into */
    TRACE_NAME,    /* kind, delay and about get a number */
    TRACE_ARRIVE,  /* an event was first seen */
    TRACE_HOLD,    /* it has to wait */
    TRACE_RELEASE, /* it need not wait any more, though its hold has not ended as it says */
    TRACE_START,   /* a task starts */
    TRACE_DELIVER, /* the loop is told */
    TRACE_DROP,    /* a descriptor is no longer ready, or closed: never delivered */
    TRACE_JUMP,    /* the clock skips from `from` to the record's time */
    TRACE_NOTE,    /* anything else, by code */
    TRACE_TIMER,   /* JavaScript sets a timer, told by the agent */
    TRACE_EXPIRED, /* that timer is one of those of a `timers` event */
    TRACE_STACK,   /* the JavaScript that submitted an event, or that is called for it */
    TRACE_TYPE_COUNT
};

struct trace_record {
    uint32_t size; /* with this head; stored last */
    uint16_t type; /* of enum trace_type */
    uint16_t thread;
    int64_t time_ns;
};

struct trace_name {
    struct trace_record head;
    uint32_t name; /* 1, 2, 3 … in one process */
    uint16_t kind; /* of enum event_kind */
    uint16_t has_about;
    int32_t delay;
    uint32_t length; /* of text */
    char text[];
};

/* Who did something: the event in whose callback, ticks, promise reactions or immediates it was
 * done. Where that event is expired timers, which of them, by its serial number on this thread. */
struct trace_cause {
    uint32_t known; /* 0: not; then the rest is 0 as well */
    uint32_t event; /* 0: none, the main script */
    uint32_t timer; /* 0: no timer, or not known which */
};

/* An operation's task was submitted by its cause, and its completion comes from its task. What
 * comes from a descriptor was sent, connected or asked for by its cause. */
struct trace_arrive {
    struct trace_record head;
    uint32_t event; /* 1, 2, 3 … in one process */
    uint32_t name;
    uint32_t number;
    uint16_t phase; /* of enum event_phase */
    uint16_t unused;
    struct trace_cause cause;
    uint32_t more;
};

struct trace_hold {
    struct trace_record head;
    uint32_t event;
    uint32_t end; /* of enum hold_end */
    int64_t amount;
    /* of HOLD_EVENT and HOLD_BEFORE; the process's name and then the about in `text` */
    uint32_t thread, number;
    int32_t delay;
    uint16_t kind, phase;
    uint16_t has_about, process_length;
    uint32_t about_length;
    char text[];
};

enum trace_flag {
    TRACE_WITH_LAST = 1, /* of a delivery: it belongs to the same decision as the one before it */
};

struct trace_timer {
    struct trace_record head;
    uint32_t name, number;
    uint32_t serial; /* among all timers of this thread, from 1, with gaps */
    struct trace_cause cause;
};

struct trace_expired {
    struct trace_record head;
    uint32_t event;  /* of kind `timers` */
    uint32_t serial; /* of the timer */
};

enum trace_role {
    STACK_SUBMITTED, /* what asked for it: sent, connected, called an operation of the pool */
    STACK_CALLBACK,  /* the outermost function outside of Node that is called for it: one frame */
    STACK_TIMER,     /* what set the timer; `event` is its serial number on this thread */
    STACK_EXIT,      /* what called process.exit(); `event` is 0 */
    STACK_ROLE_COUNT
};

/* Frames, innermost first, one a line: "function file:line:column"; no function: "- file:…". Those
 * of Node itself are left out. Written only where config.stacks asks for it. */
struct trace_stack {
    struct trace_record head;
    uint32_t event;
    uint16_t role; /* of enum trace_role */
    uint16_t unused;
    uint32_t length;
    uint32_t more;
    char text[];
};

/* START, DELIVER, DROP and RELEASE */
struct trace_event {
    struct trace_record head;
    uint32_t event;
    uint16_t flags; /* of enum trace_flag */
    uint16_t why;   /* RELEASE: of enum trace_why */
};

enum trace_why {
    WHY_WATCHDOG, /* it would have carried time over a time-out of somebody */
    WHY_IDLE,     /* what it waits for cannot come any more */
    WHY_BUDGET,   /* the run was made late enough */
    WHY_COUNT
};

struct trace_jump {
    struct trace_record head;
    int64_t from_ns;
};

/* Notes by code, so that nothing is ever decided by comparing their words. NOTE(id, words): in the
 * words %n stands for the record's number and %t for its text. */
/* clang-format off */
#define TRACE_NOTES(NOTE) \
    NOTE(ACTIVE, "active %t") \
    NOTE(LOOP_SLEEPS, "going on without a loop that sleeps outside of its poll") \
    NOTE(LOOP_COMPUTES, "going on without a loop that computes for long") \
    NOTE(TASK_OUTSIDE, "a task starts while its loop waits outside of its poll") \
    NOTE(STUCK, "stuck: nothing can happen any more") \
    NOTE(STUCK_PROCESS, "stuck: process %t")
/* clang-format on */

enum trace_note_code {
#define TRACE_NOTE_ID(id, words) NOTE_##id,
    TRACE_NOTES(TRACE_NOTE_ID)
#undef TRACE_NOTE_ID
        NOTE_COUNT
};

struct trace_note {
    struct trace_record head;
    uint32_t code; /* of enum trace_note_code */
    uint32_t length;
    int64_t number;
    char text[];
};

#endif

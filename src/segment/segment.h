/* The segment: one file, mapped by the tool and by every process of one run.
 *
 * The tool creates it (segment_create), writes `config` and starts the command with
 * INTERLOPER_SEGMENT naming the file. The shim maps it in each process, keeps the virtual clock,
 * the baton and the list of processes in it, and leaves its verdict there: the tool reads all of
 * that when the run is over, or while it goes on. It survives any death of the processes, since the
 * kernel keeps the pages. Log files (one a process, `<process name>.log`) lie beside it.
 *
 * Everything below `config` is written by the shim with atomic operations. The layout is private to
 * one build: the tool and the shim are installed together, and `version` is checked. No pointers.
 */
#ifndef SEGMENT_SEGMENT_H
#define SEGMENT_SEGMENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SEGMENT_VARIABLE "INTERLOPER_SEGMENT" /* path of the file */
#define PROCESS_VARIABLE "INTERLOPER_PROCESS" /* this process's stable name, "1", "1.2", … */

enum {
    SEGMENT_MAGIC = 0x494c5052,
    SEGMENT_VERSION = 1,
    SEGMENT_REFUSED = 16,
    SEGMENT_PROCESSES = 1024,
    SEGMENT_SLOTS = 256,
    PROCESS_NAME_ROOM = 48,
    PROCESS_COMMAND_ROOM = 160,
    AGENT_PATH_ROOM = 512,
};

/* What the shim takes into its hands. All of them by default; tests switch one off to show what it
 * does. */
enum control {
    CONTROL_POLL = 1 << 0,    /* which ready descriptors are delivered, in which order */
    CONTROL_WORKERS = 1 << 1, /* when and in which order worker tasks start */
    CONTROL_DONE = 1 << 2,    /* in which order completions come */
    CONTROL_TIMERS = 1 << 3,  /* expired timers held back relative to I/O */
    CONTROL_CLOSING = 1 << 4, /* close callbacks held back */
    CONTROL_CLOCK = 1 << 5,   /* virtual time */
    CONTROL_PIN = 1 << 6,     /* randomness and whatever else differs between runs */
    CONTROL_ALL = (1 << 7) - 1,
};

enum strategy_kind {
    STRATEGY_NONE,
    STRATEGY_FZ,
    STRATEGY_DELAY,
    STRATEGY_PCT,
    STRATEGY_LATE,
    STRATEGY_DIRECTED, /* the holds in the file "holds" beside the segment */
    STRATEGY_COUNT
};

/* What the agent observes in Node's threads. Which files and sites, the file "observe" beside the
 * segment says, line by line: `only GLOB`, `skip GLOB`. */
enum observe_level {
    OBSERVE_NOTHING,
    OBSERVE_FUNCTIONS, /* first pass: which functions run in which events, and causality */
    OBSERVE_ALL,       /* accesses too */
};

/* How everything but timers is made late. */
enum late_way {
    LATE_OLDEST_FIRST, /* behind the timers, in order of arrival */
    LATE_NEWEST_FIRST, /* behind the timers, in the opposite order */
    LATE_UNTIL_TIMER,  /* each until just before the next timer */
};

/* Of what. The disk and the processor are slow, or the peers are: where all wait at once, the first
 * answer of a peer keeps from happening what a slow disk would disturb. */
enum late_part {
    LATE_ALL,
    LATE_TASKS,  /* of the worker pool: their starts and completions */
    LATE_OTHERS, /* descriptors and closes */
};

/* About so many events can be made late within the budget of a run. */
enum { SEGMENT_AFFORDABLE = 32 };

struct segment_config {
    uint64_t seed;
    uint32_t controls; /* of enum control */
    uint32_t strategy; /* of enum strategy_kind */
    uint32_t log;      /* 1: write decision logs */
    uint32_t stacks;   /* 1: with the JavaScript stack of each submission and callback: slow */
    uint32_t
        isolated; /* 1: the run has a network of its own, so that nobody outside can ever connect */

    /* fz: Node.fz, table 3. A freedom of -1 is unlimited. */
    int64_t fz_poll_freedom;
    double fz_poll_defer_percent, fz_timer_defer_percent, fz_close_defer_percent;
    int64_t fz_worker_freedom, fz_worker_delay_ns, fz_poll_threshold_ns;

    /* delay: NACD's two numbers. */
    double delay_percent;
    int64_t delay_most_ns;

    /* pct: d, and how many decisions a run of this program makes (0: unknown). */
    int64_t pct_depth, pct_length;

    /* late */
    uint32_t late_way;              /* of enum late_way */
    uint32_t late_part;             /* of enum late_part */
    uint32_t late_kind, late_phase; /* only these events (enum event_kind, event_phase); 0: all */

    /* How many events of the program's own an unperturbed run has (0: unknown, or all the same).
     * Where they are more than SEGMENT_AFFORDABLE, a run draws which of them it makes late. */
    int64_t own_length;

    /* No hold makes the clock pass a timer that was set this far ahead or farther: those are
     * watchdogs (mocha's 2 s). */
    int64_t watchdog_ns;

    /* How late holds may make one event, and the whole run; -1: as late as they say. */
    int64_t slowest_ns, slowest_total_ns;

    /* This process, if it is Node, waits for a debugger at this port of the machine; empty: none.
     */
    char inspected[PROCESS_NAME_ROOM];
    uint32_t inspect_port;

    /* The script that Node is made to load first (src/agent); empty: none. */
    char agent[AGENT_PATH_ROOM];

    uint32_t observe; /* of enum observe_level: whether the agent writes trace/observed.h */
};

enum process_state {
    PROCESS_FREE,
    PROCESS_FORKED,  /* registered by its parent, not yet seen by a shim of its own */
    PROCESS_PASSIVE, /* no event loop: left alone */
    PROCESS_WAITING, /* passive, and in a wait without a time limit: owes nobody anything by itself
                      */
    PROCESS_CONTROLLED, /* its loop obeys the schedule */
    PROCESS_ENDED,
};

/* The agent in a Node process. */
enum agent_state {
    AGENT_NONE,     /* not Node, or the agent was not asked for */
    AGENT_REFUSED,  /* cannot be loaded with these options of Node's */
    AGENT_ASKED,    /* Node was told to load it */
    AGENT_ATTACHED, /* it is there */
};

struct segment_process {
    _Atomic int32_t pid;
    _Atomic uint32_t state; /* of enum process_state */
    _Atomic uint32_t was_controlled;
    _Atomic uint32_t children; /* counter that names them */
    _Atomic uint64_t polls, events, holds;
    _Atomic uint32_t agent;             /* of enum agent_state */
    _Atomic uint32_t threads_unwatched; /* worker_threads that ended and never had an agent */
    _Atomic uint32_t log_incomplete;    /* the disk was full, or the file could not be made */
    char name[PROCESS_NAME_ROOM];
    char command[PROCESS_COMMAND_ROOM];
};

/* One event loop (a Node main loop, a worker_thread's, Python's …): the baton goes round these. */
enum slot_state {
    SLOT_FREE,
    SLOT_WANTS,
    SLOT_RUNS,
    SLOT_IDLE,
    SLOT_BLOCKED,  /* its thread waits for another thread, without a time limit, outside of any poll
                    */
    SLOT_DETACHED, /* its thread sleeps in something we do not know */
};

struct segment_slot {
    _Atomic uint32_t state; /* of enum slot_state */
    _Atomic uint32_t wake;  /* futex word */
    _Atomic int32_t pid, tid;
    _Atomic int64_t
        deadline_ns; /* virtual time at which it wants to go on, INT64_MAX: never by itself */
    _Atomic int64_t owed_until_ns; /* real time until which someone outside may owe it an answer, 0:
                                      nobody does */
    _Atomic uint32_t checked;      /* idle since the last time anybody ran */
    _Atomic uint32_t process;      /* index into processes */
    _Atomic uint32_t inside;       /* its thread is in the shim: if it sleeps there, it knows why */
    /* Virtual time of its first time-out that was set `config.watchdog_ns` ahead or more,
     * INT64_MAX: none. The agent tells of every timer of its loop; the poll sees only the next one,
     * when that is far ahead. */
    _Atomic int64_t watchdog_ns, watchdog_seen_ns;
    _Atomic int64_t held_until_ns; /* idle: virtual time until which it holds back something that is
                                      ready, INT64_MAX: it holds nothing */
    _Atomic uint32_t must_release; /* the first of that is to go now, without time passing */
};

struct segment {
    uint32_t magic, version, size;
    struct segment_config config;

    int64_t mono_start_ns, realtime_start_ns; /* real clocks when the run began */
    _Atomic int64_t now_ns;    /* virtual CLOCK_MONOTONIC, the same in every process */
    _Atomic int64_t jumped_ns; /* virtual time that was skipped, not waited for */
    _Atomic int64_t late_ns;   /* of that, while something that was ready was held: counted against
                                  config.slowest_total_ns */

    _Atomic uint64_t turns;      /* that were taken by threads that are observed, in their order */
    _Atomic uint64_t own_events; /* of all processes, but for code of packages that is loaded */
    _Atomic uint32_t stuck;      /* 1: nothing can ever happen again; the tool ends the run */
    _Atomic uint32_t
        lock; /* spin lock, by the holder's pid, over the baton, the slots and the clock's jumps */
    _Atomic uint32_t owner; /* slot that holds the baton + 1, 0: nobody */
    _Atomic int64_t owner_since_ns;
    _Atomic int64_t followed_until_ns; /* real time up to which the clock has followed */
    _Atomic int64_t last_death_ns;     /* real time at which a process was first seen to be gone */
    _Atomic uint32_t next_process;     /* first process record never used */
    _Atomic uint32_t reuse_from;       /* where to look next for one whose process is dead */
    _Atomic uint32_t reused;           /* processes of which nothing is known any more */
    _Atomic uint32_t uncontrolled;     /* processes and loops for which there was no room */
    _Atomic uint32_t slots_used;       /* slots from here on were never used */
    _Atomic uint16_t
        ports[65536]; /* process index + 1 of the controlled process that owns a local port */

    /* of such a port: the place of its listener among those of its process that listen at the same
     * time on a port that nobody asked for; 0: it was asked for */
    _Atomic uint16_t places[65536];

    /* Connections to this machine that were refused in a network of the run's own: how many to the
     * port at the same place, the first ports of that kind. */
    _Atomic uint16_t refused_ports[SEGMENT_REFUSED];
    _Atomic uint32_t refusals[SEGMENT_REFUSED];

    struct segment_process processes[SEGMENT_PROCESSES];
    struct segment_slot slots[SEGMENT_SLOTS];
};

#endif

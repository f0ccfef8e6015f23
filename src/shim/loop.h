/* An event loop under control, its pending events, and what holds them.
 *
 * An event is something the loop could be told now: a ready descriptor, a worker task that could
 * start, a task that is done, expired timers, a handle that could be closed. It stays in `pending`
 * from the moment it is seen until it is delivered. A strategy may put a hold on it when it
 * arrives, and says which of several that are free goes first.
 *
 * Only the thread that holds the baton touches any of this, so there are no locks. Events, names
 * and sources live in the shim's own storage; events are reused. */
#ifndef SHIM_LOOP_H
#define SHIM_LOOP_H

#include "shim/shim.h"

#include <uv.h>

enum event_kind { EVENT_FD, EVENT_TASK, EVENT_DONE, EVENT_TIMERS, EVENT_CLOSE };

enum hold_kind {
    HOLD_NONE,
    HOLD_POLLS, /* for a number of decisions */
    HOLD_TIME,  /* until a virtual time */
    HOLD_EVENT, /* until another event was delivered */
    HOLD_IDLE,  /* until nothing else can run */
};

/* What an event is called: kind, what it is about, and a phase ("start", "done"); counted, so that
 * the third of a kind is the third in the next run too. */
struct name {
    const char *kind, *about, *phase;
    uint32_t arrived, delivered;
    uint64_t hash;
    uint64_t priority;     /* for strategies that rank sources */
    struct wanted *wanted; /* for the directed one: what is to be held */
};

struct hold {
    enum hold_kind kind;
    int64_t until;      /* HOLD_TIME: virtual ns; HOLD_POLLS: decisions left */
    struct name *after; /* HOLD_EVENT */
    uint32_t after_number;
};

struct event {
    enum event_kind kind;
    bool free, started, counted_polls;
    struct name *name;
    uint32_t number; /* the how many-th of its name */
    uint64_t order;  /* of arrival */
    int64_t since;   /* virtual time of arrival */
    struct hold hold;
    int fd;        /* EVENT_FD */
    uint32_t mask; /* EVENT_FD: what epoll said */
    uint64_t seen; /* EVENT_FD: the round of collecting that last found it ready */
    void
        *node; /* EVENT_TASK, EVENT_DONE: the queue node inside uv__work; EVENT_CLOSE: the handle */
};

/* A descriptor that some loop waits on. */
struct source {
    int epfd; /* -1: not in use */
    uint32_t mask;
    uint64_t data;
    struct event *event; /* ready and not yet delivered */
    bool edge; /* EPOLLET or EPOLLONESHOT: shown once, so never looked at without being kept */
    bool never_held; /* eventfds: worker messages and platform tasks have an order of their own */
    bool is_socket, is_stream, listens, connected, is_local;
    bool external; /* the other end is outside of the controlled tree */
    bool classified;
    bool datagram; /* UDP; known from socket() on, before any loop waits on it */
    int64_t asked; /* UDP: real time of the last datagram to a stranger */
    uint16_t local_port, peer_port;
    bool is_heard;   /* the other end has accepted the connection: it has answered something */
    bool in_flight;  /* something was sent since we last looked whether it has arrived */
    int64_t stalled; /* real time since when it has not */
    int64_t sent, received; /* real times, for external ones */
    const char *read_kind, *write_kind, *about;
};

struct loop {
    int epfd;
    uv_loop_t *uv; /* the loop's structure where it was recognised, else NULL */
    bool nested;   /* spawnSync's loop on Node's main thread: in time and in turns, but never
                      reordered */
    bool is_main;  /* Node's default loop */
    struct event **pending;
    size_t pending_count, pending_room;
    size_t descriptors, polls_held; /* of the pending ones: EVENT_FD, and held for polls */
    int64_t watchdog; /* the deadline that was seen far ahead: no hold carries time over it */
    struct timers_hidden {
        bool hidden;
        void *min;
        unsigned count;
    } timers;
    uv_handle_t *held_closing; /* list, linked as libuv links it */
    bool closing_forever;      /* teardown has begun: hold no close any more */
    bool check_is_referenced;
    bool close_is_due; /* a close was released and waits for the check phase: the loop must not
                          sleep before it */
    struct event *timers_event;
    uint64_t last_event;  /* count of events when this loop last polled */
    unsigned idle_rounds; /* polls in a row after which only housekeeping timers were left */
};

#define MOST_DESCRIPTORS 65536
extern struct source *sources; /* by descriptor */

/* events.c */
struct name *name_of(const char *kind, const char *about,
                     const char *phase); /* keeps kind and phase */
struct name *name_kept(const char *kind, const char *about, const char *phase); /* copies them */
struct event *event_arrived(struct loop *loop, enum event_kind kind, struct name *name);
void event_remove(struct loop *loop, struct event *event);
bool event_is_free(struct event *event);
void event_print(struct line *line, const struct event *event);
void log_hold(const struct event *event);
void log_decision(struct loop *loop, const char *verb, struct event **chosen, size_t count);
uint64_t events_seen(void);

/* sources.c */
void sources_start(void);
struct source *source_of(int fd);
struct event *source_ready(struct loop *loop, int fd, uint32_t mask);

/* loop.c: libuv's structures */
struct loop *loop_for(int epfd);    /* whichever thread polls it; NULL */
struct loop *loop_polled(int epfd); /* by this thread, registered if new */
uv_loop_t *loop_main_uv(void);
struct loop *loop_of_uv(uv_loop_t *uv);
struct event *loop_oldest_task(void); /* of the main loop, not yet started */
void loop_start_main(void);
void loop_collect_done(struct loop *loop);
void loop_deliver_done(struct loop *loop, struct event *event);
void loop_restore_hidden(struct loop *loop);
int64_t loop_deadline(struct loop *loop, int timeout);
bool loop_timer_matters(struct loop *loop); /* the next one keeps the loop alive, for all we know */
void work_name(void *node, const char **kind, const char **about);
uv_loop_t *work_loop(void *node);

/* strategies */
struct strategy {
    const char *name;
    bool batch; /* everything that is free is delivered at once, in the chosen order */
    void (*start)(struct random *random);
    void (*arrive)(struct random *random, struct event *event); /* may set event->hold */
    /* Puts `free` in the order of delivery. With `timers_wait`, returning false lets time pass to
     * the next timer first. */
    bool (*arrange)(struct random *random, struct event **free, size_t count, bool timers_wait);
};
extern const struct strategy strategy_none, strategy_fz, strategy_delay, strategy_pct,
    strategy_directed;
const struct strategy *strategy_now(void);
struct random *strategy_random(void);

#endif

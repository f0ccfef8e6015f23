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

#include "event/event.h"
#include "segment/plan.h"
#include "shim/shim.h"
#include "trace/format.h"

#include <uv.h>

enum event_class { EVENT_FD, EVENT_TASK, EVENT_DONE, EVENT_TIMERS, EVENT_CLOSE, EVENT_MESSAGE };

/* What events are called, but for number and phase: the thread of the loop, kind, what it is about,
 * a timer's delay. The number is given at submission and shared by all phases of an operation. */
struct name {
    enum event_kind kind;
    uint32_t thread;
    int32_t delay; /* NO_DELAY: no timer */
    const char *about;
    uint32_t submitted; /* numbers given so far */
    uint32_t trace_id;  /* its number in the trace, and in which (a fork begins another) */
    uint32_t trace;
    uint64_t hash;
    uint64_t priority[PHASE_COUNT]; /* for strategies that rank sources */
    struct wanted *wanted;          /* for the directed one: what is to be held */
    struct wanted *awaited;         /* and what ends holds, of this process or another */
};

struct hold {
    enum hold_end kind;
    int64_t until;          /* HOLD_TIME: virtual ns; HOLD_POLLS: decisions left */
    struct plan_hold *plan; /* the directed one's; NULL: a strategy's own */
};

struct event {
    enum event_class kind;
    bool may_be_late; /* a strategy may spend the run's lateness on it */
    bool free, started, counted_polls;
    struct name *name;
    uint32_t number;
    enum event_phase phase;
    uint32_t id, trace; /* its number in the trace, and in which */
    uint64_t order;     /* of arrival */
    int64_t since;      /* virtual time of arrival */
    int64_t next_timer; /* when its loop's next timer was due then; NEVER: none */
    struct hold hold;
    int fd;        /* EVENT_FD */
    uint32_t mask; /* EVENT_FD: what epoll said */
    uint64_t came,
        seen;   /* EVENT_FD: the first and the last round of collecting that found it ready */
    void *node; /* EVENT_TASK, EVENT_DONE: the queue node inside uv__work; EVENT_CLOSE: the
                   handle; EVENT_MESSAGE: the port, NULL: it was closed */
};

/* A descriptor that some loop waits on. */
struct source {
    int epfd; /* -1: not in use */
    uint32_t mask;
    uint64_t data;
    struct event *event; /* ready and not yet delivered */
    bool edge;     /* EPOLLET or EPOLLONESHOT: shown once, so never looked at without being kept */
    uint32_t kept; /* what an edge was shown as and the loop was not yet told */
    bool never_held; /* eventfds: what comes through libuv's is told apart in messages.c */
    bool is_socket, is_stream, listens, connected, is_local;
    bool external; /* the other end is outside of the controlled tree */
    bool classified;
    bool datagram; /* UDP; known from socket() on, before any loop waits on it */
    int64_t asked; /* UDP: real time of the last datagram to a stranger */
    uint16_t local_port, peer_port;
    bool any_port;                  /* bound without asking for a port */
    struct sockaddr_storage target; /* of connect(), by the socket of that inode */
    ino_t target_inode;
    ino_t inode;     /* what the descriptor was when it got its name: it may be added again */
    bool is_heard;   /* the other end has accepted the connection: it has answered something */
    bool in_flight;  /* something was sent since we last looked whether it has arrived */
    int64_t stalled; /* real time since when it has not */
    int64_t sent, received; /* real times, for external ones */
    /* Who did last what the other end, or this one, is told of: connected, wrote, closed; and who
     * did so first since the other end was told. */
    struct origin used, first_used;
    bool is_used, is_first_used;
    ino_t used_inode; /* by then: often before the loop waits on it */
    pid_t child;      /* who has the other end of this socket: exits.c */
    ino_t child_inode;
    int peer; /* descriptor of the other end + 1, where it is in this process; 0: not looked for */
    struct watcher_name *watcher;
    enum event_kind read_kind, write_kind;
    const char *about;
};

struct loop {
    int epfd;
    uint32_t thread;       /* 0: the main loop; a worker_thread's number in the order of creation */
    int slot;              /* of the thread that registered it, as in struct thread */
    uv_loop_t *uv;         /* the loop's structure where it was recognised, else NULL */
    struct checks *checks; /* ours in that loop; NULL: there are none */
    bool nested;  /* spawnSync's loop on Node's main thread: in time and in turns, but never
                     reordered */
    bool is_main; /* Node's default loop */
    struct event **pending;
    size_t pending_count, pending_room;
    size_t descriptors, messages, polls_held; /* of the pending ones: EVENT_FD, EVENT_MESSAGE, and
                                                 held for polls */
    bool own_port_found, posted_to_itself;    /* messages.c */
    bool impatient; /* what the strategy would let starve goes now: time must not pass for it */
    struct timers_hidden {
        bool hidden;
        void *min;
        unsigned count;
    } timers;
    size_t closes_held;
    bool closing_forever; /* teardown has begun: hold no close any more */
    bool check_is_referenced;
    bool close_is_due; /* a close was released and waits for the check phase: the loop must not
                          sleep before it */
    struct event *timers_event;
    uint64_t last_event;  /* count of events when this loop last polled */
    unsigned idle_rounds; /* polls in a row after which only housekeeping timers were left */
    int64_t quiet_rounds, quiet_since; /* polls and virtual time without any event but timers */
};

#define MOST_DESCRIPTORS 65536
extern struct source *sources; /* by descriptor */

/* events.c */
const char *text_kept(const char *text);
struct name *name_of(uint32_t thread, enum event_kind kind, const char *about, int32_t delay);
/* `number` 0: the next one of the name, for what is submitted now. `origin` NULL: not known. */
struct event *event_arrived(struct loop *loop, enum event_class kind, struct name *name,
                            uint32_t number, enum event_phase phase, const struct origin *origin);
void event_remove(struct loop *loop, struct event *event);
void event_drop(struct loop *loop, struct event *event); /* it will never be delivered */
bool event_is_free(struct event *event);
/* Of a task: until the loops of other threads and processes have had their turn. `share` of the
 * most that takes, 0 to 1. */
void event_wait_for_others(struct event *event, double share);
bool event_is_late(const struct event *event);               /* as late as --slowest allows */
int64_t event_hold_end(const struct event *event);           /* virtual time; below NEVER */
void event_release(struct event *event, enum trace_why why); /* its hold ends before its time */
void event_delivered(struct event *event);
uint64_t events_seen(void);

/* trace.c */
void trace_arrival(struct event *event, const struct origin *origin);
void trace_timer(struct name *name, uint32_t number, uint32_t serial,
                 const struct cause *cause); /* is set */
void trace_expired(uint32_t event, uint32_t serial);
uint32_t trace_event_id(const struct event *event); /* 0: it is not in the trace */
void trace_held(const struct event *event);
void trace_change(enum trace_type type, const struct event *event, uint16_t flags,
                  enum trace_why why);
void trace_decision(enum trace_type type, struct event **chosen, size_t count);

/* sources.c */
const char *text_numbered(const char *what); /* "what 3": the third of that name in this process */
void sources_start(void);
int sources_highest(void); /* the highest descriptor that any loop ever waited on */
struct source *source_of(int fd);
struct event *source_ready(struct loop *loop, int fd, uint32_t mask);

/* exits.c: of child processes */
void exits_peer(int fd, struct source *source); /* a connected socket of the file system */
bool exit_is_behind(const struct loop *loop, const struct event *event, uint64_t round);

/* messages.c: between threads */
void messages_worker_created(uv_loop_t *uv, uint32_t number);
void messages_woken(int epfd, int fd); /* by this thread */
void messages_poll(struct loop *loop);
void messages_collect(struct loop *loop);
bool messages_wake(struct loop *loop); /* some handle of it wants to be called */
void messages_port_closed(const uv_handle_t *handle);
bool message_is_behind(const struct event *event); /* another one that has to come first */
void message_deliver(struct event *event);

/* loop.c: libuv's structures */
struct watcher_name;
/* What a close will be about; and, later, who closes it. */
struct watcher_name *loop_name_watcher(int epfd, int fd, const char *about);
void loop_closes(struct watcher_name *watcher, const struct origin *origin);
struct loop *loop_for(int epfd);    /* whichever thread polls it; NULL */
struct loop *loop_polled(int epfd); /* by this thread, registered if new */
uv_loop_t *loop_main_uv(void);
void loop_agent_attached(uv_loop_t *uv);
struct loop *loop_of_uv(uv_loop_t *uv);
struct event *loop_oldest_task(void); /* of the main loop, not yet started */
void loop_start_main(void);
uv_loop_t *loop_own_uv(void);
void loop_collect_done(struct loop *loop);
void loop_deliver_done(struct loop *loop, struct event *event);
void loop_restore_hidden(struct loop *loop);
int64_t loop_next_timer(struct loop *loop); /* virtual time; NEVER: none */
int64_t loop_deadline(struct loop *loop, int timeout);
bool loop_timer_matters(struct loop *loop); /* the next one keeps the loop alive, for all we know */
extern const void *work_of_models; /* the function of modelled calls (segment/link.h), or NULL */
enum event_kind work_name(void *node, const char **about);
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
    strategy_late, strategy_directed;
void directed_delivered(const struct event *event); /* may end holds, here or elsewhere */
void directed_timer_set(const struct name *name, uint32_t number, uint32_t serial);
void directed_timer_expired(const struct name *name, uint32_t serial);
const char *plan_text(const struct plan_key *key);
const struct strategy *strategy_now(void);
struct random *strategy_random(void);

#endif

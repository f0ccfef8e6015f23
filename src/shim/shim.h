/* What the files of the shim share.
 *
 * The shim is loaded by LD_PRELOAD into every process of a run. What all files need to know of the
 * process is `struct shim`, of a thread `struct thread`; besides, each file keeps what it alone
 * needs in statics of its own. It never allocates from the program's heap,
 * never prints, and keeps no descriptor open: a program that closes everything must not hurt it.
 * Read table.h for what is interposed, poll.c for the heart. */
#ifndef SHIM_SHIM_H
#define SHIM_SHIM_H

#include "base/random.h"
#include "segment/link.h"
#include "segment/segment.h"
#include "shim/table.h"
#include "trace/format.h"

#include <stddef.h>
#include <string.h>

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NEVER       INT64_MAX
#define MS          INT64_C(1000000)

enum scope { UNMAPPED, MAPPED, CONTROLLED };

enum role {
    ROLE_OTHER,  /* a thread we only watch */
    ROLE_LOOP,   /* runs an event loop: takes turns */
    ROLE_WORKER, /* of libuv's pool: starts a task only with a ticket */
};

/* What JavaScript does on this thread is done because of this event: the one delivered last, its
 * ticks, promise reactions and immediates. 0 and known: the main script. */
struct cause {
    bool known;
    bool timers; /* the event is expired timers: which of them runs, the agent knows */
    uint32_t event, timer;
};

struct thread {
    enum role role;
    bool watched;    /* locks of this thread are looked at: a worker, or one that submits tasks */
    bool deep;       /* inside the shim: hooks pass through */
    int slot;        /* index into the segment's slots + 1, 0: none */
    bool was_handed; /* the baton, by another loop, since its last poll */
    bool runs_task;  /* a worker with a task in its hands */
    const void *waits_for; /* the timed wait it is in, and until when */
    int64_t waits_until;
    bool stirred; /* it sent or signalled something since it last waited so */
    struct thread_record *record;
    void *stack_top; /* of a thread whose start we saw */
    struct cause cause;
    bool look_again;    /* at which function is called, once V8 is out of its interrupt */
    bool cause_is_next; /* of what follows our check callback, one event is known */
};
extern __thread struct thread self;

/* What stands in front of each function: in the file that the table names. */
#define DECLARE_HOOK(scope, type, name, parameters, arguments) type hook_##name parameters;
SHIM_TABLE(DECLARE_HOOK)
#undef DECLARE_HOOK

struct real_functions {
#define DECLARE_REAL(scope, type, name, parameters, arguments) type(*name) parameters;
    SHIM_TABLE(DECLARE_REAL)
#undef DECLARE_REAL
    /* Those below have wrappers of their own: in timed_waits.c, clock.c, start.c. */
    long (*syscall)(long, ...);
    int (*nanosleep)(const struct timespec *length, struct timespec *left);
    void (*_exit)(int);
};
extern struct real_functions real;

struct shim {
    enum scope scope;
    struct segment *segment;
    struct segment_process *process;
    unsigned process_index;
    pid_t pid;
    pid_t main_thread;
    bool is_node;
    int64_t ahead; /* what this process had seen of the real clock when it came under control,
                      beyond the virtual one */
    char segment_path[256];
    char shim_path[256];
};
extern struct shim shim;

static inline bool controls(uint32_t which)
{
    return (shim.segment->config.controls & which) == which;
}

/* What keeps time from passing at once. INSIDE: somebody of ours is still at work, which takes no
 * virtual time unless it takes long. OUTSIDE: somebody else's answer, which takes as long as it
 * takes. */
enum owed { OWED_NOTHING, OWED_INSIDE, OWED_OUTSIDE };

extern uint64_t decisions; /* this process has made; unlike polls, the same in every run */

/* start.c */
void shim_become_controlled(void); /* from MAPPED: an event loop was seen */
void *shim_find(const char *name); /* the function behind ours */
#define SHIM_FIND(name) (real.name = (__typeof__(real.name))shim_find(#name))

/* clock.c: virtual time. All values in nanoseconds. */
int64_t real_now(void);                          /* the machine's CLOCK_MONOTONIC */
int64_t clock_now(void);                         /* virtual, without counting as a read */
void clock_jump_to(int64_t when);                /* skips; never backwards */
void clock_follow(int64_t since, int64_t limit); /* real time passed since; not beyond limit */
void clock_new_poll(void);
int64_t length_of(const struct timespec *time); /* in ns; less than NEVER */
int64_t virtual_deadline(clockid_t id, const struct timespec *until);
clockid_t clock_of_deadline(const struct timespec *until);
void sleep_until(int64_t virtual_deadline_ns);

/* memory.c: storage of our own that is never freed */
void *shim_alloc(size_t size);

/* text.c: short texts, such as paths below /proc, without a heap */
struct line {
    char text[4000];
    size_t len;
};
void line_text(struct line *line, const char *text);
void line_number(struct line *line, int64_t number);

/* trace.c: what happened, for the tool to read */
void trace_forked(void);
void trace_jump(int64_t from);
void trace_stack(enum trace_role role, uint32_t event, const char *text, size_t length);
void trace_note(enum trace_note_code code, int64_t number, const char *text);

/* futex.c */
void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t timeout_ns);
void futex_wake(_Atomic uint32_t *word, int count);
void spin_lock(_Atomic uint32_t *lock); /* across processes; survives the death of its holder */
void spin_unlock(_Atomic uint32_t *lock);

/* children.c */
void children_start(void);
struct segment_process *process_of_pid(pid_t pid);
enum owed children_owe(void);      /* by processes without a loop that do not wait for others */
int64_t children_doze_since(void); /* as children_owe() last saw it; NEVER: none dozes */
void children_settle(void);        /* waits until those that are at work have come to rest */
void process_set_state(enum process_state state);
char process_letter(pid_t pid); /* the kernel's R, S, D, Z …; 0: gone */

/* exits.c */
void exits_forked(pid_t child); /* by this thread; negative: it could not */

/* baton.c: one loop of the whole tree runs at a time */
int baton_register(void);   /* a slot for this thread; waits for its turn */
int baton_reserve(void);    /* a slot for a thread about to start: it counts as busy from now */
void baton_adopt(int slot); /* by that thread: waits for its turn */
void baton_leave(void);     /* this thread's slot is free again */
void baton_take(void);      /* waits until it is this thread's turn */
void baton_polled_in_vain(void); /* and goes on at once */
void baton_yield_if_long(void);  /* others get a turn after many polls of ours */
struct idle {
    int64_t deadline;   /* virtual: when this loop wants to go on by itself */
    int64_t owed_until; /* real: until when someone outside may owe it an answer */
    bool unsure;        /* its process is not at rest (threads, tasks) */
    int64_t
        held_until; /* virtual: until when it holds back what is ready; NEVER: it holds nothing */
};
enum idle_result { IDLE_AGAIN, IDLE_TIME_CAME, IDLE_WAIT_REAL };
enum idle_result baton_idle(const struct idle *idle);
void baton_release(void); /* before waiting for another thread to signal */
void baton_detach(void);  /* before blocking in anything else */
void baton_forked(void);
void baton_drop(int slot);         /* one that was reserved and never used */
bool baton_someone_computes(void); /* a loop of this process is at work outside of the shim */
bool baton_owner_sleeps(void);     /* or asleep there: it waits for something that is no event */
void baton_inside(bool inside);    /* the thread enters or leaves the shim */
bool baton_try_take(void);         /* without waiting; queues up where it fails */
bool baton_is_alone(void);
bool baton_is_mine(void);
bool baton_polls(int slot); /* the thread of that slot (as in struct thread) is in its poll */
void baton_uncheck_others(void);
/* This loop's next deadline, whatever it is for: one that is far ahead is a watchdog. */
void baton_notice_deadline(int64_t deadline);
int64_t baton_hold_limit(void); /* the virtual time up to which holds may let time pass */
bool baton_must_release(void);  /* once for each time that this loop is told to */
int64_t
baton_time_limit(enum owed *owed); /* the least deadline of anybody, and what is owed to them */

/* pool.c: libuv's worker pool */
bool pool_known(void);
void pool_collect(void); /* new tasks become events of their loops */
void pool_start_task(void *queue_node);
bool pool_run_something(void);         /* a task, while its loop does not poll; false: none waits */
bool pool_is_marker(void *queue_node); /* libuv's own, for slow work */
bool pool_is_dummy(void *queue_node);  /* the request that showed us the pool; nobody's event */
bool pool_is_running(void);
void pool_open(void); /* teardown: let everything go */

/* threads.c */
void threads_forked(void);
void threads_became_loop(void);
uint32_t thread_number(void);            /* of the loop that this one runs: 0, or a worker's */
bool threads_are_many(void);             /* besides the first */
bool threads_at_rest(int64_t *deadline); /* none is at work; *deadline: their least timed wait */

/* looks.c */
char thread_letter(pid_t pid, pid_t tid);
bool process_works(pid_t pid, pid_t besides);
uint64_t thread_run_time(pid_t pid, pid_t tid); /* on a core, in ns */

/* loop.c */
void loop_thread_ended(void);

/* agent.c: what the agent inside Node knows of this thread's loop */
void agent_inject(void); /* before Node's main(): it will load the agent */
void agent_hide(void);   /* its options have been read: the environment is as it was */
struct loop;
void agent_poll(struct loop *loop);
void agent_before_time_passes(struct loop *loop); /* publishes the loop's watchdogs */
void agent_thread_ended(void);
struct event;
void agent_delivers(struct event *const *events, size_t count); /* this poll */
/* Who does what this thread's JavaScript does now; and, where config.stacks asks for it, from
 * where: kept text, "" for none. */
struct origin {
    struct cause cause;
    const char *stack;
    const char *reads; /* kept text: the path of a task that does not tell it itself; or NULL */
};
struct origin agent_origin(void);
struct origin agent_cause(void);                 /* without asking JavaScript */
void agent_timers_run(struct loop *loop);        /* the expired timers are next */
void agent_cause_changed(enum turn_phase phase); /* or self.cause: JavaScript can read both */
void agent_look_again(void);
void agent_prints(void);
const char *agent_site(uint32_t number); /* "file:line" of a timer; "" where it is not known */

/* sources.c */
int64_t sockets_owed_until(int epfd, bool *under_way);
void source_bound(int fd, const struct sockaddr *address, socklen_t length);

/* pin.c */
void pin_start(void);

#endif

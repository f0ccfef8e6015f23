/* Where the agent and the shim of one process meet.
 *
 * The agent is an addon that Node loads into every one of its threads; the shim is already there.
 * The addon finds the one function that the shim exports for it (LINK_SYMBOL) and gets a struct of
 * functions. Each thread that runs JavaScript attaches itself with a view: numbers in memory of its
 * own that its JavaScript writes and the shim reads, so that a timer that is set costs a few stores
 * and no call. Times in a view are milliseconds of libuv's clock (uv_now()).
 *
 * The layout is private to one build; `version` is checked all the same, since a program may bring
 * an older shim with it. Everything is called on the thread that attached itself. */
#ifndef SEGMENT_LINK_H
#define SEGMENT_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINK_SYMBOL  "interloper_link"
#define LINK_VERSION 5

/* The view: doubles at these places. The agent's JavaScript gets the same table as an object. */
#define LINK_VIEW(ROW)                                                                             \
    ROW(far)       /* written by the shim: a timer set this far ahead, in ms, is a watchdog */     \
    ROW(watchdog)  /* after look(): the least deadline of those; infinite where there is none */   \
    ROW(due_count) /* after look(): how many timers have come due, the first of them in `due` */   \
    ROW(set_count) /* records in `sets` that the shim has not yet taken */                         \
    ROW(timers)    /* timers that were ever set on this thread */                                  \
    ROW(cause)     /* written by the shim: the number of the event that was delivered last, in */  \
                   /* whose callbacks JavaScript now runs; 0: the main script; -1: not known */    \
    ROW(outermost) /* after stack(): where the frame of the function that Node called begins */    \
    ROW(outermost_end) /* and ends in the text; those behind it have awaited this one */           \
    ROW(stacks)        /* written by the shim: 1: stacks are asked for */                          \
    ROW(expired)       /* written by the shim: 1: the event under way is expired timers */         \
    ROW(phase)         /* written by the shim: of enum turn_phase */                               \
    ROW(immediates)    /* that were set and have perhaps not run */                                \
    ROW(running_cause) /* after running(): like VIEW_cause */                                      \
    ROW(running_timer) /* and the number of the timer; 0: none, or not known */

enum link_view {
#define LINK_PLACE(name) VIEW_##name,
    LINK_VIEW(LINK_PLACE)
#undef LINK_PLACE
        VIEW_PLACES = 24, /* the first of the records below */
};

/* Between two polls; always the first where the loop has no check handle of ours. */
enum turn_phase {
    TURN_POLLED, /* what was delivered is called back */
    TURN_IMMEDIATES,
    TURN_ENDS, /* closes, then expired timers */
};

/* A timer, when it is set or comes due: so many doubles. */
#define LINK_TIMER(ROW)                                                                            \
    ROW(number) /* counted per thread from 1 */                                                    \
    ROW(delay)  /* in ms */                                                                        \
    ROW(flags)  /* of enum timer_flags */                                                          \
    ROW(site)   /* what site() returned; 0: not known */                                           \
    ROW(id)     /* when due: Node's asyncId */                                                     \
    ROW(cause)  /* what VIEW_cause was when it was set */                                          \
    ROW(timer)  /* and of what timer's callback it was set; 0: of none, or not known */

enum link_timer {
#define LINK_PLACE(name) TIMER_##name,
    LINK_TIMER(LINK_PLACE)
#undef LINK_PLACE
        TIMER_PLACES,
};

enum timer_flags { TIMER_REPEATS = 1, TIMER_UNREFED = 2 };

enum {
    VIEW_SETS = 128, /* room for records of either kind */
    VIEW_DUE = 64,
    VIEW_SETS_AT = VIEW_PLACES,
    VIEW_DUE_AT = VIEW_SETS_AT + VIEW_SETS * TIMER_PLACES,
    VIEW_SIZE = VIEW_DUE_AT + VIEW_DUE * TIMER_PLACES,
};

/* What a thread hands over. look() writes what it knows of the pending timers into the view, given
 * the loop's time; the shim calls it inside the loop's poll, where no JavaScript is under way. The
 * others are called below JavaScript of the program: running() puts into the view who causes what
 * runs, where that is not simply VIEW_cause: one of several timers, or an immediate of an earlier
 * turn, given Node's ids of what runs and of what that was triggered by. stack() writes frames as
 * trace/format.h has them and returns their length. interrupt() has V8 look at the stack when the
 * next JavaScript function begins; what it finds comes by called(). */
struct link_thread {
    double *view;
    void *uv_loop;
    void (*look)(void *context, double now);
    void (*running)(void *context, double id, double trigger);
    size_t (*stack)(void *context, char *text, size_t room);
    void (*interrupt)(void *context);
    void *context;
};

/* Where the heavy mode writes, and how much (enum observe_level); texts stay the shim's. */
struct link_observing {
    const char *folder, *process;
    uint32_t thread, level;
};

struct link {
    uint32_t version;
    /* False: nothing can be attached here (no loop of ours, or not under control). */
    bool (*attach)(const struct link_thread *thread);
    void (*detach)(void);
    void (*take_sets)(void); /* `sets` is full: the shim takes the records now */
    /* From where the timer of this number was set; 0: from where process.exit() was called. Only
     * where stacks are asked for. */
    void (*timer_stack)(uint32_t number, const char *text, size_t length);
    /* The function outside of Node that is called for the event under way; NULL: it has not begun
     * yet, and wants to be looked for again. */
    void (*called)(const char *frame);
    void (*find_running)(void); /* calls running() */
    /* A small number for a place in the program's text, the same for the same text. */
    uint32_t (*site)(const char *text, size_t length);

    /* What is submitted to the pool next reads this file, if it does not say so itself (Node 26's
     * readFile); length 0: no more. */
    void (*reads)(const char *path, size_t length);

    /* False: light mode. */
    bool (*observing)(struct link_observing *into);
    uint64_t (*turn)(void); /* one more than the last of all threads of the run */
    /* The key of the one event that the loop's last poll delivered, like snprintf; 0: none, or
     * several. */
    size_t (*delivered)(char *into, size_t room);
    /* How many children this process has had: their names are its own with .1, .2 … behind it. */
    uint32_t (*children)(void);
    /* Requests of libuv's pool whose function is `work` are modelled calls. */
    void (*models)(const void *work);
    void (*model_refused)(void); /* one does not fit the program: that is not the program's fault */
};

/* A modelled call is a uv_work_t with its name right behind it, in so many bytes. */
enum { LINK_CALL_NAME = 120 };

typedef const struct link *link_function(void);

#endif

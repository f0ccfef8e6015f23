/* Races of an observed run: conflicting accesses whose order the happens-before rules leave open.
 *
 * races_find() feeds what the threads did to src/causality, in the order of their turns, and keeps
 * for each location who touched it. Two accesses that conflict and are not ordered are a candidate.
 * Candidates are grouped by location and pair of code lines, classified (atomicity, ordering,
 * commutative ordering), compared with the patterns that are mostly benign, ranked, and told in
 * words. After NRace (Chang et al., ASE 2021), whose conflict table and patterns are extended here;
 * docs/detect.md says where we differ.
 *
 * Cost: an access is compared with the last accesses of each chain at each code place, at most
 * RACES__CHAINS of them, so all is linear in the accesses.
 *
 * The result points into what was observed, which must outlive it; races_free() frees the rest. */
#ifndef RACES_RACES_H
#define RACES_RACES_H

#include "base/arena.h"
#include "base/vec.h"
#include "trace/observed_read.h"

enum race_kind { RACE_MEMORY, RACE_FILE, RACE_RESOURCE };

enum race_violation {
    RACE_ATOMICITY,   /* a foreign write can come between two accesses that belong together */
    RACE_ORDERING,    /* one is expected to come before the other, and need not */
    RACE_COMMUTATIVE, /* equals, whose order is left open but shows */
};

/* What makes a race mostly benign. A doubt says why it may be none of that kind after all. */
struct race_pattern {
    const char *name, *reason;
};

enum { RACE_STACK = 8, RACE_TRIES = 3 };

struct race_side {
    struct str access; /* "read", "write", "rename onto" */
    bool writes;
    struct observed_site site;              /* line 0: unknown */
    uint32_t offset;                        /* of the site, in the text that ran */
    struct observed_site stack[RACE_STACK]; /* then where its event was asked for, and so on */
    size_t stack_count;
    struct str process;     /* the engine's name */
    struct str key;         /* of the event in whose callback it happens, or of the task's
                               start; empty: there is none */
    struct str ancestor;    /* where `key` is empty: of the nearest event that led to it */
    struct str turn;        /* of a task: key of the event that delegated it */
    struct str alternative; /* key of another event in whose turn it could run; empty: none */
    uint64_t timer_ms; /* of who runs in a timer's turn, which has no key: how far it lies ahead of
                          what asked for it, at most; 0: no timer */
    bool is_task, is_main;
};

struct race_pair {
    struct race_side first, second; /* as they were observed */
    /* what `ancestor` names led to the other side, too: who holds it holds both */
    bool first_has_both, second_has_both;
};

/* An action that led to a race. */
struct race_step {
    struct str key;             /* the engine's name; empty: it has none */
    struct observed_site site;  /* where it was asked for */
    uint32_t by_or_0, via_or_0; /* steps, plus one: who asked for it, and what made it ready */
    bool is_task, is_main;
};

enum { RACE_STEPS = 64 };

struct race {
    enum race_kind kind;
    enum race_violation violation;
    const struct race_pattern *pattern; /* NULL: of none */
    const char *doubt;                  /* NULL: none */
    struct str location;                /* "store.items", "/srv/log.json", "port 3000" */
    struct str hint;
    size_t count;                       /* pairs of accesses */
    struct race_pair tries[RACE_TRIES]; /* the first of them, with different events */
    size_t try_count;
    const struct race_step *steps; /* what led to the two of the first pair; they come first */
    size_t step_count;
    int64_t rank;
};

static inline bool race_is_benign(const struct race *self)
{
    return self->pattern && !self->doubt;
}

struct races {
    VEC(struct race) list; /* best first; benign ones behind all others */
    size_t threads, actions, accesses, edges;
    size_t cut;             /* accesses or records that were not kept */
    size_t odd;             /* records that contradict others and were left out */
    size_t damaged;         /* parts that end early */
    VEC(struct str) unseen; /* "eval": what ran and was not observed, each once */
    struct arena arena;
};

/* Where a place of generated code stands in the author's: `map` may change file, line and column.
 */
struct races_places {
    void (*map)(void *context, struct observed_site *site);
    void *context;
};

void races_find(struct races *self, const struct observed *observed,
                const struct races_places *places); /* NULL: as they are */
void races_free(struct races *self);

/* In a run that was observed while a schedule turned the pair round: did the accesses themselves
 * change places? Their callbacks may have, while a lock or a queue of the program kept the accesses
 * in order. Looks at memory and other resources, of callbacks; RACES_TURNED for all else. */
enum races_turn {
    RACES_TURNED,  /* what came second comes first, or what came first does not come at all */
    RACES_KEPT,    /* what came first still does */
    RACES_MISSING, /* what came second does not come at all */
};
enum races_turn races_turned(const struct observed *observed, const struct race *race,
                             const struct race_pair *pair);

const char *race_kind_name(enum race_kind kind);
const char *race_violation_name(enum race_violation violation);

#endif

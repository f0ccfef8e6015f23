/* What the files of this room share: accesses by location, and the tables that judge them. */
#ifndef RACES_RACES_PRIVATE_H
#define RACES_RACES_PRIVATE_H

#include "base/map.h"
#include "causality/causality.h"
#include "races/races.h"

/* How a location is touched. The first five are enum observed_access; then what an access to one
 * key is to the whole object; then enum observed_file, and what an access below it is to a folder.
 */
enum races__kind {
    RACES__MEMBER = OBSERVED_ADD + 1,
    RACES__PART_READ, /* what an access to a part is to the object with all its values */
    RACES__PART_WRITE,
    RACES__FILE,
    RACES__ENTRY = RACES__FILE + FILE_KIND_COUNT, /* one of the folder's names comes or goes */
    RACES__BELOW,                                 /* a file below it is used */
    RACES__KINDS
};

enum races__flag {
    RACES__HASHED = OBSERVED_HASHED,
    RACES__DECIDES = OBSERVED_DECIDES,
    RACES__RELATIVE = OBSERVED_RELATIVE, /* of a write; and of the read that it adds to */
    RACES__GUARDED = 8, /* a write behind a read of the same action that decided something */
};

/* Accesses of one action at one place of the code. Never freed or moved in meaning: pairs refer to
 * them, and a later access of the action may add flags. */
struct races__access {
    uint32_t step, action, chain;
    uint32_t site;  /* of all threads: sites.at[site - 1]; 0: unknown */
    uint32_t guard; /* of a guarded write: the site that decided */
    uint32_t hash;
    uint32_t older_or_0; /* at the same location, among those that are compared */
    uint8_t kind, flags;
};

enum { RACES__CHAINS = 8 }; /* of one location and place in the code that are compared */

struct races__location {
    uint32_t name; /* text */
    uint32_t newest_or_0;
    bool is_variable;
    uint32_t process;
    uint8_t kind;                              /* enum race_kind */
    bool many_values, valued, decided, walked; /* walked: read as a whole */
    bool released;  /* set behind a check, and later by who follows that without one */
    uint32_t value; /* the first one written */
};

/* Words as a key of a table. */
struct races__key {
    uint32_t word[4];
};
struct races__table {
    struct races__key *keys; /* by slot; values[slot] 0: empty */
    uint32_t *values;
    size_t count, slots;
};
uint32_t *races__slot(struct races__table *self, struct races__key key); /* 0 where it is new */
uint32_t races__find(const struct races__table *self, struct races__key key); /* 0: not there */
void races__table_free(struct races__table *self);

struct races__pair {
    uint32_t first, second; /* accesses */
    uint32_t location;
};

/* Pairs of the same two places in the code. */
struct races__group {
    struct races__pair tries[RACE_TRIES];
    uint32_t try_count;
    size_t count;
};

/* What is known of an action, by causality's number. */
struct races__action {
    uint32_t part;
    uint32_t key;  /* text of its part: the engine's name, of a task's start or its completion; 0:
                      none */
    uint32_t turn; /* of a task: the key of whoever delegated it */
    uint32_t site; /* where it was asked for */
    uint32_t by_or_0;     /* the action that asked for it */
    uint32_t via_or_0;    /* and what made it ready: a task, or whoever settled its promise */
    uint32_t timer_ms;    /* of the turn it is in: a timer's; 0: no timer */
    uint32_t alternative; /* key of another event in whose turn it could run; 0: of none */
    bool is_task, is_main;
};

/* A call of Promise.race or Promise.any. */
struct races__race {
    uint32_t promise;
    ptrdiff_t winner; /* element that settles before all others in every order; -1: none does */
};

struct races__finder {
    struct races *result;
    const struct observed *observed;
    struct causality *causality;
    VEC(struct races__action) actions;
    VEC(struct observed_site) sites;
    VEC(struct str) texts;
    struct map text_numbers, site_numbers;
    VEC(struct races__access) accesses;
    VEC(struct races__location) locations;
    VEC(struct races__group) groups;
    struct races__table location_table, group_table, scopes;
    struct races__table wholes; /* objects that are somewhere touched with all their values */
    VEC(struct races__race) promise_races; /* calls of Promise.race and any, as they came */
    bool decides; /* the second time: each has the winner that the first time has shown */
    struct races__witness *witness; /* NULL: nobody asks how one pair came */
};

struct races__touch {
    uint32_t step, action, site, hash;
    uint8_t kind, flags;
};

/* turned.c: is shown each access as it comes. */
void races__witness(struct races__finder *self, uint32_t location,
                    const struct races__touch *touch);

/* feed.c: reads all threads in the order of their turns. */
void races__feed(struct races__finder *self);
/* Whether some race is won by the same element in every order: then all is fed a second time. */
bool races__decide(struct races__finder *self);
uint32_t races__text(struct races__finder *self, struct str text); /* from 1 */

/* locations.c: takes an access, and finds whom it races with. */
void races__touch(struct races__finder *self, enum race_kind kind, uint32_t space, uint32_t object,
                  uint32_t name, struct races__touch touch);
void races__touch_file(struct races__finder *self, struct str path, struct races__touch touch);

/* races.c: frees all but what the first time hands to the second. */
void races__clear(struct races__finder *self);

/* conflicts.c */
bool races__conflict(uint8_t a, uint8_t b);
bool races__writes(uint8_t kind);
const char *races__kind_name(uint8_t kind);

/* patterns.c */
const struct race_pattern *races__pattern(const struct races__finder *self,
                                          const struct races__pair *pair, const char **doubt);

/* judge.c: groups become races. */
void races__judge(struct races__finder *self);

#endif

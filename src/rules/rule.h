/* What a rule is, what it is given, and how all of them are run. A rule sees the record that the
 * machine left behind (machine/state.h), which it only reads, and the trees. */
#ifndef RULES_RULE_H
#define RULES_RULE_H

#include "base/stop.h"
#include "machine/order.h"
#include "machine/state.h"
#include "report/finding.h"
#include "rules/list.h"

struct rules_options {
    const enum severity *severities; /* one per rule of list.h; SEVERITY_OFF: do not run it */
    const atomic_bool *stop;         /* NULL, or set by others: end soon */
};

struct ruling {
    struct machine *m; /* NULL for visitors of trees */
    struct arena *arena;
    const struct rules_options *options;
    struct findings *out;
    struct map settlers; /* name under which one was stored → struct kept_name of settling.c */
    struct map settler_calls; /* such a name and a function: it calls or gives away what is named */
    uint64_t kept_bits;       /* of the hashes of those names */
    struct map emissions;     /* call of emit → how often it was judged */
    size_t walked, most_walked;  /* bytes of functions, by the rule that judges: see may_walk() */
    struct emitter_index *index; /* emitters.c; NULL until it is asked */
    struct stale_index *stale;   /* stale_await.c; the same */
    struct map returned;         /* expressions that functions return, of those that were asked */
    struct map unseen;           /* variable → does a function name it that was not executed? */
    /* listeners.c: what functions do with listeners, noted once for each */
    struct map listeners; /* variable → struct listener_notes */
    struct map listened;  /* variable and event → struct event_notes */
    struct map removed;   /* function and variable: the one removes the other */
    struct map members;   /* bound_listeners.c: name and file → struct member_notes */
    struct map added;     /* function and text of a call that adds → where the last one starts */
};

struct walk;
typedef void (*judge_fn)(struct ruling *ruling);                         /* what was recorded */
typedef void (*visit_fn)(struct walk *walk, const struct js_node *node); /* one node of a tree */

/* Files a rule does not look at where they were found in a folder. */
enum places { PLACE_EXAMPLE = 1, PLACE_TEST = 2 };

struct rule {
    struct rule_info info; /* the first: findings point to it */
    judge_fn judge;        /* either may be NULL */
    visit_fn visit;
    /* Its visitor also sees functions that name nothing asynchronous, where the file has one of
     * these words; NULL-terminated. NULL: not so. */
    const char *const *words;
    unsigned not_in; /* enum places */
    struct story {
        /* What happens when, the same for every finding: digits are related places in the order of
         * the rule's relate() calls, `s` is the finding's own place; and what happens there, the
         * first and the second time it occurs. */
        const char *steps, *self[2];
    } story;
};

#define RULE_(name) extern const struct rule rule_##name;
RULES(RULE_)
#undef RULE_

/* Gives every finding that has other places the order in which they happen. */
void flows_add(struct findings *findings, struct arena *arena);

/* The rules that only look at trees are asked beside the machine while it executes, so their
 * visitors get a ruling without one. tree_rules_finish() frees; the texts of the findings are in
 * `arena` then. */
struct tree_rules *tree_rules_start(struct unit **units, size_t count, struct arena *arena,
                                    const struct rules_options *options, bool beside);
void tree_rules_pause(struct tree_rules *self); /* so that functions may become relevant */
void tree_rules_finish(struct tree_rules *self, struct findings *out);

/* Those that judge what was recorded. */
void rules_run(struct machine *m, struct arena *arena, const struct rules_options *options,
               struct findings *out);

#endif

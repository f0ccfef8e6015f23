/* The rules: each asks the machine's record (what happened in which context) or the trees. Private
 * to src/rules and src/check. A file that has a rule ends with its `const struct rule`, and list.h
 * names it; report.c builds the finding. */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "base/stop.h"
#include "machine/machine.h"
#include "machine/order.h"
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

/* ---- report.c ---- */

/* A finding under construction: `report` then any number of `relate` and `repair`. NULL units (code
 * of ours) give NULL, which relate() and repair() ignore. */
struct finding *report(struct ruling *ruling, const struct rule *rule, struct unit *unit,
                       const struct js_node *node, const char *format, ...) PRINTF_LIKE(5, 6);
void relate(struct ruling *ruling, struct finding *finding, struct unit *unit,
            const struct js_node *node, const char *format, ...) PRINTF_LIKE(5, 6);
void repair(struct ruling *ruling, struct finding *finding, const char *format, ...)
    PRINTF_LIKE(3, 4);
void grade(struct finding *finding, enum severity severity);

/* ---- fix.c: repairs that are certain, for --fix and the editor ---- */

/* `await` before the node, where it stands in an async function. In parentheses where it is part of
 * a larger expression. */
void fix_await(struct ruling *ruling, struct finding *finding, struct unit *unit,
               const struct js_node *node);
/* `return` before a call that is the last statement of a branch of `around`: what follows `around`
 * is then left out. */
void fix_return(struct ruling *ruling, struct finding *finding, struct unit *unit,
                const struct js_node *around, const struct js_node *call);
/* `return` before the only statement of a function. */
void fix_body(struct ruling *ruling, struct finding *finding, struct unit *unit,
              const struct js_function *function);
/* `.catch(...)` behind a chain at the top level of a program of Node's: it says what Node would say
 * and ends with the same status, when the rest is done. */
void fix_catch(struct ruling *ruling, struct finding *finding, struct unit *unit,
               const struct js_node *chain);

/* The program's words for things. */
struct str text_of(const struct unit *unit, const struct js_node *node);
struct str name_of_promise(struct ruling *ruling, const struct promise *promise);
struct str name_of_function(struct ruling *ruling, const struct js_function *function);
struct str name_of_place(struct ruling *ruling, const struct access *access);
struct str name_of_context(struct ruling *ruling, const struct context *context);

/* ---- walk.c: over trees, for rules that need no execution ---- */

struct walk {
    struct ruling *ruling;
    struct unit *unit;
    const struct js_function *function; /* that we are in */
    void *data;
};

/* Calls `visit` for every node of the function's own body, not of functions inside it. */
void walk_function(struct walk *walk, const struct js_function *function, visit_fn visit);

/* The innermost try of the function whose block holds the node, or whose catch does and a finally
 * follows; NULL: none. */
const struct js_node *try_around(struct ruling *ruling, struct unit *unit,
                                 const struct js_function *function, const struct js_node *node);

/* May a rule that judges what was recorded walk the function for one of the many things in it? A
 * rule that has read all files some dozen times over keeps quiet about the rest: false. */
bool may_walk(struct ruling *ruling, const struct js_function *function);

/* What is asked about one function for many of the things in it, and answered by walking it once.
 */
enum answer {
    ANSWER_GOES_ON_AT = 1,
    ANSWER_REMOVES = 2, /* some listener */
    ANSWER_ASKS_LISTENERS = 4,
    ANSWER_NOTED = 8, /* its calls, for listeners.c */
    ANSWER_RETURNS_NOTED = 16,
};
/* `visit` sets the bool that walk->data points to, whatever else it is asked. */
bool answer(struct js_function *function, enum answer question, visit_fn visit);
const struct js_node *argument(const struct js_node *call, unsigned index);
bool is_member_call(const struct js_node *node, const char *name);
bool is_new_promise(const struct js_node *node);
/* What a name that is never reassigned was declared with; NULL: not so. */
const struct js_node *initial_value(const struct js_node *name);
/* The function an argument is, or names. */
struct js_function *function_of_argument(const struct js_node *node);
/* The entry of a map under two pointers, the second of which may be NULL. */
struct map_entry *entry_for(struct ruling *ruling, struct map *map, const void *a, const void *b);
bool mentions(const struct js_node *node, const struct js_variable *variable);
/* Does a return of the function, or its expression body, consist of this very node? */
bool is_returned_by(struct ruling *ruling, struct js_function *function,
                    const struct js_node *value);
bool contains(const struct js_node *outer, const struct js_node *inner);
/* The innermost function whose body the node stands in. */
struct js_function *function_around(const struct unit *unit, const struct js_node *node);

/* ---- facts.c: what is asked about a file for many of the things in it, and found once ---- */

struct unit_facts *unit_facts_new(struct arena *arena);
void unit_facts_free(struct unit_facts *self);

enum file_answer {
    FILE_EXPORTS = 1,
    FILE_IS_COMMAND = 2,
    FILE_HAS_LAST_RESORT = 4,
    FILE_LOCKS = 8,
    FILE_IN_PAGE = 16,
};
/* Does the file's text contain one of the words? */
bool file_has_any(const struct unit *unit, enum file_answer question, const char *const *words,
                  size_t count);
bool runs_in_page(struct unit *unit);
const struct js_node *last_statement(const struct unit *unit); /* NULL: none */
/* A comment on the line above, or on the line below as the first thing inside. */
bool is_commented(const struct unit *unit, const struct js_node *node);
/* A comment on the line, or above it, says that nobody is to wait. */
bool is_said_to_be_meant(const struct unit *unit, const struct js_node *node);
/* In a part of a bundle that came from a package. */
bool is_bundled(const struct unit *unit, const struct js_node *node);

/* ---- places.c ---- */

/* Does the text contain one of them? */
bool has_any(struct str text, const char *const *words, size_t count);
bool is_one_of(struct str text, const char *const *words, size_t count);
bool lies_in(const struct source *source, const char *const *folders, size_t count);
struct str file_name(const struct source *source);
bool is_test_file(const struct source *source);
bool is_out_of_place(const struct rule *rule, const struct unit *unit, const struct js_node *node);

/* ---- excuses.c ---- */

/* Is anything called, awaited or returned behind the node, in its function? */
bool goes_on_behind(const struct unit *unit, const struct js_node *node);
bool always_rejects(const struct promise *promise); /* wherever it is called so */
bool surely_rejects(const struct ruling *ruling, const struct promise *promise);
bool is_only_scheduled(const struct promise *promise);
bool ends_program(const struct promise *promise);
bool ends_script(const struct unit *unit, const struct js_node *site);
bool has_last_resort(const struct unit *unit, const struct js_node *node);
bool is_meant_unhandled(const struct promise *promise);
/* Is what it rejects with a check that can hardly fail there? */
bool is_unlikely_check(struct ruling *ruling, const struct promise *promise);
bool drop_is_excused(struct ruling *ruling, const struct promise *promise);

void emitter_index_free(struct emitter_index *self); /* NULL is allowed, here and below */
void stale_index_free(struct stale_index *self);

/* ---- listeners.c ---- */

bool is_adding(const struct js_node *node); /* target.on(event, listener) and the like */
bool is_removing(const struct js_node *node);
/* The event that a call names by a string; NULL: none. */
const struct js_name *event_of(const struct js_node *call);
/* One event; not 'click.menu' or 'focus blur', which jQuery knows. */
bool is_plain_event(const struct js_name *event);
struct finding *tell_removal(struct ruling *ruling, struct unit *unit, const struct js_node *site,
                             struct str event);

/* ---- bound_listeners.c ---- */

/* The function f of f.bind(x); NULL: it is no such call. */
const struct js_node *bound_function(const struct js_node *call);
/* Where this.f.bind(x) is added for the event for which `removal` removes this.f, in a file that
 * never gives out this.f itself; NULL: not so. */
const struct js_node *added_bound(const struct walk *walk, const struct js_node *removal);

/* settling.c, broken_promise.c */
bool promise_is_dead(struct ruling *ruling, const struct promise *promise);
/* Can the two not both happen? The second was registered in the call `activation`. */
bool registrations_exclude(const struct machine *m, uint32_t a, uint32_t b, uint32_t activation);
bool reactions_exclude(const struct machine *m, const struct reaction *a, const struct reaction *b);

#endif

/* What several rules ask, about files, places, promises and listeners. */
#ifndef RULES_ASK_H
#define RULES_ASK_H

#include "rules/walk.h"

/* ---- facts.c: what is asked about a file for many of the things in it, and found once ---- */

struct unit_facts *unit_facts_new(struct arena *arena);
void unit_facts_free(struct unit_facts *self);

/* What the rules learn of a function. */
struct function_facts {
    bool walked;            /* their visitors saw it */
    uint8_t asked, answers; /* questions about its body, as bits of enum answer */
    uint32_t goes_on_at;    /* one of the answers */
};
struct function_facts *facts_of(const struct js_function *function);

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
/* The same, that something is to go on: "keep the process alive". */
bool is_said_to_last(const struct unit *unit, const struct js_node *node);
/* In a part of a bundle that came from a package. */
bool is_bundled(const struct unit *unit, const struct js_node *node);

/* ---- places.c ---- */

/* Does the text contain one of them? */
bool has_any(struct str text, const char *const *words, size_t count);
bool is_one_of(struct str text, const char *const *words, size_t count);
bool lies_in(const struct source *source, const char *const *folders, size_t count);
struct str file_name(const struct source *source);
bool is_test_file(const struct source *source);
bool is_large_bundle(const struct source *source); /* found in a folder, and over 1 MB */
bool is_out_of_place(const struct rule *rule, const struct unit *unit);
/* Vendored, bundled, minified. */
bool is_of_others(const struct unit *unit, const struct js_node *node);

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

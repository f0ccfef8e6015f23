/* Findings: what is said, where, and how it is repaired. */
#ifndef RULES_TELL_H
#define RULES_TELL_H

#include "rules/rule.h"

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

#endif

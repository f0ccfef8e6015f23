/* Calls of Node's file functions, by the text: fs.mkdir, fs.promises.mkdir, a mkdir that was
 * imported, mkdirAsync, mkdirSync.
 */
#ifndef RULES_FS_CALLS_H
#define RULES_FS_CALLS_H

#include "rules/rules.h"

/* "mkdir" of fs.mkdirSync(...) and the like; empty where it is no such call. */
struct str fs_called(const struct unit *unit, const struct js_node *node);
bool fs_is_sync(const struct js_node *call);
/* The source of a node, as it stands. */
struct str source_of(const struct unit *unit, const struct js_node *node);
bool same_source(const struct unit *unit, const struct js_node *a, const struct js_node *b);
/* Does somebody in the file keep two callers apart? */
bool serialises(const struct unit *unit);
/* Run once by whoever starts it: nobody competes but another process. */
bool is_command(const struct unit *unit);
/* The outermost function around that is not the module: callbacks inside belong to its call. */
const struct js_function *outermost(const struct js_function *function);
/* Is it a call of the function, by its name or as this.name? */
bool calls_function(const struct js_node *call, const struct js_function *function);
/* Is the path a parameter, and not one item of a list? Then one caller may give what another has
 * given. */
bool is_given_by_caller(const struct js_node *path);
/* Does something in the file start the function, or one around it, anew without waiting: an
 * interval, a listener of what comes more than once, a route, a call whose promise is dropped? */
bool starts_again(const struct unit *unit, const struct js_function *function);

#endif

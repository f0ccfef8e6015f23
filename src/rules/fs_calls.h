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

#endif

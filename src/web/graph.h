/* Event graphs (AjaxRacer, section 4.1) from what the page's script traced, and the question
 * whether two of them are potentially AJAX conflicting. */
#ifndef WEB_GRAPH_H
#define WEB_GRAPH_H

#include "web/web.h"

#include <jansson.h>

/* `trace` is the answer of the page's nodeList; nodes of other user events than `root` are left
 * out. Everything is copied into the graph's arena. */
void graph_build(struct web_graph *self, json_t *trace, const char *root);

/* A module that the page imported, which only the network knows of: import() is no function that
 * could be stood in for. What follows from it was taken for the doing of whoever ran last, so it
 * may have written all that the event wrote; that can only plan a test too many. Once a graph. */
void graph_add_import(struct web_graph *self, const char *url, const char *path);
bool graph_has_request(const struct web_graph *self, const char *url);

/* The writes of one traced node; also used for the steps of a run. */
size_t graph_writes(struct arena *arena, json_t *node, struct web_write **writes);

/* How many messages of sockets and streams it had. */
int graph_messages(const struct web_graph *self);

enum web_kind graph_kind(json_t *node); /* of a traced node */

/* Whether answers derived from the first event may interfere with the second or what derives from
 * it: condition (1) and (2) of section 4.1, with storage as in footnote 3; or the second throws for
 * want of what an answer may bring. */
bool graph_conflict(const struct web_graph *first, const struct web_graph *second);

/* Whether a request of it may change the server (POST, PUT, PATCH, DELETE). */
bool graph_changes_server(const struct web_node *node);

/* It tells the server something, and the page looks at what that says. */
bool graph_saves(const struct web_graph *self);

/* Whether the graph of the second need not tell what it does after an answer of the first: it asks
 * for nothing itself, and works on what is there ("clear" where all is clear, the tab that is
 * selected already, "sort" where there is nothing yet); or whatever it asks for is out of sight
 * ("reload" of a box that is closed), or it shows what the first wrote out of sight; or both show
 * at once what they tell the server ("on", and "off" where it is off). */
bool graph_may_wake(const struct web_graph *first, const struct web_graph *second);
/* Once the server has told that it was changed, the page asks for what is there now. */
bool graph_reads_back(const struct web_graph *self);

/* Whether an answer of the first may tell what was so before the second, though alone it changes
 * nothing there: it repeats what is shown ("reload", with a framework that compares), or the second
 * changes on the server what the first asks for (GET /todos, PUT /todos/7). */
bool graph_may_be_stale(const struct web_graph *first, const struct web_graph *second);
bool graph_is_idle(const struct web_graph *self); /* does it do nothing at all? */

/* Of two graphs of one event: whether this one shows more requests, or as many and more writes. */
bool graph_is_more(const struct web_graph *self, const struct web_graph *other);

/* Whether something that waits for an answer writes there too, be it out of sight. */
bool graph_answers_write(const struct web_graph *self, const struct web_write *write);

#endif

/* The callback graph as it is shown (`--graph dot|json|html`): a plain copy that the analyser
 * fills.
 *
 * A node is one execution context (the main script, a reaction, a timer's callback, ...); an edge
 * is a guaranteed order. Where there is no path between two nodes the runtime leaves their order
 * open. Texts and arrays belong to the arena of whoever made the graph. */
#ifndef REPORT_GRAPH_H
#define REPORT_GRAPH_H

#include "base/buf.h"
#include "base/vec.h"
#include "report/finding.h"
#include "report/source.h"

/* Something read or written: "total", "cache.items", the name a reader of the program would use. */
struct graph_access {
    struct str name;
    struct place place;
    bool is_write;
};

struct graph_node {
    struct str label; /* "onData", "then callback", "lib/a.js" */
    const char
        *kind; /* "main", "then", "catch", "finally", "await", "nextTick", "microtask", "timer",
                  "interval", "immediate", "io", "listener", "export", "executor", ...: a literal */
    struct place place;
    struct place body; /* the function that runs in it; no source: not known */
    struct str
        queue; /* Q: the object it was registered on, "promise of load() (a.js:4)"; may be empty */
    struct str result; /* R: the object it settles; may be empty */
    const struct graph_access *accesses;
    size_t access_count;
    bool is_guess; /* precision was given up: may run more often, or never */
};

struct graph_edge {
    uint32_t from, to; /* indices of nodes */
    const char *kind;  /* "registers", "before", "settles", "emits": a literal */
};

struct graph {
    VEC(struct graph_node) nodes;
    VEC(struct graph_edge) edges;
};

void graph_write_dot(const struct graph *self, struct buf *out);
void graph_write_json(const struct graph *self, struct buf *out);
/* One page that needs nothing else: drawn by us in layers, light and dark; with the findings, NULL
 * or finished, at the contexts they are about. */
void graph_write_html(const struct graph *self, const struct findings *findings, struct str title,
                      struct buf *out);
void graph_free(struct graph *self); /* the lists, not the texts */

#endif

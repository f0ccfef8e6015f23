/* Races between AJAX answers and user events of a page: what was found, for whoever prints it.
 *
 * The technique is AjaxRacer's (Adamsen, Møller, Alimadadi, Tip: ESEC/FSE 2018): phase 1 triggers
 * each user event alone and traces what derives from it into an event graph (section 4.1); ordered
 * pairs that are potentially AJAX conflicting are planned; phase 2 runs each pair in synchronous
 * and in adverse mode (section 4.2) and compares what a person would see.
 *
 * Ownership: a struct ajax_result owns arenas (its own, and one a graph and a test, so that jobs
 * can fill them side by side); every string and array reachable from it lives until
 * ajax_result_free(). Strings are NUL-terminated UTF-8, NULL where there is none. Paths
 * of pictures are relative to `folder`. Nothing here is changed by a reader. */
#ifndef AJAX_AJAX_H
#define AJAX_AJAX_H

#include "base/arena.h"
#include "base/error.h"

struct ajax_box { /* in CSS pixels of the document, not of the window */
    double x, y, width, height;
};

/* ---- user events ---- */

enum ajax_event_type {
    AJAX_CLICK,
    AJAX_DBLCLICK,
    AJAX_INPUT,  /* replaces the text of a field */
    AJAX_CHANGE, /* chooses an option, ticks a box, or types and leaves the field */
    AJAX_HOVER,
    AJAX_KEY,   /* `value` is the key's name: Enter, Escape, ArrowDown, a … */
    AJAX_MACRO, /* `parts`, triggered together as one */
};

struct ajax_event {
    const char *id; /* e1, e2 … or as the events file says */
    enum ajax_event_type type;
    const char *selector, *value;
    struct ajax_event *parts; /* AJAX_MACRO only; never nested deeper than one level */
    size_t part_count;
    bool opens; /* a part that was found: left out where what it opens is open already */

    const char *label;     /* what a person sees: button "Car wash" */
    const char *handler;   /* file:line:column where its handler was registered */
    const char *thumbnail; /* picture of the element and its surroundings before the event */
    const char *after;     /* picture of the page once the event alone was done */
    struct ajax_box box;   /* of the element; zero where it was not found */
    int messages;          /* that its sockets and streams brought */
    int cut;               /* timers, frames and requests of it that were cut off */
    const char *trouble;   /* why it could not be triggered alone, or "navigates to …" */
    bool out_of_reach;     /* … its target being gone, hidden, covered or disabled */
    bool no_page;          /* … the page not being loaded any more */
};

/* ---- event graphs (section 4.1) ---- */

enum ajax_kind { /* of a node: what kind of event it is; also the label of the edge that forks it */
                 AJAX_KIND_USER,
                 AJAX_KIND_XHR, /* readystatechange, load, error, abort, timeout of one request */
                 AJAX_KIND_FETCH,
                 AJAX_KIND_BODY, /* the body of a fetch was read: json(), text() … */
                 AJAX_KIND_SCRIPT,
                 AJAX_KIND_IMAGE,
                 AJAX_KIND_STYLE, /* a style sheet that the page added */
                 AJAX_KIND_TIMEOUT,
                 AJAX_KIND_INTERVAL,
                 AJAX_KIND_FRAME, /* requestAnimationFrame */
                 AJAX_KIND_IDLE,  /* requestIdleCallback */
                 AJAX_KIND_MESSAGE,
                 AJAX_KIND_SOCKET,
                 AJAX_KIND_SOURCE, /* EventSource */
                 AJAX_KIND_WORKER, /* a message of a worker */
                 AJAX_KIND_COUNT,
};

/* A handler (or a promise reaction) that ran as part of a node and what it changed. */
struct ajax_write {
    const char *handler; /* file:line:column of its registration, or of its first frame */
    const char *what; /* "#results: children" — the element and what of it; "localStorage cart" */
    struct ajax_box box; /* zero for storage */
    bool storage;
    bool unchanged; /* the field had that value already */
};

struct ajax_node {
    const char *id; /* e1 for the root, e1.1 … in order of happening */
    enum ajax_kind kind;
    const char *label;   /* "GET /search?q=a load", "setTimeout 300 ms", "click" */
    const char *url;     /* of the request, for AJAX kinds */
    const char *created; /* file:line:column of the call that forked it */
    double at_ms;        /* page time since its user event */
    struct ajax_write *writes;
    size_t write_count;
    const char *error; /* uncaught error thrown while it ran */
};

struct ajax_edge {
    size_t from, to; /* indices of nodes */
    bool join;       /* an order without a fork; else the label is nodes[to].kind */
};

struct ajax_graph {
    struct arena arena;
    size_t event; /* index into events */
    struct ajax_node *nodes;
    size_t node_count;
    struct ajax_edge *edges;
    size_t edge_count;
    size_t ajax;      /* requests (and socket messages) it made */
    size_t mutations; /* boxes it changed */
};

/* ---- tests (section 4.2) ---- */

enum ajax_verdict {
    AJAX_SAME,
    AJAX_RACE,
    AJAX_INFEASIBLE, /* the second event's target is gone, hidden, covered or disabled */
    AJAX_UNSTABLE,   /* two synchronous runs differ already */
    AJAX_BROKEN,     /* the browser or the server failed in every attempt */
};

/* One thing that happened in a run, in order. Together they draw the sequence diagram. */
enum ajax_step_kind {
    AJAX_STEP_TRIGGER,  /* the user event of `lane` */
    AJAX_STEP_REQUEST,  /* sent to the server: `request` */
    AJAX_STEP_HELD,     /* its answer came and was held */
    AJAX_STEP_RELEASED, /* the held answer was let go */
    AJAX_STEP_ANSWER,   /* the answer reached the page */
    AJAX_STEP_HANDLER,  /* a handler of an AJAX event ran, timers too where they wrote something */
    AJAX_STEP_ERROR,    /* uncaught error */
    AJAX_STEP_ABORTED,  /* the request was aborted by the page, or failed */
    AJAX_STEP_PICTURE,
};

struct ajax_step {
    enum ajax_step_kind kind;
    int lane;            /* 1: derived from the first event, 2: from the second, 0: neither */
    double at_ms;        /* real time since the first event was triggered */
    int request;         /* number of the request within the run from 1, 0 where none */
    const char *text;    /* "GET /search?q=a", the error, the handler's event */
    const char *handler; /* file:line:column */
    struct ajax_write *writes;
    size_t write_count;
};

struct ajax_run {
    struct ajax_step *steps;
    size_t step_count;
    const char *picture;
    const char *text; /* visible text at the end, one line a block */
    const char **errors;
    size_t error_count;
    const char *storage; /* "localStorage cart=…" lines */
    double ms;
};

enum ajax_line_kind { AJAX_LINE_BOTH, AJAX_LINE_SYNCHRONOUS, AJAX_LINE_ADVERSE };

struct ajax_line { /* of a line-by-line difference of text, accessibility tree or storage */
    enum ajax_line_kind kind;
    const char *text;
};

/* What of the page differed. Each is a reason of its own to report a race. */
struct ajax_difference {
    bool picture, text, accessibility, errors, storage;
    double pixels;           /* part of the compared pixels that differ, 0..1 */
    struct ajax_box box;     /* around the differing pixels, in pixels of the picture */
    struct ajax_line *lines; /* visible text; three lines of context around changes */
    size_t line_count;
    struct ajax_line *tree; /* accessibility tree, where the visible text is equal */
    size_t tree_count;
    struct ajax_line *stored;
    size_t stored_count;
};

struct ajax_test {
    struct arena arena;
    size_t first, second; /* indices into events */
    bool idle;            /* as far as we know they do not meet; no result has it */
    enum ajax_verdict verdict;
    const char *why; /* infeasible, unstable, broken: the reason in words */
    struct ajax_difference difference;
    struct ajax_run synchronous, adverse;
    const char *diff;    /* picture of the differences, for races */
    const char **errors; /* uncaught in adverse mode and not in synchronous mode */
    size_t error_count;
    int runs; /* how many runs the verdict took */
    double ms;
};

struct ajax_result {
    struct arena arena;
    const char *url, *title;
    const char *folder; /* absolute; pictures and report lie below */
    int viewport_width, viewport_height;
    struct ajax_event *events;
    size_t event_count;
    struct ajax_graph *graphs; /* one an event, in the same order */
    struct ajax_test *tests;   /* planned pairs only, in order of (first, second) */
    size_t test_count;
    size_t races;
    const char **warnings; /* events left out, timers cut off, requests that never end … */
    size_t warning_count;
    const char *browser; /* "Chrome/156.0…" */
    const char *report;  /* path of index.html, NULL where none was written */
    const char *unsaved; /* why pictures could not be saved, NULL where all were */
    double phase1_ms, phase2_ms;
    bool interrupted;
};

const char *ajax_event_type_name(enum ajax_event_type type); /* "click" … "macro" */
const char *ajax_kind_name(enum ajax_kind kind);             /* "xhr", "timeout" … */
const char *ajax_verdict_name(enum ajax_verdict verdict);    /* "race" … */
const char *ajax_step_name(enum ajax_step_kind kind);
bool ajax_kind_is_answer(enum ajax_kind kind); /* the edges that separate, section 4.1 (1) */

void ajax_result_free(struct ajax_result *self);

/* Writes folder/index.html (web_report.c): one page that works from disk, pictures embedded. */
bool web_report_write(const struct ajax_result *self, struct error *error);

#endif

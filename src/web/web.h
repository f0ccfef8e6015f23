/* Races between AJAX answers and user events of a page: what was found, for whoever prints it.
 *
 * The technique is AjaxRacer's (Adamsen, Møller, Alimadadi, Tip: ESEC/FSE 2018): phase 1 triggers
 * each user event alone and traces what derives from it into an event graph (section 4.1); ordered
 * pairs that are potentially AJAX conflicting are planned; phase 2 runs each pair in synchronous
 * and in adverse mode (section 4.2) and compares what a person would see.
 *
 * Ownership: a struct web_result owns arenas (its own, and one a graph and a test, so that jobs
 * can fill them side by side); every string and array reachable from it lives until
 * web_result_free(). Strings are NUL-terminated UTF-8, NULL where there is none. Paths
 * of pictures are relative to `folder`. Nothing here is changed by a reader. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include "base/arena.h"
#include "base/error.h"
#include "web/wire.h"

struct web_box { /* in CSS pixels of the document, not of the window */
    double x, y, width, height;
};

/* ---- user events ---- */

enum web_event_type {
    WEB_CLICK,
    WEB_DBLCLICK,
    WEB_INPUT,  /* replaces the text of a field */
    WEB_CHANGE, /* chooses an option, ticks a box, or types and leaves the field */
    WEB_HOVER,
    WEB_KEY,    /* `value` is the key's name: Enter, Escape, ArrowDown, a … */
    WEB_SCROLL, /* `value`: so many pixels down (up: negative), or to the end where there is none */
    WEB_DRAG,   /* `value` is the selector of where it is dropped */
    WEB_MACRO,  /* `parts`, triggered together as one */
};

struct web_event {
    const char *id; /* e1, e2 … or as the events file says */
    enum web_event_type type;
    const char *selector, *value;
    struct web_event *parts; /* WEB_MACRO only; never nested deeper than one level */
    size_t part_count;
    bool opens; /* a part that was found: left out where what it opens is open already */

    const char *label;     /* what a person sees: button "Car wash" */
    const char *handler;   /* file:line:column where its handler was registered */
    const char *thumbnail; /* picture of the element and its surroundings before the event */
    const char *after;     /* picture of the page once the event alone was done */
    struct web_box box;    /* of the element; zero where it was not found */
    int messages;          /* that its sockets and streams brought */
    int cut;               /* timers, frames and requests of it that were cut off */
    const char *trouble;   /* why it could not be triggered alone, or "navigates to …" */
    enum web_reason reason;
    bool out_of_reach; /* … its target being gone, hidden, covered or disabled */
    bool leaves;       /* … since it leads to another page */
    bool no_page;      /* … the page not being loaded any more */
};

/* ---- event graphs (section 4.1) ---- */

/* (enum web_kind: wire.h) */

/* A handler (or a promise reaction) that ran as part of a node and what it changed. */
struct web_write {
    const char *handler; /* file:line:column of its registration, or of its first frame */
    const char *what; /* "#results: children" — the element and what of it; "localStorage cart" */
    const char *where;  /* "div#results>p": the element by its place; NULL for storage */
    struct web_box box; /* zero for storage */
    bool storage;
    bool unchanged; /* the field had that value already */
};

struct web_node {
    const char *id; /* e1 for the root, e1.1 … in order of happening */
    enum web_kind kind;
    const char *label;   /* "GET /search?q=a load", "setTimeout 300 ms", "click" */
    const char *url;     /* of the request, for AJAX kinds */
    const char *created; /* file:line:column of the call that forked it */
    double at_ms;        /* page time since its user event */
    struct web_write *writes;
    size_t write_count;
    const char **unseen; /* where it wrote what is hidden, as `where` of a write */
    size_t unseen_count;
    const char *error; /* uncaught error thrown while it ran */
};

struct web_edge {
    size_t from, to; /* indices of nodes */
    bool join;       /* an order without a fork; else the label is nodes[to].kind */
};

struct web_graph {
    struct arena arena;
    size_t event; /* index into events */
    struct web_node *nodes;
    size_t node_count;
    struct web_edge *edges;
    size_t edge_count;
    size_t ajax;      /* requests (and socket messages) it made */
    size_t mutations; /* boxes it changed */
};

/* ---- tests (section 4.2) ---- */

enum web_cause { /* of a race */
                 WEB_LATE_ANSWER,
                 WEB_DOUBLE_SUBMIT, /* the second event repeats a pending request that changes the
                                       server */
};

enum web_verdict {
    WEB_SAME,
    WEB_RACE,
    WEB_INFEASIBLE, /* the second event's target is gone, hidden, covered or disabled */
    WEB_UNSTABLE,   /* two synchronous runs differ already */
    WEB_BROKEN,     /* the browser or the server failed in every attempt */
};

/* One thing that happened in a run, in order. Together they draw the sequence diagram. */
enum web_step_kind {
    WEB_STEP_TRIGGER,  /* the user event of `lane` */
    WEB_STEP_REQUEST,  /* sent to the server: `request` */
    WEB_STEP_HELD,     /* its answer came and was held */
    WEB_STEP_RELEASED, /* the held answer was let go */
    WEB_STEP_ANSWER,   /* the answer reached the page */
    WEB_STEP_HANDLER,  /* a handler of an AJAX event ran, timers too where they wrote something */
    WEB_STEP_ERROR,    /* uncaught error */
    WEB_STEP_ABORTED,  /* the request was aborted by the page, or failed */
    WEB_STEP_PICTURE,
};

struct web_step {
    enum web_step_kind kind;
    int lane;             /* 1: derived from the first event, 2: from the second, 0: neither */
    double at_ms;         /* real time since the first event was triggered */
    int request;          /* number of the request within the run from 1, 0 where none */
    const char *text;     /* "GET /search?q=a", the error, the handler's event */
    const char *asked;    /* a handler: the request whose answer it follows from */
    const char *asked_by; /* who asked for that, or sent this request: places, one a line, the
                             innermost first; NULL: not known */
    uint64_t body;        /* of a request: a hash of what it sends; 0 where nothing */
    const char *handler;  /* file:line:column */
    struct web_write *writes;
    size_t write_count;
};

struct web_run {
    struct web_step *steps;
    size_t step_count;
    const char *picture;
    const char *text; /* visible text at the end, one line a block */
    const char **errors;
    size_t error_count;
    const char *storage; /* "localStorage cart=…" lines */
    double ms;
};

enum web_line_kind { WEB_LINE_BOTH, WEB_LINE_SYNCHRONOUS, WEB_LINE_ADVERSE };

struct web_line { /* of a line-by-line difference of text, accessibility tree or storage */
    enum web_line_kind kind;
    const char *text;
};

/* What of the page differed. Each is a reason of its own to report a race. */
struct web_difference {
    bool picture, text, accessibility, errors, storage;
    double pixels;          /* part of the compared pixels that differ, 0..1 */
    struct web_box box;     /* around the differing pixels, in pixels of the picture */
    struct web_line *lines; /* visible text; three lines of context around changes */
    size_t line_count;
    struct web_line *tree; /* accessibility tree, where the visible text is equal */
    size_t tree_count;
    struct web_line *stored;
    size_t stored_count;
};

/* What made a race: the request whose answer was late, as a pattern without what varies ("GET
 * /items/7?q=a" with stars in place of 7 and a), who in the author's code asked for it (places, one
 * a line, the innermost first) and which of those tells this cause from others, what its answer
 * wrote where the pictures differ, and the handler that did. NULL where not known. */
struct web_late {
    const char *request, *by, *at, *wrote, *writer;
};

struct web_test {
    struct arena arena;
    size_t first, second; /* indices into events */
    bool idle;            /* as far as we know they do not meet; no result has it */
    enum web_verdict verdict;
    enum web_cause cause;
    struct web_late late; /* of a race */
    size_t cause_number;  /* of a race, from 1: equal ones have one cause */
    bool known;           /* of a race: its cause stands in the baseline */
    const char *why;      /* infeasible, unstable, broken: the reason in words */
    struct web_difference difference;
    struct web_run synchronous, adverse;
    const char *diff;    /* picture of the differences, for races */
    const char **errors; /* uncaught in adverse mode and not in synchronous mode */
    size_t error_count;
    int runs; /* how many runs the verdict took */
    double ms;
};

struct web_result {
    struct arena arena;
    const char *url, *title;
    const char *folder; /* absolute; pictures and report lie below */
    int viewport_width, viewport_height;
    struct web_event *events;
    size_t event_count;
    struct web_graph *graphs; /* one an event, in the same order */
    struct web_test *tests;   /* planned pairs only, in order of (first, second) */
    size_t test_count;
    size_t races, known, causes; /* `races`: those that are not in the baseline */
    const char **warnings;       /* events left out, timers cut off, requests that never end … */
    size_t warning_count;
    const char *told; /* the one of them that was told at once; NULL: none */
    const char
        *untested; /* what was asked for and could not be tested, in one line; NULL: nothing */
    const char *browser; /* "Chrome/156.0…" */
    const char *report;  /* path of index.html, NULL where none was written */
    const char *unsaved; /* why pictures could not be saved, NULL where all were */
    double scan_ms;      /* of phase 1: finding the events on the page; 0 where they were given */
    double phase1_ms, phase2_ms;
    bool interrupted;
};

const char *web_event_type_name(enum web_event_type type); /* "click" … "macro" */
const char *web_kind_name(enum web_kind kind);             /* "xhr", "timeout" … */
const char *web_verdict_name(enum web_verdict verdict);    /* "race" … */
const char *web_cause_name(enum web_cause cause);          /* "late-answer" … */
const char *web_step_name(enum web_step_kind kind);
bool web_kind_is_answer(enum web_kind kind); /* the edges that separate, section 4.1 (1) */

void web_result_free(struct web_result *self);

/* Writes folder/index.html (web_report.c): one page that works from disk, pictures embedded. */
bool web_report_write(const struct web_result *self, struct error *error);

#endif

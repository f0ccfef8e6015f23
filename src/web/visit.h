/* One visit of the page under test, in a browser context of its own: load it, trigger user events,
 * let it come to rest, hold answers, look at it. What a test is made of; knows nothing of pairs.
 *
 * Ownership: the visit owns its page and its network. Texts it hands out live in the arena it was
 * given. A visit belongs to one thread. Every function that may fail returns false with an error
 * whose exit code tells: EXIT_INTERRUPTED, EXIT_ENVIRONMENT (browser or page gone: may be tried
 * again), EXIT_BAD_USAGE and EXIT_FAILS_UNPERTURBED (the address itself). */
#ifndef WEB_VISIT_H
#define WEB_VISIT_H

#include "browser/page.h"
#include "web/network.h"
#include "web/storage_state.h"

struct visit_options {
    const char *url;
    int width, height;
    const char *const *headers; /* "Name: value" */
    size_t header_count;
    const char *const *origins; /* that get the headers: the page's own first */
    size_t origin_count;
    const char *const *cookies; /* "name=value" */
    size_t cookie_count;
    const char *credentials; /* "user:password" for the page's own site; NULL: none */
    int load_ms;             /* how long the page may take to load */
    int patience_ms;         /* how long one request may keep it busy */
    struct network_known *known;
    atomic_bool *reached; /* the page was loaded once already */
    const char
        *index_file;    /* what a folder's address stands for; "" where the server is not ours */
    const char *script; /* from script_source() */
    const struct storage_state *state; /* NULL: the page begins with nothing */
    const char *const *ignored;        /* selectors (CSS) of what is not compared */
    size_t ignored_count;
};

struct visit; /* visit_inside.h */

/* What a visit knows of its page by now. */
struct visit_facts {
    bool navigated;       /* the page went to another address after loading: */
    const char *went_to;  /* this one */
    const char *unusable; /* why the last event could not be triggered; NULL: it was */
    enum web_reason reason;
    const char *label; /* of the element that the last event was triggered on */
    const char *peers; /* labels of what its selector matches at other places; NULL: it does not go
                          by place */
    size_t dialogs;
    int cut; /* timers and requests cut off so far */
};

/* Opens the page and prepares it, without going anywhere yet: can be done ahead of time. */
struct visit *visit_open(struct browser *browser, const struct visit_options *options,
                         struct arena *arena, struct error *error);
void visit_close(struct visit *self);
struct visit_facts visit_facts(const struct visit *self);
void visit_adopt(struct visit *self, struct arena *arena); /* whose texts it makes from now on */
struct arena *visit_arena(const struct visit *self);

bool visit_load(struct visit *self, struct error *error); /* and waits until it rests */

/* Triggers a user event whose derivatives count as those of `lane` and stand in traces below `id`;
 * 0 and "": they are the page's own doing, as what follows from loading. True with `unusable`
 * told where its target is gone, hidden, covered or disabled. `trace`: boxes are remembered before.
 */
bool visit_trigger(struct visit *self, const struct web_event *event, const char *id, int lane,
                   bool trace, struct error *error);

/* As visit_rest() without limits, also across a navigation to another page. */
bool visit_settle(struct visit *self, struct error *error);

/* Until nothing moves any more but what is held. Page time may pass by at most `page_ms`, and only
 * a little of it where that could be too long for an answer that is held (inject/3-clock.js). */
bool visit_rest(struct visit *self, int page_ms, struct error *error);

/* Whether some rest of this visit ended because we ran out of patience, not because nothing moved.
 * On a busy machine what was given up may have been on its way: the visit proves nothing. */
bool visit_is_doubtful(const struct visit *self);

/* Page time passes and nothing happens: to be called at rest. */
bool visit_pause(struct visit *self, int page_ms, struct error *error);

/* READS: answers to what changes the server pass, so that what is asked for after them is held. */
enum visit_hold { VISIT_HOLD_NOTHING, VISIT_HOLD_ALL, VISIT_HOLD_READS };
bool visit_hold(struct visit *self, enum visit_hold hold, struct error *error);
/* So that the next event's requests find a connection, however many answers are held. */
bool visit_free_connections(struct visit *self, struct error *error);
bool visit_release(struct visit *self, struct error *error); /* all that is held, one by one */

/* What is done between the two prepares the page, as loading does: it may lead to another one. */
void visit_prepares(struct visit *self, bool prepares);

/* Answers to requests from now on are not held; those that are stay so. */
void visit_hold_no_more(struct visit *self);

/* What happened so far, in the order it was heard of: to be added to. */
web_steps *visit_steps(struct visit *self);
/* When the first event began, by our clock and by the page's real one; 0: not yet. */
double visit_began(const struct visit *self);
double visit_page_began(const struct visit *self);

/* URL of a script that the last event asked for and `graph` does not know; NULL: none. */
const char *visit_script(const struct visit *self, const struct web_graph *graph);

/* Where the window stood for a picture, and whether we had moved it, to reach an element. */
struct visit_place {
    double x, y;
    bool scrolled;
};

/* Everything stands still, then the picture; final: the mouse leaves the page first. `place` may be
 * NULL, and so may `like`, that of the picture to compare with: what we moved stands there then. */
bool visit_picture(struct visit *self, bool final, const struct visit_place *like,
                   struct visit_place *place, struct buf *png, struct error *error);

/* Hides what is not to be compared, or shows it again. */
bool visit_cover(struct visit *self, bool cover, struct error *error);

/* A function of the page's script (inject/8-api.js). `arguments`: array, consumed, may be NULL.
 * NULL with `navigated` told where the page went away meanwhile. */
json_t *visit_ask(struct visit *self, const char *function, json_t *arguments, struct error *error);
/* The text of the page as the server sent it; false where the browser does not have it. */
bool visit_source(struct visit *self, struct buf *html);
bool visit_tree(struct visit *self, struct buf *lines, struct error *error); /* accessibility */

enum { VISIT_ALL_TIME = 1000000 };

double visit_now(void); /* ms, monotonic */

#endif

/* A campaign: load the page, find its user events, trace each alone, plan pairs, test them.
 *
 * Jobs run side by side, each with a browser of its own, so that a browser that dies takes only the
 * run with it: that run is tried again with a new browser. `cancel` ends the campaign early; what
 * was found so far is in the result then, with `interrupted` set. */
#ifndef WEB_CAMPAIGN_H
#define WEB_CAMPAIGN_H

#include "web/events.h"
#include "web/markup.h"
#include "web/picture.h"
#include "web/places.h"
#include "web/visit.h"

#include <pthread.h>

struct web_progress {
    const char *phase; /* "loading", "tracing", "testing" */
    size_t done, total, races;
};

struct web_options {
    const char *browser; /* program */
    const char *folder;  /* for pictures and report; made where missing */
    struct visit_options visit;
    struct web_events events; /* none: they are found on the page */
    bool events_given;
    bool source_maps;          /* are looked for */
    struct web_events prepare; /* triggered after each loading, before anything is measured */
    const char *reset;         /* command, run before each visit */
    const char *reset_log;     /* where its output goes */
    int jobs;
    size_t most_events; /* of those found */
    double budget_ms;   /* no test is begun after that; 0: no limit */
    const atomic_bool *cancel;
    void (*progress)(void *context, const struct web_progress *progress);
    void (*note)(void *context, const char *text); /* to be told at once; may be NULL */
    void *context;
};

/* False where nothing can be said: no browser, no page. */
bool web_run(const struct web_options *options, struct web_result *result, struct error *error);

/* ---- inside the room ---- */

/* Where one run after the other takes place. */
struct window {
    struct worker *worker;
    struct visit *warm; /* the next one, opened ahead of time; with the thread that did it */
    pthread_t warmer;
    bool warming;
};

struct worker {
    struct campaign *campaign;
    struct browser *browser;      /* NULL: to be opened */
    struct window window, beside; /* the second for a run at the same time */
};

struct campaign {
    const struct web_options *options;
    struct visit_options visit;
    atomic_bool reached;
    atomic_bool loads_differ; /* two runs of one test began with different pages */
    atomic_int doubts;        /* visits repeated because they were doubtful, and were so again */
    struct web_result *result;
    char *script, *first_script; /* the second: before the source maps were known */
    struct places *places;
    struct markup *markup; /* the text of the page; NULL: the browser does not have it */
    struct worker *workers;
    struct picture loaded; /* the page before anything happened; thumbnails are cut from it */
    pthread_mutex_t lock;  /* guards all below, and result->warnings */
    const char *phase;
    size_t next, total, done, races;
    double until;       /* no item is begun after that; 0: no limit */
    struct error error; /* the one that ended it all; exit code 0: none */
    VEC(const char *) warnings;
};

/* One item of work. False with EXIT_ENVIRONMENT: may be tried again with another browser. */
typedef bool campaign_work(struct worker *worker, size_t index, struct error *error);
/* What to do about an item that failed every time. */
typedef void campaign_given_up(struct worker *worker, size_t index, const struct error *error);

bool campaign__each(struct campaign *self, const char *phase, size_t total, campaign_work *work,
                    campaign_given_up *given_up);
bool campaign__cancelled(const struct campaign *self);
void web__warn(struct campaign *self, const char *format, ...) PRINTF_LIKE(2, 3);

/* A fresh visit of the page, loaded and prepared. `beside` may be used while `window` is, once that
 * one has opened the browser. */
struct visit *window__visit(struct window *self, struct arena *arena, struct error *error);

/* A selector that is none, or that matches several elements, is the user's mistake, and better said
 * before anything runs. `whose`: "event", for the message. */
bool campaign__check_selector(struct visit *visit, const char *whose, const struct web_event *event,
                              struct error *error);

/* The page's script once more, now that the source maps are known; to be called by the one worker
 * there is so far, between visits. */
void campaign__renew_script(struct worker *worker);

/* Whether a visit that was doubtful is worth another one: not where pages of this campaign are so
 * again and again, on whatever machine. `again`: it is the other one already. */
bool campaign__look_again(struct campaign *self, const struct visit *visit, bool again);

/* Writes a picture below the folder; its relative name in the arena, NULL where that failed. */
const char *campaign__picture(struct campaign *self, struct arena *arena, struct str png,
                              const char *name);

bool phase1__run(struct campaign *self, struct error *error);
bool phase2__run(struct campaign *self, struct error *error);

#endif

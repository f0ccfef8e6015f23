/* A visit from within: for visit.c, load.c and trigger.c. */
#ifndef WEB_VISIT_INSIDE_H
#define WEB_VISIT_INSIDE_H

#include "web/visit.h"

struct visit {
    const struct visit_options *options;
    struct page *page;
    struct network network;
    struct arena *arena;
    char *authorization; /* the header's value; NULL: none */
    char *api; /* DevTools' id of the object in the page's main frame; NULL while there is none */
    json_int_t api_context;
    bool loading, loaded, navigated;
    int moves;            /* how often the page went on to another by itself while it loaded */
    double leaving_since; /* it is about to navigate; 0: it is not */
    const char *went_to;  /* where it navigated after loading */
    const char *unusable; /* why the last event could not be triggered */
    enum web_reason reason;
    const char *label; /* of the element that the last event was triggered on */
    const char *peers; /* labels of what its selector matches at other places; NULL: it does not
                          go by place */
    size_t dialogs;
    char *state_script; /* DevTools' name of what fills local storage, until the page is loaded */
    int cut;            /* timers and requests cut off so far */
    int unseen;         /* how often what we cannot see was waited for in vain */
    double page_began;  /* the page's own real clock when the first event began */
    double mouse_x, mouse_y, drop_x, drop_y;
    json_t *drag; /* what the page drags through the browser; NULL: nothing */
};

void visit__forget_api(struct visit *self);
bool visit__drain(struct visit *self, struct error *error); /* handles events that are there */

void visit__end_state(struct visit *self);

/* trigger.c: the mouse and keyboard of visit_trigger() */
bool visit__perform(struct visit *self, const struct web_event *event, struct error *error);
/* Whether a part of a macro event has nothing left to open. */
bool visit__is_open(struct visit *self, const struct web_event *macro, size_t part);

#endif

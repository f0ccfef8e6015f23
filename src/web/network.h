/* The network of one page: what is under way, what is held, in which order answers may come.
 *
 * Fed with the DevTools events of the page (Network and Fetch domains, the latter at the response
 * stage); answers by posting Fetch commands. It knows no browser, so it can be tested without one.
 *
 * Held are answers of AJAX requests sent while `hold` is on (section 4.2, line 8). Other AJAX
 * answers reach the page in the order of their requests, one finished before the next begins, so
 * that two runs see the same. A request that takes too long is background: pollers that wait for
 * news, streams; it is not waited for, neither here nor in later runs (network_known). */
#ifndef WEB_NETWORK_H
#define WEB_NETWORK_H

#include "base/vec.h"
#include "web/web.h"

#include <jansson.h>

struct network_request {
    char *id, *fetch_id; /* fetch_id: while its answer is paused */
    char *url, *method;
    json_t *answer; /* while paused: status and headers, and the body once it was taken */
    int number;     /* of AJAX requests, in order, from 1; else 0 */
    int nth;        /* of those to its URL (without query) in this run, from 1 */
    int lane;
    bool script, worker; /* worker: asked for by a worker of the page */
    bool ajax, counted;  /* counted: the page is not idle while it is under way */
    bool hold, held, background, done, failed, noted;
    bool bodiless; /* its answer has no body that could be taken: the connection failed, say */
    double sent_at, heard_at; /* ms; heard_at: of its answer last, 0: nothing yet */
    int status;
    uint64_t body; /* hash of what it sends; 0 where nothing, or what only asks (GraphQL queries) */
};

struct network_stray { /* an answer heard of before its request */
    json_t *params;
    double since;
};

typedef VEC(struct web_step) web_steps;

/* Which URLs (without query) never end, all or from the nth of a run on (a long poll that answers
 * first and then waits for news), and which were answered before; shared by all runs, with a lock
 * inside. */
struct network_known;
struct network_known *network_known_new(void);
void network_known_free(struct network_known *self);
size_t network_known_count(struct network_known *self); /* those that never end */
bool network_known_endless(struct network_known *self, const char *url, int nth);

struct network {
    VEC(struct network_request) requests;
    VEC(struct network_stray) strays;
    struct network_known *known;
    void (*post)(void *context, const char *method, json_t *params);
    void *context;
    /* for requests that are paused before they are sent: the headers go to all `origins`,
     * `authorization` (NULL: none) to the first, the page's own */
    const char *authorization;
    const char *const *headers; /* "Name: value" */
    size_t header_count;
    const char *const *origins; /* "http://host:8080" */
    size_t origin_count;
    bool hold, changes_pass; /* the second: answers to what changes the server are not held */
    int lane, last_number;
    int worker_answers; /* requests of workers that are done, but for their scripts */
    int given_up; /* requests that became background in this run: was it they, or the machine? */
    double now, began; /* ms; `now` is set by the owner before feeding */
    web_steps steps;
    struct arena *arena; /* for the steps' texts */

    /* of the page's own document */
    int document_status;
    const char *document_type, *document_id;
    const char
        *document_failed; /* why its connection broke, in the browser's words; NULL: did not */
    double document_announced, document_bytes; /* received so far */
};

const char *network_path(const char *url); /* without its server */

void network_event(struct network *self, const char *method, json_t *params);
size_t network_under_way(const struct network *self); /* not held, not background */
size_t network_held(const struct network *self);
bool network_holds_worker(const struct network *self); /* an answer for a worker */
/* AJAX of the page itself, held or background, not done */
size_t network_unanswered(const struct network *self);
/* Lets the oldest held answer go; false where there is none. */
bool network_release(struct network *self);
/* A held answer keeps its connection, and a browser has six to a server: with more held, the second
 * event would wait forever. So bodies are taken out of the line: the next held answer whose body
 * is still on it, or NULL where connections are left; the body is put into its `answer` as "body".
 */
struct network_request *network_next_to_take(struct network *self);

/* What is under way for longer than `limit_ms`, and much longer where it was answered before,
 * becomes background; an answer that waited so long for those before it is let go. */
void network_give_up(struct network *self, double limit_ms);
/* Answers that are silent but not over: the page may be reading them. */
bool network_reading(const struct network *self);
void network_stop_reading(struct network *self); /* they become background, as endless ones */
void network_free(struct network *self);

#endif

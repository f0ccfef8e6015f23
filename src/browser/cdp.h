/* The DevTools protocol over the browser's pipe: JSON messages, each ended by a NUL byte.
 *
 * Threads: one reader feeds bytes (cdp_feed); any number of others each own a session and call. A
 * session's events are handed to its handler only on the thread that waits on it, inside
 * cdp_call() and cdp_wait(), so a handler needs no locks; it may cdp_post(), never cdp_call().
 *
 * Ownership: `params` is consumed by call and post. A reply is the caller's (json_decref). A
 * session must be closed before the connection is freed. Every wait ends when the connection was
 * closed or `cancel` became true. */
#ifndef BROWSER_CDP_H
#define BROWSER_CDP_H

#include "base/error.h"
#include "base/str.h"

#include <jansson.h>
#include <stdatomic.h>

struct cdp;
struct cdp_session;

typedef void cdp_handler(void *context, const char *method, json_t *params);

/* `write_fd` is a socket: writing to a browser that died must not kill us with SIGPIPE. */
struct cdp *cdp_new(int write_fd, const atomic_bool *cancel);
void cdp_feed(struct cdp *self, struct str bytes);
void cdp_close(struct cdp *self, const char *why); /* the first reason counts */
void cdp_free(struct cdp *self);
bool cdp_closed(struct cdp *self);
/* Messages that were no JSON objects, however mended: dropped, and the call fails whose reply it
 * was. */
size_t cdp_malformed(struct cdp *self);

/* `id` is the protocol's sessionId; NULL for the browser itself. */
struct cdp_session *cdp_session_open(struct cdp *self, const char *id, cdp_handler *handler,
                                     void *context);
/* A session whose events are handled as those of `parent`, and which is closed with it. */
struct cdp_session *cdp_session_open_below(struct cdp_session *parent, const char *id);
void cdp_session_close_below(struct cdp_session *parent, const char *id); /* NULL: all of them */
void cdp_session_close(struct cdp_session *session);
/* Ends every wait on it, for a handler that learned that its page is gone. */
void cdp_session_fail(struct cdp_session *session, const char *why);

json_t *cdp_call(struct cdp_session *session, const char *method, json_t *params, int timeout_ms,
                 struct error *error);
void cdp_post(struct cdp_session *session, const char *method, json_t *params);

/* Handles events until one came or the time is over; false where the connection is gone or the run
 * was cancelled. *any tells whether an event was handled. */
bool cdp_wait(struct cdp_session *session, int timeout_ms, bool *any, struct error *error);

#endif

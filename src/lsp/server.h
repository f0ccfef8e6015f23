/* A language server without its pipes: messages in, messages out (Language Server Protocol 3.17).
 *
 * It keeps the state of the conversation and the open documents; every request is answered before
 * lsp_server_handle() returns, so that there is never one to cancel. What is to be analysed is
 * handed out as a job. Nothing a client sends makes it fail: what is malformed is answered with the
 * protocol's error, or dropped where it is a notification. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include "lsp/analysis.h"

struct lsp_server;

struct lsp_server *lsp_server_new(void);
void lsp_server_free(struct lsp_server *self);

/* One message, without its header; what it leads to is added to `out`, with headers. */
void lsp_server_handle(struct lsp_server *self, struct str message, struct buf *out);

/* True where something changed since the last job: fills `job`, which the caller frees. */
bool lsp_server_take_job(struct lsp_server *self, struct lsp_job *job);

/* The client said exit: read no more. */
bool lsp_server_is_over(const struct lsp_server *self);
/* It had asked to shut down before, as the protocol wants. */
bool lsp_server_was_shut_down(const struct lsp_server *self);

#endif

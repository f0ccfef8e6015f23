/* The bytes of a client as messages: a header with Content-Length, an empty line, so many bytes
 * (Language Server Protocol 3.17, "Base Protocol").
 *
 * The input owns what was added; a message is a view that lives until the next call. Bytes that
 * begin no header cannot be read past: where the next message begins is not known any more. */
#ifndef LSP_INPUT_H
#define LSP_INPUT_H

#include "base/buf.h"
#include "base/error.h"

struct lsp_input {
    struct buf bytes;
    size_t used; /* of them, by the messages so far */
};

enum lsp_next { LSP_MORE, LSP_MESSAGE, LSP_BROKEN };

void lsp_input_add(struct lsp_input *self, const void *bytes, size_t count);
/* LSP_MORE: the next one is not there as a whole. LSP_BROKEN: says why. */
enum lsp_next lsp_input_next(struct lsp_input *self, struct str *message, struct error *error);
void lsp_input_free(struct lsp_input *self);

/* `body` with its header behind what is there. */
void lsp_add_message(struct buf *out, struct str body);

#endif

/* Open documents: what the editor says their text is, whatever the disk says.
 *
 * Positions of the protocol are a line and UTF-16 code units in it, both from 0; a document's text
 * is UTF-8. A set owns its documents. Nothing here fails: a position outside the text is moved to
 * the nearest inside, as the protocol wants. */
#ifndef LSP_DOCUMENT_H
#define LSP_DOCUMENT_H

#include "base/buf.h"
#include "base/vec.h"

struct lsp_document {
    char *uri;       /* as the client spells it */
    char *path;      /* NULL: no file of this machine's */
    int64_t version; /* the client's */
    uint64_t opened; /* grows with each opening, so that two of one version are told apart */
    struct buf text;
};

struct lsp_documents {
    VEC(struct lsp_document *) list;
    uint64_t openings;
};

struct lsp_document *lsp_document_find(const struct lsp_documents *self, const char *uri);
/* Opened again: the new text counts. */
struct lsp_document *lsp_document_open(struct lsp_documents *self, const char *uri, struct str text,
                                       int64_t version);
bool lsp_document_close(struct lsp_documents *self, const char *uri);
void lsp_documents_free(struct lsp_documents *self);

void lsp_document_set(struct lsp_document *self, struct str text);
/* The bytes from `start` to `end` become `text`. */
void lsp_document_replace(struct lsp_document *self, size_t start, size_t end, struct str text);

/* Where the line begins; the end of the text where there is no such line. */
size_t lsp_line_start(struct str text, uint64_t line);
size_t lsp_offset(struct str text, uint64_t line, uint64_t character);

/* The path of a file: URI, which the caller frees; NULL where it is no file of this machine's. */
char *lsp_path_of_uri(const char *uri);
void lsp_add_uri(struct buf *out, struct str path); /* absolute */

#endif

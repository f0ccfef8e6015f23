#include "lsp/document.h"

#include "base/utf8.h"

#include <strings.h>

struct lsp_document *lsp_document_find(const struct lsp_documents *self, const char *uri)
{
    vec_each (document, &self->list)
        if (strcmp((*document)->uri, uri) == 0)
            return *document;
    return NULL;
}

static void free_document(struct lsp_document *self)
{
    free(self->uri);
    free(self->path);
    buf_free(&self->text);
    free(self);
}

struct lsp_document *lsp_document_open(struct lsp_documents *self, const char *uri, struct str text,
                                       int64_t version)
{
    struct lsp_document *document = lsp_document_find(self, uri);
    if (!document) {
        document = mem_zalloc(sizeof *document);
        document->uri = mem_dup(uri);
        document->path = lsp_path_of_uri(uri);
        *vec_push(&self->list) = document;
    }
    document->version = version;
    document->opened = ++self->openings;
    lsp_document_set(document, text);
    return document;
}

bool lsp_document_close(struct lsp_documents *self, const char *uri)
{
    for (size_t i = 0; i < self->list.len; i++) {
        if (strcmp(self->list.at[i]->uri, uri) != 0)
            continue;
        free_document(self->list.at[i]);
        vec_remove(&self->list, i);
        return true;
    }
    return false;
}

void lsp_documents_free(struct lsp_documents *self)
{
    vec_each (document, &self->list)
        free_document(*document);
    vec_free(&self->list);
}

void lsp_document_set(struct lsp_document *self, struct str text)
{
    buf_clear(&self->text);
    buf_str(&self->text, text);
}

void lsp_document_replace(struct lsp_document *self, size_t start, size_t end, struct str text)
{
    struct str old = buf_view(&self->text);
    struct buf edited = {0};
    buf_add(&edited, old.at, start);
    buf_str(&edited, text);
    buf_str(&edited, str_from(old, end > start ? end : start));
    buf_free(&self->text);
    self->text = edited;
}

/* Behind the line break that begins at `i`, or `i` where none does. */
static size_t behind_break(struct str text, size_t i)
{
    if (text.at[i] == '\r')
        return i + 1 < text.len && text.at[i + 1] == '\n' ? i + 2 : i + 1;
    return text.at[i] == '\n' ? i + 1 : i;
}

size_t lsp_line_start(struct str text, uint64_t line)
{
    size_t i = 0;
    while (line && i < text.len) {
        size_t next = behind_break(text, i);
        line -= next != i;
        i = next != i ? next : i + 1;
    }
    return i;
}

size_t lsp_offset(struct str text, uint64_t line, uint64_t character)
{
    size_t i = lsp_line_start(text, line);
    uint64_t units = 0;
    while (i < text.len && behind_break(text, i) == i) {
        struct utf8_char c = utf8_at(text, i);
        units += utf8_utf16_units(c.code);
        if (units > character) /* also between the two halves of a pair: before it */
            break;
        i += c.bytes;
    }
    return i;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

char *lsp_path_of_uri(const char *uri)
{
    if (strncasecmp(uri, "file://", 7) != 0)
        return NULL;
    uri += 7;
    if (strncasecmp(uri, "localhost/", 10) == 0)
        uri += 9;
    if (*uri != '/')
        return NULL;
    struct buf path = {0};
    for (; *uri && *uri != '?' && *uri != '#'; uri++) {
        int high = *uri == '%' ? hex_digit(uri[1]) : -1, low = high >= 0 ? hex_digit(uri[2]) : -1;
        char c = low >= 0 ? (char)(high * 16 + low) : *uri;
        uri += low >= 0 ? 2 : 0;
        if (!c) { /* no file has such a name */
            buf_free(&path);
            return NULL;
        }
        buf_char(&path, c);
    }
    return buf_take(&path);
}

void lsp_add_uri(struct buf *out, struct str path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    buf_text(out, "file://");
    for (size_t i = 0; i < path.len; i++)
        if (path.at[i] && strchr(plain, path.at[i]))
            buf_char(out, path.at[i]);
        else
            buf_printf(out, "%%%02X", (unsigned char)path.at[i]);
}

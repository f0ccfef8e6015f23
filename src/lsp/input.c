#include "lsp/input.h"

#include <strings.h>

enum {
    LONGEST_HEADER = 4 * 1024,
    LARGEST_MESSAGE = 64 * 1024 * 1024, /* a text of 16 MB, every byte of it escaped, has room */
};

void lsp_input_add(struct lsp_input *self, const void *bytes, size_t count)
{
    if (self->used) {
        memmove(self->bytes.at, self->bytes.at + self->used, self->bytes.len - self->used);
        self->bytes.len -= self->used;
        self->used = 0;
    }
    buf_add(&self->bytes, bytes, count);
}

/* False: the line is Content-Length without a number that can be meant. */
static bool read_length(struct str line, size_t *length)
{
    struct str value = line, name = str_trim(str_cut(&value, ':'));
    if (name.len != 14 || strncasecmp(name.at, "Content-Length", 14) != 0)
        return true;
    value = str_trim(value);
    size_t number = 0;
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] < '0' || value.at[i] > '9' || number > LARGEST_MESSAGE)
            return false;
        number = number * 10 + (size_t)(value.at[i] - '0');
    }
    *length = number;
    return value.len && number <= LARGEST_MESSAGE;
}

enum lsp_next lsp_input_next(struct lsp_input *self, struct str *message, struct error *error)
{
    struct str rest = str_from(buf_view(&self->bytes), self->used);
    size_t looked_at = rest.len < LONGEST_HEADER ? rest.len : LONGEST_HEADER;
    const char *end = looked_at ? memmem(rest.at, looked_at, "\r\n\r\n", 4) : NULL;
    if (!end && looked_at == LONGEST_HEADER) {
        error_set(error, EXIT_BAD_USAGE, "standard input: no header of the protocol's in %d bytes",
                  LONGEST_HEADER);
        return LSP_BROKEN;
    }
    if (!end)
        return LSP_MORE;
    struct str header = {rest.at, (size_t)(end - rest.at)};
    size_t length = SIZE_MAX;
    while (header.len)
        if (!read_length(str_cut(&header, '\n'), &length)) {
            error_set(error, EXIT_BAD_USAGE, "standard input: Content-Length is no number up to %d",
                      LARGEST_MESSAGE);
            return LSP_BROKEN;
        }
    if (length == SIZE_MAX) {
        error_set(error, EXIT_BAD_USAGE, "standard input: a header without Content-Length");
        return LSP_BROKEN;
    }
    rest = str_from(rest, (size_t)(end + 4 - rest.at));
    if (rest.len < length)
        return LSP_MORE;
    *message = (struct str){rest.at, length};
    self->used = (size_t)(rest.at + length - self->bytes.at);
    return LSP_MESSAGE;
}

void lsp_input_free(struct lsp_input *self)
{
    buf_free(&self->bytes);
    self->used = 0;
}

void lsp_add_message(struct buf *out, struct str body)
{
    buf_printf(out, "Content-Length: %zu\r\n\r\n", body.len);
    buf_str(out, body);
}

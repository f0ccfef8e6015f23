#include "base/json.h"

#include "base/secret.h"
#include "base/terminal.h"
#include "base/utf8.h"

/* Most text is plain: how much of it from `at` on needs no look at its characters. */
static size_t plain_run(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.len && text.at[end] >= ' ' && text.at[end] < 0x7f &&
           !strchr("\"\\<#", text.at[end]))
        end++;
    return end - at;
}

static void quote(struct buf *out, struct str text)
{
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    buf_char(out, '"');
    for (size_t at = 0; at < text.len;) {
        size_t plain = plain_run(text, at);
        buf_add(out, text.at + at, plain);
        at += plain;
        struct utf8_char c = utf8_at(text, at);
        const char *name = c.code && c.code < 0x80 ? strchr(named, (int)c.code) : NULL;
        if (name)
            buf_printf(out, "\\%c", names[name - named]);
        else if (c.bytes && (terminal_obeys(c.code) || c.code == '<' || c.code == 0xfffd ||
                             terminal_is_ci_command(text, at)))
            buf_printf(out, "\\u%04x", (unsigned)c.code);
        else
            buf_add(out, text.at + at, c.bytes);
        at += c.bytes;
    }
    buf_char(out, '"');
}

void json_quote(struct buf *out, struct str text)
{
    struct buf masked = {0};
    quote(out, secret_mask(text, &masked));
    buf_free(&masked);
}

struct json json_to(struct buf *out)
{
    return (struct json){.out = out};
}

static void begin_value(struct json *self, const char *key)
{
    if (self->has_items[self->depth])
        buf_char(self->out, ',');
    self->has_items[self->depth] = true;
    if (key) {
        json_quote(self->out, str_of(key));
        buf_char(self->out, ':');
    }
}

static void open_with(struct json *self, const char *key, char bracket)
{
    begin_value(self, key);
    buf_char(self->out, bracket);
    if (++self->depth >= COUNT_OF(self->has_items))
        BUG("JSON nested deeper than %zu", COUNT_OF(self->has_items));
    self->has_items[self->depth] = false;
}

static void close_with(struct json *self, char bracket)
{
    if (!self->depth)
        BUG("unbalanced JSON");
    self->depth--;
    buf_char(self->out, bracket);
}

void json_object(struct json *self, const char *key)
{
    open_with(self, key, '{');
}

void json_array(struct json *self, const char *key)
{
    open_with(self, key, '[');
}

void json_end_object(struct json *self)
{
    close_with(self, '}');
}

void json_end_array(struct json *self)
{
    close_with(self, ']');
}

void json_str(struct json *self, const char *key, struct str value)
{
    begin_value(self, key);
    json_quote(self->out, value);
}

void json_own(struct json *self, const char *key, struct str value)
{
    begin_value(self, key);
    quote(self->out, value);
}

void json_text(struct json *self, const char *key, const char *value)
{
    if (value)
        json_str(self, key, str_of(value));
    else
        json_null(self, key);
}

void json_number(struct json *self, const char *key, double value, int decimals)
{
    begin_value(self, key);
    bool finite = value - value == 0;
    buf_printf(self->out, "%.*f", decimals, finite ? value : 0.0);
}

void json_integer(struct json *self, const char *key, int64_t value)
{
    begin_value(self, key);
    buf_printf(self->out, "%lld", (long long)value);
}

void json_boolean(struct json *self, const char *key, bool value)
{
    begin_value(self, key);
    buf_text(self->out, value ? "true" : "false");
}

void json_null(struct json *self, const char *key)
{
    begin_value(self, key);
    buf_text(self->out, "null");
}

#include "base/json.h"

/* Length of the valid UTF-8 sequence at `at`, 0 where there is none. */
static size_t utf8_length(const unsigned char *at, size_t left)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t n = 1; n <= 4; n++) {
        if ((at[0] & forms[n - 1].mask) != forms[n - 1].lead)
            continue;
        if (n > left)
            return 0;
        uint32_t code = at[0] & (unsigned char)~forms[n - 1].mask;
        for (size_t i = 1; i < n; i++) {
            if ((at[i] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (at[i] & 0x3f);
        }
        bool valid =
            code >= forms[n - 1].least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        return valid ? n : 0;
    }
    return 0;
}

static void quote_ascii(struct buf *out, unsigned char c)
{
    static const char names[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof names; i += 2)
        if ((unsigned char)names[i] == c) {
            buf_char(out, '\\');
            buf_char(out, names[i + 1]);
            return;
        }
    if (c < 0x20 || c == 0x7f || c == '<')
        buf_printf(out, "\\u%04x", c);
    else
        buf_char(out, (char)c);
}

void json_quote(struct buf *out, struct str text)
{
    buf_char(out, '"');
    for (size_t i = 0; i < text.len;) {
        const unsigned char *at = (const unsigned char *)text.at + i;
        size_t length = utf8_length(at, text.len - i);
        if (length > 1)
            buf_add(out, at, length);
        else if (length == 1)
            quote_ascii(out, *at);
        else
            buf_text(out, "\\ufffd");
        i += length ? length : 1;
    }
    buf_char(out, '"');
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

#include "base/secret.h"

#include "base/vec.h"

enum { SHORTEST = 4, SHORTEST_BEGINNING = 6 };

static VEC(struct str) secrets; /* they live as long as we do */
static VEC(struct str) kept;    /* what stands before the mask: "session=", or nothing */

static void add(struct str before, struct str value)
{
    struct buf whole = {0};
    buf_str(&whole, before);
    buf_str(&whole, value);
    *vec_push(&secrets) = (struct str){mem_dup_n(whole.at, whole.len), whole.len};
    *vec_push(&kept) = (struct str){mem_dup_n(before.at, before.len), before.len};
    buf_free(&whole);
}

static void add_forms(struct str before, struct str value)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~";
    struct buf escaped = {0};
    for (size_t i = 0; i < value.len; i++)
        if (value.at[i] && strchr(plain, value.at[i]))
            buf_char(&escaped, value.at[i]);
        else
            buf_printf(&escaped, "%%%02X", (unsigned char)value.at[i]);
    add(before, value);
    if (!str_equal(buf_view(&escaped), value))
        add(before, buf_view(&escaped));
    buf_free(&escaped);
}

void secret_add(const char *name, struct str value)
{
    if (value.len >= SHORTEST)
        add_forms(STR(""), value);
    else if (value.len && *name)
        add_forms(str_of(name), value);
}

/* How much of `rest` is a secret: all of one, or its beginning where the text ends there. */
static size_t secret_at(struct str rest, struct str *before)
{
    size_t longest = 0;
    for (size_t i = 0; i < secrets.len; i++) {
        struct str secret = secrets.at[i];
        size_t same = 0;
        while (same < secret.len && same < rest.len && secret.at[same] == rest.at[same])
            same++;
        bool cut_off = same == rest.len || str_starts(str_from(rest, same), STR("\xe2\x80\xa6")) ||
                       str_starts(str_from(rest, same), STR("..."));
        bool is_one =
            same == secret.len || (cut_off && same >= SHORTEST_BEGINNING && same > kept.at[i].len);
        if (is_one && same > longest) {
            longest = same;
            *before = kept.at[i];
        }
    }
    return longest;
}

struct str secret_mask(struct str text, struct buf *room)
{
    bool found = false;
    if (!secrets.len)
        return text;
    buf_clear(room);
    size_t copied = 0;
    for (size_t at = 0; at < text.len;) {
        struct str before = STR("");
        size_t length = secret_at(str_from(text, at), &before);
        if (!length) {
            at++;
            continue;
        }
        found = true;
        buf_add(room, text.at + copied, at - copied);
        buf_str(room, before);
        buf_text(room, "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2");
        at += length;
        copied = at;
    }
    if (!found)
        return text;
    buf_add(room, text.at + copied, text.len - copied);
    return buf_view(room);
}

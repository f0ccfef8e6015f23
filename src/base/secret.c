/* A value seldom comes back as it was given: a page shows it decoded, an address holds it escaped,
 * a JSON in a JSON has more backslashes than value. So secrets are kept without escapes, and a text
 * is read through all of them while it is compared. */
#include "base/secret.h"

#include "base/vec.h"

enum { SHORTEST = 4, SHORTEST_BEGINNING = 6 };

struct secret {
    struct str value; /* without escapes; lives as long as we do, like the next */
    struct str kept;  /* what stands before the mask: "session=", or nothing; the value begins so */
};

static VEC(struct secret) secrets;

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that "%2F", "%252f" … at the beginning of `text` stands for, and how long that is; 0: it
 * is no escape. */
static size_t percent_escape(struct str text, char *byte)
{
    size_t at = 1;
    if (!str_starts(text, STR("%")))
        return 0;
    while (str_starts(str_from(text, at), STR("25")) && at + 4 <= text.len &&
           hex_value(text.at[at + 2]) >= 0 && hex_value(text.at[at + 3]) >= 0)
        at += 2;
    int high = at + 2 <= text.len ? hex_value(text.at[at]) : -1;
    int low = high >= 0 ? hex_value(text.at[at + 1]) : -1;
    *byte = (char)(low >= 0 ? high << 4 | low : 0);
    return *byte ? at + 2 : 0;
}

/* The same for "&amp;", "&#39;", "&#x2f;" */
static size_t html_escape(struct str text, char *byte)
{
    static const struct {
        struct str text;
        char byte;
    } names[] = {{STR("&amp;"), '&'},
                 {STR("&quot;"), '"'},
                 {STR("&lt;"), '<'},
                 {STR("&gt;"), '>'},
                 {STR("&apos;"), '\''}};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_starts(text, names[i].text)) {
            *byte = names[i].byte;
            return names[i].text.len;
        }
    if (!str_starts(text, STR("&#")) || text.len < 4)
        return 0;
    bool hex = (text.at[2] | 0x20) == 'x';
    int code = 0;
    size_t at = hex ? 3 : 2;
    for (; at < text.len && text.at[at] != ';'; at++) {
        int digit = hex_value(text.at[at]);
        code = code * (hex ? 16 : 10) + digit;
        if (digit < 0 || (!hex && digit > 9) || code > 0x7f)
            return 0;
    }
    *byte = (char)code;
    return at < text.len && code ? at + 1 : 0;
}

/* "\u002f", behind its backslash. */
static size_t unicode_escape(struct str text, char *byte)
{
    if (!str_starts(text, STR("u00")) || text.len < 5)
        return 0;
    int high = hex_value(text.at[3]), low = hex_value(text.at[4]);
    bool is_ascii = high >= 0 && high < 8 && low >= 0;
    *byte = (char)(is_ascii ? high << 4 | low : 0);
    return is_ascii ? 5 : 0;
}

static size_t backslashes_at(struct str text)
{
    enum { MOST = 64 }; /* a text of nothing else must not be read to its end at each of them */
    size_t length = 0;
    while (length < text.len && length < MOST && text.at[length] == '\\')
        length++;
    return length;
}

/* Compares the next of both, and says how much of each that was; false where they differ. */
static bool same_next(struct str secret, struct str text, size_t *of_secret, size_t *of_text)
{
    char wanted = secret.at[0], byte = '\0';
    size_t backslashes = backslashes_at(text), length;
    *of_secret = 1;
    if (wanted == '\\' && backslashes) {
        *of_secret = backslashes_at(secret); /* each is two, four … where it was escaped */
        *of_text = backslashes;
        return true;
    }
    /* escapes first: "&amp;" begins with the "&" that it stands for */
    if (((length = percent_escape(text, &byte)) || (length = html_escape(text, &byte))) &&
        byte == wanted) {
        *of_text = length;
        return true;
    }
    struct str rest = str_from(text, backslashes);
    if (backslashes && (length = unicode_escape(rest, &byte)) && byte == wanted) {
        *of_text = backslashes + length;
        return true;
    }
    *of_text = backslashes + 1;
    return rest.len && (rest.at[0] == wanted || (wanted == ' ' && rest.at[0] == '+'));
}

static void add(struct str before, struct str value)
{
    struct buf plain = {0};
    buf_str(&plain, before);
    for (size_t at = 0; at < value.len;) {
        char byte = value.at[at];
        size_t length = percent_escape(str_from(value, at), &byte);
        buf_char(&plain, byte);
        at += length ? length : 1;
    }
    *vec_push(&secrets) = (struct secret){{mem_dup_n(plain.at, plain.len), plain.len},
                                          {mem_dup_n(before.at, before.len), before.len}};
    buf_free(&plain);
}

void secret_add(const char *name, struct str value)
{
    if (value.len >= SHORTEST)
        add(STR(""), value);
    else if (value.len && *name)
        add(str_of(name), value);
}

/* Where a text was cut off: at its end, perhaps within an escape. */
static bool is_cut_off(struct str rest)
{
    if (str_starts(rest, STR("%")))
        rest = str_from(rest, rest.len > 1 && hex_value(rest.at[1]) >= 0 ? 2 : 1);
    return !rest.len || str_starts(rest, STR("\xe2\x80\xa6")) || str_starts(rest, STR("..."));
}

/* How much of `text` is a secret: all of one, or its beginning where the text ends there. */
static size_t secret_at(struct str text, struct str *kept)
{
    size_t longest = 0;
    vec_each (secret, &secrets) {
        size_t same = 0, at = 0, of_secret, of_text;
        while (same < secret->value.len && at < text.len &&
               same_next(str_from(secret->value, same), str_from(text, at), &of_secret, &of_text)) {
            same += of_secret;
            at += of_text;
        }
        bool is_one =
            same == secret->value.len || (same >= SHORTEST_BEGINNING && same > secret->kept.len &&
                                          is_cut_off(str_from(text, at)));
        if (is_one && at > longest) {
            longest = at;
            *kept = secret->kept;
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
        struct str kept = STR("");
        size_t length = secret_at(str_from(text, at), &kept);
        if (!length) {
            at++;
            continue;
        }
        found = true;
        buf_add(room, text.at + copied, at - copied);
        buf_str(room, kept);
        buf_text(room, "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2");
        at += length;
        copied = at;
    }
    if (!found)
        return text;
    buf_add(room, text.at + copied, text.len - copied);
    return buf_view(room);
}

/* Slices: a view into text that someone named owns. Never NUL-terminated by promise.
 * Allocation-free. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct str {
    const char *at;
    size_t len;
};

#define STR(literal) ((struct str){"" literal, sizeof(literal) - 1})
#define STR_FMT      "%.*s"
#define STR_ARG(s)   (int)(s).len, (s).at

static inline struct str str_of(const char *text)
{
    return (struct str){text, strlen(text)};
}

static inline bool str_equal(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static inline bool str_is(struct str a, const char *text)
{
    return str_equal(a, str_of(text));
}

static inline bool str_starts(struct str a, struct str prefix)
{
    return a.len >= prefix.len && memcmp(a.at, prefix.at, prefix.len) == 0;
}

static inline bool str_ends(struct str a, struct str suffix)
{
    return a.len >= suffix.len && memcmp(a.at + a.len - suffix.len, suffix.at, suffix.len) == 0;
}

static inline struct str str_from(struct str a, size_t start)
{
    return start >= a.len ? (struct str){a.at + a.len, 0}
                          : (struct str){a.at + start, a.len - start};
}

static inline struct str str_trim(struct str a)
{
    while (a.len && strchr(" \t\r\n", a.at[0]) && a.at[0])
        a.at++, a.len--;
    while (a.len && strchr(" \t\r\n", a.at[a.len - 1]) && a.at[a.len - 1])
        a.len--;
    return a;
}

/* Cuts the part before the first `separator` off *rest and returns it; the whole rest where there
 * is none. */
static inline struct str str_cut(struct str *rest, char separator)
{
    const char *found = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
    struct str head = {rest->at, found ? (size_t)(found - rest->at) : rest->len};
    *rest = found ? str_from(*rest, head.len + 1) : (struct str){rest->at + rest->len, 0};
    return head;
}

#endif

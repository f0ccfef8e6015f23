#include "commands/web_check.h"

#include "base/utf8.h"

#include <strings.h>

/* RFC 9110, 5.6.2 */
static bool is_token(struct str name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < name.len; i++)
        if (!name.at[i] || !strchr(plain, name.at[i]))
            return false;
    return name.len > 0;
}

/* What is no UTF-8 cannot be told to the browser. */
static bool is_plain(struct str value, bool tabs)
{
    for (size_t at = 0; at < value.len;) {
        struct utf8_char c = utf8_at(value, at);
        bool control = c.code == '\t' ? !tabs : c.code < 0x20 || c.code == 0x7f;
        if (control || (c.code == 0xfffd && c.bytes == 1))
            return false;
        at += c.bytes;
    }
    return true;
}

static bool split(const char *text, char separator, struct str *name, struct str *value)
{
    *value = str_of(text);
    *name = str_cut(value, separator);
    return strchr(text, separator) && is_token(*name);
}

bool web_check_header(const char *header, struct error *error)
{
    static const char *const own[] = {"Host", "Content-Length", "Transfer-Encoding", "Connection"};
    struct str name, value;
    if (!split(header, ':', &name, &value))
        return error_set(error, EXIT_BAD_USAGE, "--header: '%s' is not 'NAME: VALUE'", header);
    if (!is_plain(value, true))
        return error_set(error, EXIT_BAD_USAGE,
                         "--header: the value of " STR_FMT
                         " contains a control character or is not UTF-8",
                         STR_ARG(name));
    for (size_t i = 0; i < COUNT_OF(own); i++)
        if (name.len == strlen(own[i]) && strncasecmp(name.at, own[i], name.len) == 0)
            return error_set(error, EXIT_BAD_USAGE,
                             "--header: %s is the browser's own and cannot be set", own[i]);
    return true;
}

bool web_check_cookie(const char *cookie, bool secure, struct error *error)
{
    enum { LONGEST = 4096 }; /* RFC 6265bis, 5.6: name and value */
    struct str name, value;
    if (!split(cookie, '=', &name, &value))
        return error_set(error, EXIT_BAD_USAGE, "--cookie: '%s' is not NAME=VALUE", cookie);
    if (!is_plain(value, false) || memchr(value.at, ';', value.len))
        return error_set(error, EXIT_BAD_USAGE,
                         "--cookie: the value of " STR_FMT
                         " contains a ';' or a control character, or is not UTF-8",
                         STR_ARG(name));
    if (name.len + value.len > LONGEST)
        return error_set(error, EXIT_BAD_USAGE, "--cookie: " STR_FMT " is longer than %d bytes",
                         STR_ARG(name), LONGEST);
    bool wants_secure =
        strncasecmp(cookie, "__Host-", 7) == 0 || strncasecmp(cookie, "__Secure-", 9) == 0;
    return secure || !wants_secure ||
           error_set(error, EXIT_BAD_USAGE, "--cookie: " STR_FMT " needs an https address",
                     STR_ARG(name));
}

#include "base/terminal.h"

#include "base/secret.h"
#include "base/utf8.h"

#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_has_colour(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (no_colour && *no_colour)
        return false;
    return isatty(fileno(out)) && kind && strcmp(kind, "dumb") != 0;
}

int terminal_width(FILE *out)
{
    struct winsize size;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
        return size.ws_col;
    return 80;
}

const char *terminal_colour(FILE *out, enum colour colour)
{
    static const char *const codes[] = {
        [COLOUR_NONE] = "\033[0m",    [COLOUR_RED] = "\033[31m",  [COLOUR_GREEN] = "\033[32m",
        [COLOUR_YELLOW] = "\033[33m", [COLOUR_BLUE] = "\033[34m", [COLOUR_BOLD] = "\033[1m",
        [COLOUR_DIM] = "\033[2m",
    };
    return terminal_has_colour(out) ? codes[colour] : "";
}

bool terminal_obeys(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x061c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x206f) || code == 0xfeff ||
           (code >= 0xfff9 && code <= 0xfffb);
}

/* What .NET's TrimStart() takes away, for that is what GitHub's runner reads lines with. */
static bool is_space(uint32_t code)
{
    return code == ' ' || code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
           code == 0x202f || code == 0x205f || code == 0x3000;
}

bool terminal_is_ci_command(struct str text, size_t at)
{
    if (text.at[at] != '#' || at + 2 >= text.len || text.at[at + 1] != '#')
        return false;
    for (at += 2; at < text.len && ((text.at[at] | 0x20) >= 'a' && (text.at[at] | 0x20) <= 'z');)
        at++;
    return at < text.len && text.at[at] == '[';
}

void terminal_safe(struct buf *out, struct str text)
{
    struct buf masked = {0};
    text = secret_mask(text, &masked);
    bool may_begin = true; /* a line: text may be wrapped at any space */
    for (size_t at = 0; at < text.len;) {
        struct utf8_char c = utf8_at(text, at);
        bool no_character = c.code == 0xfffd && c.bytes == 1;
        bool commands = terminal_is_ci_command(text, at) ||
                        (may_begin && str_starts(str_from(text, at), STR("::")));
        if (c.code == '\n')
            buf_text(out, "\\n");
        else if (no_character || commands || (c.code < 0x80 && terminal_obeys(c.code)))
            buf_printf(out, "\\x%02x", (unsigned char)text.at[at]);
        else if (terminal_obeys(c.code))
            buf_printf(out, "\\u%04x", (unsigned)c.code);
        else
            buf_add(out, text.at + at, c.bytes);
        may_begin = is_space(c.code);
        at += c.bytes;
    }
    buf_free(&masked);
}

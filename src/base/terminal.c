#include "base/terminal.h"

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

/* Marks of direction turn what stands behind them around, or hide it. */
static bool is_unsafe(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

void terminal_safe(struct buf *out, const char *text)
{
    struct str all = str_of(text);
    for (size_t at = 0; at < all.len;) {
        struct utf8_char c = utf8_at(all, at);
        bool no_character = c.code == 0xfffd && c.bytes == 1;
        if (c.code == '\n')
            buf_text(out, "\\n");
        else if (no_character || (c.code < 0x80 && is_unsafe(c.code)))
            buf_printf(out, "\\x%02x", (unsigned char)all.at[at]);
        else if (is_unsafe(c.code))
            buf_printf(out, "\\u%04x", (unsigned)c.code);
        else
            buf_add(out, all.at + at, c.bytes);
        at += c.bytes;
    }
}

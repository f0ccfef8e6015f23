/* Short texts without a heap: paths below /proc, names of sockets. What does not fit is cut. */
#include "shim/shim.h"

void line_text(struct line *line, const char *text)
{
    size_t length = strlen(text), left = sizeof line->text - 2 - line->len;
    length = length < left ? length : left;
    memcpy(line->text + line->len, text, length);
    line->len += length;
}

void line_number(struct line *line, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    *--at = '\0';
    uint64_t rest = number < 0 ? (uint64_t)-number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    line_text(line, at);
}

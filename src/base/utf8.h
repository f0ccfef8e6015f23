/* UTF-8 as terminals and editors see it. Allocation-free. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/base.h"
#include "base/str.h"

struct utf8_char {
    uint32_t code; /* U+FFFD for a byte that is not UTF-8 */
    uint8_t bytes; /* consumed: 1 for such a byte, 0 at the end of the text */
};

struct utf8_char utf8_at(struct str text, size_t offset);
unsigned utf8_columns(uint32_t code); /* on a terminal: 0, 1 or 2; does not ask the locale */
unsigned utf8_utf16_units(uint32_t code);

#endif

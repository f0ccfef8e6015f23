#include "base/utf8.h"

static struct utf8_char invalid(void)
{
    return (struct utf8_char){0xfffd, 1};
}

struct utf8_char utf8_at(struct str text, size_t offset)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (offset >= text.len)
        return (struct utf8_char){0, 0};
    const unsigned char *at = (const unsigned char *)text.at + offset;
    if (at[0] < 0x80)
        return (struct utf8_char){at[0], 1};
    unsigned n = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc2 ? 2 : 0;
    if (!n || at[0] > 0xf4 || n > text.len - offset)
        return invalid();
    uint32_t code = at[0] & (0x7fu >> n);
    for (unsigned i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return invalid();
        code = code << 6 | (at[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < least[n] || code > 0x10ffff || surrogate)
        return invalid();
    return (struct utf8_char){code, (uint8_t)n};
}

struct range {
    uint32_t first, last;
};

static bool is_in(const struct range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

unsigned utf8_columns(uint32_t code)
{
    /* Unicode's East Asian Width W and F, and marks that combine, in the coarse blocks that suffice
     * for a caret. */
    static const struct range wide[] = {
        {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},
        {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
        {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
        {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    static const struct range zero[] = {
        {0x300, 0x36f},   {0x200b, 0x200f}, {0x20d0, 0x20ff},
        {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef},
    };
    if (code < 0x300)
        return 1;
    if (is_in(zero, COUNT_OF(zero), code))
        return 0;
    return is_in(wide, COUNT_OF(wide), code) ? 2 : 1;
}

unsigned utf8_utf16_units(uint32_t code)
{
    return code >= 0x10000 ? 2 : 1;
}

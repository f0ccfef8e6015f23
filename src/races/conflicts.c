/* Which accesses conflict: their order can make a difference. One string a row, one column a kind;
 * the table is symmetric, and test_races.c checks that it is.
 *
 * Files are the table of NRace with renames, lists and folders added. Where it lets an open or a
 * close conflict with a read and with each other, ours does not: two readers do not disturb each
 * other. */
#include "races/races_private.h"

/* clang-format off */
static const struct {
    const char *name;
    bool writes;
    const char *conflicts; /* with the kinds in this order */
} rows[RACES__KINDS] = {
    /*                                         r w c d a m p q   C O R W X D S F T L  E B */
    [OBSERVED_READ] =           {"read",   false, ".xxxxx.x .......... .."},
    [OBSERVED_WRITE] =          {"write",  true,  "xxxxxxxx .......... .."},
    [OBSERVED_CREATE] =         {"create", true,  "xxxxxx.. .......... .."},
    [OBSERVED_DELETE] =         {"delete", true,  "xxxxxx.. .......... .."},
    [OBSERVED_ADD] =            {"add",    true,  "xxxxx... .......... .."},
    [RACES__MEMBER] =           {"change", true,  "xxxx.... .......... .."},
    [RACES__PART_READ] =        {"read",   false, ".x...... .......... .."},
    [RACES__PART_WRITE] =       {"write",  true,  "xx...... .......... .."},
    [RACES__FILE + FILE_CREATE] =      {"create", true,       "........ xxxxxxxxxx xx"},
    [RACES__FILE + FILE_OPEN] =        {"open", false,        "........ x..x.x.xx. .."},
    [RACES__FILE + FILE_READ] =        {"read", false,        "........ x..x.x.xx. .."},
    [RACES__FILE + FILE_WRITE] =       {"write", true,        "........ xxxxxx.xx. .."},
    [RACES__FILE + FILE_CLOSE] =       {"close", false,       "........ x..x.x.... .."},
    [RACES__FILE + FILE_DELETE] =      {"delete", true,       "........ xxxxxxxxxx xx"},
    [RACES__FILE + FILE_STAT] =        {"stat", false,        "........ x....x.xx. .."},
    [RACES__FILE + FILE_RENAME_FROM] = {"rename", true,       "........ xxxx.xxxxx xx"},
    [RACES__FILE + FILE_RENAME_TO] =   {"rename onto", true,  "........ xxxx.xxxxx xx"},
    [RACES__FILE + FILE_LIST] =        {"list", false,        "........ x....x.xx. x."},
    [RACES__ENTRY] =            {"change what is in", true,   "........ x....x.xxx .."},
    [RACES__BELOW] =            {"use what is below", false,  "........ x....x.xx. .."},
};
/* clang-format on */

bool races__conflict(uint8_t a, uint8_t b)
{
    size_t column = (size_t)b + (b >= RACES__FILE) + (b >= RACES__ENTRY); /* the blanks */
    return rows[a].conflicts[column] == 'x';
}

bool races__writes(uint8_t kind)
{
    return rows[kind].writes;
}

const char *races__kind_name(uint8_t kind)
{
    return rows[kind].name;
}

/* A run's events come mostly in the order of the natural run, which is that of their numbers. So
 * their order is kept as stretches n, n + 1, n + 2, …: where each begins, relative to where the one
 * before would have gone on, and its length; both as numbers of seven bits a byte. */
#include "store/store.h"

enum { MOST = 1 << 20 };

static void add_number(struct buf *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        buf_char(out, (char)(value | 0x80));
    buf_char(out, (char)value);
}

static bool take_number(struct str *rest, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; rest->len && shift < 63; shift += 7) {
        unsigned char byte = (unsigned char)rest->at[0];
        *rest = str_from(*rest, 1);
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

void store_pack(const uint32_t *came, size_t count, struct buf *out)
{
    int64_t next = 0;
    for (size_t i = 0, length; i < count; i += length) {
        for (length = 1; i + length < count && came[i + length] == came[i] + length;)
            length++;
        int64_t jump = (int64_t)came[i] - next;
        add_number(out, jump < 0 ? (uint64_t)-jump * 2 - 1 : (uint64_t)jump * 2);
        add_number(out, length);
        next = (int64_t)came[i] + (int64_t)length;
    }
}

bool store_unpack(struct str packed, struct arena *arena, const uint32_t **came, size_t *count)
{
    struct {
        uint32_t *at;
        size_t len, room;
    } list = {0};
    int64_t next = 0;
    uint64_t jump, length;
    bool ok = true;
    while (ok && packed.len) {
        ok = take_number(&packed, &jump) && take_number(&packed, &length) && jump < 2 * MOST &&
             length <= MOST && list.len + length <= MOST;
        if (!ok)
            break;
        next += jump & 1 ? -(int64_t)(jump / 2) - 1 : (int64_t)(jump / 2);
        ok = next >= 0 && next + (int64_t)length <= MOST;
        for (uint64_t i = 0; ok && i < length; i++)
            *vec_push(&list) = (uint32_t)next++;
    }
    uint32_t *copy = arena_alloc(arena, (list.len + 1) * sizeof *copy);
    if (list.len)
        memcpy(copy, list.at, list.len * sizeof *copy);
    *came = copy;
    *count = ok ? list.len : 0;
    vec_free(&list);
    return ok;
}

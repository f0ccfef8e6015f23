/* Storage of the shim's own: taken from the kernel, never from the program's heap, and never given
 * back. */
#include "shim/shim.h"

#include <sys/mman.h>

enum { CHUNK = 256 * 1024 };

struct chunk {
    _Atomic size_t used;
    size_t size;
    _Alignas(16) char bytes[];
};
static struct chunk *_Atomic current;

static void *take(struct chunk *chunk, size_t size)
{
    size_t at = chunk ? atomic_fetch_add(&chunk->used, size) : 0;
    return chunk && at <= chunk->size && size <= chunk->size - at ? chunk->bytes + at : NULL;
}

/* By any thread, since a loop that was left behind runs beside the one that holds the baton; and
 * without a lock, since a fork may come at any time. NULL when the machine has no memory left. */
void *shim_alloc(size_t size)
{
    size = (size + 15) & ~(size_t)15;
    struct chunk *seen = atomic_load(&current);
    void *result = take(seen, size);
    if (result)
        return result;
    size_t room = sizeof(struct chunk) + (size > CHUNK ? size : CHUNK);
    struct chunk *fresh =
        mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (fresh == MAP_FAILED)
        return NULL;
    fresh->size = room - sizeof *fresh;
    fresh->used = size;
    /* where another thread was faster, what is left of this chunk is not used */
    atomic_compare_exchange_strong(&current, &seen, fresh);
    return fresh->bytes;
}

/* Storage of the shim's own: taken from the kernel, never from the program's heap, and never given
 * back. */
#include "shim/shim.h"

#include <sys/mman.h>

enum { CHUNK = 256 * 1024 };

static struct {
    char *at;
    size_t left;
} memory;

/* Called with the baton in hand, so by one thread at a time. NULL when the machine has no memory
 * left. */
void *shim_alloc(size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (size > memory.left) {
        size_t chunk = size > CHUNK ? size : CHUNK;
        void *fresh = mmap(NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fresh == MAP_FAILED)
            return NULL;
        memory.at = fresh;
        memory.left = chunk;
    }
    void *result = memory.at;
    memory.at += size;
    memory.left -= size;
    return result;
}

#include "base/arena.h"

#include <sys/mman.h>

enum {
    FIRST_BLOCK = 32 * 1024,
    GROWTH = 8, /* of one block to the next: the third is a huge page */
    HUGE_PAGE = 2 * 1024 * 1024,
    LARGEST_BLOCK = 2 * HUGE_PAGE,
};

struct arena__block {
    struct arena__block *older;
    size_t size; /* of all of it */
    bool is_mapped;
    _Alignas(ARENA_ALIGNMENT) char bytes[];
};

/* In huge pages: a page fault for every 4 KB was a third of the time, and more where the system
 * itself is a guest. NULL where the system has none to give. */
static struct arena__block *map_block(size_t *needed)
{
    enum { PAGE = 4096 };
    size_t size = *needed = (*needed + PAGE - 1) & ~(size_t)(PAGE - 1), most = size + HUGE_PAGE;
    char *start = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    size_t before = (size_t)(-(uintptr_t)start % HUGE_PAGE), behind = HUGE_PAGE - before;
    if (before)
        munmap(start, before);
    if (behind)
        munmap(start + before + size, behind);
    madvise(start + before, size, MADV_HUGEPAGE);
    return (struct arena__block *)(void *)(start + before);
}

static size_t next_size(const struct arena *self)
{
    size_t size = self->newest ? self->newest->size * GROWTH : FIRST_BLOCK;
    return size < LARGEST_BLOCK ? size : LARGEST_BLOCK;
}

static void add_block(struct arena *self, size_t least)
{
    size_t size = next_size(self);
    if (size < sizeof(struct arena__block) + least)
        size = sizeof(struct arena__block) + least;
    struct arena__block *block = size >= HUGE_PAGE ? map_block(&size) : NULL;
    bool is_mapped = block != NULL;
    if (!block)
        block = mem_zalloc(size);
    block->is_mapped = is_mapped;
    block->older = self->newest;
    block->size = size;
    self->newest = block;
    self->free = block->bytes;
    self->end = (char *)block + size;
    self->total += size;
}

void *arena_alloc_anew(struct arena *self, size_t size)
{
    add_block(self, size);
    self->free += size;
    return self->newest->bytes;
}

void *arena_extend(struct arena *self, void *block, size_t size, size_t new_size)
{
    char *end = block ? (char *)block + arena_rounded(size) : NULL;
    size_t more = arena_rounded(new_size) - arena_rounded(size);
    if (block && end == self->free && (size_t)(self->end - self->free) >= more) {
        self->free += more;
        return block;
    }
    void *copy = arena_alloc(self, new_size);
    if (size)
        memcpy(copy, block, size);
    return copy;
}

void arena_release(struct arena *self, void *from)
{
    char *start = self->newest->bytes + arena_rounded((size_t)((char *)from - self->newest->bytes));
    if (start < self->newest->bytes || start > self->free)
        BUG("released what is not the arena's newest allocation");
    memset(start, 0, (size_t)(self->free - start));
    self->free = start;
}

struct str arena_str(struct arena *self, struct str text)
{
    char *copy = arena_alloc(self, text.len + 1);
    if (text.len)
        memcpy(copy, text.at, text.len);
    return (struct str){copy, text.len};
}

struct str arena_printf(struct arena *self, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = arena_alloc(self, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return (struct str){text, (size_t)length};
}

void arena_join(struct arena *self, struct arena *other)
{
    struct arena joined = *(self->newest ? self : other);
    if (self->newest && other->newest) {
        struct arena__block *oldest = other->newest;
        while (oldest->older)
            oldest = oldest->older;
        oldest->older = self->newest->older;
        self->newest->older = other->newest;
        joined.total += other->total;
    }
    *other = (struct arena){0};
    *self = joined;
}

void arena_free(struct arena *self)
{
    for (struct arena__block *block = self->newest, *older; block; block = older) {
        older = block->older;
        if (block->is_mapped)
            munmap(block, block->size);
        else
            free(block);
    }
    *self = (struct arena){0};
}

#include "base/arena.h"

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024, ALIGNMENT = 16 };

struct arena__block {
    struct arena__block *older;
    size_t used, size;
    _Alignas(ALIGNMENT) char bytes[];
};

static void add_block(struct arena *self, size_t least)
{
    size_t size = self->newest ? self->newest->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < least)
        size = least;
    struct arena__block *block = mem_zalloc(sizeof *block + size);
    block->older = self->newest;
    block->size = size;
    self->newest = block;
    self->total += sizeof *block + size;
}

void *arena_alloc(struct arena *self, size_t size)
{
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!self->newest || self->newest->size - self->newest->used < size)
        add_block(self, size);
    void *result = self->newest->bytes + self->newest->used;
    self->newest->used += size;
    return result;
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

void arena_free(struct arena *self)
{
    for (struct arena__block *block = self->newest, *older; block; block = older) {
        older = block->older;
        free(block);
    }
    *self = (struct arena){0};
}

/* An arena: many small allocations with one lifetime, freed at once. Everything it returns is
 * cleared and lives until arena_free(); nothing is freed singly. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/base.h"
#include "base/str.h"

struct arena {
    struct arena__block *newest;
    char *free, *end; /* of the newest block */
    size_t total;     /* bytes taken from the system */
};

enum { ARENA_ALIGNMENT = 8 }; /* of all that has no larger one, which does not compile */

static inline size_t arena_rounded(size_t size)
{
    return (size + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
}

void *arena_alloc_anew(struct arena *self, size_t size); /* in a new block */

static inline void *arena_alloc(struct arena *self, size_t size)
{
    size = arena_rounded(size);
    if ((size_t)(self->end - self->free) < size)
        return arena_alloc_anew(self, size);
    void *result = self->free;
    self->free += size;
    return result;
}

/* The block with more room, in its place where it was the newest; else a copy. */
void *arena_extend(struct arena *self, void *block, size_t size, size_t new_size);
/* Gives back the newest allocation, or part of it: what begins at `from`. */
void arena_release(struct arena *self, void *from);
struct str arena_str(struct arena *self,
                     struct str text); /* a copy, NUL-terminated behind its length */
struct str arena_printf(struct arena *self, const char *format, ...) PRINTF_LIKE(2, 3);
/* What `other` holds is held by `self` from now on, and `other` is empty. */
void arena_join(struct arena *self, struct arena *other);
void arena_free(struct arena *self);

#define arena__size(type)                                                                          \
    (sizeof(type) + 0 * sizeof(char[_Alignof(type) <= ARENA_ALIGNMENT ? 1 : -1]))
#define arena_new(self, type)          ((type *)arena_alloc(self, arena__size(type)))
#define arena_array(self, type, count) ((type *)arena_alloc(self, (count)*arena__size(type)))

#endif

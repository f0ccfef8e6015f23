/* An arena: many small allocations with one lifetime, freed at once. Everything it returns is
 * cleared and lives until arena_free(); nothing is freed singly. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/base.h"
#include "base/str.h"

struct arena {
    struct arena__block *newest;
    size_t total; /* bytes taken from the system */
};

void *arena_alloc(struct arena *self, size_t size);
/* The block with more room, in its place where it was the newest; else a copy. */
void *arena_extend(struct arena *self, void *block, size_t size, size_t new_size);
struct str arena_str(struct arena *self,
                     struct str text); /* a copy, NUL-terminated behind its length */
struct str arena_printf(struct arena *self, const char *format, ...) PRINTF_LIKE(2, 3);
void arena_free(struct arena *self);

#define arena_new(self, type)          ((type *)arena_alloc(self, sizeof(type)))
#define arena_array(self, type, count) ((type *)arena_alloc(self, (count) * sizeof(type)))

#endif

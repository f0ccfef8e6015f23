/* A hash map from slices to pointers or numbers. It keeps the slice it was given, not a copy:
 * whoever owns the text must outlive the map. Iteration is by order of insertion, so results never
 * depend on hashing. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/base.h"
#include "base/str.h"

struct map_entry {
    struct str key;
    union {
        void *pointer;
        uint64_t number;
    };
    uint64_t hash;
};

struct map {
    struct map_entry *at; /* in order of insertion */
    size_t len, room;
    uint32_t *slots; /* index + 1 into `at`, 0 where empty */
    size_t slot_count;
};

struct map_entry *map_find(const struct map *self, struct str key); /* NULL where absent */
struct map_entry *map_add(struct map *self, struct str key, bool *was_there); /* found or new */
void map_free(struct map *self);

/* Of any bytes, for whoever compares by hash; the same on every machine. */
uint64_t map_hash(struct str key);

#endif

#include "base/map.h"

uint64_t map_hash(struct str key)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a, then mixed: keys are short names */
    for (size_t i = 0; i < key.len; i++)
        hash = (hash ^ (unsigned char)key.at[i]) * 1099511628211u;
    hash ^= hash >> 32;
    return hash * 0x9e3779b97f4a7c15u;
}

static uint32_t *slot_for(const struct map *self, struct str key, uint64_t hash)
{
    size_t mask = self->slot_count - 1;
    for (size_t i = (hash >> 32) & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &self->slots[i];
        if (!*slot)
            return slot;
        struct map_entry *entry = &self->at[*slot - 1];
        if (entry->hash == hash && str_equal(entry->key, key))
            return slot;
    }
}

struct map_entry *map_find(const struct map *self, struct str key)
{
    if (!self->slot_count)
        return NULL;
    uint32_t *slot = slot_for(self, key, map_hash(key));
    return *slot ? &self->at[*slot - 1] : NULL;
}

static void rehash(struct map *self)
{
    self->slot_count = self->slot_count ? self->slot_count * 2 : 16;
    free(self->slots);
    self->slots = mem_zalloc(self->slot_count * sizeof *self->slots);
    for (size_t i = 0; i < self->len; i++)
        *slot_for(self, self->at[i].key, self->at[i].hash) = (uint32_t)i + 1;
}

struct map_entry *map_add(struct map *self, struct str key, bool *was_there)
{
    if (self->len * 2 >= self->slot_count)
        rehash(self);
    uint64_t hash = map_hash(key);
    uint32_t *slot = slot_for(self, key, hash);
    if (was_there)
        *was_there = *slot != 0;
    if (*slot)
        return &self->at[*slot - 1];
    if (self->len == self->room) {
        self->room = self->room ? self->room * 2 : 8;
        self->at = mem_resize(self->at, self->room, sizeof *self->at);
    }
    struct map_entry *entry = &self->at[self->len++];
    *entry = (struct map_entry){.key = key, .hash = hash};
    *slot = (uint32_t)self->len;
    return entry;
}

void map_free(struct map *self)
{
    free(self->at);
    free(self->slots);
    *self = (struct map){0};
}

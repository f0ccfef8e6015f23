/* Accesses by location. Each new one is compared with those that are kept: of every place in the
 * code and chain the last one, since who is unordered with an earlier access of a chain and ordered
 * with the last is after it. A place that ran on very many chains keeps the newest of them. */
#include "races/races_private.h"

static uint64_t hash_of(struct races__key key)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ key.word[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

static size_t place_of(const struct races__table *self, struct races__key key)
{
    size_t mask = self->slots - 1, at = hash_of(key) & mask;
    while (self->values[at] && memcmp(&self->keys[at], &key, sizeof key) != 0)
        at = (at + 1) & mask;
    return at;
}

static void grow(struct races__table *self)
{
    struct races__table old = *self;
    self->slots = old.slots ? old.slots * 2 : 64;
    self->keys = mem_zalloc(self->slots * sizeof *self->keys);
    self->values = mem_zalloc(self->slots * sizeof *self->values);
    for (size_t i = 0; i < old.slots; i++)
        if (old.values[i]) {
            size_t at = place_of(self, old.keys[i]);
            self->keys[at] = old.keys[i];
            self->values[at] = old.values[i];
        }
    races__table_free(&old);
}

/* The caller fills what is new at once: a value of 0 is an empty slot. */
uint32_t *races__slot(struct races__table *self, struct races__key key)
{
    if (self->count * 2 >= self->slots)
        grow(self);
    size_t at = place_of(self, key);
    if (!self->values[at]) {
        self->keys[at] = key;
        self->count++;
    }
    return &self->values[at];
}

uint32_t races__find(const struct races__table *self, struct races__key key)
{
    return self->slots ? self->values[place_of(self, key)] : 0;
}

void races__table_free(struct races__table *self)
{
    free(self->keys);
    free(self->values);
}

static uint32_t find_location(struct races__finder *self, enum race_kind kind, uint32_t space,
                              uint32_t object, uint32_t name)
{
    struct races__key key = {{(uint32_t)kind, space, object, name}};
    uint32_t *slot = races__slot(&self->location_table, key);
    if (!*slot) {
        struct races__key scope = {{space, object, 0, 0}};
        bool is_variable = kind == RACE_MEMORY && (!object || races__find(&self->scopes, scope));
        *vec_push(&self->locations) = (struct races__location){
            .name = name, .kind = (uint8_t)kind, .is_variable = is_variable};
        *slot = (uint32_t)self->locations.len;
    }
    return *slot - 1;
}

static bool same_events(const struct races__finder *self, const struct races__pair *a,
                        const struct races__pair *b)
{
    return self->accesses.at[a->first].action == self->accesses.at[b->first].action &&
           self->accesses.at[a->second].action == self->accesses.at[b->second].action;
}

static void add_pair(struct races__finder *self, struct races__pair pair)
{
    const struct races__access *a = &self->accesses.at[pair.first];
    const struct races__access *b = &self->accesses.at[pair.second];
    uint32_t kinds = a->kind * 256u + b->kind, name = self->locations.at[pair.location].name;
    struct races__key key = {{a->site, b->site, kinds, name}};
    if (b->site < a->site || (b->site == a->site && b->kind < a->kind))
        key = (struct races__key){{b->site, a->site, b->kind * 256u + a->kind, name}};
    uint32_t *slot = races__slot(&self->group_table, key);
    if (!*slot) {
        vec_push(&self->groups);
        *slot = (uint32_t)self->groups.len;
    }
    struct races__group *group = &self->groups.at[*slot - 1];
    group->count++;
    for (uint32_t i = 0; i < group->try_count; i++)
        if (same_events(self, &group->tries[i], &pair))
            return;
    if (group->try_count < RACE_TRIES)
        group->tries[group->try_count++] = pair;
}

/* What the patterns need to know of all accesses of a location. */
static void note_value(struct races__location *location, const struct races__touch *touch)
{
    bool writes = races__writes(touch->kind);
    location->walked |= touch->kind == OBSERVED_READ && !(touch->flags & RACES__RELATIVE);
    location->decided |= !writes && touch->flags & RACES__DECIDES;
    if (!writes || !(touch->flags & RACES__HASHED))
        return;
    location->many_values |= location->valued && location->value != touch->hash;
    location->value = location->valued ? location->value : touch->hash;
    location->valued = true;
}

/* Of one action: a read that decided makes its later writes guarded; a write that adds makes the
 * read that it adds to a part of it. */
static void note_within(struct races__access *before, struct races__access *now)
{
    if (before->kind != OBSERVED_READ || !races__writes(now->kind))
        return;
    if (before->flags & RACES__DECIDES) {
        now->flags |= RACES__GUARDED;
        now->guard = before->site;
    }
    if (now->flags & RACES__RELATIVE)
        before->flags |= RACES__RELATIVE;
}

static void take(struct races__finder *self, uint32_t at, const struct races__touch *touch)
{
    struct races__location *location = &self->locations.at[at];
    if (self->witness)
        races__witness(self, at, touch);
    note_value(location, touch);
    for (uint32_t i = location->newest_or_0; i; i = self->accesses.at[i - 1].older_or_0) {
        struct races__access *known = &self->accesses.at[i - 1];
        if (known->step != touch->step)
            break;
        if (known->site == touch->site && known->kind == touch->kind) {
            known->flags |= touch->flags;
            known->hash = touch->hash;
            return;
        }
    }
    uint32_t number = (uint32_t)self->accesses.len, same = 0;
    uint32_t chain = causality_chain(self->causality, (struct causality_step){touch->step});
    struct races__access now = {.step = touch->step,
                                .action = touch->action,
                                .chain = chain,
                                .site = touch->site,
                                .hash = touch->hash,
                                .kind = touch->kind,
                                .flags = touch->flags};
    *vec_push(&self->accesses) = now;
    uint32_t *link = &location->newest_or_0;
    while (*link) {
        uint32_t index = *link - 1;
        struct races__access *known = &self->accesses.at[index];
        struct causality_step before = {known->step}, after = {touch->step};
        if (known->action == touch->action)
            note_within(known, &self->accesses.at[number]);
        else if (known->chain != chain && races__conflict(known->kind, touch->kind) &&
                 !causality_ordered(self->causality, before, after))
            add_pair(self, (struct races__pair){index, number, at});
        else if (known->flags & RACES__GUARDED && races__writes(touch->kind))
            location->released |= !(self->accesses.at[number].flags & RACES__GUARDED) &&
                                  causality_ordered(self->causality, before, after);
        bool same_place = known->site == touch->site && known->kind == touch->kind;
        same += same_place;
        if (same_place && (known->chain == chain || same > RACES__CHAINS))
            *link = known->older_or_0;
        else
            link = &known->older_or_0;
    }
    self->accesses.at[number].older_or_0 = location->newest_or_0;
    location->newest_or_0 = number + 1;
}

void races__touch(struct races__finder *self, enum race_kind kind, uint32_t space, uint32_t object,
                  uint32_t name, struct races__touch touch)
{
    self->result->accesses++;
    take(self, find_location(self, kind, space, object, name), &touch);
    if (kind != RACE_MEMORY || !object)
        return;
    bool changes = touch.kind >= OBSERVED_CREATE && touch.kind <= OBSERVED_ADD;
    uint32_t keys = races__text(self, STR("*")), all = races__text(self, STR("**"));
    bool is_walked = races__find(&self->wholes, (struct races__key){{space, object, 0, 0}});
    if (name == all) {
        if (touch.kind == OBSERVED_READ) {
            uint32_t walked =
                find_location(self, kind, space, object, keys); /* may move them all */
            self->locations.at[walked].walked = true;
        }
        return;
    }
    if (is_walked) {
        struct races__touch part = touch;
        part.kind = races__writes(touch.kind) ? RACES__PART_WRITE : RACES__PART_READ;
        take(self, find_location(self, kind, space, object, all), &part);
    }
    if (!changes || name == keys)
        return;
    touch.kind = RACES__MEMBER;
    take(self, find_location(self, kind, space, object, keys), &touch);
}

/* An access is one to the file, and to all folders above it. */
void races__touch_file(struct races__finder *self, struct str path, struct races__touch touch)
{
    uint8_t file = (uint8_t)(touch.kind - RACES__FILE);
    bool changes = file == FILE_CREATE || file == FILE_DELETE || file == FILE_RENAME_FROM ||
                   file == FILE_RENAME_TO;
    self->result->accesses++;
    take(self, find_location(self, RACE_FILE, 0, 0, races__text(self, path)), &touch);
    for (touch.kind = changes ? RACES__ENTRY : RACES__BELOW; path.len > 1;
         touch.kind = RACES__BELOW) {
        const char *slash = memrchr(path.at, '/', path.len);
        if (!slash || slash == path.at)
            return;
        path.len = (size_t)(slash - path.at);
        take(self, find_location(self, RACE_FILE, 0, 0, races__text(self, path)), &touch);
    }
}

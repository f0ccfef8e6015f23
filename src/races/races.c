#include "races/races_private.h"

void races_find(struct races *self, const struct observed *observed)
{
    struct races__finder finder = {
        .result = self, .observed = observed, .causality = causality_new()};
    *self = (struct races){.threads = observed->parts.len};
    races__feed(&finder);
    races__judge(&finder);
    causality_free(finder.causality);
    vec_free(&finder.actions);
    vec_free(&finder.sites);
    vec_free(&finder.texts);
    map_free(&finder.text_numbers);
    map_free(&finder.site_numbers);
    vec_free(&finder.accesses);
    vec_free(&finder.locations);
    vec_free(&finder.groups);
    races__table_free(&finder.location_table);
    races__table_free(&finder.group_table);
    races__table_free(&finder.scopes);
}

void races_free(struct races *self)
{
    vec_free(&self->list);
    vec_free(&self->unseen);
    arena_free(&self->arena);
}

#include "races/races_private.h"

/* All but what is handed from the first time to the second. */
void races__clear(struct races__finder *self)
{
    causality_free(self->causality);
    vec_free(&self->actions);
    vec_free(&self->sites);
    vec_free(&self->texts);
    map_free(&self->text_numbers);
    map_free(&self->site_numbers);
    vec_free(&self->accesses);
    vec_free(&self->locations);
    vec_free(&self->groups);
    races__table_free(&self->location_table);
    races__table_free(&self->group_table);
    races__table_free(&self->scopes);
    races__table_free(&self->wholes);
}

/* Which promise wins a race in every order is known only behind the end (NRace's rule 8). */
void races_find(struct races *self, const struct observed *observed,
                const struct races_places *places)
{
    struct races__finder first = {
        .result = self, .observed = observed, .causality = causality_new()};
    *self = (struct races){.threads = observed->parts.len};
    races__feed(&first);
    if (races__decide(&first)) {
        struct races__finder second = {.result = self,
                                       .observed = observed,
                                       .causality = causality_new(),
                                       .promise_races = first.promise_races,
                                       .decides = true};
        races__clear(&first);
        races_free(self);
        *self = (struct races){.threads = observed->parts.len};
        races__feed(&second);
        first = second;
    }
    vec_each (site, &first.sites)
        if (places)
            places->map(places->context, site);
    races__judge(&first);
    races__clear(&first);
    vec_free(&first.promise_races);
}

void races_free(struct races *self)
{
    vec_free(&self->list);
    vec_free(&self->unseen);
    arena_free(&self->arena);
}

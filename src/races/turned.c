/* Whether a directed run turned the accesses of a pair round, not just their callbacks. The run was
 * observed too: its accesses are read once more, and those that have the place, the kind and the
 * event of one of the two are noted with the location that they touch there. */
#include "races/races_private.h"

struct races__witness {
    const struct race_pair *pair;
    VEC(uint32_t) first, second; /* locations that such an access touched */
    bool found, kept;
};

static bool is_side(const struct races__finder *self, const struct race_side *side,
                    const struct races__touch *touch)
{
    const struct races__action *action = &self->actions.at[touch->action];
    if (!touch->site || action->is_task)
        return false;
    const struct observed_site *site = &self->sites.at[touch->site - 1];
    const struct observed_part *part = &self->observed->parts.at[action->part];
    struct str key = observed_text(part, action->key);
    return site->offset == side->offset && races__writes(touch->kind) == side->writes &&
           str_equal(site->name, side->site.name) && str_equal(part->process, side->process) &&
           (str_equal(key, side->key) ||
            (side->alternative.len && str_equal(key, side->alternative)));
}

static bool holds(const uint32_t *list, size_t count, uint32_t wanted)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == wanted)
            return true;
    return false;
}

void races__witness(struct races__finder *self, uint32_t location, const struct races__touch *touch)
{
    struct races__witness *witness = self->witness;
    const struct race_pair *pair = witness->pair;
    bool is_first = is_side(self, &pair->first, touch);
    if (is_side(self, &pair->second, touch)) {
        witness->found = true;
        witness->kept |= holds(witness->first.at, witness->first.len, location) &&
                         !holds(witness->second.at, witness->second.len, location);
        *vec_push(&witness->second) = location;
    } else if (is_first) {
        *vec_push(&witness->first) = location;
    }
}

enum races_turn races_turned(const struct observed *observed, const struct race *race,
                             const struct race_pair *pair)
{
    if (race->kind == RACE_FILE || pair->first.is_task || pair->second.is_task ||
        !pair->first.key.len)
        return RACES_TURNED;
    struct races scratch = {0};
    struct races__witness witness = {.pair = pair};
    struct races__finder finder = {.result = &scratch,
                                   .observed = observed,
                                   .causality = causality_new(),
                                   .witness = &witness};
    races__feed(&finder);
    races__clear(&finder);
    vec_free(&finder.promise_races);
    races_free(&scratch);
    vec_free(&witness.first);
    vec_free(&witness.second);
    if (witness.kept)
        return RACES_KEPT;
    return witness.found ? RACES_TURNED : RACES_MISSING;
}

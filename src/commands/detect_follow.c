/* A race that was turned round leads the program another way, where it may race again. So the run
 * that turned it round is observed, too: that tells whether the accesses changed places, and not
 * just their callbacks; and what is new there is tried in its turn, with the first hold in place.
 * That is done once: what a second reversal leads to is not followed. */
#include "commands/detect.h"
#include "explore/direct.h"

static void look_at_run(void *context, const char *folder)
{
    struct detect_followed *self = context;
    struct error ignored; /* a run that ended badly: what was read before is still good */
    observed_gather(&self->observed, folder, &ignored);
    traces_gather(&self->traces, folder);
}

struct detect_followed *detect_follow(struct detect *self, struct campaign *campaign,
                                      const struct detected *one, const struct schedule *schedule)
{
    struct detect_followed *followed = mem_zalloc(sizeof *followed);
    *vec_push(&self->followed) = followed;
    memcpy(followed->after, one->id, sizeof followed->after);
    vec_each (hold, &schedule->holds)
        schedule_add_hold(&followed->base, hold);
    bool done = direct_observed(campaign, schedule, buf_view(&self->filter), look_at_run, followed);
    return done && followed->observed.parts.len ? followed : NULL;
}

static bool same_side(const struct race_side *a, const struct race_side *b)
{
    return a->offset == b->offset && a->site.line == b->site.line && a->writes == b->writes &&
           str_equal(a->site.file, b->site.file);
}

static bool same_race(const struct race *a, const struct race *b)
{
    const struct race_pair *x = &a->tries[0], *y = &b->tries[0];
    bool straight = same_side(&x->first, &y->first) && same_side(&x->second, &y->second);
    bool crossed = same_side(&x->first, &y->second) && same_side(&x->second, &y->first);
    return a->kind == b->kind && (straight || crossed);
}

static bool is_known(const struct detect *self, const struct race *race)
{
    vec_each (known, &self->list)
        if (same_race(known->race, race))
            return true;
    return false;
}

void detect_add_new(struct detect *self, struct detect_followed *followed)
{
    detect_find(self, &followed->races, &followed->observed);
    vec_each (race, &followed->races.list) {
        if (race_is_benign(race) || is_known(self, race))
            continue;
        struct detected *one = vec_push(&self->list);
        one->race = race;
        one->followed = followed;
        one->why = "not tried";
        snprintf(one->id, sizeof one->id, "r%zu", self->list.len);
    }
}

void detect_followed_free(struct detect_followed *self)
{
    races_free(&self->races);
    observed_free(&self->observed);
    traces_free(&self->traces);
    schedule_free(&self->base);
    free(self->outcome);
    free(self->signature);
    free(self);
}

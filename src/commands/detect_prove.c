/* Observes the program once in its natural order, then turns each race round in a run of its own,
 * best first, and sees whether the program does anything else. */
#include "base/file.h"
#include "commands/detect.h"
#include "event/text.h"
#include "explore/campaign.h"
#include "explore/direct.h"
#include "explore/story_places.h"
#include "races/plan.h"

#include <dirent.h>
#include <unistd.h>

static void look_at_run(void *context, const char *folder)
{
    struct detect *self = context;
    observed_gather(&self->observed, folder, &self->error);
    traces_gather(&self->traces, folder);
    if (!self->save_file || !self->observed.parts.len)
        return;
    struct buf bytes = {0};
    observed_save(&self->observed, &bytes);
    file_write_private(self->save_file, buf_view(&bytes), &self->error);
    buf_free(&bytes);
}

static void add_filter(struct buf *out, const char *word, const struct texts *globs)
{
    vec_each (glob, globs)
        buf_printf(out, "%s %s\n", word, *glob);
}

/* What an earlier detect left in the folder: r1.schedule, r12.full.schedule. */
static void remove_old(const char *out)
{
    DIR *folder = opendir(out);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct str name = str_of(entry->d_name);
        size_t digits = 1;
        while (digits < name.len && name.at[digits] >= '0' && name.at[digits] <= '9')
            digits++;
        if (name.len < 2 || name.at[0] != 'r' || digits == 1 ||
            !str_is(str_from(name, digits), ".schedule"))
            continue;
        char *path = mem_printf("%s/%s", out, entry->d_name);
        unlink(path);
        free(path);
    }
    if (folder)
        closedir(folder);
}

static void to_author(void *context, struct observed_site *site)
{
    struct story_place place = {.path = site->file, .line = site->line, .column = site->column};
    if (!site->line)
        return;
    places_to_source(context, &place);
    site->file = place.path;
    site->line = place.line;
    site->column = place.column;
}

void detect_analyse(struct detect *self)
{
    struct places places;
    places_open(&places, &self->arena, NULL);
    races_find(&self->races, &self->observed, &(struct races_places){to_author, &places});
    places_close(&places);
    vec_each (race, &self->races.list) {
        struct detected *one = vec_push(&self->list);
        one->race = race;
        one->why = "not tried";
        snprintf(one->id, sizeof one->id, "r%zu", self->list.len);
    }
}

static bool save_schedule(struct detect *self, struct detected *one, struct str text)
{
    char *path = mem_printf("%s/%s.schedule", self->out, one->id);
    if (make_folders(self->out, &self->error) && file_write_private(path, text, &self->error)) {
        one->schedule = path;
        return true;
    }
    free(path);
    return false;
}

/* The schedule of one hold, made as short in time as it can be. False where it does not stand. */
static bool shorten(struct campaign *campaign, struct detected *one,
                    const struct schedule *schedule, struct buf *text)
{
    struct minimal minimal;
    proof_minimise(campaign, schedule, 0, &minimal);
    bool stands = proof_stands(&minimal.replays) && minimal.holds.len;
    if (stands) {
        proof_print(schedule, &minimal, text);
        one->replays = minimal.replays;
        one->holds = minimal.holds.len;
    }
    vec_free(&minimal.holds);
    return stands;
}

/* It replays ten times, or it is no proof. */
static bool prove(struct detect *self, struct campaign *campaign, struct detected *one,
                  struct schedule *schedule, const struct direct_run *run)
{
    struct buf text = {0};
    schedule->outcome = arena_str(&schedule->arena, str_of(run->outcome));
    schedule->signature = arena_str(&schedule->arena, str_of(run->signature));
    bool stands = self->minimise && shorten(campaign, one, schedule, &text);
    if (!stands) {
        proof_replay(campaign, schedule, PROOF_TIMES, &one->replays);
        stands = proof_stands(&one->replays);
        one->holds = schedule->holds.len;
        schedule_print(schedule, &text);
    }
    if (stands) {
        one->outcome = mem_dup(run->outcome);
        one->signature = mem_dup(run->signature);
        one->test = run->test ? mem_dup(run->test) : NULL;
        save_schedule(self, one, buf_view(&text));
    }
    buf_free(&text);
    return stands;
}

/* Races of the same two callbacks are turned round by the same run: its proof is theirs, too. */
static bool take_proof(struct detect *self, struct detected *one, struct str plan)
{
    vec_each (other, &self->list) {
        if (other == one)
            return false;
        if (other->status != DETECT_CONFIRMED || !str_equal(buf_view(&other->plan), plan))
            continue;
        one->status = DETECT_CONFIRMED;
        one->outcome = mem_dup(other->outcome);
        one->signature = mem_dup(other->signature);
        one->test = other->test ? mem_dup(other->test) : NULL;
        one->schedule = other->schedule ? mem_dup(other->schedule) : NULL;
        one->replays = other->replays;
        one->holds = other->holds;
        return true;
    }
    return false;
}

static void print_plan(const struct race_plans *plans, size_t i, struct buf *out)
{
    buf_clear(out);
    buf_hold(out, &plans->plans[i].hold);
    if (plans->has_first && plans->has_second) {
        buf_char(out, ' ');
        buf_key(out, &plans->first);
        buf_char(out, ' ');
        buf_key(out, &plans->second);
    }
}

/* One pair of accesses: the plans in turn, until one shows a difference. */
static void try_pair(struct detect *self, struct campaign *campaign, struct detected *one,
                     const struct race_pair *pair)
{
    struct schedule schedule = {0};
    struct race_plans plans;
    race_plan(&plans, pair, false, &schedule.arena);
    bool known = plans.has_first && plans.has_second;
    if (known &&
        direct_order_of(&self->traces, &plans.first, &plans.second) == DIRECT_SECOND_IS_FIRST)
        race_plan(&plans, pair, true, &schedule.arena);
    if (!plans.count && one->status == DETECT_PREDICTED) {
        one->status = DETECT_INFEASIBLE;
        one->why = plans.why_not;
    }
    for (size_t i = 0; i < plans.count && one->status != DETECT_CONFIRMED; i++) {
        struct direct_run run;
        print_plan(&plans, i, &one->plan);
        if (take_proof(self, one, buf_view(&one->plan)))
            break;
        schedule.holds.len = 0;
        schedule_add_hold(&schedule, &plans.plans[i].hold);
        if (direct_over(campaign) ||
            !direct_try(campaign, &schedule, known ? &plans.first : NULL, &plans.second, &run))
            break;
        one->runs++;
        bool turned = known ? run.order == DIRECT_SECOND_IS_FIRST : run.met;
        if (turned && run.differs && prove(self, campaign, one, &schedule, &run)) {
            one->status = DETECT_CONFIRMED;
        } else if (turned) {
            one->status = DETECT_NO_DIFFERENCE;
        } else if (one->status != DETECT_NO_DIFFERENCE) {
            one->status = DETECT_INFEASIBLE;
            one->why = "the second never came while the first was held: something orders them";
        }
        free(run.outcome);
        free(run.signature);
        free(run.test);
    }
    schedule_free(&schedule);
}

static void confirm(struct detect *self, struct campaign *campaign)
{
    char words[80];
    vec_each (one, &self->list) {
        if (race_is_benign(one->race) && !self->all)
            continue;
        if (direct_over(campaign)) {
            one->why = "no time was left to try it";
            continue;
        }
        snprintf(words, sizeof words, "turning race %s of %zu round", one->id, self->list.len);
        direct_tell(campaign, words);
        for (size_t i = 0; i < one->race->try_count && one->status != DETECT_CONFIRMED; i++)
            try_pair(self, campaign, one, &one->race->tries[i]);
        self->directed_runs += one->runs;
    }
}

void detect_in_campaign(struct campaign *campaign, void *context)
{
    struct detect *self = context;
    struct buf filter = {0};
    remove_old(self->out);
    direct_tell(campaign, "running it in its natural order");
    bool passes = direct_natural(campaign, 0, STR(""), NULL, NULL);
    add_filter(&filter, "only", &self->only);
    add_filter(&filter, "skip", &self->skip);
    direct_tell(campaign, "observing it");
    if (!direct_over(campaign))
        self->observed_fails =
            !direct_natural(campaign, OBSERVE_ALL, buf_view(&filter), look_at_run, self) && passes;
    buf_free(&filter);
    self->was_observed = self->observed.parts.len > 0;
    direct_tell(campaign, "looking for races");
    detect_analyse(self);
    if (!self->no_confirm && !self->observed_fails)
        confirm(self, campaign);
}

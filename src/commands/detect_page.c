/* The page of a detect: each told race with both places, and the lanes of the run that was observed
 * above those of the run that turned it round; the events of the two accesses are marked in both.
 */
#include "base/file.h"
#include "commands/detect.h"
#include "event/event.h"
#include "lanes/lanes.h"

#include <inttypes.h>

/* What a race's part of the page points to, until the page is written. */
struct part {
    struct arena arena;
    struct lanes_fact facts[8];
    size_t fact_count;
    struct lanes_mark marks[2];
    size_t mark_count;
    struct lanes_run runs[2];
    size_t run_count;
};

static const char *words_of(struct part *self, struct str text)
{
    struct buf words = {0};
    detect_shown_words(&words, text);
    const char *kept = arena_printf(&self->arena, STR_FMT, STR_ARG(buf_view(&words))).at;
    buf_free(&words);
    return kept;
}

static const char *place_of(struct part *self, const struct race_side *side)
{
    struct str path = detect_shown_path(side->site.file);
    if (!side->site.line)
        return "somewhere";
    return arena_printf(&self->arena, STR_FMT ":%u:%u", STR_ARG(path), side->site.line,
                        side->site.column)
        .at;
}

static void add_fact(struct part *self, const char *name, const char *value)
{
    if (self->fact_count < COUNT_OF(self->facts))
        self->facts[self->fact_count++] = (struct lanes_fact){name, value};
}

static void add_side(struct part *self, const char *name, const struct race *race,
                     const struct race_side *side)
{
    const char *place = place_of(self, side);
    struct str location = detect_shown_path(race->location), wrong;
    const char *what = arena_printf(&self->arena, STR_FMT " of " STR_FMT " at %s",
                                    STR_ARG(side->access), STR_ARG(location), place)
                           .at;
    add_fact(self, name, what);
    struct lanes_mark mark = {.text = arena_printf(&self->arena, "%s: %s", name, what).at};
    char *kept = arena_array(&self->arena, char, side->key.len + 1);
    struct str rest = side->key;
    if (!side->key.len || event_key_parse(&rest, &kept, &mark.key, &wrong))
        return;
    if (side->is_task)
        mark.key.phase = PHASE_START;
    self->marks[self->mark_count++] = mark;
}

static void add_run(struct part *self, const char *title, const struct traces *traces,
                    const struct schedule *held)
{
    static const struct schedule nothing;
    if (traces->list.len)
        self->runs[self->run_count++] = (struct lanes_run){title, traces, held ? held : &nothing,
                                                           self->marks, self->mark_count};
}

static void add_proof(struct part *self, const struct detected *one)
{
    if (one->status != DETECT_CONFIRMED)
        return;
    bool has_signature = strcmp(one->signature, one->outcome) != 0;
    add_fact(self, "turned round",
             arena_printf(&self->arena, "%s%s%s", one->outcome, has_signature ? ": " : "",
                          has_signature ? one->signature : "")
                 .at);
    add_fact(self, "proof",
             arena_printf(&self->arena, "came back in %" PRIu64 " of %" PRIu64 " runs",
                          one->replays.reproduced, one->replays.times)
                 .at);
    if (one->schedule)
        add_fact(self, "repeat",
                 arena_printf(&self->arena, "interloper replay %s", one->schedule).at);
}

static void fill(struct part *self, struct lanes_finding *told, const struct detect *detect,
                 const struct detected *one)
{
    const struct race *race = one->race;
    add_side(self, "first", race, &race->tries[0].first);
    add_side(self, "second", race, &race->tries[0].second);
    add_proof(self, one);
    if (one->followed)
        add_fact(self, "after",
                 arena_printf(&self->arena, "race %s is turned round", one->followed->after).at);
    add_run(self, "the natural order", one->followed ? &one->followed->traces : &detect->traces,
            NULL);
    if (one->seen_turned)
        add_run(self, "turned round", &one->seen_turned->traces, &one->seen_turned->base);
    struct str location = detect_shown_path(race->location);
    *told = (struct lanes_finding){
        .id = one->id,
        .title = arena_printf(&self->arena, "%s race on " STR_FMT,
                              race_violation_name(race->violation), STR_ARG(location))
                     .at,
        .message = words_of(self, race->hint),
        .status = detect_status_name(one->status),
        .facts = self->facts,
        .fact_count = self->fact_count,
        .runs = self->runs,
        .run_count = self->run_count,
    };
}

bool detect_page_write(const struct detect *self, const char *title, struct error *error)
{
    struct part *parts = mem_zalloc((self->list.len + 1) * sizeof *parts);
    struct lanes_finding *told = mem_zalloc((self->list.len + 1) * sizeof *told);
    size_t count = 0, confirmed = 0;
    vec_each (one, &self->list) {
        if (!detected_is_told(self, one))
            continue;
        fill(&parts[count], &told[count], self, one);
        confirmed += one->status == DETECT_CONFIRMED;
        count++;
    }
    char *summary =
        mem_printf("%zu race%s, %zu confirmed", count, count == 1 ? "" : "s", confirmed);
    char *seen =
        mem_printf("%zu actions, %zu accesses in %zu thread%s", self->races.actions,
                   self->races.accesses, self->races.threads, self->races.threads == 1 ? "" : "s");
    struct lanes_fact facts[] = {{"observed", seen}};
    struct lanes_page page = {.title = title,
                              .summary = summary,
                              .failed = confirmed > 0,
                              .facts = facts,
                              .fact_count = COUNT_OF(facts),
                              .findings = told,
                              .finding_count = count};
    struct buf html = {0};
    lanes_page(&page, &html);
    char *path = mem_printf("%s/index.html", self->out);
    bool ok = make_folders(self->out, error) && file_write_private(path, buf_view(&html), error);
    for (size_t i = 0; i < count; i++)
        arena_free(&parts[i].arena);
    buf_free(&html);
    free(path);
    free(parts);
    free(told);
    free(summary);
    free(seen);
    return ok;
}

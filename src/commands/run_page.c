/* Findings with their facts, and for each the lanes of the natural and of the failing run. */
#include "commands/run_page.h"

#include "base/file.h"
#include "commands/proof.h"
#include "commands/run_report.h"
#include "event/text.h"
#include "lanes/lanes.h"

#include <inttypes.h>

/* What a finding's part of the page points to, until the page is written. */
struct part {
    struct traces traces;
    struct schedule schedule;
    bool has_traces, has_schedule;
    VEC(struct lanes_fact) facts;
    struct lanes_run runs[2];
};

/* The name is a literal, the value was made for this. */
static void add_fact(struct part *self, const char *name, char *value)
{
    *vec_push(&self->facts) = (struct lanes_fact){name, value};
}

static void add_holds(struct part *self)
{
    enum { SHOWN = 12 };
    struct buf text = {0};
    for (size_t i = 0; i < self->schedule.holds.len && i < SHOWN; i++) {
        buf_clear(&text);
        buf_hold(&text, &self->schedule.holds.at[i]);
        add_fact(self, i ? "" : "needs", mem_dup(buf_view(&text).at));
    }
    if (self->schedule.holds.len > SHOWN)
        add_fact(self, "", mem_printf("and %zu more", self->schedule.holds.len - SHOWN));
    buf_free(&text);
}

static void add_facts(struct part *self, const struct campaign_options *options,
                      const struct campaign_result *result, const struct finding *finding)
{
    const struct replay *replays = &finding->replays;
    struct buf line = {0};
    add_fact(self, "failed",
             mem_printf("%" PRIu64 " of %" PRIu64 " runs, first in run %" PRIu64, finding->count,
                        result->runs, finding->first_run));
    if (replays->times)
        add_fact(self, "replayed",
                 mem_printf("came back in %" PRIu64 " of %" PRIu64 " runs", replays->reproduced,
                            replays->times));
    if (replays->reproduced)
        add_fact(self, "lateness",
                 mem_printf("events %g ms late in all, %zu hold%s", replays->lateness_ms,
                            finding->holds, finding->holds == 1 ? "" : "s"));
    if (self->has_schedule)
        add_holds(self);
    if (finding->schedule) {
        run_report_repeat(options, finding, &line);
        add_fact(self, "repeat", mem_dup(buf_view(&line).at));
    }
    const struct {
        const char *name, *path;
    } files[] = {{"log", finding->log}, {"output", finding->output}};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (files[i].path)
            add_fact(self, files[i].name, mem_dup(files[i].path));
    buf_free(&line);
}

static void fill(struct part *self, struct lanes_finding *told,
                 const struct campaign_options *options, const struct campaign_result *result,
                 const struct finding *finding, const struct traces *natural)
{
    self->has_traces = finding->trace && traces_read(&self->traces, finding->trace, NULL);
    self->has_schedule =
        finding->schedule && schedule_read(&self->schedule, finding->schedule, NULL);
    add_facts(self, options, result, finding);
    bool has_message = strcmp(finding->signature, finding->outcome) != 0;
    *told = (struct lanes_finding){
        .id = finding->id,
        .title = finding->outcome,
        .message = has_message ? finding->signature : NULL,
        .status = finding->proved ? "proved" : "observed",
        .excerpt = finding->message ? finding->message : finding->last_lines,
        .facts = self->facts.at,
        .fact_count = self->facts.len,
        .runs = self->runs,
    };
    if (natural)
        self->runs[told->run_count++] =
            (struct lanes_run){.title = "the natural order, which passes", .traces = natural};
    if (self->has_traces)
        self->runs[told->run_count++] =
            (struct lanes_run){.title = "the run that failed",
                               .traces = &self->traces,
                               .held = self->has_schedule ? &self->schedule : NULL};
}

static void part_free(struct part *self)
{
    vec_each (fact, &self->facts)
        free((char *)fact->value);
    vec_free(&self->facts);
    if (self->has_traces)
        traces_free(&self->traces);
    if (self->has_schedule)
        schedule_free(&self->schedule);
}

static void print_page(const struct campaign_options *options, const struct campaign_result *result,
                       const struct traces *natural, struct buf *html)
{
    size_t count = result->findings.list.len;
    struct part *parts = mem_zalloc((count + 1) * sizeof *parts);
    struct lanes_finding *told = mem_zalloc((count + 1) * sizeof *told);
    struct buf title = {0};
    for (size_t i = 0; i < count; i++)
        fill(&parts[i], &told[i], options, result, &result->findings.list.at[i], natural);
    run_report_command(options, &title);
    char *seed = mem_printf("%" PRIx64, options->seed);
    char *coverage = mem_printf("%" PRIu64 " of %" PRIu64 " pairs of events that can change places",
                                result->coverage.tried, result->coverage.pairs);
    char *summary = result->failures
                        ? mem_printf("%" PRIu64 " of %" PRIu64 " runs failed, in %zu way%s",
                                     result->failures, result->runs, count, count == 1 ? "" : "s")
                        : mem_printf("no run of %" PRIu64 " failed", result->runs);
    struct lanes_fact facts[] = {
        {"strategy", options->strategy}, {"seed", seed}, {"tried", coverage}};
    struct lanes_page page = {
        .title = buf_view(&title).at,
        .summary = summary,
        .failed = result->failures > 0,
        .facts = facts,
        .fact_count = COUNT_OF(facts) - !result->coverage.known,
        .findings = told,
        .finding_count = count,
    };
    lanes_page(&page, html);
    for (size_t i = 0; i < count; i++)
        part_free(&parts[i]);
    free(parts);
    free(told);
    free(seed);
    free(coverage);
    free(summary);
    buf_free(&title);
}

char *run_page_write(const struct campaign_options *options, const struct campaign_result *result,
                     struct error *error)
{
    struct traces natural = {0};
    struct buf html = {0};
    bool has_natural = result->natural.len &&
                       traces_parse(&natural, "the natural run", buf_view(&result->natural), NULL);
    print_page(options, result, has_natural ? &natural : NULL, &html);
    traces_free(&natural);
    char *path = mem_printf("%s/index.html", options->out);
    bool ok = file_write_private(path, buf_view(&html), error);
    buf_free(&html);
    if (ok)
        return path;
    free(path);
    return NULL;
}

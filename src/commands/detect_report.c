/* How `interloper detect` tells what it found: for people each race with both places in the code,
 * what happens there, and what a directed run showed; JSON as in the contract. */
#include "base/json.h"
#include "base/terminal.h"
#include "commands/detect.h"
#include "commands/run_report.h"
#include "explore/campaign.h"
#include "report/frame.h"

#include <inttypes.h>
#include <unistd.h>

enum { WIDTH = 100 };

static const char *const status_names[] = {
    [DETECT_PREDICTED] = "predicted",
    [DETECT_CONFIRMED] = "confirmed",
    [DETECT_NO_DIFFERENCE] = "no-difference",
    [DETECT_INFEASIBLE] = "infeasible",
};

const char *detect_status_name(enum detect_status status)
{
    return status_names[status];
}

bool detected_is_harmful(const struct detected *self)
{
    if (self->status == DETECT_CONFIRMED)
        return true;
    /* where one race led to another, the first is what must be repaired */
    return self->status == DETECT_PREDICTED && !race_is_benign(self->race) && !self->followed;
}

bool detected_counts(const struct detect *detect, const struct detected *self)
{
    return self->status == DETECT_CONFIRMED ||
           (detect->predicted_counts && detected_is_harmful(self));
}

bool detected_is_told(const struct detect *detect, const struct detected *self)
{
    return detect->all || detected_is_harmful(self);
}

/* ---- Places ---- */

struct teller {
    FILE *out;
    struct paint paint;
    struct arena arena;
    VEC(struct source *) sources;
};

/* Files below the working directory are shown relative to it. */
static struct str here(void)
{
    static char folder[4096];
    if (!folder[0] && (!getcwd(folder, sizeof folder - 1) || strlen(folder) < 2))
        memcpy(folder, "?", 2);
    return str_of(folder);
}

struct str detect_shown_path(struct str path)
{
    struct str folder = here();
    bool below = str_starts(path, folder) && path.len > folder.len && path.at[folder.len] == '/';
    return below ? str_from(path, folder.len + 1) : path;
}

/* The same wherever a path stands in a sentence. */
void detect_shown_words(struct buf *out, struct str text)
{
    while (text.len) {
        struct str word = str_cut(&text, ' ');
        buf_str(out, detect_shown_path(word));
        if (text.len)
            buf_char(out, ' ');
    }
}

static struct source *source_of(struct teller *self, struct str file)
{
    struct str shown = detect_shown_path(file);
    vec_each (known, &self->sources)
        if (str_equal((*known)->path, shown))
            return *known;
    struct source *source = arena_new(&self->arena, struct source);
    source->path = arena_str(&self->arena, shown);
    source->text = detect_source_text(&self->arena, file);
    *vec_push(&self->sources) = source;
    return source;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
}

/* The word that stands there. */
static struct place place_of(struct teller *self, const struct observed_site *site)
{
    struct source *source = source_of(self, site->file);
    struct str line = source_line(source, site->line);
    if (!line.len || !site->column || site->column > line.len)
        return (struct place){0};
    uint32_t start = source_line_start(source, site->line) + site->column - 1, end = start;
    while (end < source->text.len && is_word(source->text.at[end]))
        end++;
    return (struct place){source, start, end > start ? end : start + 1};
}

static void put(struct teller *self, const struct buf *text)
{
    fwrite(text->at ? text->at : "", 1, text->len, self->out);
}

static void tell_side(struct teller *self, const char *which, const struct race_side *side)
{
    struct buf text = {0}, safe = {0};
    buf_printf(&text, STR_FMT, STR_ARG(side->access));
    if (side->site.line) {
        struct str path = detect_shown_path(side->site.file);
        buf_printf(&text, " at " STR_FMT ":%u:%u", STR_ARG(path), side->site.line,
                   side->site.column);
    }
    if (side->site.name.len)
        buf_printf(&text, " in " STR_FMT, STR_ARG(side->site.name));
    struct str key = side->key;
    if (side->is_task && str_ends(key, STR(" done"))) /* it has the name of its completion */
        key.len -= strlen(" done");
    if (key.len)
        buf_printf(&text, ", in the %s " STR_FMT, side->is_task ? "task" : "callback of",
                   STR_ARG(key));
    else if (side->is_main)
        buf_text(&text, ", in the main script");
    else if (side->timer_ms)
        buf_text(&text, ", in a timer");
    terminal_safe(&safe, buf_view(&text));
    fprintf(self->out, "  %s  %s\n", which, safe.at);
    struct place place = side->site.line ? place_of(self, &side->site) : (struct place){0};
    buf_clear(&text);
    if (place.source) {
        frame_write(&text, place, &self->paint);
        put(self, &text);
    }
    for (size_t i = 0; i < side->stack_count; i++) {
        struct str path = detect_shown_path(side->stack[i].file);
        buf_clear(&safe);
        terminal_safe(&safe, path);
        fprintf(self->out, "          asked for at %s:%u:%u\n", safe.at, side->stack[i].line,
                side->stack[i].column);
    }
    buf_free(&text);
    buf_free(&safe);
}

static void tell_status(struct teller *self, const struct detect *detect,
                        const struct detected *one)
{
    struct buf safe = {0};
    switch (one->status) {
    case DETECT_CONFIRMED:
        if (one->test) {
            terminal_safe(&safe, str_of(one->test));
            fprintf(self->out, "  test    %s\n", safe.at);
            buf_clear(&safe);
        }
        terminal_safe(&safe, str_of(one->outcome));
        if (strcmp(one->signature, one->outcome) != 0) {
            buf_text(&safe, ": ");
            terminal_safe(&safe, str_of(one->signature));
        }
        fprintf(self->out, "  proof   the other way round: %s\n", safe.at);
        fprintf(self->out, "          came back in %" PRIu64 " of %" PRIu64 " runs, %zu hold%s\n",
                one->replays.reproduced, one->replays.times, one->holds,
                one->holds == 1 ? "" : "s");
        if (one->schedule)
            fprintf(self->out, "          interloper replay %s\n", one->schedule);
        break;
    case DETECT_NO_DIFFERENCE:
        if (one->explained_by)
            fprintf(self->out, "  proof   turned round: what is different then is race %s\n",
                    one->explained_by);
        else
            fprintf(self->out, "  proof   turned round in %" PRIu64 " run%s: no difference\n",
                    one->runs, one->runs == 1 ? "" : "s");
        break;
    case DETECT_INFEASIBLE:
        fprintf(self->out, "  proof   cannot be turned round: %s\n", one->why);
        break;
    case DETECT_PREDICTED:
        if (!detect->no_confirm && !detect->trace_file)
            fprintf(self->out, "  proof   %s\n", one->why);
        break;
    }
    buf_free(&safe);
}

static void tell_hint(FILE *out, struct str hint)
{
    struct buf safe = {0}, words = {0};
    detect_shown_words(&words, hint);
    terminal_safe(&safe, buf_view(&words));
    buf_free(&words);
    struct str rest = buf_view(&safe);
    size_t column = WIDTH;
    for (bool first = true; rest.len; first = false) {
        struct str word = str_cut(&rest, ' ');
        if (column + word.len + 1 > WIDTH)
            column = (size_t)fprintf(out, first ? "  hint   " : "\n         ") - !first;
        column += (size_t)fprintf(out, " " STR_FMT, STR_ARG(word));
    }
    fputc('\n', out);
    buf_free(&safe);
}

static void tell_race(struct teller *self, const struct detect *detect, const struct detected *one)
{
    const struct race *race = one->race;
    struct buf safe = {0};
    terminal_safe(&safe, detect_shown_path(race->location));
    fprintf(self->out, "\n%s%s%s %s  %s race on %s%s%s (%s)",
            terminal_colour(self->out, COLOUR_BOLD), one->id,
            terminal_colour(self->out, COLOUR_NONE), status_names[one->status],
            race_violation_name(race->violation), terminal_colour(self->out, COLOUR_BOLD), safe.at,
            terminal_colour(self->out, COLOUR_NONE), race_kind_name(race->kind));
    if (race->pattern)
        fprintf(self->out, "  pattern %s%s", race->pattern->name, race->doubt ? ", doubted" : "");
    fputc('\n', self->out);
    tell_side(self, "first ", &race->tries[0].first);
    tell_side(self, "second", &race->tries[0].second);
    if (one->followed)
        fprintf(self->out, "  after   race %s is turned round\n", one->followed->after);
    tell_status(self, detect, one);
    tell_hint(self->out, race->hint);
    buf_free(&safe);
}

/* What was not seen, so that silence is no promise. */
static void tell_gaps(const struct detect *self, FILE *out)
{
    const struct races *races = &self->races;
    vec_each (what, &races->unseen)
        fprintf(out, "not seen  code of " STR_FMT " ran, which is not observed\n", STR_ARG(*what));
    if (races->cut)
        fprintf(out, "not seen  %zu accesses were too many to be kept\n", races->cut);
    if (races->damaged)
        fprintf(out, "not seen  what %zu threads did at their end: their records break off\n",
                races->damaged);
}

void detect_report_text(const struct detect *self, const struct campaign_result *result, FILE *out)
{
    struct teller teller = {.out = out,
                            .paint = {*terminal_colour(out, COLOUR_BOLD) != '\0', WIDTH}};
    size_t counts[COUNT_OF(status_names)] = {0}, told = 0, benign = 0;
    vec_each (one, &self->list) {
        bool tell = detected_is_told(self, one);
        told += tell;
        benign += !tell;
        counts[one->status] += tell;
        if (tell)
            tell_race(&teller, self, one);
    }
    fprintf(out, "\n%zu race%s", told, told == 1 ? "" : "s");
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        if (counts[i])
            fprintf(out, ", %zu %s", counts[i], status_names[i]);
    if (benign)
        fprintf(out, "; %zu benign or without effect (--all shows them)", benign);
    fprintf(out, "\nobserved  %zu actions, %zu accesses in %zu thread%s", self->races.actions,
            self->races.accesses, self->races.threads, self->races.threads == 1 ? "" : "s");
    if (result)
        fprintf(out, "; %" PRIu64 " directed runs, %.1f s in all", self->directed_runs,
                result->elapsed_ms / 1e3);
    fputc('\n', out);
    tell_gaps(self, out);
    if (result && told)
        fprintf(out, "report    %s/index.html\n", self->out);
    vec_each (source, &teller.sources)
        source_free(*source);
    vec_free(&teller.sources);
    arena_free(&teller.arena);
}

/* ---- JSON ---- */

static void put_place(struct json *json, const char *key, const struct observed_site *site)
{
    struct buf text = {0};
    struct str path = detect_shown_path(site->file);
    buf_printf(&text, STR_FMT ":%u:%u", STR_ARG(path), site->line, site->column);
    if (site->line)
        json_str(json, key, buf_view(&text));
    else
        json_null(json, key);
    buf_free(&text);
}

static void put_side(struct json *json, const char *key, const struct race_side *side)
{
    json_object(json, key);
    json_str(json, "access", side->access);
    put_place(json, "at", &side->site);
    if (side->site.name.len)
        json_str(json, "function", side->site.name);
    json_str(json, "process", side->process);
    if (side->key.len)
        json_str(json, "event", side->key);
    json_array(json, "stack");
    for (size_t i = 0; i < side->stack_count; i++)
        put_place(json, NULL, &side->stack[i]);
    json_end_array(json);
    json_end_object(json);
}

static void put_race(struct json *json, const struct detected *one)
{
    const struct race *race = one->race;
    const char *verdict = detected_is_harmful(one) ? "harmful" : "benign";
    if (one->status == DETECT_INFEASIBLE)
        verdict = race_is_benign(race) ? "benign" : "harmful";
    json_object(json, NULL);
    json_text(json, "id", one->id);
    json_text(json, "kind", race_kind_name(race->kind));
    json_text(json, "violation", race_violation_name(race->violation));
    json_str(json, "location", detect_shown_path(race->location));
    json_text(json, "status", status_names[one->status]);
    json_text(json, "verdict", verdict);
    json_text(json, "pattern", race->pattern ? race->pattern->name : NULL);
    json_text(json, "doubt", race->doubt);
    bool has_why = one->status == DETECT_INFEASIBLE || one->status == DETECT_PREDICTED;
    json_text(json, "why", has_why ? one->why : NULL);
    json_text(json, "after", one->followed ? one->followed->after : NULL);
    json_text(json, "explained_by", one->explained_by);
    json_integer(json, "count", (int64_t)race->count);
    put_side(json, "first", &race->tries[0].first);
    put_side(json, "second", &race->tries[0].second);
    json_text(json, "outcome", one->outcome);
    json_text(json, "signature", one->signature);
    json_text(json, "test", one->test);
    json_text(json, "schedule", one->schedule);
    json_object(json, "replays");
    json_integer(json, "times", (int64_t)one->replays.times);
    json_integer(json, "reproduced", (int64_t)one->replays.reproduced);
    json_end_object(json);
    json_integer(json, "holds", (int64_t)one->holds);
    json_integer(json, "runs", (int64_t)one->runs);
    json_number(json, "lateness_ms", one->replays.lateness_ms, 3);
    struct buf hint = {0};
    detect_shown_words(&hint, race->hint);
    json_str(json, "hint", buf_view(&hint));
    buf_free(&hint);
    json_end_object(json);
}

void detect_report_json(const struct detect *self, const struct campaign_result *result, FILE *out)
{
    struct buf text = {0};
    struct json json = json_to(&text);
    json_object(&json, NULL);
    json_integer(&json, "actions", (int64_t)self->races.actions);
    json_integer(&json, "accesses", (int64_t)self->races.accesses);
    json_integer(&json, "edges", (int64_t)self->races.edges);
    json_integer(&json, "threads", (int64_t)self->races.threads);
    json_array(&json, "races");
    vec_each (one, &self->list)
        if (detected_is_told(self, one))
            put_race(&json, one);
    json_end_array(&json);
    json_integer(&json, "directed_runs", (int64_t)self->directed_runs);
    json_integer(&json, "cut", (int64_t)self->races.cut);
    json_integer(&json, "odd", (int64_t)self->races.odd);
    json_integer(&json, "damaged", (int64_t)self->races.damaged);
    json_array(&json, "unseen");
    vec_each (what, &self->races.unseen)
        json_str(&json, NULL, *what);
    json_end_array(&json);
    if (result) {
        json_number(&json, "elapsed_ms", result->elapsed_ms, 1);
        json_boolean(&json, "interrupted", result->interrupted);
        char *report = mem_printf("%s/index.html", self->out);
        json_text(&json, "report", report);
        free(report);
        json_array(&json, "warnings");
        vec_each (warning, &result->warnings)
            json_text(&json, NULL, *warning);
        json_end_array(&json);
    }
    json_end_object(&json);
    fprintf(out, "%s\n", text.at);
    buf_free(&text);
}

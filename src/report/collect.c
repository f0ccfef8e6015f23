#include "report/collect.h"

#include "base/arena.h"
#include "base/file.h"
#include "report/baseline.h"
#include "report/report.h"

#include <ctype.h>

enum { LARGEST_SOURCE = 16 * 1024 * 1024 };

struct collection {
    struct arena arena;
    struct findings findings;
    VEC(struct source *) sources;
    VEC(const struct rule_info *) rules;
};

struct collection *collection_new(void)
{
    return mem_zalloc(sizeof(struct collection));
}

void collection_free(struct collection *self)
{
    if (!self)
        return;
    vec_each (source, &self->sources)
        source_free(*source);
    vec_free(&self->sources);
    vec_free(&self->rules);
    findings_free(&self->findings);
    arena_free(&self->arena);
    free(self);
}

static struct source *source_of(struct collection *self, struct str path)
{
    vec_each (source, &self->sources)
        if (str_equal((*source)->path, path))
            return *source;
    struct source *source = arena_new(&self->arena, struct source);
    *source = (struct source){.path = arena_str(&self->arena, path)};
    if (!file_read_in(&self->arena, source->path.at, LARGEST_SOURCE, &source->text, NULL))
        return NULL;
    *vec_push(&self->sources) = source;
    return source;
}

/* Takes ":12" off the end. */
static bool take_number(struct str *text, uint32_t *number)
{
    size_t digits = 0;
    uint64_t value = 0, unit = 1;
    while (digits < text->len && digits < 9 && text->at[text->len - 1 - digits] >= '0' &&
           text->at[text->len - 1 - digits] <= '9') {
        value += (uint64_t)(text->at[text->len - 1 - digits] - '0') * unit;
        unit *= 10;
        digits++;
    }
    if (!digits || digits + 1 >= text->len || text->at[text->len - 1 - digits] != ':')
        return false;
    text->len -= digits + 1;
    *number = (uint32_t)value;
    return value > 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static struct place place_of(struct collection *self, const char *at)
{
    struct str path = str_of(at ? at : "");
    uint32_t line, column;
    struct place nowhere = {0};
    if (!take_number(&path, &column) || !take_number(&path, &line))
        return nowhere;
    struct source *source = source_of(self, path);
    if (!source)
        return nowhere;
    struct str text = source_line(source, line);
    if (!text.at || column > text.len + 1)
        return nowhere;
    uint32_t start = source_line_start(source, line) + column - 1, length = 0;
    struct str rest = str_from(text, column - 1);
    while (length < rest.len && is_word(rest.at[length]))
        length++;
    return (struct place){source, start, start + (length ? length : rest.len > 0)};
}

void collection_add(struct collection *self, const struct collected *given)
{
    struct finding *finding = vec_push(&self->findings.list);
    struct related *related = arena_array(&self->arena, struct related, given->step_count + 1);
    for (size_t i = 0; i < given->step_count; i++)
        related[i] = (struct related){place_of(self, given->steps[i].at),
                                      arena_str(&self->arena, str_of(given->steps[i].message))};
    *finding = (struct finding){
        .rule = given->rule,
        .severity = given->severity,
        .place = place_of(self, given->at),
        .message = arena_str(&self->arena, str_of(given->message)),
        .repair = arena_str(&self->arena, str_of(given->repair ? given->repair : "")),
        .identity = arena_str(&self->arena, str_of(given->identity)),
        .related = related,
        .related_count = given->step_count,
    };
    vec_each (rule, &self->rules)
        if (*rule == given->rule)
            return;
    *vec_push(&self->rules) = given->rule;
}

void collection_finish(struct collection *self)
{
    findings_finish(&self->findings);
}

size_t collection_count(const struct collection *self, enum severity least)
{
    size_t count = 0;
    vec_each (finding, &self->findings.list)
        count += finding->severity >= least;
    return count;
}

bool collection_drop_known(struct collection *self, const char *path, size_t *known,
                           struct error *error)
{
    bool ok = baseline_apply(path, &self->findings, error);
    *known = self->findings.known;
    return ok;
}

bool collection_write_baseline(const struct collection *self, const char *path, struct error *error)
{
    return baseline_write(path, &self->findings, error);
}

void collection_print(const struct collection *self, const char *format, bool interrupted,
                      struct buf *out)
{
    struct report_facts facts = {
        .rules = self->rules.at, .rule_count = self->rules.len, .interrupted = interrupted};
    report_writer *write = report_writer_of(format);
    if (write)
        write(&self->findings, &facts, out);
}

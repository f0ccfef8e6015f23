/* Putting findings in their final order and giving them names that last.
 *
 * A fingerprint is made of what an unrelated edit leaves alone: the rule, the file's own name (not
 * its folder: people run from several), the enclosing function, and the text of the line without
 * its whitespace. Equal ones in one file are told apart by counting. */
#include "report/finding.h"

#include "base/map.h"
#include "base/random.h"

enum { LINE_PART = 256 };

static uint64_t mix_text(uint64_t hash, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!strchr(" \t\r\n\v\f", text.at[i]) || !text.at[i])
            hash = (hash ^ (unsigned char)text.at[i]) * 1099511628211u;
    return (hash ^ 0x1f) * 1099511628211u; /* so that "ab","c" is not "a","bc" */
}

static struct str base_name(struct str path)
{
    for (size_t i = path.len; i > 0; i--)
        if (path.at[i - 1] == '/')
            return str_from(path, i);
    return path;
}

/* The line, or of a very long one (minified, data) what stands around the finding. */
static struct str telling_text(const struct finding *finding)
{
    struct source *source = finding->place.source;
    struct str line = source_line(source, finding->at.line);
    if (line.len <= LINE_PART)
        return line;
    struct str rest = str_from(source->text, finding->place.start);
    size_t left = (size_t)(line.at + line.len - rest.at);
    return (struct str){rest.at, left < LINE_PART ? left : LINE_PART};
}

static uint64_t fingerprint_of(const struct finding *finding, struct str symbol)
{
    uint64_t hash = mix_text(14695981039346656037u, str_of(finding->rule->name));
    hash = mix_text(hash, symbol);
    if (finding->identity.len)
        return mix_text(hash, finding->identity);
    if (finding->place.source) {
        hash = mix_text(hash, base_name(finding->place.source->path));
        hash = mix_text(hash, telling_text(finding));
    }
    return hash;
}

static void complete(struct finding *finding)
{
    if (finding->severity == SEVERITY_OFF)
        finding->severity = finding->rule->severity;
    if (finding->place.source) {
        finding->at = source_position(finding->place.source, finding->place.start);
        finding->end = source_position(finding->place.source, finding->place.end);
    }
    finding->fingerprint = fingerprint_of(finding, finding->symbol);
    finding->old_fingerprint = fingerprint_of(finding, STR(""));
}

static struct str path_of(const struct place *place)
{
    return place->source ? place->source->path : STR("");
}

static int compare_str(struct str a, struct str b)
{
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter ? memcmp(a.at, b.at, shorter) : 0; /* an empty one may have no place */
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare_number(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_identity(const struct finding *a, const struct finding *b)
{
    int order = compare_str(path_of(&a->place), path_of(&b->place));
    if (!order)
        order = compare_number(a->place.start, b->place.start);
    if (!order)
        order = strcmp(a->rule->name, b->rule->name);
    return order ? order : compare_str(a->identity, b->identity);
}

/* Among equals the most serious comes first, and the rest decides by content: no order is left to
 * the threads. */
static int compare(const void *left, const void *right)
{
    const struct finding *a = left, *b = right;
    int order = compare_identity(a, b);
    if (!order)
        order = compare_number(b->severity, a->severity);
    if (!order)
        order = compare_str(a->message, b->message);
    return order ? order : compare_number(a->place.end, b->place.end);
}

static int compare_problems(const void *left, const void *right)
{
    const struct problem *a = left, *b = right;
    int order = compare_str(path_of(&a->place), path_of(&b->place));
    if (!order)
        order = compare_number(a->place.start, b->place.start);
    return order ? order : compare_str(a->message, b->message);
}

static void drop_repeated(struct findings *self)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->list.len; i++)
        if (!kept || compare_identity(&self->list.at[kept - 1], &self->list.at[i]) != 0)
            self->list.at[kept++] = self->list.at[i];
    self->list.len = kept;
}

static void drop_elsewhere(struct findings *self)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->list.len; i++)
        if (!self->list.at[i].is_elsewhere)
            self->list.at[kept++] = self->list.at[i];
    self->elsewhere += self->list.len - kept;
    self->list.len = kept;
}

/* The second of two equal lines gets another fingerprint than the first, by its rank in the file.
 * The map's keys are the bytes of `raw`, which therefore stays as it was. */
static void tell_equals_apart(struct findings *self, bool are_old)
{
    struct map seen = {0};
    struct source *file = NULL;
    uint64_t *raw = mem_resize(NULL, self->list.len + 1, sizeof *raw);
    for (size_t i = 0; i < self->list.len; i++) {
        struct finding *finding = &self->list.at[i];
        if (finding->place.source != file)
            map_free(&seen);
        file = finding->place.source;
        uint64_t *fingerprint = are_old ? &finding->old_fingerprint : &finding->fingerprint;
        raw[i] = *fingerprint;
        struct str key = {(const char *)&raw[i], sizeof raw[i]};
        uint64_t rank = map_add(&seen, key, NULL)->number++;
        *fingerprint = random_mix(raw[i], rank);
    }
    map_free(&seen);
    free(raw);
}

void findings_finish(struct findings *self)
{
    vec_each (finding, &self->list)
        complete(finding);
    if (self->list.len)
        qsort(self->list.at, self->list.len, sizeof *self->list.at, compare);
    if (self->problems.len)
        qsort(self->problems.at, self->problems.len, sizeof *self->problems.at, compare_problems);
    drop_repeated(self);
    drop_elsewhere(self);
    tell_equals_apart(self, false);
    tell_equals_apart(self, true);
}

void findings_free(struct findings *self)
{
    vec_free(&self->list);
    vec_free(&self->problems);
}

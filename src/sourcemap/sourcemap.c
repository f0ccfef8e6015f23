/* Mappings are decoded once into an array in order of the generated place, and found by halving. */
#include "sourcemap/sourcemap.h"

#include "base/vec.h"

#include <jansson.h>

struct segment {
    int line, column; /* in the bundle, from 0 */
    int source;       /* -1: nobody's */
    int source_line, source_column;
};

struct sourcemap {
    VEC(struct segment) segments;
    VEC(char *) sources;
};

/* ---- names of sources ---- */

/* "webpack://shop/./src/a.js" and "../../src/a.js" are both src/a.js to who wrote it. */
static char *own_name(const char *root, const char *name)
{
    char *whole = root && *root ? mem_printf("%s/%s", root, name) : mem_dup(name);
    const char *at = whole, *scheme = strstr(whole, "://");
    if (scheme) {
        at = scheme + 3;
        const char *path = strstr(at, "/./");
        at = path ? path + 3 : strncmp(whole, "http", 4) == 0 ? at + strcspn(at, "/") : at;
    }
    for (;;) {
        if (strncmp(at, "../", 3) == 0)
            at += 3;
        else if (strncmp(at, "./", 2) == 0)
            at += 2;
        else if (*at == '/')
            at++;
        else
            break;
    }
    char *kept = mem_dup(*at ? at : name);
    kept[strcspn(kept, "?")] = '\0'; /* webpack tells versions of one file apart by it */
    free(whole);
    return kept;
}

bool sourcemap_is_library(const char *source)
{
    static const char *const others[] = {"node_modules/", "webpack/",  "(webpack)",
                                         "vite/",         "<runtime>", "\001"};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strstr(source, others[i]) == source || (i == 0 && strstr(source, others[i])))
            return true;
    return false;
}

/* ---- decoding ---- */

static int digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* One number in base 64, least digits first; the lowest bit is its sign. */
static bool take_number(const char **at, int64_t *number)
{
    uint64_t value = 0;
    for (int shift = 0; shift <= 35; shift += 5) {
        int digit = digit_of(**at);
        if (digit < 0)
            return false;
        (*at)++;
        value |= (uint64_t)(digit & 31) << shift;
        if (!(digit & 32)) {
            *number = value & 1 ? -(int64_t)(value >> 1) : (int64_t)(value >> 1);
            return true;
        }
    }
    return false;
}

struct decoder {
    struct sourcemap *map;
    int first_line, first_column; /* where its section begins */
    int first_source, source_count;
    struct error *error;
};

static bool refuse(const struct decoder *self, const char *why)
{
    return error_set(self->error, EXIT_BAD_USAGE, "%s", why);
}

static bool take_mappings(const struct decoder *self, const char *text)
{
    int64_t column = 0, fields[4] = {0}; /* source, line, column, name: each counts from the last */
    int line = 0;
    while (*text) {
        if (*text == ';' || *text == ',') {
            line += *text == ';';
            column = *text == ';' ? 0 : column;
            text++;
            continue;
        }
        int64_t step;
        int count = 0;
        if (!take_number(&text, &step))
            return refuse(self, "\"mappings\" holds what is no base64 number");
        column += step;
        for (; count < 4 && *text && *text != ',' && *text != ';'; count++) {
            if (!take_number(&text, &step))
                return refuse(self, "\"mappings\" holds what is no base64 number");
            fields[count] += step;
        }
        bool whole = count == 0 || count >= 3;
        bool known = count == 0 || (fields[0] >= 0 && fields[0] < self->source_count);
        bool fits = column >= 0 && column < INT32_MAX && fields[1] >= 0 && fields[1] < INT32_MAX &&
                    fields[2] >= 0 && fields[2] < INT32_MAX;
        if (!whole || !known || !fits)
            return refuse(self, "\"mappings\" names a place that is not there");
        *vec_push(&self->map->segments) = (struct segment){
            .line = self->first_line + line,
            .column = (int)column + (line == 0 ? self->first_column : 0),
            .source = count ? self->first_source + (int)fields[0] : -1,
            .source_line = (int)fields[1],
            .source_column = (int)fields[2],
        };
    }
    return true;
}

static bool take_map(struct decoder *self, json_t *map)
{
    json_t *sources = json_object_get(map, "sources"), *source;
    const char *mappings = json_string_value(json_object_get(map, "mappings"));
    const char *root = json_string_value(json_object_get(map, "sourceRoot"));
    if (json_integer_value(json_object_get(map, "version")) != 3)
        return refuse(self, "is not a source map of version 3");
    if (!json_is_array(sources) || !mappings)
        return refuse(self, "has no \"sources\" or no \"mappings\"");
    self->first_source = (int)self->map->sources.len;
    self->source_count = (int)json_array_size(sources);
    size_t i;
    json_array_foreach (sources, i, source) {
        const char *name = json_string_value(source);
        *vec_push(&self->map->sources) = own_name(root, name ? name : "(unknown)");
    }
    return take_mappings(self, mappings);
}

static bool take_sections(struct decoder *self, json_t *sections)
{
    size_t i;
    json_t *section;
    json_array_foreach (sections, i, section) {
        json_t *offset = json_object_get(section, "offset");
        json_int_t line = json_integer_value(json_object_get(offset, "line"));
        json_int_t column = json_integer_value(json_object_get(offset, "column"));
        if (!json_is_object(offset) || line < 0 || column < 0 || line > INT32_MAX / 2 ||
            column > INT32_MAX / 2)
            return refuse(self, "has a section without an offset");
        self->first_line = (int)line;
        self->first_column = (int)column;
        if (!take_map(self, json_object_get(section, "map")))
            return false;
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct segment *left = a, *right = b;
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    return (left->column > right->column) - (left->column < right->column);
}

struct sourcemap *sourcemap_parse(struct str text, struct error *error)
{
    json_error_t trouble;
    if (str_starts(text, STR(")]}"))) { /* a first line that keeps others from running it */
        while (text.len && *text.at != '\n')
            text = str_from(text, 1);
    }
    json_t *map = json_loadb(text.at ? text.at : "", text.len, 0, &trouble);
    if (!map) {
        error_set(error, EXIT_BAD_USAGE, "line %d: not JSON: %s", trouble.line, trouble.text);
        return NULL;
    }
    struct sourcemap *self = mem_zalloc(sizeof *self);
    struct decoder decoder = {.map = self, .error = error};
    json_t *sections = json_object_get(map, "sections");
    bool ok = json_is_array(sections) ? take_sections(&decoder, sections) : take_map(&decoder, map);
    json_decref(map);
    if (!ok) {
        sourcemap_free(self);
        return NULL;
    }
    if (self->segments.len)
        qsort(self->segments.at, self->segments.len, sizeof *self->segments.at, by_place);
    return self;
}

void sourcemap_free(struct sourcemap *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->sources.len; i++)
        free(self->sources.at[i]);
    vec_free(&self->sources);
    vec_free(&self->segments);
    free(self);
}

bool sourcemap_find(const struct sourcemap *self, int line, int column,
                    struct sourcemap_place *place)
{
    const struct segment wanted = {.line = line - 1, .column = column - 1};
    size_t low = 0, high = self->segments.len;
    while (low < high) { /* the first that begins behind the place */
        size_t middle = low + (high - low) / 2;
        if (by_place(&self->segments.at[middle], &wanted) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return false;
    const struct segment *found = &self->segments.at[low - 1];
    if (found->line != wanted.line || found->source < 0)
        return false;
    *place = (struct sourcemap_place){self->sources.at[found->source], found->source_line + 1,
                                      found->source_column + 1};
    return true;
}

#include "web/places.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/vec.h"
#include "sourcemap/sourcemap.h"

struct file {
    char *name;
    struct sourcemap *map;
};

struct places {
    VEC(struct file) files;
};

struct places *places_new(void)
{
    return mem_zalloc(sizeof(struct places));
}

void places_free(struct places *self)
{
    if (!self)
        return;
    vec_each (file, &self->files) {
        free(file->name);
        sourcemap_free(file->map);
    }
    vec_free(&self->files);
    free(self);
}

bool places_add(struct places *self, const char *name, struct str text, struct error *error)
{
    struct sourcemap *map = sourcemap_parse(text, error);
    if (map)
        *vec_push(&self->files) = (struct file){mem_dup(name), map};
    return map != NULL;
}

size_t places_count(const struct places *self)
{
    return self->files.len;
}

char *places_files(const struct places *self)
{
    struct buf out = {0};
    struct json json = json_to(&out);
    json_array(&json, NULL);
    vec_each (file, &self->files) {
        json_text(&json, NULL, file->name);
    }
    json_end_array(&json);
    return buf_take(&out);
}

/* "assets/index.js:1:200" into its parts, from behind; false where it is no place. */
static bool split(struct str place, struct str *file, int *line, int *column)
{
    int *numbers[] = {column, line};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        size_t end = place.len, factor = 1;
        *numbers[i] = 0;
        while (place.len && place.at[place.len - 1] >= '0' && place.at[place.len - 1] <= '9' &&
               factor <= 100000000) {
            *numbers[i] += (int)factor * (place.at[place.len - 1] - '0');
            factor *= 10;
            place.len--;
        }
        if (place.len == end || !place.len || place.at[place.len - 1] != ':')
            return false;
        place.len--;
    }
    *file = place;
    return true;
}

static bool find(const struct places *self, struct str text, struct sourcemap_place *place)
{
    struct str file;
    int line, column;
    if (!split(text, &file, &line, &column))
        return false;
    vec_each (known, &self->files) {
        if (str_equal(str_of(known->name), file))
            return sourcemap_find(known->map, line, column, place);
    }
    return false;
}

static bool is_mapped(const struct places *self, struct str text)
{
    struct str file;
    int line, column;
    vec_each (known, &self->files) {
        if (split(text, &file, &line, &column) && str_equal(str_of(known->name), file))
            return true;
    }
    return false;
}

bool places_is_library(const struct places *self, const char *text)
{
    struct sourcemap_place place;
    if (text && *text == WEB_LIBRARY_MARK)
        return true;
    struct str rest = str_of(text ? text : "");
    while (rest.len) {
        struct str one = str_cut(&rest, '\n');
        if (!is_mapped(self, one) ||
            (find(self, one, &place) && !sourcemap_is_library(place.source)))
            return false;
    }
    return true;
}

const char *places_resolve(const struct places *self, struct arena *arena, const char *text)
{
    if (text && *text == WEB_LIBRARY_MARK)
        return text + 1;
    if (!text || !*text || (!self->files.len && !strchr(text, '\n')))
        return text;
    struct sourcemap_place place, first;
    bool any = false;
    for (struct str rest = str_of(text); rest.len;) {
        struct str one = str_cut(&rest, '\n');
        if (!is_mapped(self, one)) /* the page's script left out those of libraries */
            return arena_str(arena, one).at;
        if (!find(self, one, &place))
            continue;
        if (!sourcemap_is_library(place.source))
            return arena_printf(arena, "%s:%d:%d", place.source, place.line, place.column).at;
        if (!any)
            first = place;
        any = true;
    }
    if (any)
        return arena_printf(arena, "%s:%d:%d", first.source, first.line, first.column).at;
    struct str rest = str_of(text);
    struct str one = str_cut(&rest, '\n');
    return rest.len ? arena_str(arena, one).at : text;
}

const char *places_callers(const struct places *self, struct arena *arena, const char *text)
{
    struct sourcemap_place place;
    struct buf out = {0};
    if (text && *text == WEB_LIBRARY_MARK)
        return text + 1;
    for (struct str rest = str_of(text ? text : ""); rest.len;) {
        struct str one = str_cut(&rest, '\n');
        bool mapped = is_mapped(self, one), found = mapped && find(self, one, &place);
        if (mapped && (!found || sourcemap_is_library(place.source)))
            continue;
        buf_text(&out, out.len ? "\n" : "");
        if (found)
            buf_printf(&out, "%s:%d:%d", place.source, place.line, place.column);
        else
            buf_str(&out, one);
    }
    const char *kept = out.len ? arena_str(arena, buf_view(&out)).at : NULL;
    buf_free(&out);
    return kept ? kept : places_resolve(self, arena, text);
}

/* An error ends with its place in brackets. */
static const char *resolve_error(const struct places *self, struct arena *arena, const char *text)
{
    const char *open = text ? strrchr(text, '(') : NULL;
    size_t length = open ? strlen(open) : 0;
    struct sourcemap_place place;
    if (length < 3 || open[length - 1] != ')' ||
        !find(self, (struct str){open + 1, length - 2}, &place))
        return text;
    return arena_printf(arena, "%.*s(%s:%d:%d)", (int)(open - text), text, place.source, place.line,
                        place.column)
        .at;
}

/* What a framework's scheduler writes follows from an answer that the author asked for: `instead`
 * (NULL: nobody knows) is named then. */
static void resolve_writes(const struct places *self, struct arena *arena, struct web_write *writes,
                           size_t count, const char *instead)
{
    for (size_t i = 0; i < count; i++)
        writes[i].handler = instead && *instead && places_is_library(self, writes[i].handler)
                                ? instead
                                : places_resolve(self, arena, writes[i].handler);
}

static const char *first_line(struct arena *arena, const char *text)
{
    struct str rest = str_of(text ? text : "");
    return arena_str(arena, str_cut(&rest, '\n')).at;
}

/* A request that only packages asked for (the tabs of jQuery UI) has the place where the author had
 * the user event listened for: `handlers`, by lane; NULL where a package did that too. */
static void resolve_run(const struct places *self, struct arena *arena, struct web_run *run,
                        const char *const handlers[3])
{
    for (size_t i = 0; i < run->step_count; i++) {
        struct web_step *step = &run->steps[i];
        const char *own = step->lane >= 0 && step->lane < 3 ? handlers[step->lane] : NULL;
        step->asked_by = own && *own && step->asked_by && places_is_library(self, step->asked_by)
                             ? own
                             : places_callers(self, arena, step->asked_by);
        const char *asker = step->asked ? first_line(arena, step->asked_by) : NULL;
        resolve_writes(self, arena, step->writes, step->write_count, asker);
        step->handler = asker && *asker && places_is_library(self, step->handler)
                            ? asker
                            : places_resolve(self, arena, step->handler);
        if (step->kind == WEB_STEP_ERROR)
            step->text = resolve_error(self, arena, step->text);
    }
    for (size_t i = 0; i < run->error_count; i++)
        run->errors[i] = resolve_error(self, arena, run->errors[i]);
}

/* A node that only packages made has the place of the one it follows from, at last that where the
 * author had the user event listened for (`handler`; NULL: a package did that too). Nodes stand in
 * order of happening, so the one before is done. */
static void resolve_graph(const struct places *self, struct web_graph *graph, const char *handler)
{
    struct arena *arena = &graph->arena;
    size_t *parents = mem_zalloc((graph->node_count + 1) * sizeof *parents);
    for (size_t i = 0; i < graph->edge_count; i++)
        if (graph->edges[i].from < graph->edges[i].to)
            parents[graph->edges[i].to] = graph->edges[i].from;
    for (size_t k = 0; k < graph->node_count; k++) {
        struct web_node *node = &graph->nodes[k];
        const char *earlier = parents[k] ? graph->nodes[parents[k]].created : handler;
        bool inherits = earlier && *earlier && k && places_is_library(self, node->created);
        node->created = inherits ? earlier : places_resolve(self, arena, node->created);
        node->error = resolve_error(self, arena, node->error);
        const char *instead = k ? node->created : handler;
        resolve_writes(self, arena, node->writes, node->write_count, instead);
    }
    free(parents);
}

void places_resolve_all(const struct places *self, struct web_result *result)
{
    const char **handlers = mem_zalloc((result->event_count + 1) * sizeof *handlers);
    for (size_t i = 0; i < result->event_count; i++) {
        struct web_event *event = &result->events[i];
        bool library = places_is_library(self, event->handler);
        event->handler = places_resolve(self, &result->arena, event->handler);
        handlers[i] = library ? NULL : event->handler;
        if (result->graphs)
            resolve_graph(self, &result->graphs[i], handlers[i]);
    }
    for (size_t i = 0; i < result->test_count; i++) {
        struct web_test *test = &result->tests[i];
        const char *const by_lane[3] = {NULL, handlers[test->first], handlers[test->second]};
        resolve_run(self, &test->arena, &test->synchronous, by_lane);
        resolve_run(self, &test->arena, &test->adverse, by_lane);
        for (size_t k = 0; k < test->error_count; k++)
            test->errors[k] = resolve_error(self, &test->arena, test->errors[k]);
    }
    free(handlers);
}

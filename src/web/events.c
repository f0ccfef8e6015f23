#include "web/events.h"

#include "base/file.h"
#include "base/options.h"
#include "web/imports.h"
#include "web/keys.h"

enum { LARGEST_FILE = 16 << 20, MOST_EVENTS = 1000 };

static const char *const type_names[] = {"click", "dblclick", "input",  "change",
                                         "hover", "key",      "scroll", "drag"};

struct reader {
    const char *name;
    struct arena *arena;
    struct error *error;
    size_t entry; /* from 1 */
    size_t part;  /* from 1 inside a macro event, else 0 */
};

static bool refuse(const struct reader *self, const char *format, ...) PRINTF_LIKE(2, 3);

static bool refuse(const struct reader *self, const char *format, ...)
{
    char why[512], where[64] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (self->part)
        snprintf(where, sizeof where, ", part %zu", self->part);
    return error_set(self->error, EXIT_BAD_USAGE, "%s: event %zu%s: %s", self->name, self->entry,
                     where, why);
}

static const char *keep(const struct reader *self, const char *text)
{
    return arena_str(self->arena, str_of(text)).at;
}

static bool check_keys(const struct reader *self, json_t *entry, const char *const *names,
                       size_t count)
{
    const char *key;
    json_t *value;
    json_object_foreach (entry, key, value) {
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known = known || strcmp(names[i], key) == 0;
        const char *near = known ? NULL : nearest_name(key, names, count);
        if (!known)
            return refuse(self, "unknown field \"%s\"%s%s%s", key, near ? "; did you mean \"" : "",
                          near ? near : "", near ? "\"?" : "");
        bool text = json_is_string(value) || strcmp(key, "events") == 0;
        if (!text)
            return refuse(self, "\"%s\" must be a text", key);
        /* an embedded NUL would cut what we pass on */
        if (json_is_string(value) && strlen(json_string_value(value)) != json_string_length(value))
            return refuse(self, "\"%s\" contains a NUL", key);
    }
    return true;
}

static bool read_type(const struct reader *self, json_t *entry, struct web_event *event)
{
    const char *type = json_string_value(json_object_get(entry, "type"));
    if (!type)
        return refuse(self, "\"type\" is missing");
    for (size_t i = 0; i < COUNT_OF(type_names); i++)
        if (strcmp(type, type_names[i]) == 0) {
            event->type = (enum web_event_type)i;
            return true;
        }
    const char *near = nearest_name(type, type_names, COUNT_OF(type_names));
    if (near)
        return refuse(self, "unknown type \"%s\"; did you mean \"%s\"?", type, near);
    return refuse(self,
                  "unknown type \"%s\"; known: click, dblclick, input, change, hover, key, scroll, "
                  "drag",
                  type);
}

static bool is_number(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);
    return *text && !*end && number > -1000000 && number < 1000000;
}

static bool read_simple(const struct reader *self, json_t *entry, struct web_event *event)
{
    const char *selector = json_string_value(json_object_get(entry, "selector"));
    const char *value = json_string_value(json_object_get(entry, "value"));
    if (!read_type(self, entry, event))
        return false;
    if (!selector || !*selector)
        return refuse(self, "\"selector\" is missing");
    if (event->type == WEB_INPUT && !value)
        return refuse(self, "\"value\" is missing: what is to be typed into %s", selector);
    struct key_stroke stroke;
    if (event->type == WEB_KEY && (!value || !*value))
        return refuse(self, "a key event needs a value, such as Enter");
    if (event->type == WEB_KEY && !keys_find(value, &stroke))
        return refuse(self, "unknown key \"%s\"; known: %s", value, keys_known);
    if (event->type == WEB_DRAG && (!value || !*value))
        return refuse(self, "a drag event needs a value: the selector of where %s is dropped",
                      selector);
    if (event->type == WEB_SCROLL && value && !is_number(value))
        return refuse(self, "a scroll event's value is a number of pixels, or none: to the end");
    event->selector = keep(self, selector);
    event->value = value ? keep(self, value) : NULL;
    return true;
}

static const char *const part_keys[] = {"type", "selector", "value", "id", "label"};
static const char *const event_keys[] = {"type", "selector", "value", "id", "label", "events"};

static bool read_macro(struct reader *self, json_t *parts, struct web_event *event)
{
    if (!json_is_array(parts) || json_array_size(parts) == 0)
        return refuse(self, "\"events\" must be an array with at least one event");
    event->type = WEB_MACRO;
    event->part_count = json_array_size(parts);
    event->parts = arena_array(self->arena, struct web_event, event->part_count);
    for (size_t i = 0; i < event->part_count; i++) {
        json_t *part = json_array_get(parts, i);
        self->part = i + 1;
        if (!json_is_object(part))
            return refuse(self, "not an object");
        if (!check_keys(self, part, part_keys, COUNT_OF(part_keys)) ||
            !read_simple(self, part, &event->parts[i]))
            return false;
    }
    self->part = 0;
    return true;
}

static bool read_event(struct reader *self, json_t *entry, struct web_event *event)
{
    if (!json_is_object(entry))
        return refuse(self, "not an object");
    const char *id = json_string_value(json_object_get(entry, "id"));
    const char *label = json_string_value(json_object_get(entry, "label"));
    json_t *parts = json_object_get(entry, "events");
    if (!check_keys(self, entry, event_keys, COUNT_OF(event_keys)))
        return false;
    if (id && !*id)
        return refuse(self, "\"id\" is empty");
    if (parts && (json_object_get(entry, "type") || json_object_get(entry, "selector") ||
                  json_object_get(entry, "value")))
        return refuse(self, "has \"events\" and a \"type\", \"selector\" or \"value\" of its own; "
                            "give one or the other");
    event->id = id ? keep(self, id) : arena_printf(self->arena, "e%zu", self->entry).at;
    event->label = label ? keep(self, label) : NULL;
    return parts ? read_macro(self, parts, event) : read_simple(self, entry, event);
}

static bool check_ids(struct reader *self, const struct web_events *events)
{
    for (size_t i = 0; i < events->len; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(events->at[i].id, events->at[j].id) == 0) {
                self->entry = i + 1;
                return refuse(self, "the id \"%s\" is already that of event %zu", events->at[i].id,
                              j + 1);
            }
    return true;
}

static bool read_list(struct reader *self, json_t *list, struct web_events *result)
{
    if (!json_is_array(list))
        return error_set(self->error, EXIT_BAD_USAGE, "%s: not an array of events", self->name);
    if (json_array_size(list) > MOST_EVENTS)
        return error_set(self->error, EXIT_BAD_USAGE, "%s: more than %d events", self->name,
                         MOST_EVENTS);
    result->len = json_array_size(list);
    result->at = arena_array(self->arena, struct web_event, result->len + 1);
    for (size_t i = 0; i < result->len; i++) {
        self->entry = i + 1;
        if (!read_event(self, json_array_get(list, i), &result->at[i]))
            return false;
    }
    return check_ids(self, result);
}

bool events_parse(struct str text, const char *name, struct arena *arena, struct web_events *result,
                  struct error *error)
{
    json_error_t trouble;
    struct reader self = {.name = name, .arena = arena, .error = error};
    if (str_starts(text, STR("\xef\xbb\xbf"))) /* a byte order mark, of some editors */
        text = str_from(text, 3);
    json_t *list = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &trouble);
    bool foreign = imports_is_recording(list) || (!list && imports_is_test(text));
    if (!list && !foreign && memmem(text.at, text.len, "playwright", strlen("playwright")))
        return error_set(error, EXIT_BAD_USAGE,
                         "%s: no step of Playwright's in JavaScript or TypeScript is in it "
                         "(playwright codegen --target=javascript writes such a file)",
                         name);
    if (!list && !foreign)
        return error_set(error, EXIT_BAD_USAGE, "%s: line %d, column %d: not JSON: %s", name,
                         trouble.line, trouble.column, trouble.text);
    if (foreign) {
        json_t *steps =
            list ? imports_recording(list, name, error) : imports_test(text, name, error);
        json_decref(list);
        list = steps;
        if (!list)
            return false;
    }
    bool ok = read_list(&self, list, result);
    json_decref(list);
    return ok;
}

bool events_read(const char *path, struct arena *arena, struct web_events *result,
                 struct error *error)
{
    struct buf text = {0};
    bool ok = file_read(path, LARGEST_FILE, &text, error) &&
              events_parse(buf_view(&text), path, arena, result, error);
    buf_free(&text);
    return ok;
}

/* What the page's script says is ours: shapes are known, texts may be anything. */
static enum web_event_type type_of(json_t *entry)
{
    const char *type = json_string_value(json_object_get(entry, "type"));
    for (size_t i = 0; type && i < COUNT_OF(type_names); i++)
        if (strcmp(type, type_names[i]) == 0)
            return (enum web_event_type)i;
    return WEB_CLICK;
}

static void take_found(struct arena *arena, json_t *entry, struct web_event *event)
{
    const char *const fields[] = {"selector", "value", "label", "place"};
    const char **into[] = {&event->selector, &event->value, &event->label, &event->handler};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const char *text = json_string_value(json_object_get(entry, fields[i]));
        if (text && *text)
            *into[i] = arena_str(arena, str_of(text)).at;
    }
    event->type = type_of(entry);
    event->opens = json_is_true(json_object_get(entry, "opens"));
}

void events_found(json_t *found, struct arena *arena, struct web_events *result)
{
    result->len = json_array_size(found);
    result->at = arena_array(arena, struct web_event, result->len + 1);
    for (size_t i = 0; i < result->len; i++) {
        json_t *entry = json_array_get(found, i), *parts = json_object_get(entry, "events");
        struct web_event *event = &result->at[i];
        take_found(arena, entry, event);
        event->id = arena_printf(arena, "e%zu", i + 1).at;
        if (!parts)
            continue;
        event->type = WEB_MACRO;
        event->part_count = json_array_size(parts);
        event->parts = arena_array(arena, struct web_event, event->part_count + 1);
        for (size_t k = 0; k < event->part_count; k++)
            take_found(arena, json_array_get(parts, k), &event->parts[k]);
    }
}

#include "web/known.h"

#include "base/file.h"
#include "web/causes.h"

#include <jansson.h>

enum { LARGEST_FILE = 16 << 20 };

struct known_causes {
    json_t *list;
};

struct str known_file(const char *place)
{
    struct str file = {place, place ? strcspn(place, "\n") : 0};
    for (int i = 0; i < 2; i++) { /* line and column */
        size_t end = file.len;
        while (end && file.at[end - 1] >= '0' && file.at[end - 1] <= '9')
            end--;
        if (end && end < file.len && file.at[end - 1] == ':')
            file.len = end - 1;
    }
    return file;
}

struct known_causes *known_parse(struct str text, const char *name, struct error *error)
{
    json_error_t trouble;
    json_t *root = json_loadb(text.at, text.len, 0, &trouble), *entry;
    if (!root) {
        error_set(error, EXIT_BAD_USAGE, "%s: line %d, column %d: not JSON: %s", name, trouble.line,
                  trouble.column, trouble.text);
        return NULL;
    }
    json_t *version = json_object_get(root, "interloper-web-baseline");
    json_t *list = json_object_get(root, "causes");
    size_t i;
    bool ok = true;
    if (!json_is_integer(version) || !json_is_array(list))
        ok = error_set(error, EXIT_BAD_USAGE,
                       "%s: not a baseline of web (\"interloper-web-baseline\" and \"causes\" "
                       "expected)",
                       name);
    else if (json_integer_value(version) != KNOWN_VERSION)
        ok = error_set(error, EXIT_BAD_USAGE, "%s: baseline of version %lld, this reads %d", name,
                       (long long)json_integer_value(version), KNOWN_VERSION);
    json_array_foreach (list, i, entry) {
        if (ok && !json_is_string(json_object_get(entry, "cause")))
            ok = error_set(error, EXIT_BAD_USAGE, "%s: causes[%zu] has no \"cause\"", name, i);
    }
    struct known_causes *self = NULL;
    if (ok) {
        self = mem_zalloc(sizeof *self);
        self->list = json_incref(list);
    }
    json_decref(root);
    return self;
}

struct known_causes *known_read(const char *path, struct error *error)
{
    struct buf text = {0};
    struct known_causes *self = file_read(path, LARGEST_FILE, &text, error)
                                    ? known_parse(buf_view(&text), path, error)
                                    : NULL;
    buf_free(&text);
    return self;
}

void known_free(struct known_causes *self)
{
    if (self)
        json_decref(self->list);
    free(self);
}

static bool same(json_t *entry, const char *key, struct str text)
{
    const char *value = json_string_value(json_object_get(entry, key));
    return str_equal(str_of(value ? value : ""), text);
}

void known_apply(const struct known_causes *self, struct web_result *result)
{
    for (size_t i = 0; i < result->test_count; i++) {
        struct web_test *test = &result->tests[i];
        size_t k;
        json_t *entry;
        if (test->verdict != WEB_RACE)
            continue;
        const char *request = test->late.request ? test->late.request : "";
        json_array_foreach (self->list, k, entry) {
            if (same(entry, "cause", str_of(web_cause_name(test->cause))) &&
                causes_match(json_string_value(json_object_get(entry, "request")), request) &&
                same(entry, "file", known_file(test->late.by)))
                test->known = true;
        }
        result->known += test->known;
        result->races -= test->known;
    }
}

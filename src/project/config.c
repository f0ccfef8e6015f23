#include "project/config.h"

#include "base/file.h"
#include "base/options.h"

#include <jansson.h>
#include <unistd.h>

enum { LARGEST = 16 * 1024 * 1024 };

struct config *config_default(const struct rule_table *rules)
{
    struct config *self = mem_zalloc(sizeof *self);
    self->choices = mem_zalloc((rules->count + 1) * sizeof *self->choices);
    return self;
}

void config_free(struct config *self)
{
    if (!self)
        return;
    ignore_free(&self->ignored);
    free(self->path);
    free(self->folder);
    free(self->choices);
    free(self);
}

bool rule_choice_parse(const char *text, enum rule_choice *into)
{
    enum severity severity;
    if (strcmp(text, "on") == 0 || strcmp(text, "default") == 0) {
        *into = RULE_DEFAULT;
        return true;
    }
    if (!severity_parse(text, &severity))
        return false;
    *into = (enum rule_choice)(RULE_OFF + severity);
    return true;
}

bool rule_find(const struct rule_table *rules, const char *name, const char *where, size_t *index,
               struct error *error)
{
    VEC(const char *) names = {0};
    bool found = false;
    for (size_t i = 0; i < rules->count; i++) {
        *vec_push(&names) = rules->at[i]->name;
        if (strcmp(rules->at[i]->name, name) != 0)
            continue;
        *index = i;
        found = true;
    }
    const char *near = found ? NULL : nearest_name(name, names.at, names.len);
    vec_free(&names);
    if (near)
        error_set(error, EXIT_BAD_USAGE, "%s: unknown rule '%s'; did you mean '%s'?", where, name,
                  near);
    else if (!found)
        error_set(error, EXIT_BAD_USAGE, "%s: unknown rule '%s'; 'interloper explain' lists them",
                  where, name);
    return found;
}

struct reader {
    struct config *config;
    const char *path;   /* of the file */
    const char *prefix; /* "interloper." inside package.json */
    const struct rule_table *rules;
    struct error *error;
};

static bool wrong(struct reader *self, const char *key, const char *expected)
{
    return error_set(self->error, EXIT_BAD_USAGE, "%s: %s%s: %s", self->path, self->prefix, key,
                     expected);
}

static bool read_choice(struct reader *self, const char *name, json_t *value)
{
    size_t index;
    char *where = mem_printf("%s: %srules", self->path, self->prefix);
    bool known = rule_find(self->rules, name, where, &index, self->error);
    free(where);
    if (!known)
        return false;
    enum rule_choice *choice = &self->config->choices[index];
    if (json_is_boolean(value)) {
        *choice = json_is_true(value) ? RULE_DEFAULT : RULE_OFF;
        return true;
    }
    if (json_is_string(value) && rule_choice_parse(json_string_value(value), choice))
        return true;
    char *key = mem_printf("rules.%s", name);
    wrong(self, key, "one of \"off\", \"on\", \"note\", \"warning\", \"error\" expected");
    free(key);
    return false;
}

static bool read_rules(struct reader *self, json_t *value)
{
    if (!json_is_object(value))
        return wrong(self, "rules", "an object expected, {\"rule\": \"severity\"}");
    const char *name;
    json_t *choice;
    json_object_foreach (value, name, choice)
        if (!read_choice(self, name, choice))
            return false;
    return true;
}

static bool read_ignore(struct reader *self, json_t *value)
{
    if (!json_is_array(value))
        return wrong(self, "ignore", "an array of globs expected");
    size_t index;
    json_t *glob;
    json_array_foreach (value, index, glob) {
        if (!json_is_string(glob))
            return wrong(self, "ignore", "every glob must be a string");
        ignore_add_pattern(&self->config->ignored, str_of(json_string_value(glob)));
    }
    return true;
}

static bool read_severity(struct reader *self, json_t *value)
{
    if (json_is_string(value) && severity_parse(json_string_value(value), &self->config->least) &&
        self->config->least != SEVERITY_OFF)
        return true;
    return wrong(self, "severity", "one of \"note\", \"warning\", \"error\" expected");
}

static bool read_max_findings(struct reader *self, json_t *value)
{
    if (!json_is_integer(value) || json_integer_value(value) < 1)
        return wrong(self, "maxFindings", "a number from 1 expected");
    self->config->max_findings = json_integer_value(value);
    return true;
}

static bool read_schema(struct reader *self, json_t *value)
{
    (void)self, (void)value;
    return true;
}

static const struct key {
    const char *name;
    bool (*read)(struct reader *self, json_t *value);
} keys[] = {
    {"rules", read_rules},       {"ignore", read_ignore},
    {"severity", read_severity}, {"maxFindings", read_max_findings},
    {"$schema", read_schema},
};

static bool read_key(struct reader *self, const char *name, json_t *value)
{
    const char *names[COUNT_OF(keys)];
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        if (strcmp(keys[i].name, name) == 0)
            return keys[i].read(self, value);
        names[i] = keys[i].name;
    }
    const char *near = nearest_name(name, names, COUNT_OF(names));
    return error_set(self->error, EXIT_BAD_USAGE, "%s: unknown key '%s%s'%s%s%s", self->path,
                     self->prefix, name, near ? "; did you mean '" : "", near ? near : "",
                     near ? "'?" : "");
}

static bool read_object(struct reader *self, json_t *object)
{
    if (!json_is_object(object))
        return error_set(self->error, EXIT_BAD_USAGE, "%s: an object expected", self->path);
    const char *name;
    json_t *value;
    json_object_foreach (object, name, value)
        if (!read_key(self, name, value))
            return false;
    return true;
}

static bool is_package(const char *path)
{
    return str_ends(str_of(path), STR("package.json"));
}

static json_t *load(const char *path, struct error *error)
{
    struct buf text = {0};
    json_t *root = NULL;
    if (file_read(path, LARGEST, &text, error)) {
        json_error_t where;
        struct str view = buf_view(&text);
        if (str_starts(view, STR("\xef\xbb\xbf")))
            view = str_from(view, 3);
        root = json_loadb(view.at, view.len, JSON_REJECT_DUPLICATES, &where);
        if (!root)
            error_set(error, EXIT_BAD_USAGE, "%s:%d:%d: %s", path, where.line, where.column,
                      where.text);
    }
    buf_free(&text);
    return root;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? mem_dup_n(path, slash == path ? 1 : (size_t)(slash - path)) : mem_dup(".");
}

/* `object` is the configuration itself, wherever it stands in the file. */
static struct config *from_object(const char *path, const char *prefix, json_t *object,
                                  const struct rule_table *rules, struct error *error)
{
    struct config *config = config_default(rules);
    config->path = mem_dup(path);
    config->folder = folder_of(path);
    struct reader reader = {config, path, prefix, rules, error};
    if (read_object(&reader, object))
        return config;
    config_free(config);
    return NULL;
}

struct config *config_read(const char *path, const struct rule_table *rules, struct error *error)
{
    json_t *root = load(path, error);
    if (!root)
        return NULL;
    struct config *config = NULL;
    json_t *inside = is_package(path) ? json_object_get(root, "interloper") : NULL;
    if (inside)
        config = from_object(path, "interloper.", inside, rules, error);
    else if (is_package(path))
        error_set(error, EXIT_BAD_USAGE, "%s: has no key \"interloper\"", path);
    else
        config = from_object(path, "", root, rules, error);
    json_decref(root);
    return config;
}

/* Parses only what names us: a broken package.json among somebody's fixtures is not our business.
 */
static bool find_in_package(const char *path, const struct rule_table *rules, struct config **found,
                            struct error *error)
{
    struct buf text = {0};
    struct error unreadable;
    bool is_read = file_read(path, LARGEST, &text, &unreadable);
    if (!is_read && file_is_odd(path))
        return error_set(error, EXIT_BAD_USAGE, "%s", unreadable.message);
    bool names_us = is_read && memmem(buf_view(&text).at, text.len, "\"interloper\"", 12);
    buf_free(&text);
    if (!names_us)
        return true;
    json_t *root = load(path, error);
    json_t *inside = json_object_get(root, "interloper");
    if (inside)
        *found = from_object(path, "interloper.", inside, rules, error);
    bool ok = root && (!inside || *found);
    json_decref(root);
    return ok;
}

bool config_find_in(const char *folder, const struct rule_table *rules, struct config **found,
                    struct error *error)
{
    char *own = mem_printf("%s/interloper.json", folder);
    char *package = mem_printf("%s/package.json", folder);
    bool ok;
    *found = NULL;
    if (access(own, F_OK) == 0)
        ok = (*found = config_read(own, rules, error)) != NULL;
    else
        ok = find_in_package(package, rules, found, error);
    free(own);
    free(package);
    return ok;
}

#include "project/config.h"

#include "base/file.h"
#include "base/options.h"

#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

enum { LARGEST = 16 * 1024 * 1024, MOST_OVERRIDES = 64, MOST_EXTENDED = 8, MOST_FILES = 64 };

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
    vec_each (override, &self->overrides) {
        ignore_free(&override->files);
        vec_free(&override->choices);
    }
    vec_free(&self->overrides);
    free(self->path);
    free(self->folder);
    free(self->choices);
    free(self);
}

uint64_t config_overrides_for(const struct config *self, const char *real)
{
    uint64_t overrides = 0;
    size_t length = self->folder ? strlen(self->folder) : 0;
    if (!length || strncmp(self->folder, real, length) != 0)
        return 0;
    struct str relative = str_from(str_of(real), length);
    if (str_starts(relative, STR("/")))
        relative = str_from(relative, 1);
    for (size_t i = 0; i < self->overrides.len; i++)
        if (ignore_covers(&self->overrides.at[i].files, relative, false))
            overrides |= (uint64_t)1 << i;
    return overrides;
}

enum rule_choice config_choice(const struct config *self, uint64_t overrides, size_t rule)
{
    enum rule_choice choice = self->choices[rule];
    for (size_t i = 0; i < self->overrides.len; i++)
        vec_each (said, &self->overrides.at[i].choices)
            if (said->rule == rule && overrides >> i & 1)
                choice = said->choice;
    return choice;
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
    struct config_override *override; /* whose rules are read; NULL: the file's own */
    unsigned extended;                /* files on the way here */
    unsigned *files;                  /* and in all: each of a few may name each of the next */
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
    if (self->override) {
        struct config_choice *own = vec_push(&self->override->choices);
        own->rule = index;
        choice = &own->choice;
    }
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

static bool read_globs(struct reader *self, const char *key, json_t *value,
                       struct ignore_list *into)
{
    if (!json_is_array(value))
        return wrong(self, key, "an array of globs expected");
    size_t index;
    json_t *glob;
    json_array_foreach (value, index, glob) {
        if (!json_is_string(glob))
            return wrong(self, key, "every glob must be a string");
        ignore_add_pattern(into, str_of(json_string_value(glob)));
    }
    return true;
}

static bool read_ignore(struct reader *self, json_t *value)
{
    return read_globs(self, "ignore", value, &self->config->ignored);
}

static bool read_override(struct reader *self, json_t *value)
{
    static const char expected[] = "objects with \"files\" and \"rules\" expected";
    json_t *files = json_object_get(value, "files"), *rules = json_object_get(value, "rules");
    if (!files || !rules || json_object_size(value) != 2)
        return wrong(self, "overrides", expected);
    if (self->config->overrides.len == MOST_OVERRIDES)
        return wrong(self, "overrides", "more than 64");
    struct config_override *override = vec_push(&self->config->overrides);
    *override = (struct config_override){0};
    self->override = override;
    bool ok =
        read_globs(self, "overrides.files", files, &override->files) && read_rules(self, rules);
    self->override = NULL;
    return ok;
}

static bool read_overrides(struct reader *self, json_t *value)
{
    if (!json_is_array(value))
        return wrong(self, "overrides", "an array expected");
    size_t index;
    json_t *override;
    json_array_foreach (value, index, override)
        if (!read_override(self, override))
            return false;
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

/* What `run` does with them is the agent's (src/agent/models.cjs): here they are only looked at, so
 * that a mistake is told with its place. */
static bool read_model(struct reader *self, json_t *model)
{
    static const struct {
        const char *name;
        bool is_text;
    } keys[] = {{"module", true},  {"function", true},   {"callback", false}, {"promise", false},
                {"stream", false}, {"connected", false}, {"action", false}};
    const char *name;
    json_t *value, *callback = json_object_get(model, "callback");
    json_object_foreach (model, name, value) {
        bool known = false;
        for (size_t i = 0; i < COUNT_OF(keys); i++)
            known |= strcmp(keys[i].name, name) == 0 &&
                     (keys[i].is_text ? json_is_string(value)
                                      : json_is_boolean(value) || value == callback);
        if (!known)
            return wrong(self, "models",
                         "each has \"module\", \"function\", either \"callback\", \"promise\" "
                         "or \"stream\", and perhaps \"connected\" and \"action\"");
    }
    bool has_place =
        callback &&
        ((json_is_integer(callback) && json_integer_value(callback) >= 0) ||
         (json_is_string(callback) && strcmp(json_string_value(callback), "last") == 0));
    if (!json_object_get(model, "module") || !json_object_get(model, "function"))
        return wrong(self, "models", "a \"module\" and a \"function\" expected");
    int ways = (callback != NULL) + json_is_true(json_object_get(model, "promise")) +
               json_is_true(json_object_get(model, "stream"));
    if ((callback && !has_place) || ways != 1)
        return wrong(self, "models",
                     "either \"callback\", a number from 0 or \"last\", or "
                     "\"promise\": true, or \"stream\": true expected");
    return true;
}

static bool read_models(struct reader *self, json_t *value)
{
    size_t index;
    json_t *model;
    if (!json_is_array(value))
        return wrong(self, "models", "an array expected");
    json_array_foreach (value, index, model)
        if (!read_model(self, model))
            return false;
    return true;
}

static bool read_nothing(struct reader *self, json_t *value) /* or what was read before */
{
    (void)self, (void)value;
    return true;
}

static const struct key {
    const char *name;
    bool (*read)(struct reader *self, json_t *value);
} keys[] = {
    {"rules", read_rules},         {"ignore", read_ignore},
    {"severity", read_severity},   {"maxFindings", read_max_findings},
    {"overrides", read_overrides}, {"extends", read_nothing},
    {"$schema", read_nothing},     {"models", read_models},
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

static bool is_package(const char *path)
{
    return str_ends(str_of(path), STR("package.json"));
}

/* Of a file that another one names nothing is shown: it may be any of this machine. */
static json_t *load(const char *path, bool is_extended, struct error *error)
{
    struct buf text = {0};
    json_t *root = NULL;
    if (file_read(path, LARGEST, &text, error)) {
        json_error_t where;
        struct str view = buf_view(&text);
        if (str_starts(view, STR("\xef\xbb\xbf")))
            view = str_from(view, 3);
        root = json_loadb(view.at, view.len, JSON_REJECT_DUPLICATES, &where);
        char *near = root ? NULL : strstr(where.text, " near ");
        if (near && is_extended)
            *near = '\0';
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

/* Where the name of `extends` leads: a path from the folder of the file that has it, or a package
 * in a node_modules above, whose interloper.json is meant. The caller frees; NULL: nowhere. */
static char *find_extended(const char *folder, const char *name)
{
    if (name[0] == '/')
        return mem_dup(name);
    if (name[0] == '.')
        return mem_printf("%s/%s", folder, name);
    bool is_file = str_ends(str_of(name), STR(".json"));
    char *above = realpath(folder, NULL), *found = NULL;
    for (size_t length = above ? strlen(above) : 0; length && !found;) {
        found = mem_printf("%.*s/node_modules/%s%s", (int)length, above, name,
                           is_file ? "" : "/interloper.json");
        if (access(found, F_OK) != 0) {
            free(found);
            found = NULL;
        }
        while (length && above[--length] != '/')
            ;
    }
    free(above);
    return found;
}

static bool read_object(struct reader *self, json_t *object);

/* What is extended is read into the same configuration, before what the file itself says. */
static bool extend(struct reader *self, const char *name)
{
    char *folder = folder_of(self->path), *path = find_extended(folder, name);
    free(folder);
    if (!path)
        return wrong(self, "extends", "no such package in a node_modules above");
    if (self->extended == MOST_EXTENDED) {
        free(path);
        return wrong(self, "extends", "in a circle, or more than 8 files deep");
    }
    if (++*self->files > MOST_FILES) {
        free(path);
        return wrong(self, "extends", "more than 64 files in all");
    }
    json_t *root = load(path, true, self->error), *inside = root;
    if (root && is_package(path))
        inside = json_object_get(root, "interloper");
    struct reader reader = *self;
    reader.path = path;
    reader.prefix = is_package(path) ? "interloper." : "";
    reader.extended++;
    bool ok = inside && read_object(&reader, inside);
    if (root && !inside)
        error_set(self->error, EXIT_BAD_USAGE, "%s: has no key \"interloper\"", path);
    json_decref(root);
    free(path);
    return ok;
}

static bool read_extends(struct reader *self, json_t *value)
{
    size_t index;
    json_t *name;
    if (json_is_string(value))
        return extend(self, json_string_value(value));
    json_array_foreach (value, index, name)
        if (!json_is_string(name) || !extend(self, json_string_value(name)))
            return json_is_string(name) ? false : wrong(self, "extends", "paths expected");
    return !value || json_is_array(value) || wrong(self, "extends", "a path, or a list, expected");
}

static bool read_object(struct reader *self, json_t *object)
{
    if (!json_is_object(object))
        return error_set(self->error, EXIT_BAD_USAGE, "%s: an object expected", self->path);
    const char *name;
    json_t *value;
    if (!read_extends(self, json_object_get(object, "extends")))
        return false;
    json_object_foreach (object, name, value)
        if (!read_key(self, name, value))
            return false;
    return true;
}

/* `object` is the configuration itself, wherever it stands in the file. */
static struct config *from_object(const char *path, const char *prefix, json_t *object,
                                  const struct rule_table *rules, struct error *error)
{
    struct config *config = config_default(rules);
    config->path = mem_dup(path);
    char *folder = folder_of(path);
    config->folder = realpath(folder, NULL); /* what paths are compared with has no links either */
    free(folder);
    unsigned files = 0;
    struct reader reader = {config, path, prefix, rules, error, NULL, 0, &files};
    if (read_object(&reader, object))
        return config;
    config_free(config);
    return NULL;
}

struct config *config_read(const char *path, const struct rule_table *rules, struct error *error)
{
    json_t *root = load(path, false, error);
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
    json_t *root = load(path, false, error);
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

/* NULL: none. The agent looks for it in the same way (src/agent/models.c). */
static char *find_upwards(const char *name)
{
    char *folder = realpath(".", NULL);
    for (;;) {
        char *path = mem_printf("%s/%s", folder ? folder : "", name);
        bool found = access(path, F_OK) == 0;
        char *slash = folder ? strrchr(folder, '/') : NULL;
        if (slash)
            *slash = '\0';
        if (found || !slash) {
            free(folder);
            if (found)
                return path;
            free(path);
            return NULL;
        }
        free(path);
    }
}

bool config_check_models(struct error *error)
{
    struct buf text = {0};
    char *path = find_upwards("interloper.json");
    bool ok = !path || file_read(path, LARGEST, &text, error);
    struct str view = buf_view(&text);
    if (ok && path && memmem(view.at, view.len, "\"models\"", 8)) {
        json_t *root = load(path, false, error);
        json_t *models = root ? json_object_get(root, "models") : NULL;
        struct reader reader = {.path = path, .prefix = "", .error = error};
        ok = root && (!models || read_models(&reader, models));
        json_decref(root);
    }
    free(path);
    buf_free(&text);
    return ok;
}

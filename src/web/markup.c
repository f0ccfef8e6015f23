#include "web/markup.h"

#include "base/buf.h"
#include "base/vec.h"

#include <strings.h>

struct attribute {
    struct str name;
    char *value;  /* as it is meant: "&amp;" is "&" */
    bool unclear; /* it holds an entity that is not known here */
};

struct tag {
    struct str name;
    size_t at;
    VEC(struct attribute) attributes;
};

struct markup {
    char *text;
    size_t length;
    VEC(struct tag) tags;
};

/* ---- reading: start tags are all that counts ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool same_name(struct str a, const char *b)
{
    return a.len == strlen(b) && strncasecmp(a.at, b, a.len) == 0;
}

/* What stands for one character within a value; 0: none that is known. */
static char entity(struct str text, size_t *length)
{
    static const struct {
        const char *name;
        char meant;
    } known[] = {{"&amp;", '&'},  {"&quot;", '"'}, {"&apos;", '\''},
                 {"&#39;", '\''}, {"&lt;", '<'},   {"&gt;", '>'}};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (str_starts(text, str_of(known[i].name))) {
            *length = strlen(known[i].name);
            return known[i].meant;
        }
    return 0;
}

static void keep_value(struct attribute *self, struct str raw)
{
    struct buf out = {0};
    for (size_t i = 0, length = 1; i < raw.len; i += length) {
        char meant = raw.at[i] == '&' ? entity(str_from(raw, i), &length) : raw.at[i];
        bool named = i + 1 < raw.len && (raw.at[i + 1] == '#' || is_letter(raw.at[i + 1]));
        self->unclear = self->unclear || (!meant && named);
        length = raw.at[i] == '&' && meant ? length : 1;
        if (raw.at[i] != '\r') /* the browser reads CR LF as one */
            buf_char(&out, meant ? meant : '&');
    }
    self->value = buf_take(&out);
}

/* Behind the attribute that begins at `at`. */
static size_t read_attribute(const struct markup *self, struct tag *tag, size_t at)
{
    const char *text = self->text;
    size_t start = at;
    do
        at++;
    while (at < self->length && !is_space(text[at]) && !strchr("/>=", text[at]));
    struct attribute *attribute = vec_push(&tag->attributes);
    *attribute = (struct attribute){.name = {text + start, at - start}};
    while (at < self->length && is_space(text[at]))
        at++;
    if (at >= self->length || text[at] != '=') {
        attribute->value = mem_dup("");
        return at;
    }
    do
        at++;
    while (at < self->length && is_space(text[at]));
    char quote = at < self->length && (text[at] == '"' || text[at] == '\'') ? text[at++] : 0;
    start = at;
    while (at < self->length &&
           (quote ? text[at] != quote : !is_space(text[at]) && text[at] != '>'))
        at++;
    keep_value(attribute, (struct str){text + start, at - start});
    return at + (quote && at < self->length);
}

static size_t read_tag(struct markup *self, size_t at)
{
    struct tag tag = {.at = at};
    size_t start = ++at;
    while (at < self->length && !is_space(self->text[at]) && !strchr("/>", self->text[at]))
        at++;
    tag.name = (struct str){self->text + start, at - start};
    while (at < self->length && self->text[at] != '>')
        at = is_space(self->text[at]) || self->text[at] == '/' ? at + 1
                                                               : read_attribute(self, &tag, at);
    *vec_push(&self->tags) = tag;
    return at;
}

/* Behind what no tags are read in: a comment, a script. */
static size_t skip_until(const struct markup *self, size_t at, const char *end)
{
    size_t length = strlen(end);
    while (at + length <= self->length && strncasecmp(self->text + at, end, length) != 0)
        at++;
    return at + length <= self->length ? at + length : self->length;
}

static size_t skip_raw(const struct markup *self, size_t at)
{
    static const struct {
        const char *name, *end;
    } raw[] = {{"script", "</script"},
               {"style", "</style"},
               {"textarea", "</textarea"},
               {"title", "</title"}};
    for (size_t i = 0; i < COUNT_OF(raw); i++)
        if (same_name(self->tags.at[self->tags.len - 1].name, raw[i].name))
            return skip_until(self, at, raw[i].end);
    return at;
}

struct markup *markup_new(struct str html)
{
    struct markup *self = mem_zalloc(sizeof *self);
    self->text = mem_dup_n(html.at, html.len);
    self->length = html.len;
    for (size_t at = 0; at + 1 < self->length;) {
        const char *text = self->text + at;
        if (*text == '<' && is_letter(text[1]))
            at = skip_raw(self, read_tag(self, at));
        else
            at = strncmp(text, "<!--", 4) == 0 ? skip_until(self, at + 4, "-->") : at + 1;
    }
    return self;
}

void markup_free(struct markup *self)
{
    if (!self)
        return;
    vec_each (tag, &self->tags) {
        vec_each (attribute, &tag->attributes) {
            free(attribute->value);
        }
        vec_free(&tag->attributes);
    }
    vec_free(&self->tags);
    free(self->text);
    free(self);
}

/* ---- finding ---- */

/* Attributes that scripts set and remove as the page is used. */
static bool is_volatile(struct str name)
{
    static const char *const names[] = {"class",   "style", "hidden",   "disabled", "value",
                                        "checked", "open",  "selected", "tabindex", "x-cloak"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (same_name(name, names[i]))
            return true;
    return str_starts(name, STR("aria-"));
}

/* Frameworks that compile the page's own tags (Vue) take these out. */
static bool is_directive(struct str name)
{
    return strchr("@:#", name.at[0]) || str_starts(name, STR("v-")) ||
           str_starts(name, STR("x-")) || str_starts(name, STR("ng-"));
}

static json_t *value_of(json_t *attributes, struct str name)
{
    const char *key;
    json_t *value;
    json_object_foreach (attributes, key, value)
        if (same_name(name, key))
            return value;
    return NULL;
}

/* How many of the tag's attributes the element has; 0 where it cannot be that tag's. */
static size_t likeness(const struct tag *tag, const char *name, json_t *attributes)
{
    size_t alike = 0;
    if (!same_name(tag->name, name))
        return 0;
    vec_each (attribute, &tag->attributes) {
        json_t *value = value_of(attributes, attribute->name);
        bool equal = value && (attribute->unclear ||
                               strcmp(json_string_value(value), attribute->value) == 0);
        bool counts = !is_volatile(attribute->name);
        if (counts && !equal && (value || !is_directive(attribute->name)))
            return 0;
        alike += counts && equal;
    }
    return alike;
}

static void place_of(const struct markup *self, size_t at, int *line, int *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at; i++) {
        bool ends = self->text[i] == '\n';
        *line += ends;
        *column = ends ? 1 : *column + 1;
    }
}

bool markup_find(const struct markup *self, json_t *way, int *line, int *column)
{
    json_t *one;
    size_t i;
    json_array_foreach (way, i, one) {
        const char *name = json_string_value(json_array_get(one, 0));
        const struct tag *best = NULL;
        size_t most = 0, equals = 0;
        vec_each (tag, &self->tags) {
            size_t alike = likeness(tag, name ? name : "", json_array_get(one, 1));
            equals = alike > most ? 1 : equals + (alike == most);
            best = alike > most ? tag : best;
            most = alike > most ? alike : most;
        }
        if (!best && i == 0)
            return false;
        if (best && equals == 1) {
            place_of(self, best->at, line, column);
            return true;
        }
    }
    return false;
}

#include "web/storage_state.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/secret.h"

#include <jansson.h>

enum { LARGEST_FILE = 16 << 20, LONGEST_COOKIE = 4096 };

struct reading {
    const char *name;
    const char *list; /* "cookies", "origins" */
    size_t entry;     /* from 0, as the file's reader counts */
    struct error *error;
};

static bool refuse(const struct reading *self, const char *why)
{
    return error_set(self->error, EXIT_BAD_USAGE, "%s: %s[%zu]: %s", self->name, self->list,
                     self->entry, why);
}

static bool is_plain(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] < 0x20 || text.at[i] == 0x7f || text.at[i] == ';')
            return false;
    return true;
}

static struct str text_in(json_t *entry, const char *key)
{
    json_t *value = json_object_get(entry, key);
    return (struct str){json_string_value(value), json_string_length(value)};
}

static bool has(json_t *entry, const char *key)
{
    return json_object_get(entry, key) && !json_is_null(json_object_get(entry, key));
}

/* Only what the browser knows, each of its type. */
static bool read_cookie(const struct reading *self, json_t *entry, json_t *out)
{
    static const char *const same_site[] = {"Strict", "Lax", "None"};
    struct str name = text_in(entry, "name"), value = text_in(entry, "value");
    struct str domain = text_in(entry, "domain"), path = text_in(entry, "path");
    struct str site = text_in(entry, "sameSite");
    if (!name.at || !name.len || memchr(name.at, '=', name.len) || !is_plain(name))
        return refuse(self, "a cookie needs a \"name\" without '=' and ';'");
    if (!value.at || !is_plain(value))
        return refuse(self, "a cookie needs a \"value\" without ';' and control characters");
    if (name.len + value.len > LONGEST_COOKIE)
        return refuse(self, "the cookie is longer than 4096 bytes");
    if (!domain.at || !domain.len || !is_plain(domain))
        return refuse(self, "a cookie needs a \"domain\"");
    if (has(entry, "path") && (!path.at || !path.len || path.at[0] != '/' || !is_plain(path)))
        return refuse(self, "the cookie's \"path\" does not begin with '/'");
    if (has(entry, "expires") && !json_is_number(json_object_get(entry, "expires")))
        return refuse(self, "the cookie's \"expires\" is no number");
    bool known = !has(entry, "sameSite");
    for (size_t i = 0; i < COUNT_OF(same_site); i++)
        known = known || (site.at && str_is(site, same_site[i]));
    if (!known)
        return refuse(self, "the cookie's \"sameSite\" is not Strict, Lax or None");
    json_t *cookie =
        json_pack("{s:O, s:O, s:O}", "name", json_object_get(entry, "name"), "value",
                  json_object_get(entry, "value"), "domain", json_object_get(entry, "domain"));
    json_object_set_new(cookie, "path",
                        json_stringn(path.at ? path.at : "/", path.at ? path.len : 1));
    static const char *const flags[] = {"httpOnly", "secure"};
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        if (json_is_true(json_object_get(entry, flags[i])))
            json_object_set_new(cookie, flags[i], json_true());
    double expires = json_number_value(json_object_get(entry, "expires"));
    if (expires > 0) /* -1: with the session */
        json_object_set_new(cookie, "expires", json_real(expires));
    if (site.at)
        json_object_set(cookie, "sameSite", json_object_get(entry, "sameSite"));
    json_array_append_new(out, cookie);
    char *before = mem_printf(STR_FMT "=", STR_ARG(name));
    secret_add(before, value);
    free(before);
    return true;
}

/* Values may be settings as well as tokens: only what looks like a token is kept secret. */
static bool is_token(struct str value)
{
    enum { SHORT = 8, LONG = 16 };
    bool letters = false, digits = false;
    for (size_t i = 0; i < value.len; i++) {
        char c = (char)(value.at[i] | 0x20);
        letters = letters || (c >= 'a' && c <= 'z');
        digits = digits || (value.at[i] >= '0' && value.at[i] <= '9');
    }
    return value.len >= LONG || (value.len >= SHORT && letters && digits);
}

/* The texts of a value that is JSON: the page shows one of them. */
static void keep_parts(json_t *value)
{
    const char *key;
    size_t i;
    json_t *part;
    struct str text = {json_string_value(value), json_string_length(value)};
    if (json_is_string(value) && is_token(text))
        secret_add("", text);
    json_array_foreach (value, i, part)
        keep_parts(part);
    json_object_foreach (value, key, part)
        keep_parts(part);
}

static bool read_origin(const struct reading *self, json_t *entry, json_t *out)
{
    struct str origin = text_in(entry, "origin");
    json_t *items = json_object_get(entry, "localStorage"), *item;
    if (!origin.at || !(str_starts(origin, STR("http://")) || str_starts(origin, STR("https://"))))
        return refuse(self, "\"origin\" is not the address of a server");
    if (items && !json_is_array(items))
        return refuse(self, "\"localStorage\" is not a list");
    size_t i;
    json_array_foreach (items, i, item) {
        struct str value = text_in(item, "value");
        if (!text_in(item, "name").at || !value.at)
            return refuse(self, "an item of \"localStorage\" needs a \"name\" and a \"value\"");
        if (is_token(value))
            secret_add("", value);
        json_t *inside = json_loadb(value.at, value.len, 0, NULL);
        keep_parts(inside);
        json_decref(inside);
    }
    if (json_array_size(items))
        json_array_append_new(out, json_pack("[O, O]", json_object_get(entry, "origin"), items));
    return true;
}

typedef bool read_entry(const struct reading *self, json_t *entry, json_t *out);

static bool read_list(const char *name, json_t *root, const char *list, read_entry *read,
                      json_t *out, struct error *error)
{
    json_t *entries = json_object_get(root, list), *entry;
    struct reading self = {.name = name, .list = list, .error = error};
    if (entries && !json_is_array(entries))
        return error_set(error, EXIT_BAD_USAGE, "%s: \"%s\" is not a list", name, list);
    json_array_foreach (entries, self.entry, entry) {
        if (!json_is_object(entry))
            return refuse(&self, "not an object");
        if (!read(&self, entry, out))
            return false;
    }
    return true;
}

/* Before the page's own scripts; what the page has put there already (it goes on to another address
 * of its own while it loads) stays. */
static char *make_script(json_t *origins)
{
    char *text = json_dumps(origins, JSON_COMPACT);
    struct buf out = {0};
    buf_text(&out, "for (const [origin, items] of ");
    buf_text(&out, text);
    buf_text(&out,
             ")\n  if (origin === location.origin)\n"
             "    for (const { name, value } of items)\n"
             "      if (localStorage.getItem(name) === null) localStorage.setItem(name, value);\n");
    free(text);
    return buf_take(&out);
}

bool storage_state_parse(struct str text, const char *name, struct storage_state *self,
                         struct error *error)
{
    json_error_t trouble;
    *self = (struct storage_state){0};
    json_t *root = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &trouble);
    if (!root)
        return error_set(error, EXIT_BAD_USAGE, "%s: line %d, column %d: not JSON: %s", name,
                         trouble.line, trouble.column, trouble.text);
    json_t *cookies = json_array(), *origins = json_array();
    bool shape = has(root, "cookies") || has(root, "origins");
    bool ok = shape || error_set(error, EXIT_BAD_USAGE,
                                 "%s: not a storage state: an object with \"cookies\" or "
                                 "\"origins\"",
                                 name);
    ok = ok && read_list(name, root, "cookies", read_cookie, cookies, error) &&
         read_list(name, root, "origins", read_origin, origins, error);
    if (ok && json_array_size(cookies))
        self->cookies = json_dumps(cookies, JSON_COMPACT);
    if (ok && json_array_size(origins))
        self->script = make_script(origins);
    json_decref(cookies);
    json_decref(origins);
    json_decref(root);
    return ok;
}

bool storage_state_read(const char *path, struct storage_state *self, struct error *error)
{
    struct buf text = {0};
    bool ok = file_read(path, LARGEST_FILE, &text, error) &&
              storage_state_parse(buf_view(&text), path, self, error);
    buf_free(&text);
    return ok;
}

void storage_state_free(struct storage_state *self)
{
    free(self->cookies);
    free(self->script);
    *self = (struct storage_state){0};
}

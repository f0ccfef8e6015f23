/* Where a store is: a file's path, or postgres://USER:PASSWORD@HOST/DATABASE#NAME.SHARD, whose part
 * before # is libpq's business. NAME keeps campaigns apart that share a database; each shard is a
 * store of its own, a schema called interloper_NAME_SHARD (0: the campaign has no shards). */
#include "store/backend.h"

enum { LONGEST_NAME = 40 };

bool store_is_url(const char *place)
{
    struct str text = str_of(place);
    return str_starts(text, STR("postgres://")) || str_starts(text, STR("postgresql://"));
}

/* "USER:PASSWORD@" behind "://"; empty where there is none. */
static struct str user_part(const char *url)
{
    const char *from = strstr(url, "://") + 3;
    size_t length = strcspn(from, "/?#@");
    return (struct str){from, from[length] == '@' ? length + 1 : 0};
}

/* An @ that libpq does not take for the end of the password makes a part of it the host, and it
 * would be printed as one. */
bool store_check_url(const char *url, struct error *error)
{
    struct str user = user_part(url);
    const char *name = strchr(url, '#');
    const char *last = strrchr(url, '@');
    if (last && (!user.len || last != user.at + user.len - 1))
        return error_set(error, EXIT_BAD_USAGE,
                         "--store: the address has an @ in the wrong place: within a name or a "
                         "password write %%40 for @, %%2F for /, %%3A for : and %%23 for #");
    for (size_t i = 1; name && name[i] && name[i] != '.'; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_", name[i]) || i > LONGEST_NAME)
            return error_set(error, EXIT_BAD_USAGE,
                             "--store: the campaign's name behind # may have small letters, "
                             "digits and _, and at most %d of them",
                             LONGEST_NAME);
    if (name && (!name[1] || name[1] == '.'))
        return error_set(error, EXIT_BAD_USAGE, "--store: there is no name behind #");
    return true;
}

char *store_place(const char *url, int64_t shard)
{
    return mem_printf("%s%s.%lld", url, strchr(url, '#') ? "" : "#" STORE_DEFAULT_NAME,
                      (long long)shard);
}

/* Without passwords: behind the user's name, and among the parameters. */
char *store_label(const char *place)
{
    struct buf out = {0};
    if (!store_is_url(place))
        return mem_dup(place);
    struct str user = user_part(place), rest = user;
    struct str name = str_cut(&rest, ':');
    buf_add(&out, place, (size_t)(user.at - place));
    if (user.len) {
        buf_str(&out, str_ends(name, STR("@")) ? (struct str){name.at, name.len - 1} : name);
        buf_char(&out, '@');
    }
    struct str query = str_of(user.at + user.len);
    size_t path = strcspn(query.at, "?#"), all = strcspn(query.at, "#");
    buf_add(&out, query.at, path);
    const char *separator = "?";
    struct str parameters = {query.at + path + 1, all > path ? all - path - 1 : 0};
    while (parameters.len) {
        struct str one = str_cut(&parameters, '&');
        if (str_starts(one, STR("password=")) || str_starts(one, STR("sslpassword=")))
            continue;
        buf_printf(&out, "%s" STR_FMT, separator, STR_ARG(one));
        separator = "&";
    }
    buf_text(&out, query.at + all);
    return buf_take(&out);
}

static char *secret_of(const char *url)
{
    struct str rest = user_part(url);
    str_cut(&rest, ':');
    if (rest.len > 1)
        return mem_dup_n(rest.at, rest.len - 1);
    const char *parameter = strstr(url, "password=");
    return parameter ? mem_dup_n(parameter + 9, strcspn(parameter + 9, "&#")) : NULL;
}

void store_hide(char *word)
{
    char *at = strstr(word, "postgres"), *secret = at && store_is_url(at) ? secret_of(at) : NULL;
    char *found = secret && *secret ? strstr(at, secret) : NULL;
    /* the user may be called like the password */
    for (char *next = found; next; next = strstr(next + 1, secret))
        memset(next, '*', strlen(secret));
    free(secret);
}

bool store__address(const char *place, struct store_address *address, struct error *error)
{
    *address = (struct store_address){0};
    if (!store_check_url(place, error))
        return false;
    const char *name = strchr(place, '#');
    const char *dot = name ? strchr(name, '.') : NULL;
    size_t digits = dot ? strspn(dot + 1, "0123456789") : 0;
    if (dot && (!digits || dot[1 + digits]))
        return error_set(error, EXIT_BAD_USAGE, "--store: what stands behind # is no name");
    address->url = mem_dup_n(place, strcspn(place, "#"));
    address->secret = secret_of(address->url);
    if (name)
        address->schema = mem_printf("interloper_%.*s_%s", (int)strcspn(name + 1, "."), name + 1,
                                     dot ? dot + 1 : "0");
    return true;
}

void store__address_free(struct store_address *self)
{
    free(self->url);
    free(self->schema);
    free(self->secret);
}

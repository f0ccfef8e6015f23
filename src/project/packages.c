/* Where an import leads, found as Node finds it: a path beside the importing file, or a package in
 * one of the node_modules folders above it, with its "main" or "exports". Asked only where packages
 * are to be followed. */
#include "project/walk.h"

#include "base/file.h"

#include <jansson.h>
#include <sys/stat.h>

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Node looks for these in every node_modules in vain: its own modules come first. */
static bool is_builtin(struct str name)
{
    static const char *const names[] = {"assert",     "async_hooks",
                                        "buffer",     "child_process",
                                        "cluster",    "console",
                                        "constants",  "crypto",
                                        "dgram",      "diagnostics_channel",
                                        "dns",        "domain",
                                        "events",     "fs",
                                        "http",       "http2",
                                        "https",      "inspector",
                                        "module",     "net",
                                        "os",         "path",
                                        "perf_hooks", "process",
                                        "punycode",   "querystring",
                                        "readline",   "repl",
                                        "stream",     "string_decoder",
                                        "sys",        "timers",
                                        "tls",        "trace_events",
                                        "tty",        "url",
                                        "util",       "v8",
                                        "vm",         "wasi",
                                        "zlib",       "worker_threads"};
    struct str first = str_cut(&name, '/');
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_is(first, names[i]))
            return true;
    return false;
}

/* The file a path without its extension means; NULL where there is none. */
static char *with_extension(const char *base)
{
    static const char *const extensions[] = {"", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"};
    for (size_t i = 0; i < COUNT_OF(extensions); i++) {
        char *path = mem_printf("%s%s", base, extensions[i]);
        if (is_file(path))
            return path;
        free(path);
    }
    return NULL;
}

static char *file_in(const char *folder, const char *name)
{
    char *base = mem_printf("%s/%s", folder, name), *index = mem_printf("%s/index", base);
    char *path = with_extension(base);
    if (!path)
        path = with_extension(index);
    free(base);
    free(index);
    return path;
}

/* ---- package.json ---- */

/* The target for our conditions, in the order in which the package lists them. Which of "import"
 * and "require" it is matters little here: both lead to the same code. */
static const char *choose(json_t *target)
{
    static const char *const conditions[] = {"node", "import", "require", "default"};
    const char *key;
    json_t *value;
    if (json_is_string(target))
        return json_string_value(target);
    json_object_foreach (target, key, value)
        for (size_t i = 0; i < COUNT_OF(conditions); i++) {
            const char *chosen = strcmp(key, conditions[i]) == 0 ? choose(value) : NULL;
            if (chosen)
                return chosen;
        }
    return NULL;
}

/* A pattern like "./lib/STAR" against "./lib/a/b": what the star stands for. */
static bool matches_star(const char *pattern, struct str wanted, struct str *inside)
{
    struct str rest = str_of(pattern), head = str_cut(&rest, '*');
    bool has_star = head.len < strlen(pattern);
    if (!has_star || wanted.len < head.len + rest.len || !str_starts(wanted, head) ||
        !str_ends(wanted, rest))
        return false;
    *inside = (struct str){wanted.at + head.len, wanted.len - head.len - rest.len};
    return true;
}

static char *put_into_star(const char *target, struct str inside)
{
    struct str rest = str_of(target), head = str_cut(&rest, '*');
    return head.len < strlen(target)
               ? mem_printf(STR_FMT STR_FMT STR_FMT, STR_ARG(head), STR_ARG(inside), STR_ARG(rest))
               : mem_dup(target);
}

/* What "exports" says of a path like "." or "./lib"; NULL where it hides it. */
static char *exported(json_t *exports, struct str wanted)
{
    const char *key;
    json_t *value;
    struct str inside;
    bool has_paths = false;
    json_object_foreach (exports, key, value) {
        has_paths |= key[0] == '.';
        const char *target = str_is(wanted, key) ? choose(value) : NULL;
        if (target)
            return mem_dup(target);
    }
    const char *only = !has_paths && str_is(wanted, ".") ? choose(exports) : NULL;
    if (only)
        return mem_dup(only);
    json_object_foreach (exports, key, value) {
        const char *target = matches_star(key, wanted, &inside) ? choose(value) : NULL;
        if (target)
            return put_into_star(target, inside);
    }
    return NULL;
}

enum { LARGEST_PACKAGE = 16 << 20 };

/* `wanted` is "." for the package itself, else "./" and the path in it. */
static char *file_of_package(const char *folder, struct str wanted)
{
    char *path = mem_printf("%s/package.json", folder);
    struct buf text = {0};
    bool is_read = file_read(path, LARGEST_PACKAGE, &text, NULL);
    json_t *package = is_read ? json_loadb(buf_view(&text).at, text.len, 0, NULL) : NULL;
    buf_free(&text);
    json_t *exports = json_object_get(package, "exports"), *main = json_object_get(package, "main");
    char *target = exports ? exported(exports, wanted) : NULL;
    if (!exports && str_is(wanted, "."))
        target = mem_dup(json_is_string(main) ? json_string_value(main) : "index");
    else if (!exports)
        target = mem_dup_n(wanted.at, wanted.len);
    char *file = target ? file_in(folder, target) : NULL;
    json_decref(package);
    free(path);
    free(target);
    return file;
}

/* ---- packages and paths ---- */

/* "@scope/name/lib/x" → "@scope/name" and "./lib/x". */
static char *split_specifier(struct str specifier, char **wanted)
{
    struct str rest = specifier, name = str_cut(&rest, '/');
    if (str_starts(name, STR("@"))) {
        struct str second = str_cut(&rest, '/');
        name.len += 1 + second.len;
    }
    *wanted = rest.len ? mem_printf("./" STR_FMT, STR_ARG(rest)) : mem_dup(".");
    return mem_dup_n(name.at, name.len < specifier.len ? name.len : specifier.len);
}

static bool go_up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (!slash || !*folder)
        return false;
    *slash = '\0';
    return true;
}

static char *find_package(const char *from, struct str specifier)
{
    char *wanted, *name = split_specifier(specifier, &wanted), *above = mem_dup(from),
                  *found = NULL;
    while (!found && go_up(above)) {
        char *folder = mem_printf("%s/node_modules/%s", above, name);
        if (is_folder(folder))
            found = file_of_package(folder, str_of(wanted));
        free(folder);
    }
    free(above);
    free(wanted);
    free(name);
    return found;
}

static char *find_beside(const char *from, struct str specifier)
{
    char *folder = mem_dup(from), *name = mem_dup_n(specifier.at, specifier.len);
    go_up(folder);
    char *base = mem_printf("%s/%s", folder, name);
    char *found = is_folder(base) && !is_file(base) ? file_of_package(base, STR(".")) : NULL;
    if (!found)
        found = file_in(folder, name);
    free(base);
    free(folder);
    free(name);
    return found;
}

static struct source *listed(const struct project *self, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return NULL;
    vec_each (file, &self->files)
        if ((*file)->device == info.st_dev && (*file)->inode == info.st_ino)
            return &(*file)->source;
    return NULL;
}

static bool is_in_package(const struct project *self, const struct source *from)
{
    vec_each (file, &self->loaded)
        if (&(*file)->source == from)
            return true;
    return false;
}

struct source *project_follow(struct project *self, const struct source *from, struct str specifier)
{
    enum { MOST = 3000 }; /* files of packages: beyond that, imports lead out of sight again */
    bool is_relative = str_starts(specifier, STR("."));
    bool is_name = specifier.len && !is_relative && !memchr(specifier.at, ':', specifier.len) &&
                   !strchr("/#", specifier.at[0]) && !is_builtin(specifier);
    if (!is_name && !(is_relative && is_in_package(self, from)))
        return NULL;
    char *path = mem_dup_n(from->path.at, from->path.len), *real = realpath(path, NULL);
    char *found = !real         ? NULL
                  : is_relative ? find_beside(real, specifier)
                                : find_package(real, specifier);
    char *target = found ? realpath(found, NULL) : NULL;
    struct source *source = target ? listed(self, target) : NULL;
    if (target && !source && is_source_name(str_of(target)) && self->loaded.len < MOST)
        source = project_load(self, target);
    free(path);
    free(real);
    free(found);
    free(target);
    return source;
}

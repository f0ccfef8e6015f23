#include "project/setup.h"

#include "base/file.h"

#include <jansson.h>
#include <unistd.h>

enum { LARGEST_PACKAGE = 16 * 1024 * 1024, LARGEST_LOCK = 256 * 1024 * 1024 };

/* What npm writes into a new package.json. */
static const char no_test[] = "no test specified";

/* The first whose lock file is there; the last where there is none. Yarn's first generation has
 * another word for "as the lock says". */
static const struct manager {
    const char *lock, *inside, *name, *install, *test;
} managers[] = {
    {"pnpm-lock.yaml", NULL, "pnpm", "corepack enable && pnpm install --frozen-lockfile",
     "pnpm test"},
    {"yarn.lock", "# yarn lockfile v1", "yarn", "yarn install --frozen-lockfile", "yarn test"},
    {"yarn.lock", NULL, "yarn", "corepack enable && yarn install --immutable", "yarn test"},
    {"package-lock.json", NULL, "npm", "npm ci", "npm test"},
    {"npm-shrinkwrap.json", NULL, "npm", "npm ci", "npm test"},
    {NULL, NULL, "npm", "npm install", "npm test"},
};

static bool there(const char *folder, const char *name)
{
    char *path = mem_printf("%s/%s", folder, name);
    bool found = access(path, F_OK) == 0;
    free(path);
    return found;
}

static bool contains(const char *folder, const char *name, const char *text)
{
    char *path = mem_printf("%s/%s", folder, name);
    struct buf bytes = {0};
    struct error ignored;
    bool found = file_read(path, LARGEST_LOCK, &bytes, &ignored) &&
                 memmem(buf_view(&bytes).at, bytes.len, text, strlen(text));
    buf_free(&bytes);
    free(path);
    return found;
}

static const struct manager *manager_of(const char *folder)
{
    const struct manager *at = managers;
    while (at->lock &&
           (!there(folder, at->lock) || (at->inside && !contains(folder, at->lock, at->inside))))
        at++;
    return at;
}

/* A repository tells its host by the files it has for it, else by where it was cloned from. */
static enum ci_host ci_of(const char *folder)
{
    if (there(folder, ".github"))
        return CI_GITHUB;
    if (there(folder, ".gitlab-ci.yml") || contains(folder, ".git/config", "gitlab"))
        return CI_GITLAB;
    return CI_GITHUB;
}

static bool look_into_package(const char *path, const char **test, bool *configured,
                              struct error *error)
{
    struct buf text = {0};
    json_error_t where;
    if (!file_read(path, LARGEST_PACKAGE, &text, error))
        return false;
    json_t *root = json_loadb(buf_view(&text).at, text.len, 0, &where);
    buf_free(&text);
    if (!root)
        return error_set(error, EXIT_BAD_USAGE, "%s:%d:%d: %s", path, where.line, where.column,
                         where.text);
    const char *script =
        json_string_value(json_object_get(json_object_get(root, "scripts"), "test"));
    if (!script || strstr(script, no_test))
        *test = NULL;
    *configured = json_object_get(root, "interloper") != NULL;
    json_decref(root);
    return true;
}

bool setup_look(const char *folder, struct setup *setup, struct error *error)
{
    const struct manager *manager = manager_of(folder);
    bool in_package = false, ok = true;
    *setup = (struct setup){manager->name, manager->install, manager->test, NULL, ci_of(folder)};
    if (there(folder, "package.json")) {
        char *path = mem_printf("%s/package.json", folder);
        ok = look_into_package(path, &setup->test, &in_package, error);
        free(path);
    } else {
        setup->test = setup->install = NULL;
    }
    if (there(folder, "interloper.json"))
        setup->config = "interloper.json";
    else if (in_package)
        setup->config = "package.json";
    return ok;
}

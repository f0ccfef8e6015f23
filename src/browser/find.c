#include "browser/find.h"

#include "base/str.h"

#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

static char *in_path(const char *name)
{
    if (strchr(name, '/'))
        return is_program(name) ? mem_dup(name) : NULL;
    const char *path = getenv("PATH");
    for (struct str rest = str_of(path ? path : "/usr/bin:/bin"); rest.len;) {
        struct str folder = str_cut(&rest, ':');
        char *candidate = mem_printf(STR_FMT "/%s", STR_ARG(folder), name);
        if (is_program(candidate))
            return candidate;
        free(candidate);
    }
    return NULL;
}

char *browser_find(const char *wanted, bool visible, struct error *error)
{
    enum { HEADLESS_ONLY = 2 };
    static const char *const names[] = {
        "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
        "google-chrome",           "google-chrome-stable",  "chrome"};
    const char *variable = getenv("INTERLOPER_BROWSER");
    const char *asked = wanted ? wanted : variable && *variable ? variable : NULL;
    if (asked) {
        char *found = in_path(asked);
        if (!found)
            error_set(error, EXIT_ENVIRONMENT, "%s '%s' is not a program that can be run",
                      wanted ? "--browser" : "INTERLOPER_BROWSER", asked);
        return found;
    }
    for (size_t i = visible ? HEADLESS_ONLY : 0; i < COUNT_OF(names); i++) {
        char *found = in_path(names[i]);
        if (found)
            return found;
    }
    error_set(
        error, EXIT_ENVIRONMENT,
        "no Chromium or Chrome in PATH; install it (Debian: apt-get install chromium) or name "
        "it with --browser");
    return NULL;
}

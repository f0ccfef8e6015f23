/* What a JavaScript project looks like from outside: how its packages are installed, how its tests
 * are run, which CI it uses. Told by files that are there; nothing is run and nothing is guessed
 * that a line in `interloper init`'s report could not repair.
 *
 * Texts are constants, never freed. */
#ifndef PROJECT_SETUP_H
#define PROJECT_SETUP_H

#include "base/error.h"

enum ci_host { CI_GITHUB, CI_GITLAB, CI_NONE };

struct setup {
    const char *manager; /* "npm", "pnpm", "yarn" */
    const char *install; /* "npm ci" */
    const char *test;    /* "npm test"; NULL: package.json has no test script */
    const char *config;  /* an interloper configuration that is there already; NULL: none */
    enum ci_host ci;
};

/* False where package.json is there and cannot be read. A folder without one is a project too. */
bool setup_look(const char *folder, struct setup *setup, struct error *error);

#endif

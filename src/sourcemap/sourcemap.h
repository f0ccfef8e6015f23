/* Source maps (version 3, ECMA-426): from a place in a bundle to the author's line.
 *
 * Plain maps and index maps ("sections"). A map owns all its strings. What is wrong with one is
 * told in an error, never guessed around. */
#ifndef SOURCEMAP_SOURCEMAP_H
#define SOURCEMAP_SOURCEMAP_H

#include "base/error.h"
#include "base/str.h"

struct sourcemap;

struct sourcemap_place {
    const char *source; /* as a person names it: "src/App.jsx"; lives as long as the map */
    int line, column;   /* from 1 */
};

struct sourcemap *sourcemap_parse(struct str text, struct error *error);
void sourcemap_free(struct sourcemap *self);

/* `line` and `column` count from 1. False where nothing is known of that place. */
bool sourcemap_find(const struct sourcemap *self, int line, int column,
                    struct sourcemap_place *place);

/* Whether a source is somebody else's: a package, or what a bundler adds. */
bool sourcemap_is_library(const char *source);

#endif

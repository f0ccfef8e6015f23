/* From the text of a stack to a place in the program's own code.
 *
 * The first frame outside of node_modules and Node is the one that a person would look at. Where a
 * file says that it was made from others (sourceMappingURL, beside it or inside of it), the place
 * is that in the author's file. Files are read once; all texts belong to the arena. */
#ifndef EXPLORE_STORY_PLACES_H
#define EXPLORE_STORY_PLACES_H

#include "base/map.h"
#include "explore/story.h"

struct places {
    struct arena *arena;
    const char *folder; /* names are relative to it where they lie in it; may be NULL */
    struct map maps;    /* by path: of struct sourcemap, NULL where a file has none */
};

void places_open(struct places *self, struct arena *arena, const char *folder);
void places_close(struct places *self);
/* To the author's file, where the place is one of a file that was made from it. */
void places_to_source(struct places *self, struct story_place *place);
/* A frame, "function file:line:column" (trace/format.h). False where it is none. */
bool places_of_frame(struct places *self, struct str frame, struct story_place *place);
/* Of a whole stack: the first own frame, or, where none is, the first. */
struct story_place places_of_stack(struct places *self, struct str stack);

#endif

/* Patterns of .gitignore files: nested folders, negation, anchors, directories only, **
 * (gitignore(5)).
 *
 * A list owns its text. Matching allocates nothing and never backtracks further than the last star,
 * so no pattern can make it slow. */
#ifndef PROJECT_IGNORE_H
#define PROJECT_IGNORE_H

#include "base/str.h"
#include "base/vec.h"

struct ignore_pattern {
    struct str text; /* without !, the leading and the trailing slash */
    bool negated, folders_only, anchored;
};

struct ignore_list {
    VEC(struct ignore_pattern) patterns;
    VEC(char *) texts;
};

enum ignore_verdict { IGNORE_UNDECIDED, IGNORE_YES, IGNORE_NO };

void ignore_add_text(struct ignore_list *self, struct str text);    /* a whole file */
void ignore_add_pattern(struct ignore_list *self, struct str line); /* one line of it */
void ignore_free(struct ignore_list *self);

/* `path` is relative to the folder the patterns belong to, without a leading slash. The last
 * pattern that matches decides. A path inside an ignored folder must not be asked about: git does
 * not look there either. */
enum ignore_verdict ignore_match(const struct ignore_list *self, struct str path, bool is_folder);

/* Also for the path's folders: true where the path or any folder above it is ignored. */
bool ignore_covers(const struct ignore_list *self, struct str path, bool is_folder);

#endif

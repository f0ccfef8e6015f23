#include "project/ignore.h"

/* Trailing blanks count only when escaped. */
static struct str without_trailing_blanks(struct str line)
{
    while (line.len && (line.at[line.len - 1] == ' ' || line.at[line.len - 1] == '\t' ||
                        line.at[line.len - 1] == '\r')) {
        if (line.len > 1 && line.at[line.len - 2] == '\\')
            break;
        line.len--;
    }
    return line;
}

/* `line` must stay alive as long as the list. */
static void add_kept_line(struct ignore_list *self, struct str line)
{
    line = without_trailing_blanks(line);
    if (!line.len || line.at[0] == '#')
        return;
    struct ignore_pattern pattern = {0};
    if (line.at[0] == '!') {
        pattern.negated = true;
        line = str_from(line, 1);
    }
    if (line.len && line.at[line.len - 1] == '/') {
        pattern.folders_only = true;
        line.len--;
    }
    pattern.anchored = line.len && memchr(line.at, '/', line.len);
    if (line.len && line.at[0] == '/')
        line = str_from(line, 1);
    pattern.text = line;
    if (line.len)
        *vec_push(&self->patterns) = pattern;
}

void ignore_add_text(struct ignore_list *self, struct str text)
{
    char *copy = mem_dup_n(text.at, text.len);
    *vec_push(&self->texts) = copy;
    struct str rest = {copy, text.len};
    if (str_starts(rest, STR("\xef\xbb\xbf")))
        rest = str_from(rest, 3);
    while (rest.len)
        add_kept_line(self, str_cut(&rest, '\n'));
}

void ignore_add_pattern(struct ignore_list *self, struct str line)
{
    ignore_add_text(self, line);
}

void ignore_free(struct ignore_list *self)
{
    vec_each (text, &self->texts)
        free(*text);
    vec_free(&self->texts);
    vec_free(&self->patterns);
}

/* [abc], [a-z], [!x], [^x] at `pattern`; `*used` becomes its length. An unclosed one matches
 * nothing, as in git. */
static bool class_matches(struct str pattern, char c, size_t *used)
{
    size_t i = 1;
    bool negated = i < pattern.len && (pattern.at[i] == '!' || pattern.at[i] == '^');
    bool found = false;
    i += negated;
    for (size_t first = i; i < pattern.len && (pattern.at[i] != ']' || i == first); i++) {
        if (pattern.at[i] == '\\' && i + 1 < pattern.len)
            i++;
        char low = pattern.at[i], high = low;
        if (i + 2 < pattern.len && pattern.at[i + 1] == '-' && pattern.at[i + 2] != ']') {
            high = pattern.at[i + 2];
            i += 2;
        }
        found |= c >= low && c <= high;
    }
    *used = i + 1;
    return i < pattern.len && found != negated;
}

/* One character of the pattern (not a star) against one of the text. */
static bool one_matches(struct str pattern, char c, size_t *used)
{
    *used = 1;
    switch (pattern.at[0]) {
    case '?':
        return true;
    case '[':
        return class_matches(pattern, c, used);
    case '\\':
        if (pattern.len > 1) {
            *used = 2;
            return pattern.at[1] == c;
        }
        return c == '\\';
    default:
        return pattern.at[0] == c;
    }
}

/* Within one path segment: a star stands for anything. When something does not fit, only the last
 * star can give way. */
static bool segment_matches(struct str pattern, struct str text)
{
    struct str star_pattern = {NULL, 0}, star_text = {NULL, 0};
    while (text.len || pattern.len) {
        size_t used;
        if (pattern.len && pattern.at[0] == '*') {
            pattern = star_pattern = str_from(pattern, 1);
            star_text = text;
        } else if (pattern.len && text.len && one_matches(pattern, text.at[0], &used)) {
            pattern = str_from(pattern, used);
            text = str_from(text, 1);
        } else if (star_pattern.at && star_text.len) {
            star_text = str_from(star_text, 1);
            pattern = star_pattern;
            text = star_text;
        } else {
            return false;
        }
    }
    return true;
}

/* Whole paths: the same idea, with segments for characters and ** for the star. */
static bool path_matches(struct str pattern, struct str path)
{
    struct str star_pattern = {NULL, 0}, star_path = {NULL, 0};
    while (path.len || pattern.len) {
        struct str pattern_rest = pattern, path_rest = path;
        struct str part = str_cut(&pattern_rest, '/'), name = str_cut(&path_rest, '/');
        if (str_is(part, "**") && pattern.len) {
            if (!pattern_rest.len)
                return path.len > 0; /* a trailing ** is what lies inside, not the folder itself */
            pattern = star_pattern = pattern_rest;
            star_path = path;
        } else if (pattern.len && path.len && segment_matches(part, name)) {
            pattern = pattern_rest;
            path = path_rest;
        } else if (star_pattern.at && star_path.len) {
            str_cut(&star_path, '/');
            pattern = star_pattern;
            path = star_path;
        } else {
            return false;
        }
    }
    return true;
}

static struct str last_segment(struct str path)
{
    for (size_t i = path.len; i > 0; i--)
        if (path.at[i - 1] == '/')
            return str_from(path, i);
    return path;
}

static bool pattern_matches(const struct ignore_pattern *pattern, struct str path, bool is_folder)
{
    if (pattern->folders_only && !is_folder)
        return false;
    if (pattern->anchored)
        return path_matches(pattern->text, path);
    return segment_matches(pattern->text, last_segment(path));
}

enum ignore_verdict ignore_match(const struct ignore_list *self, struct str path, bool is_folder)
{
    for (size_t i = self->patterns.len; i > 0; i--) {
        const struct ignore_pattern *pattern = &self->patterns.at[i - 1];
        if (pattern_matches(pattern, path, is_folder))
            return pattern->negated ? IGNORE_NO : IGNORE_YES;
    }
    return IGNORE_UNDECIDED;
}

bool ignore_covers(const struct ignore_list *self, struct str path, bool is_folder)
{
    for (size_t i = 1; i < path.len; i++)
        if (path.at[i] == '/' && ignore_match(self, (struct str){path.at, i}, true) == IGNORE_YES)
            return true;
    return ignore_match(self, path, is_folder) == IGNORE_YES;
}

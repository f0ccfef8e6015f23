#include "explore/story_places.h"

#include "base/file.h"
#include "failures/failures.h"
#include "sourcemap/sourcemap.h"

#include <unistd.h>

enum { LARGEST_SOURCE = 64 * 1024 * 1024, REACH = 4096 };

void places_open(struct places *self, struct arena *arena, const char *folder)
{
    *self = (struct places){.arena = arena, .folder = folder};
}

void places_close(struct places *self)
{
    for (size_t i = 0; i < self->maps.len; i++)
        sourcemap_free(self->maps.at[i].pointer);
    map_free(&self->maps);
}

static int base64_digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static void decode_base64(struct str text, struct buf *out)
{
    unsigned bits = 0, count = 0;
    for (size_t i = 0; i < text.len && base64_digit(text.at[i]) >= 0; i++) {
        bits = bits << 6 | (unsigned)base64_digit(text.at[i]);
        count += 6;
        if (count >= 8) {
            count -= 8;
            buf_char(out, (char)(bits >> count & 255));
        }
    }
}

/* What stands behind the last "//# sourceMappingURL=" of a file. */
static struct str mapping_url(struct str source)
{
    static const char mark[] = "//# sourceMappingURL=";
    const size_t length = sizeof mark - 1;
    for (size_t at = source.len < length ? 0 : source.len - length + 1; at-- > 0;)
        if (source.at[at] == '/' && memcmp(source.at + at, mark, length) == 0) {
            struct str rest = str_from(source, at + length);
            return str_trim(str_cut(&rest, '\n'));
        }
    return STR("");
}

static struct str folder_of(struct str path)
{
    while (path.len && path.at[path.len - 1] != '/')
        path.len--;
    path.len -= path.len > 1;
    return path;
}

static struct sourcemap *read_map(struct str path)
{
    static const struct str inside = {"data:", 5};
    struct buf source = {0}, map = {0};
    char *name = mem_dup_n(path.at, path.len);
    struct sourcemap *found = NULL;
    if (file_read(name, LARGEST_SOURCE, &source, NULL)) {
        struct str url = mapping_url(buf_view(&source));
        if (str_starts(url, inside)) {
            const char *comma = memchr(url.at, ',', url.len);
            if (comma)
                decode_base64(str_from(url, (size_t)(comma + 1 - url.at)), &map);
        } else if (url.len) {
            struct str folder = folder_of(path);
            char *beside = mem_printf(STR_FMT "/" STR_FMT, STR_ARG(folder), STR_ARG(url));
            file_read(beside, LARGEST_SOURCE, &map, NULL);
            free(beside);
        }
        if (map.len)
            found = sourcemap_parse(buf_view(&map), NULL);
    }
    buf_free(&source);
    buf_free(&map);
    free(name);
    return found;
}

static const struct sourcemap *map_of(struct places *self, struct str path)
{
    bool there;
    struct map_entry *entry = map_find(&self->maps, path);
    if (entry)
        return entry->pointer;
    entry = map_add(&self->maps, arena_str(self->arena, path), &there);
    return entry->pointer = read_map(path);
}

/* A map names its sources without "../": the author's file lies in the folder of the made one, or
 * in one above it. */
static struct str source_path(struct places *self, struct str made, const char *source)
{
    for (struct str folder = folder_of(made); folder.len > 1; folder = folder_of(folder)) {
        struct str path = arena_printf(self->arena, STR_FMT "/%s", STR_ARG(folder), source);
        if (access(path.at, R_OK) == 0)
            return path;
    }
    return arena_str(self->arena, str_of(source));
}

void places_to_source(struct places *self, struct story_place *place)
{
    /* what a package was made from is not the reader's, and mostly not on this machine */
    bool package = memmem(place->path.at, place->path.len, "/node_modules/", 14) != NULL;
    const struct sourcemap *map = package ? NULL : map_of(self, place->path);
    struct sourcemap_place found;
    if (!map || !sourcemap_find(map, (int)place->line, (int)place->column, &found))
        return;
    place->path = source_path(self, place->path, found.source);
    place->line = (uint32_t)found.line;
    place->column = (uint32_t)found.column;
}

/* Cuts ":12" off the end of *text. */
static bool cut_number(struct str *text, uint32_t *number)
{
    const char *colon = text->len ? memrchr(text->at, ':', text->len) : NULL;
    struct str digits = colon ? str_from(*text, (size_t)(colon + 1 - text->at)) : STR("");
    uint64_t value = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.at[i] < '0' || digits.at[i] > '9' || value > UINT32_MAX / 10)
            return false;
        value = value * 10 + (uint64_t)(digits.at[i] - '0');
    }
    if (!digits.len)
        return false;
    *number = (uint32_t)value;
    text->len = (size_t)(colon - text->at);
    return true;
}

bool places_of_frame(struct places *self, struct str frame, struct story_place *place)
{
    struct str rest = frame;
    str_cut(&rest, ' '); /* the function */
    *place = (struct story_place){0};
    if (!cut_number(&rest, &place->column) || !cut_number(&rest, &place->line) || !rest.len)
        return false;
    place->path = arena_str(self->arena, rest);
    places_to_source(self, place);
    struct str shown = place->path, folder = str_of(self->folder ? self->folder : "");
    if (folder.len > 1 && shown.len > folder.len && str_starts(shown, folder) &&
        shown.at[folder.len] == '/')
        shown = str_from(shown, folder.len + 1);
    place->text =
        arena_printf(self->arena, STR_FMT ":%u:%u", STR_ARG(shown), place->line, place->column);
    return true;
}

struct story_place places_of_stack(struct places *self, struct str stack)
{
    struct story_place first = {0}, place;
    while (stack.len) {
        struct str frame = str_cut(&stack, '\n');
        if (!places_of_frame(self, frame, &place))
            continue;
        if (failures_is_own(place.text))
            return place;
        if (!first.path.len)
            first = place;
    }
    return first;
}

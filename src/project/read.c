/* Texts of the listed files, and which of them nobody wrote by hand. */
#include "project/walk.h"

#include "base/file.h"

#include <errno.h>
#include <strings.h>

enum {
    LARGEST = 16 * 1024 * 1024, /* as much as the parser takes (JS_LARGEST) */
    SAMPLE = 64 * 1024,
    LONG_LINE = 500,
    HEAD = 2 * 1024,
};

/* Minified: most of the text stands in very long lines. */
bool text_is_minified(struct str text)
{
    struct str sample = {text.at, text.len < SAMPLE ? text.len : SAMPLE};
    size_t in_long_lines = 0;
    struct str rest = sample;
    while (rest.len) {
        struct str line = str_cut(&rest, '\n');
        if (line.len > LONG_LINE)
            in_long_lines += line.len;
    }
    return in_long_lines * 2 > sample.len;
}

static bool contains(struct str text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.len; i++)
        if (strncasecmp(text.at + i, word, length) == 0)
            return true;
    return false;
}

/* Generated: the comment at the top says so, in one of the two ways that tools agree on. */
bool text_is_generated(struct str text)
{
    struct str rest = {text.at, text.len < HEAD ? text.len : HEAD};
    if (str_starts(rest, STR("\xef\xbb\xbf")))
        rest = str_from(rest, 3);
    while (rest.len) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        bool is_comment = str_starts(line, STR("/")) || str_starts(line, STR("*")) ||
                          str_starts(line, STR("#!")) || !line.len;
        if (!is_comment)
            return false;
        if (contains(line, "@generated") ||
            (contains(line, "generated") && contains(line, "do not edit")))
            return true;
    }
    return false;
}

static void drop(struct project_file *file)
{
    source_free(&file->source);
    free(file->trouble);
    free((char *)file->source.path.at);
    free(file);
}

static bool is_wanted(const struct source *source)
{
    return source->named || (!text_is_minified(source->text) && !text_is_generated(source->text));
}

static void read_one(void *project, unsigned worker, size_t index)
{
    struct project *self = project;
    struct project_file *file = self->files.at[index];
    struct arena *texts = &self->texts[worker];
    struct error error;
    if (is_stopped(self->stop) || file->state == FILE_READ)
        return;
    if (!file_read_in(texts, file->source.path.at, LARGEST, &file->source.text, &error)) {
        file->state = FILE_UNREADABLE;
        file->trouble = mem_dup(error.message);
    } else if (is_wanted(&file->source)) {
        file->state = FILE_READ;
    } else {
        file->state = FILE_SKIPPED;
        arena_release(texts, (char *)(uintptr_t)file->source.text.at);
    }
}

/* False: not to be analysed, and said why where that is the user's business. */
static bool is_kept(struct project *self, struct project_file *file)
{
    self->skipped += file->state == FILE_SKIPPED;
    if (file->state == FILE_UNREADABLE) {
        *vec_push(&self->troubles) = file->trouble;
        file->trouble = NULL;
    }
    return file->state == FILE_READ;
}

static int compare_number(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_identity(const void *left, const void *right)
{
    const struct project_file *a = *(struct project_file *const *)left;
    const struct project_file *b = *(struct project_file *const *)right;
    int order = compare_number(a->device, b->device);
    if (!order)
        order = compare_number(a->inode, b->inode);
    if (!order)
        order = compare_number(b->state == FILE_READ, a->state == FILE_READ);
    if (!order)
        order = compare_number(b->source.named, a->source.named);
    return order ? order : strcmp(a->source.path.at, b->source.path.at);
}

static int by_path(const void *left, const void *right)
{
    const struct project_file *a = *(struct project_file *const *)left;
    const struct project_file *b = *(struct project_file *const *)right;
    return strcmp(a->source.path.at, b->source.path.at);
}

static void sort(struct project *self, int (*compare)(const void *, const void *))
{
    if (self->files.len)
        qsort(self->files.at, self->files.len, sizeof *self->files.at, compare);
}

static void drop_repeated(struct project *self)
{
    size_t kept = 0;
    sort(self, by_identity);
    for (size_t i = 0; i < self->files.len; i++) {
        struct project_file *file = self->files.at[i],
                            *last = kept ? self->files.at[kept - 1] : NULL;
        if (last && last->device == file->device && last->inode == file->inode)
            drop(file);
        else
            self->files.at[kept++] = file;
    }
    self->files.len = kept;
}

void project_read(struct project *self, unsigned jobs)
{
    drop_repeated(self);
    sort(self, by_path);
    parallel_each(self->files.len, jobs, read_one, self);
    size_t kept = 0;
    for (size_t i = 0; i < self->files.len; i++) {
        struct project_file *file = self->files.at[i];
        if (is_kept(self, file))
            self->files.at[kept++] = file;
        else
            drop(file);
    }
    self->files.len = kept;
}

struct source *project_load(struct project *self, const char *path)
{
    vec_each (file, &self->loaded)
        if (strcmp((*file)->source.path.at, path) == 0)
            return &(*file)->source;
    struct error error;
    struct str text;
    if (!file_read_in(&self->texts[0], path, LARGEST, &text, &error))
        return NULL;
    struct project_file *file = mem_zalloc(sizeof *file);
    file->source.path = str_of(mem_dup(path));
    file->source.text = text;
    *vec_push(&self->loaded) = file;
    return &file->source;
}

void project_free(struct project *self)
{
    vec_each (file, &self->files)
        drop(*file);
    vec_each (file, &self->loaded)
        drop(*file);
    vec_each (config, &self->configs)
        config_free(*config);
    vec_each (trouble, &self->troubles)
        free(*trouble);
    for (size_t i = 0; i < COUNT_OF(self->texts); i++)
        arena_free(&self->texts[i]);
    vec_free(&self->files);
    vec_free(&self->loaded);
    vec_free(&self->configs);
    vec_free(&self->troubles);
    config_free(self->forced);
    self->forced = NULL;
}

#include "commands/fix.h"

#include "base/buf.h"
#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* The places are known in the text that was analysed: they only hold as long as the file is that.
 */
static bool write_over(const char *path, struct str text, struct error *error)
{
    struct stat info;
    char *real = realpath(path, NULL); /* not a link of the file's name */
    bool ok = real && stat(real, &info) == 0;
    if (!ok)
        error_set(error, EXIT_BAD_USAGE, "--fix: %s: %s", path, strerror(errno));
    ok = ok && file_write(real, text, error);
    if (ok && chmod(real, info.st_mode & 07777) != 0)
        ok = error_set(error, EXIT_BAD_USAGE, "--fix: %s: %s", path, strerror(errno));
    free(real);
    return ok;
}

static int compare(const void *left, const void *right)
{
    const struct insertion *a = left, *b = right;
    return (a->at > b->at) - (a->at < b->at);
}

typedef VEC(struct insertion) insertions;

static bool is_taken(const insertions *list, const struct finding *finding)
{
    vec_each (insertion, list)
        for (size_t i = 0; i < finding->fix_count; i++)
            if (insertion->at == finding->fix[i].at)
                return true;
    return false;
}

static bool fix_file(const struct source *source, insertions *list, struct error *error)
{
    struct buf text = {0};
    size_t done = 0;
    qsort(list->at, list->len, sizeof *list->at, compare);
    vec_each (insertion, list) {
        buf_add(&text, source->text.at + done, insertion->at - done);
        buf_str(&text, insertion->text);
        done = insertion->at;
    }
    buf_str(&text, str_from(source->text, done));
    char *path = mem_dup_n(source->path.at, source->path.len);
    bool ok = write_over(path, buf_view(&text), error);
    free(path);
    buf_free(&text);
    return ok;
}

bool fix_files(const struct findings *findings, struct fixed *fixed, struct error *error)
{
    insertions list = {0};
    bool ok = true;
    for (size_t i = 0; i < findings->list.len && ok; i++) {
        const struct finding *finding = &findings->list.at[i];
        if (finding->fix_count && !is_taken(&list, finding)) {
            fixed->findings++;
            for (size_t part = 0; part < finding->fix_count; part++)
                *vec_push(&list) = finding->fix[part];
        }
        bool is_last = i + 1 == findings->list.len ||
                       findings->list.at[i + 1].place.source != finding->place.source;
        if (!is_last || !list.len)
            continue;
        ok = fix_file(finding->place.source, &list, error);
        fixed->files += ok;
        list.len = 0;
    }
    vec_free(&list);
    return ok;
}

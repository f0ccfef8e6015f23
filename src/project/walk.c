/* Folders are walked depth first with a chain of frames, one a folder, that hold its .gitignore.
 * For a path the innermost frame that says anything decides, as in git. Frames above the named
 * folder come from its repository, up to the folder that holds .git. */
#include "project/walk.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

enum { DEEPEST = 512, LARGEST_IGNORE = 4 * 1024 * 1024 };

struct frame {
    const struct frame *outer;
    const char *folder; /* absolute, real */
    struct ignore_list ignored;
};

struct walk {
    struct project *project;
    struct error *error;
};

static const char *const extensions[] = {".js", ".mjs", ".cjs", ".jsx",
                                         ".ts", ".tsx", ".mts", ".cts"};

bool is_source_name(struct str name)
{
    static const char *const never[] = {".d.ts",   ".d.mts",   ".d.cts",
                                        ".min.js", ".min.mjs", ".min.cjs"};
    for (size_t i = 0; i < COUNT_OF(never); i++)
        if (str_ends(name, str_of(never[i])))
            return false;
    for (size_t i = 0; i < COUNT_OF(extensions); i++)
        if (str_ends(name, str_of(extensions[i])))
            return true;
    return false;
}

/* The part of `path` below `folder`; empty where it does not lie there. */
static struct str below(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    if (strncmp(folder, path, length) != 0)
        return STR("");
    if (length == 1) /* the root itself */
        return str_of(path + 1);
    return path[length] == '/' ? str_of(path + length + 1) : STR("");
}

static bool git_ignores(const struct frame *frame, const char *real_path, bool is_folder)
{
    for (; frame; frame = frame->outer) {
        struct str relative = below(frame->folder, real_path);
        if (!relative.len)
            continue;
        enum ignore_verdict verdict = ignore_match(&frame->ignored, relative, is_folder);
        if (verdict != IGNORE_UNDECIDED)
            return verdict == IGNORE_YES;
    }
    return false;
}

static bool config_ignores(const struct config *config, const char *real_path, bool is_folder)
{
    if (!config->folder)
        return false;
    struct str relative = below(config->folder, real_path);
    return relative.len && ignore_match(&config->ignored, relative, is_folder) == IGNORE_YES;
}

static void load_ignore_file(struct project *self, struct ignore_list *into, const char *folder,
                             const char *name)
{
    char *path = mem_printf("%s/%s", folder, name);
    struct buf text = {0};
    struct error unreadable;
    if (file_read(path, LARGEST_IGNORE, &text, &unreadable))
        ignore_add_text(into, buf_view(&text));
    else if (file_is_odd(path))
        *vec_push(&self->troubles) = mem_dup(unreadable.message);
    buf_free(&text);
    free(path);
}

static void add_trouble(struct project *self, const char *path, int number)
{
    *vec_push(&self->troubles) = mem_printf("%s: %s", path, strerror(number));
}

/* `depth` 0: it was named itself. `real` is the path without links. */
static struct project_file *add_file(struct project *self, const char *path, const char *real,
                                     const struct stat *info, unsigned depth,
                                     const struct config *config)
{
    struct project_file *file = mem_zalloc(sizeof *file);
    file->source.path = str_of(mem_dup(path));
    file->source.named = depth == 0;
    file->source.depth = depth;
    file->config = config;
    file->overrides = config_overrides_for(config, real);
    file->device = info->st_dev;
    file->inode = info->st_ino;
    *vec_push(&self->files) = file;
    return file;
}

/* Where a walk stands: the path as it is shown, the real one that patterns are matched with, and
 * what applies there. */
struct spot {
    const char *shown, *real;
    const struct frame *frame;
    const struct config *config;
    unsigned depth;
};

static bool is_skipped_folder(const char *name)
{
    return name[0] == '.' || strcmp(name, "node_modules") == 0;
}

static char *join(const char *folder, const char *name)
{
    if (!*folder || strcmp(folder, ".") == 0)
        return mem_dup(name);
    return mem_printf("%s%s%s", folder, str_ends(str_of(folder), STR("/")) ? "" : "/", name);
}

static bool walk_folder(struct walk *self, struct spot spot);

static bool visit(struct walk *self, struct spot inside, const char *name)
{
    struct stat info;
    if (lstat(inside.real, &info) != 0) {
        add_trouble(self->project, inside.shown, errno);
        return true;
    }
    bool is_folder = S_ISDIR(info.st_mode);
    bool wanted = is_folder ? !is_skipped_folder(name)
                            : S_ISREG(info.st_mode) && is_source_name(str_of(name));
    if (!wanted || git_ignores(inside.frame, inside.real, is_folder) ||
        config_ignores(inside.config, inside.real, is_folder))
        return true;
    if (is_folder)
        return walk_folder(self, inside);
    add_file(self->project, inside.shown, inside.real, &info, inside.depth, inside.config);
    return true;
}

static bool visit_entries(struct walk *self, struct spot spot, struct dirent **entries, int count)
{
    bool ok = true;
    for (int i = 0; i < count && ok && !is_stopped(self->project->stop); i++) {
        const char *name = entries[i]->d_name;
        char *shown = join(spot.shown, name), *real = join(spot.real, name);
        struct spot inside = {shown, real, spot.frame, spot.config, spot.depth + 1};
        ok = visit(self, inside, name);
        free(shown);
        free(real);
    }
    return ok;
}

static int is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* The nearest configuration counts: one in this very folder replaces what came from above. */
static bool enter_config(struct walk *self, const char *folder, const struct config **config)
{
    struct config *own;
    if (self->project->forced)
        return true;
    if (!config_find_in(folder, self->project->rules, &own, self->error))
        return false;
    if (own) {
        *vec_push(&self->project->configs) = own;
        *config = own;
    }
    return true;
}

static bool walk_folder(struct walk *self, struct spot spot)
{
    struct dirent **entries;
    if (spot.depth > DEEPEST) {
        add_trouble(self->project, spot.shown, ENAMETOOLONG);
        return true;
    }
    if (!enter_config(self, spot.real, &spot.config))
        return false;
    int count = scandir(spot.real, &entries, is_entry, by_bytes);
    if (count < 0) {
        add_trouble(self->project, spot.shown, errno);
        return true;
    }
    struct frame frame = {.outer = spot.frame, .folder = spot.real};
    load_ignore_file(self->project, &frame.ignored, spot.real, ".gitignore");
    spot.frame = &frame;
    bool ok = visit_entries(self, spot, entries, count);
    ignore_free(&frame.ignored);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return ok;
}

/* Cuts the last segment off a real path; false at the root. */
static bool go_up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (!slash || strcmp(folder, "/") == 0)
        return false;
    slash[slash == folder] = '\0';
    return true;
}

static bool holds_git(const char *folder)
{
    char *path = mem_printf("%s/.git", folder);
    struct stat info;
    bool found = lstat(path, &info) == 0;
    free(path);
    return found;
}

struct frames {
    VEC(struct frame *) list; /* innermost first */
};

static void free_frames(struct frames *self)
{
    vec_each (frame, &self->list) {
        ignore_free(&(*frame)->ignored);
        free((char *)(*frame)->folder);
        free(*frame);
    }
    vec_free(&self->list);
}

/* The .gitignore files of the folders above `real`, up to the repository's root. None where it is
 * in no repository. */
static void collect_frames(struct frames *self, struct project *project, const char *real)
{
    char *folder = mem_dup(real);
    bool at_root = holds_git(folder);
    while (!at_root && go_up(folder)) {
        struct frame *frame = mem_zalloc(sizeof *frame);
        frame->folder = mem_dup(folder);
        load_ignore_file(project, &frame->ignored, folder, ".gitignore");
        at_root = holds_git(folder);
        if (at_root)
            load_ignore_file(project, &frame->ignored, folder, ".git/info/exclude");
        if (self->list.len)
            (*vec_last(&self->list))->outer = frame;
        *vec_push(&self->list) = frame;
    }
    free(folder);
    if (!at_root)
        free_frames(self);
}

/* A folder that git ignores was named all the same: then what lies above has no say about what lies
 * in it. */
static const struct frame *outer_frame(const struct frames *frames, const char *real)
{
    const struct frame *inner = frames->list.len ? frames->list.at[0] : NULL;
    for (const struct frame *frame = inner; frame; frame = frame->outer)
        if (ignore_covers(&frame->ignored, below(frame->folder, real), true))
            return NULL;
    return inner;
}

/* The configuration for a named path: looked for from its own folder upwards. */
static bool find_config(struct walk *self, const char *real, bool is_folder,
                        const struct config **config)
{
    *config = self->project->forced ? self->project->forced : self->project->configs.at[0];
    char *folder = mem_dup(real);
    const struct config *before = *config;
    bool ok = true, more = is_folder || go_up(folder);
    while (ok && more && *config == before) {
        ok = enter_config(self, folder, config);
        more = go_up(folder);
    }
    free(folder);
    return ok;
}

static bool add_folder(struct walk *self, const char *shown, const char *real,
                       const struct config *config)
{
    struct frames frames = {0};
    collect_frames(&frames, self->project, real);
    struct spot spot = {shown, real, outer_frame(&frames, real), config, 0};
    bool ok = walk_folder(self, spot);
    free_frames(&frames);
    return ok;
}

/* "./a/" is shown as "a". */
static char *tidy(const char *path)
{
    while (path[0] == '.' && path[1] == '/' && path[2]) {
        path += 2;
        while (*path == '/')
            path++;
    }
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length ? mem_dup_n(path, length) : mem_dup(".");
}

static bool add_real(struct walk *self, const char *path, const char *real, const struct stat *info)
{
    const struct config *config;
    bool is_folder = S_ISDIR(info->st_mode);
    if (!is_folder && !S_ISREG(info->st_mode))
        return error_set(self->error, EXIT_BAD_USAGE, "%s: neither a file nor a folder", path);
    if (!find_config(self, real, is_folder, &config))
        return false;
    char *shown = tidy(path);
    bool ok = true;
    if (is_folder)
        ok = add_folder(self, shown, real, config);
    else
        add_file(self->project, shown, real, info, 0, config);
    free(shown);
    return ok;
}

bool project_add(struct project *self, const char *path, struct error *error)
{
    struct walk walk = {self, error};
    struct stat info;
    if (!self->configs.len)
        *vec_push(&self->configs) = config_default(self->rules);
    char *real = realpath(path, NULL);
    if (!real || stat(real, &info) != 0) {
        free(real);
        return error_set(error, EXIT_BAD_USAGE, "%s: %s", path, strerror(errno));
    }
    bool ok = add_real(&walk, path, real, &info);
    free(real);
    return ok;
}

bool project_add_text(struct project *self, const char *path, struct str text, struct error *error)
{
    struct walk walk = {self, error};
    struct stat info = {0};
    const struct config *config = NULL;
    if (!self->configs.len)
        *vec_push(&self->configs) = config_default(self->rules);
    bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        return error_set(error, EXIT_BAD_USAGE, "%s: is a folder", path);
    /* Neither the file nor its folders need to exist: the nearest that does is where we look. */
    char *whole = path[0] == '/' ? mem_dup(path) : mem_printf("./%s", path);
    char *folder = mem_dup(whole), *real = NULL;
    while (!real && go_up(folder))
        real = realpath(folder, NULL);
    bool ok = find_config(&walk, real ? real : "/", true, &config);
    char *real_file = mem_printf("%s%s", real ? real : "", whole + strlen(folder));
    free(whole);
    free(folder);
    free(real);
    if (!ok) {
        free(real_file);
        return false;
    }
    if (!exists) { /* no other file has this identity */
        info.st_dev = (dev_t)-1;
        info.st_ino = self->files.len + 1;
    }
    char *shown = tidy(path);
    struct project_file *file = add_file(self, shown, real_file, &info, 0, config);
    free(shown);
    free(real_file);
    file->source.text = arena_str(&self->texts[0], text);
    file->state = FILE_READ;
    return true;
}

#include "explore/findings.h"

#include "base/file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

/* A program whose every failure looks different would fill the disk: the rest share one finding. */
enum { LONGEST_LINE = 300, MOST_FINDINGS = 50 };

/* f1.schedule, f12.out, f3.min.schedule, but nothing a person would have named so. */
static bool is_ours(const char *name)
{
    static const char *const endings[] = {".schedule", ".full.schedule", ".min.schedule",
                                          ".out",      ".log",           ".trace"};
    static const char *const names[] = {"baseline.out", "baseline.log", "observed.out",
                                        "observed.log", "index.html"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    if (name[0] != 'f' || name[1] < '1' || name[1] > '9')
        return false;
    const char *ending = name + 1 + strspn(name + 1, "0123456789");
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (strcmp(ending, endings[i]) == 0)
            return true;
    return false;
}

void findings_remove_old(const char *folder)
{
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (is_ours(entry->d_name))
            unlinkat(dirfd(listing), entry->d_name, 0);
    if (listing)
        closedir(listing);
}

bool findings_open(struct findings *self, const char *out, struct error *error)
{
    *self = (struct findings){.out = out, .lock = -1};
    if (!make_folders(out, error))
        return false;
    if (access(out, W_OK | X_OK) != 0)
        return error_set(error, EXIT_BAD_USAGE, "%s: cannot be written: %s", out, strerror(errno));
    self->lock = folder_lock(out, error);
    return self->lock >= 0;
}

/* Without colours; what else would upset a terminal is the printer's business. */
static void add_plain(struct buf *out, struct str line)
{
    line.len -= str_ends(line, STR("\r"));
    for (size_t i = 0; i < line.len; i++) {
        unsigned char byte = (unsigned char)line.at[i];
        if (byte == '\033' && i + 1 < line.len && line.at[i + 1] == '[') {
            for (i += 2; i < line.len && !isalpha((unsigned char)line.at[i]);)
                i++;
            continue;
        }
        buf_text(out, byte == '\t' ? "    " : "");
        if (byte && byte != '\t')
            buf_char(out, (char)byte);
    }
}

char *findings_last_lines(struct str output)
{
    struct str lines[FINDING_LINES];
    size_t count = capture_last_lines(output, lines, COUNT_OF(lines));
    struct buf text = {0};
    for (size_t i = 0; i < count; i++) {
        if (lines[i].len > LONGEST_LINE)
            lines[i].len = LONGEST_LINE;
        add_plain(&text, lines[i]);
        buf_char(&text, '\n');
    }
    return buf_take(&text);
}

static struct finding *find(const struct findings *self, const char *outcome, const char *signature)
{
    vec_each (finding, &self->list)
        if (strcmp(finding->outcome, outcome) == 0 && strcmp(finding->signature, signature) == 0)
            return finding;
    return NULL;
}

static const char one_of_many[] = "(one of many more)";

/* Where it goes; NULL: nowhere yet. The rest of too many have one in common. */
static struct finding *find_place(const struct findings *self, const char *outcome,
                                  const char **signature)
{
    struct finding *finding = find(self, outcome, *signature);
    if (finding || self->list.len < MOST_FINDINGS)
        return finding;
    *signature = one_of_many;
    return find(self, outcome, one_of_many);
}

bool findings_know(const struct findings *self, const char *outcome, const char *signature)
{
    return find_place(self, outcome, &signature) != NULL;
}

static bool save(char **path, const char *out, const char *id, const char *ending, struct str text,
                 struct error *error)
{
    *path = mem_printf("%s/%s%s", out, id, ending);
    if (file_write_private(*path, text, error))
        return true;
    free(*path);
    *path = NULL;
    return false;
}

bool findings_add(struct findings *self, const struct record *record, struct error *error)
{
    const char *signature = record->signature;
    struct finding *finding = find_place(self, record->name, &signature);
    if (finding) {
        finding->count++;
        return true;
    }
    finding = vec_push(&self->list);
    *finding = (struct finding){
        .id = mem_printf("f%zu", self->list.len),
        .count = 1,
        .first_run = record->number,
        .strategy = record->strategy,
        .outcome = mem_dup(record->name),
        .signature = mem_dup(signature),
        .holds = record->holds,
        .holds_found = record->holds,
        .last_lines = findings_last_lines(buf_view(&record->files[FILE_OUTPUT])),
    };
    const struct {
        char **path;
        const char *ending;
        enum record_file file;
    } files[] = {{&finding->schedule, ".schedule", FILE_SCHEDULE},
                 {&finding->output, ".out", FILE_OUTPUT},
                 {&finding->log, ".log", FILE_LOG},
                 {&finding->trace, ".trace", FILE_TRACE}};
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(files); i++)
        ok &= save(files[i].path, self->out, finding->id, files[i].ending,
                   buf_view(&record->files[files[i].file]), ok ? error : NULL);
    return ok;
}

bool findings_replace_schedule(struct findings *self, struct finding *finding, struct str text,
                               struct error *error)
{
    char *full = mem_printf("%s/%s.full.schedule", self->out, finding->id);
    bool ok = rename(finding->schedule, full) == 0 ||
              error_set(error, EXIT_ENVIRONMENT, "%s: %s", full, strerror(errno));
    free(full);
    return ok && file_write_private(finding->schedule, text, error);
}

static int rank_of(const struct finding *finding)
{
    return finding->slow ? 2 : !finding->replays.reproduced;
}

static bool comes_before(const struct finding *a, const struct finding *b)
{
    if (rank_of(a) != rank_of(b))
        return rank_of(a) < rank_of(b);
    return a->replays.lateness_ms < b->replays.lateness_ms;
}

void findings_order(struct findings *self)
{
    const double slow_ms = 1000;
    vec_each (finding, &self->list)
        finding->slow = finding->minimised && finding->replays.lateness_ms > slow_ms;
    for (size_t i = 1; i < self->list.len; i++) /* few, and those that are equal keep their order */
        for (size_t k = i; k > 0 && comes_before(&self->list.at[k], &self->list.at[k - 1]); k--) {
            struct finding other = self->list.at[k];
            self->list.at[k] = self->list.at[k - 1];
            self->list.at[k - 1] = other;
        }
}

void found_free(struct findings *self)
{
    vec_each (finding, &self->list) {
        char *owned[] = {finding->id,     finding->outcome, finding->signature, finding->schedule,
                         finding->output, finding->log,     finding->trace,     finding->last_lines,
                         finding->test,   finding->message, finding->at};
        for (size_t i = 0; i < COUNT_OF(owned); i++)
            free(owned[i]);
        explanation_free(&finding->explanation);
    }
    vec_free(&self->list);
    if (self->lock >= 0)
        close(self->lock);
    self->lock = -1;
}

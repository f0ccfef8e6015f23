#include "lsp/analysis.h"

#include "base/json.h"
#include "check/check.h"
#include "lsp/document.h"
#include "lsp/input.h"
#include "project/filter.h"
#include "report/report.h"

#include <sys/stat.h>

/* What a client was told last about a document. */
struct told {
    char *uri, *body;
    uint64_t opened;
};

struct lsp_analysis {
    unsigned threads;
    struct rule_table rules;
    struct rule_filter filter;
    struct project project; /* below the roots */
    bool must_list;         /* the project is not what the disk has */
    VEC(struct told) told;
    char *trouble; /* told last; NULL: none */
};

void lsp_job_free(struct lsp_job *self)
{
    vec_each (root, &self->roots)
        free(*root);
    vec_each (text, &self->texts) {
        free(text->uri);
        free(text->path);
        buf_free(&text->text);
    }
    vec_free(&self->roots);
    vec_free(&self->texts);
}

struct lsp_analysis *lsp_analysis_new(unsigned threads)
{
    struct lsp_analysis *self = mem_zalloc(sizeof *self);
    struct texts no_options = {0};
    struct error error;
    self->threads = threads;
    self->rules = (struct rule_table){check_rules, check_rule_count};
    self->filter.rules = self->project.rules = &self->rules;
    filter_parse(&self->filter, &no_options, NULL, &error);
    self->must_list = true;
    return self;
}

void lsp_analysis_free(struct lsp_analysis *self)
{
    vec_each (told, &self->told) {
        free(told->uri);
        free(told->body);
    }
    vec_free(&self->told);
    project_free(&self->project);
    filter_free(&self->filter);
    free(self->trouble);
    free(self);
}

/* ---- from documents to sources ---- */

/* A document and the source that stands for it during one job. */
struct shown {
    const struct lsp_text *text;
    struct source *source; /* NULL: not analysed */
    bool is_replaced;      /* a file of the project whose text is to be put back: */
    struct str on_disk;
};

struct run {
    struct project alone; /* documents that are no file of the project */
    VEC(struct shown) shown;
    VEC(struct source *) sources;
};

/* False: a configuration is malformed. */
static bool list_project(struct lsp_analysis *self, const struct lsp_job *job,
                         const atomic_bool *stop, struct error *error)
{
    self->must_list |= job->has_disk_changed;
    if (!self->must_list)
        return true;
    project_free(&self->project);
    self->project = (struct project){.rules = &self->rules, .stop = stop};
    struct stat info;
    bool ok = true;
    for (size_t i = 0; i < job->roots.len && ok; i++)
        if (stat(job->roots.at[i], &info) == 0) /* one may have been removed */
            ok = project_add(&self->project, job->roots.at[i], error);
    project_read(&self->project, self->threads);
    self->must_list = !ok || is_stopped(stop);
    return ok;
}

/* By identity: a client may spell a path otherwise, or through a link. */
static struct project_file *file_of(const struct project *project, const struct stat *info)
{
    vec_each (file, &project->files)
        if ((*file)->device == info->st_dev && (*file)->inode == info->st_ino)
            return *file;
    return NULL;
}

static bool is_below_root(const struct lsp_job *job, const char *path)
{
    vec_each (root, &job->roots) {
        size_t length = strlen(*root);
        if (strncmp(*root, path, length) == 0 &&
            (path[length] == '/' || (length && (*root)[length - 1] == '/')))
            return true;
    }
    return false;
}

/* A file that is below a root and yet not listed is ignored, and so it is here. One that was never
 * saved, or lies elsewhere, is analysed alone. */
static bool place_text(struct lsp_analysis *self, struct run *run, const struct lsp_job *job,
                       const struct lsp_text *text, struct error *error)
{
    struct stat info;
    struct shown *shown = vec_push(&run->shown);
    shown->text = text;
    if (!text->path)
        return true;
    bool exists = stat(text->path, &info) == 0;
    struct project_file *file = exists ? file_of(&self->project, &info) : NULL;
    if (file) {
        shown->source = &file->source;
        shown->is_replaced = true;
        shown->on_disk = file->source.text;
        file->source.text = buf_view(&text->text);
        source_free(&file->source);
        return true;
    }
    if ((exists && (S_ISDIR(info.st_mode) || is_below_root(job, text->path))) ||
        !is_source_name(str_of(text->path)))
        return true;
    if (!project_add_text(&run->alone, text->path, buf_view(&text->text), error))
        return false;
    shown->source = &(*vec_last(&run->alone.files))->source;
    return true;
}

static void end_run(struct run *self)
{
    for (size_t i = self->shown.len; i-- > 0;) { /* backwards: two may name one file */
        struct shown *shown = &self->shown.at[i];
        if (!shown->is_replaced)
            continue;
        source_free(shown->source);
        shown->source->text = shown->on_disk;
    }
    project_free(&self->alone);
    vec_free(&self->shown);
    vec_free(&self->sources);
}

/* ---- diagnostics ---- */

enum { PROTOCOL_ERROR = 1, PROTOCOL_WARNING, PROTOCOL_INFORMATION };

static void add_position(struct json *json, const char *key, struct source *source, uint32_t offset)
{
    struct position at = source_position(source, offset);
    /* Ours has no column; in the protocol it is a character like others. */
    bool behind_bom = at.line == 1 && offset && str_starts(source->text, STR("\xef\xbb\xbf"));
    json_object(json, key);
    json_integer(json, "line", at.line - 1);
    json_integer(json, "character", at.column - 1 + behind_bom);
    json_end_object(json);
}

/* On one line: a call that holds a whole function would be underlined with all of it. */
static void add_range(struct json *json, struct place place)
{
    struct str text = str_from(place.source->text, place.start);
    uint32_t length = 0;
    while (length < place.end - place.start && length < text.len &&
           !strchr("\r\n", text.at[length]))
        length++;
    json_object(json, "range");
    add_position(json, "start", place.source, place.start);
    add_position(json, "end", place.source, place.start + length);
    json_end_object(json);
}

/* The client's own spelling where it has the document open. */
static void add_uri(struct json *json, const struct run *run, const struct source *source)
{
    struct buf uri = {0};
    vec_each (shown, &run->shown)
        if (shown->source == source && !uri.len)
            buf_text(&uri, shown->text->uri);
    if (!uri.len)
        lsp_add_uri(&uri, source->path);
    json_own(json, "uri", buf_view(&uri));
    buf_free(&uri);
}

static void begin_diagnostic(struct json *json, struct place place, int severity, const char *code)
{
    json_object(json, NULL);
    add_range(json, place);
    json_integer(json, "severity", severity);
    json_text(json, "code", code);
    json_text(json, "source", "interloper");
}

static void add_related(struct json *json, const struct run *run, const struct finding *finding)
{
    json_array(json, "relatedInformation");
    for (size_t i = 0; i < finding->related_count; i++) {
        const struct related *related = &finding->related[i];
        if (!related->place.source)
            continue;
        json_object(json, NULL);
        json_object(json, "location");
        add_uri(json, run, related->place.source);
        add_range(json, related->place);
        json_end_object(json);
        json_str(json, "message", related->message);
        json_end_object(json);
    }
    json_end_array(json);
}

/* The repair goes with the diagnostic and comes back with the request for actions; it holds for one
 * version of the document. */
static void add_fix(struct json *json, const struct finding *finding, int64_t version)
{
    json_object(json, "data");
    json_integer(json, "version", version);
    json_str(json, "title", finding->repair);
    json_array(json, "fix");
    for (size_t i = 0; i < finding->fix_count; i++) {
        json_object(json, NULL);
        add_position(json, "at", finding->place.source, finding->fix[i].at);
        json_str(json, "text", finding->fix[i].text);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void add_finding(struct json *json, const struct run *run, const struct finding *finding,
                        int64_t version, bool shows_related)
{
    struct buf message = {0};
    report_full_message(finding, &message);
    for (size_t i = 0; i < finding->related_count && !shows_related; i++) {
        const struct related *related = &finding->related[i];
        if (related->place.source)
            buf_printf(&message, "\nline %u: " STR_FMT,
                       source_position(related->place.source, related->place.start).line,
                       STR_ARG(related->message));
    }
    begin_diagnostic(json, finding->place,
                     finding->severity == SEVERITY_ERROR     ? PROTOCOL_ERROR
                     : finding->severity == SEVERITY_WARNING ? PROTOCOL_WARNING
                                                             : PROTOCOL_INFORMATION,
                     finding->rule->name);
    json_str(json, "message", buf_view(&message));
    if (shows_related && finding->related_count)
        add_related(json, run, finding);
    if (finding->fix_count)
        add_fix(json, finding, version);
    json_end_object(json);
    buf_free(&message);
}

static char *diagnostics_of(const struct run *run, const struct shown *shown,
                            const struct findings *findings, bool shows_related)
{
    struct buf body = {0};
    struct json json = json_to(&body);
    json_object(&json, NULL);
    json_text(&json, "jsonrpc", "2.0");
    json_text(&json, "method", "textDocument/publishDiagnostics");
    json_object(&json, "params");
    json_own(&json, "uri", str_of(shown->text->uri));
    if (shown->text->opened)
        json_integer(&json, "version", shown->text->version);
    json_array(&json, "diagnostics");
    vec_each (problem, &findings->problems)
        if (shown->source && problem->place.source == shown->source && problem->is_error) {
            begin_diagnostic(&json, problem->place, PROTOCOL_ERROR, "syntax-error");
            json_str(&json, "message", problem->message);
            json_end_object(&json);
        }
    vec_each (finding, &findings->list)
        if (shown->source && finding->place.source == shown->source)
            add_finding(&json, run, finding, shown->text->version, shows_related);
    json_end_array(&json);
    json_end_object(&json);
    json_end_object(&json);
    return buf_take(&body);
}

/* ---- what the client does not know yet ---- */

static void tell_document(struct lsp_analysis *self, const struct lsp_text *text, char *body,
                          struct buf *out)
{
    struct told *told = NULL;
    vec_each (known, &self->told)
        if (strcmp(known->uri, text->uri) == 0)
            told = known;
    if (!told) {
        told = vec_push(&self->told);
        told->uri = mem_dup(text->uri);
    }
    if (!told->body || told->opened != text->opened || strcmp(told->body, body) != 0)
        lsp_add_message(out, str_of(body));
    free(told->body);
    told->body = body;
    told->opened = text->opened;
}

static void tell_closed(struct lsp_analysis *self, const struct lsp_job *job, struct buf *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->told.len; i++) {
        struct told told = self->told.at[i];
        bool is_open = false;
        vec_each (text, &job->texts)
            is_open |= strcmp(text->uri, told.uri) == 0;
        if (is_open) {
            self->told.at[kept++] = told;
            continue;
        }
        struct run nothing = {0};
        struct findings none = {0};
        struct lsp_text text = {.uri = told.uri};
        struct shown shown = {.text = &text};
        char *body = diagnostics_of(&nothing, &shown, &none, false);
        lsp_add_message(out, str_of(body));
        free(body);
        free(told.uri);
        free(told.body);
    }
    self->told.len = kept;
}

/* Once, not with each key that is pressed. */
static void tell_trouble(struct lsp_analysis *self, const char *trouble, struct buf *out)
{
    bool is_same = trouble && self->trouble && strcmp(trouble, self->trouble) == 0;
    if (trouble && !is_same) {
        struct buf body = {0};
        struct json json = json_to(&body);
        json_object(&json, NULL);
        json_text(&json, "jsonrpc", "2.0");
        json_text(&json, "method", "window/showMessage");
        json_object(&json, "params");
        json_integer(&json, "type", PROTOCOL_ERROR);
        json_text(&json, "message", trouble);
        json_end_object(&json);
        json_end_object(&json);
        lsp_add_message(out, buf_view(&body));
        buf_free(&body);
    }
    char *kept = trouble ? mem_dup(trouble) : NULL;
    free(self->trouble);
    self->trouble = kept;
}

/* A rule runs if it is on for any file; what a file does not want is dropped afterwards. */
static enum severity *severities_for(const struct lsp_analysis *self, const struct run *run)
{
    enum severity *severities = filter_severities(&self->filter, &self->project);
    enum severity *others = filter_severities(&self->filter, &run->alone);
    for (size_t i = 0; i < check_rule_count; i++)
        if (severities[i] == SEVERITY_OFF)
            severities[i] = others[i];
    free(others);
    return severities;
}

bool lsp_analysis_run(struct lsp_analysis *self, const struct lsp_job *job, const atomic_bool *stop,
                      struct buf *out)
{
    struct error error;
    struct run run = {.alone = {.rules = &self->rules}};
    bool ok = list_project(self, job, stop, &error);
    vec_each (text, &job->texts)
        if (ok)
            ok = place_text(self, &run, job, text, &error);
        else
            vec_push(&run.shown)->text = text;
    if (ok) {
        vec_each (file, &self->project.files)
            *vec_push(&run.sources) = &(*file)->source;
        vec_each (file, &run.alone.files)
            *vec_push(&run.sources) = &(*file)->source;
    }
    struct findings findings = {0};
    enum severity *severities = severities_for(self, &run);
    struct check_options options = {
        .severities = severities, .jobs = self->threads, .effort = 1, .stop = stop};
    bool has_documents = job->texts.len != 0;
    struct check *check =
        check_run(run.sources.at, has_documents ? run.sources.len : 0, &options, &findings);
    findings_finish(&findings);
    filter_findings(&self->filter, &findings);
    bool is_whole = !is_stopped(stop);
    if (is_whole) {
        tell_trouble(self, ok ? NULL : error.message, out);
        tell_closed(self, job, out);
        vec_each (shown, &run.shown)
            tell_document(self, shown->text,
                          diagnostics_of(&run, shown, &findings, job->shows_related), out);
    }
    check_free(check);
    findings_free(&findings);
    free(severities);
    end_run(&run);
    return is_whole;
}

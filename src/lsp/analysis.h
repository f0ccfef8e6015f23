/* What `interloper check` says about the open documents of a project, as the messages that tell an
 * editor.
 *
 * A job is a copy of all that the analysis needs, so that the editor may go on changing documents
 * on another thread. The whole project is analysed anew each time, with the documents' texts in
 * place of the files': findings are those of `interloper check ROOT` once all is saved. Between
 * jobs the analysis keeps the files' texts; the disk is looked at when a job says so. */
#ifndef LSP_ANALYSIS_H
#define LSP_ANALYSIS_H

#include "base/buf.h"
#include "base/stop.h"
#include "base/vec.h"

struct lsp_text {
    char *uri, *path; /* path NULL: nothing to analyse */
    int64_t version;
    uint64_t opened;
    struct buf text;
};

struct lsp_job {
    VEC(char *) roots; /* paths of the editor's folders */
    VEC(struct lsp_text) texts;
    bool has_disk_changed;
    bool shows_related; /* the client knows relatedInformation */
};

void lsp_job_free(struct lsp_job *self);

struct lsp_analysis;

struct lsp_analysis *lsp_analysis_new(unsigned threads);
void lsp_analysis_free(struct lsp_analysis *self);

/* Adds messages: diagnostics of each document whose diagnostics are others than those told last,
 * none for those that were closed, and what is wrong with the configuration. False: was stopped and
 * adds nothing. */
bool lsp_analysis_run(struct lsp_analysis *self, const struct lsp_job *job, const atomic_bool *stop,
                      struct buf *out);

#endif

/* Findings of those who do not analyse sources (run, later detect and web), on their way into the
 * reports and baselines that all commands share: places are given as file, line and column.
 *
 * A collection copies what it is given, reads the files that places name to quote them, and frees
 * all of it at its end. A place whose file cannot be read, or has no such line, is left out. */
#ifndef REPORT_COLLECT_H
#define REPORT_COLLECT_H

#include "base/buf.h"
#include "base/error.h"
#include "report/formats.h"
#include "report/rule.h"

struct collected_step {
    const char *message; /* "fs.open done went later" */
    const char *at;      /* "lib/db.js:12:7", or NULL */
};

struct collected {
    const struct rule_info *rule;
    enum severity severity;
    const char *message, *repair; /* repair: or NULL */
    const char *identity;         /* what tells it from others of its rule, in every run alike */
    const char *at;               /* "lib/db.js:12:7", or NULL */
    const struct collected_step *steps;
    size_t step_count;
};

struct collection;

struct collection *collection_new(void);
void collection_free(struct collection *self);
void collection_add(struct collection *self, const struct collected *finding);
/* All are there: fingerprints can be made. */
void collection_finish(struct collection *self);

size_t collection_count(const struct collection *self, enum severity least);
/* How many of them stand in the baseline, which are dropped; false where it cannot be read. */
bool collection_drop_known(struct collection *self, const char *path, size_t *known,
                           struct error *error);
bool collection_write_baseline(const struct collection *self, const char *path,
                               struct error *error);

#define COLLECTION_FORMATS REPORT_FORMATS
void collection_print(const struct collection *self, const char *format, bool interrupted,
                      struct buf *out);

#endif

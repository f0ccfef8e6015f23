/* Which files are analysed: the named ones, and below named folders every JavaScript or TypeScript
 * file that neither git nor the configuration ignores, without node_modules, minified and generated
 * ones.
 *
 * Links are followed only where they were named, so a loop of links cannot hold us. A project owns
 * everything it lists; a file's source is read by project_read(). */
#ifndef PROJECT_WALK_H
#define PROJECT_WALK_H

#include "base/arena.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "project/config.h"
#include "report/source.h"

struct project_file {
    struct source source;        /* first: a finding's source leads back here */
    const struct config *config; /* NULL: was loaded for an import */
    uint64_t overrides;          /* which of the configuration's are for it */
    uint64_t device, inode;      /* a file that is named twice is analysed once */
    enum { FILE_UNREAD, FILE_READ, FILE_SKIPPED, FILE_UNREADABLE } state;
    char *trouble; /* why it is unreadable */
};

struct project {
    VEC(struct project_file *) files;  /* sorted by path once read */
    VEC(struct project_file *) loaded; /* by project_load() */
    struct arena texts[PARALLEL_MOST]; /* what each of the threads read */
    VEC(struct config *) configs;
    VEC(char *)
    troubles;       /* one line each: files that could not be read; the rest is still analysed */
    size_t skipped; /* minified, generated, too large */
    const struct rule_table *rules;
    struct config *forced;   /* --config: instead of looking upwards */
    const atomic_bool *stop; /* NULL, or set by others: list and read no more */
};

/* Adds a file or everything below a folder. False: the path does not exist or cannot be used, or a
 * configuration is malformed. */
bool project_add(struct project *self, const char *path, struct error *error);
/* Adds a file whose text comes from elsewhere (standard input, an editor): shown under `path`,
 * which need not exist; its configuration is looked for from there upwards. It counts as named, and
 * takes the place of a file that was listed under that path. */
bool project_add_text(struct project *self, const char *path, struct str text, struct error *error);

/* Reads all texts, drops what turns out to be minified or generated (unless named) and sorts. */
void project_read(struct project *self, unsigned jobs);
/* A file that an import leads to, outside the list: read on first request, then kept. NULL where
 * there is none. Findings in it are not reported. */
struct source *project_load(struct project *self, const char *path);
/* The file that an import leads to, by Node's rules: in a package, or beside a package's file. NULL
 * where it is none of ours: a module of Node's, nothing installed, an import between listed files.
 */
struct source *project_follow(struct project *self, const struct source *from,
                              struct str specifier);
void project_free(struct project *self);

bool is_source_name(struct str name);

/* For tests: what makes a text minified or generated. */
bool text_is_minified(struct str text);
bool text_is_generated(struct str text);

#endif

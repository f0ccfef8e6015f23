/* The store of a campaign: one SQLite file in its output folder that takes each run's result as it
 * comes, so that whoever kills the tool loses no more than the runs that were under way, and so
 * that the parts of a campaign that ran on several machines can be joined.
 *
 * It holds facts by name (which campaign this is, what its baseline showed), the runs, the files of
 * those that failed first in their way, and the proofs. What these mean is the caller's business.
 * Each store_add_…() is one transaction. SQLite's write-ahead log costs no flush of the disk, and a
 * file left by a process that was killed is whole when it is opened again.
 *
 * Opening fails with one line and exit code 2 where the file is no store, is damaged, or was made
 * by another version. Later troubles (a full disk) are remembered: everything is ignored from then
 * on, and store_problem() says what it was. Texts that come out are owned as each function says;
 * what goes in stays the caller's.
 *
 * A store may have been made by somebody else (shards that came from another machine), so it is
 * opened only where it has exactly our tables and no rollback journal; nothing that comes out is
 * trusted further than its type, and numbers are finite. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"

#define STORE_NAME "campaign.db"

struct store;

struct store *store_create(const char *path, struct error *error); /* in place of what is there */
struct store *store_open(const char *path, struct error *error);
void store_close(struct store *self); /* NULL is allowed */
void store_remove(const char *path);
const char *store_problem(const struct store *self); /* NULL: none */

void store_begin(struct store *self); /* several calls become one transaction */
void store_commit(struct store *self);

void store_set(struct store *self, const char *name, struct str value);
void store_set_number(struct store *self, const char *name, double value); /* integers to 2^53 */
bool store_get(struct store *self, const char *name, struct buf *value); /* appends; false: none */
double store_get_number(struct store *self, const char *name, double otherwise);

struct stored_process {
    struct str name, command;
    uint32_t flags;
};

struct stored_run {
    uint64_t number, seed, plan; /* plan: a hash of what the run was asked to do */
    uint32_t kind, strategy, flags;
    int32_t status;
    struct str outcome, signature, note; /* outcome empty: it passed */
    double wall_ms, cpu_ms, at_ms;       /* at_ms: when it was over, since the campaign began */
    uint64_t order;                      /* hash of the order of its events */
    const uint32_t *came;                /* the events the search knows, in their order */
    size_t came_count, holds, met;
    const struct stored_process *processes;
    size_t process_count;
};

struct stored_runs {
    struct arena arena;          /* of everything in the list */
    VEC(struct stored_run) list; /* by number */
};

void store_add_run(struct store *self, const struct stored_run *run);
void store_runs(struct store *self, struct stored_runs *runs);
void stored_runs_free(struct stored_runs *self);

/* Files of a run, numbered by the caller. */
void store_add_file(struct store *self, uint64_t run, unsigned which, struct str content);
bool store_file(struct store *self, uint64_t run, unsigned which, struct buf *content);
void store_drop_files(struct store *self, uint64_t run);

/* What became of the finding whose first failure was that run. */
struct stored_proof {
    uint64_t times, reproduced, failed, diverged;
    size_t holds, met;
    double lateness_ms;
    bool proved, minimised;
    struct str schedule; /* the minimal one; empty: as it was */
};

void store_add_proof(struct store *self, uint64_t run, const struct stored_proof *proof);
/* Its schedule is put into `schedule`. False: there is none. */
bool store_proof(struct store *self, uint64_t run, struct stored_proof *proof,
                 struct buf *schedule);

/* How the order of a run's events is kept: as stretches that follow the natural order. */
void store_pack(const uint32_t *came, size_t count, struct buf *out);
bool store_unpack(struct str packed, struct arena *arena, const uint32_t **came, size_t *count);

#endif

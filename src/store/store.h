/* The store of a campaign: it takes each run's result as it comes, so that whoever kills the tool
 * loses no more than the runs that were under way, and so that the parts of a campaign that ran on
 * several machines can be joined. It is one SQLite file in the campaign's output folder, or lies in
 * a PostgreSQL server (backend.h has what a database must be able to do).
 *
 * It holds facts by name (which campaign this is, what its baseline showed), the runs, the files of
 * those that failed first in their way, and the proofs. What these mean is the caller's business.
 * Each store_add_…() is one transaction.
 *
 * Opening fails with one line: exit code 2 where there is no store, where it is damaged, or was
 * made by another version; 4 where the server or its library is missing. Later troubles (a full
 * disk, a lost connection) are remembered: everything is ignored from then on, and store_problem()
 * says what it was. Texts that come out are owned as each function says; what goes in stays the
 * caller's.
 *
 * A store may have been made by somebody else (shards that came from another machine), so a file is
 * opened only where it has exactly our tables and no rollback journal; nothing that comes out is
 * trusted further than its type, and numbers are finite. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/options.h"
#include "base/vec.h"

#define STORE_NAME         "campaign.db"
#define STORE_DEFAULT_NAME "campaign" /* of a campaign in a server */

struct store;

/* Makes a store in place of what is there. Its first transaction is under way: others find it only
 * after the first store_commit(). */
struct store *store_create(const char *place, struct error *error);
/* `absent`, where it is not NULL: true where there is none, and nothing is wrong besides. */
struct store *store_open(const char *place, bool *absent, struct error *error);
void store_close(struct store *self);                /* NULL is allowed */
void store_remove(const char *path);                 /* a file */
const char *store_problem(const struct store *self); /* NULL: none */

/* A place is a file's path, or that of a shard in a server: the address that a person gave with
 * --store (postgres://…#NAME), with the shard's number. The caller frees what these return. */
bool store_is_url(const char *place);
bool store_check_url(const char *url, struct error *error);
char *store_place(const char *url, int64_t shard);
char *store_label(const char *place); /* as people may see it: without passwords */
void store_hide(char *word);          /* a word of argv that has an address: ps shows no password */
/* Adds the places of all shards that are in the server under the address' name. */
bool store_list(const char *url, struct texts *places, struct error *error);

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

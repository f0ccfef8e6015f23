#include "store/store.h"

#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION = 0x494c5354 /* "ILST" */, VERSION = 1 };

static const char schema[] =
    "CREATE TABLE facts(name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;"
    "CREATE TABLE runs(number INTEGER PRIMARY KEY, seed INTEGER, plan INTEGER, kind INTEGER,"
    " status INTEGER, strategy INTEGER, flags INTEGER, outcome TEXT, signature TEXT, note TEXT,"
    " wall_ms REAL, cpu_ms REAL, at_ms REAL, events INTEGER, came BLOB, holds INTEGER,"
    " met INTEGER);"
    "CREATE TABLE processes(run INTEGER, place INTEGER, name TEXT, command TEXT, flags INTEGER,"
    " PRIMARY KEY(run, place)) WITHOUT ROWID;"
    "CREATE TABLE files(run INTEGER, which INTEGER, content BLOB, PRIMARY KEY(run, which));"
    "CREATE TABLE proofs(run INTEGER PRIMARY KEY, times INTEGER, reproduced INTEGER,"
    " failed INTEGER, diverged INTEGER, holds INTEGER, met INTEGER, lateness_ms REAL,"
    " proved INTEGER, minimised INTEGER, schedule BLOB);";

struct store {
    sqlite3 *base;
    char *problem;  /* the first trouble; nothing is done any more */
    unsigned depth; /* of store_begin() */
};

/* One statement: its text, and for each ? in it a letter (i: int64_t, r: double, t: text as struct
 * str, b: bytes as struct str) with an argument behind. */

static void fail(struct store *self)
{
    if (!self->problem)
        self->problem = mem_dup(sqlite3_errmsg(self->base));
}

static sqlite3_stmt *prepare_list(struct store *self, const char *sql, const char *types,
                                  va_list arguments)
{
    sqlite3_stmt *statement = NULL;
    if (self->problem)
        return NULL;
    int status = sqlite3_prepare_v2(self->base, sql, -1, &statement, NULL);
    for (int at = 1; status == SQLITE_OK && *types; types++, at++) {
        struct str text;
        switch (*types) {
        case 'i':
            status = sqlite3_bind_int64(statement, at, va_arg(arguments, int64_t));
            break;
        case 'r':
            status = sqlite3_bind_double(statement, at, va_arg(arguments, double));
            break;
        case 't':
            text = va_arg(arguments, struct str);
            status = sqlite3_bind_text64(statement, at, text.len ? text.at : "", text.len,
                                         SQLITE_STATIC, SQLITE_UTF8);
            break;
        case 'b':
            text = va_arg(arguments, struct str);
            status = sqlite3_bind_blob64(statement, at, text.len ? text.at : "", text.len,
                                         SQLITE_STATIC);
            break;
        default:
            BUG("type %c", *types);
        }
    }
    if (status == SQLITE_OK)
        return statement;
    fail(self);
    sqlite3_finalize(statement);
    return NULL;
}

static sqlite3_stmt *prepare(struct store *self, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    sqlite3_stmt *statement = prepare_list(self, sql, types, arguments);
    va_end(arguments);
    return statement;
}

/* The next row; behind the last one, or after a trouble, false, and the statement is gone. */
static bool step(struct store *self, sqlite3_stmt **statement)
{
    int status = *statement ? sqlite3_step(*statement) : SQLITE_DONE;
    if (status == SQLITE_ROW)
        return true;
    if (status != SQLITE_DONE)
        fail(self);
    sqlite3_finalize(*statement);
    *statement = NULL;
    return false;
}

static void execute(struct store *self, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    sqlite3_stmt *statement = prepare_list(self, sql, types, arguments);
    va_end(arguments);
    while (step(self, &statement))
        ;
}

static struct str column(sqlite3_stmt *statement, int at)
{
    const char *bytes = sqlite3_column_blob(statement, at);
    int length = sqlite3_column_bytes(statement, at);
    return (struct str){bytes ? bytes : "", bytes ? (size_t)length : 0};
}

/* Opening. */

static bool refuse(struct store *self, const char *path, const char *why, struct error *error)
{
    error_set(error, EXIT_BAD_USAGE, "%s: %s", path, why);
    store_close(self);
    return false;
}

static struct store *open_file(const char *path, bool new, struct error *error)
{
    struct store *self = mem_zalloc(sizeof *self);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | (new ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(path, &self->base, flags, NULL) != SQLITE_OK) {
        fail(self);
        refuse(self, path, self->problem, error);
        return NULL;
    }
    /* nothing that a foreign file brings along is run; and nobody else has it: the folder is locked
     */
    sqlite3_db_config(self->base, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(self->base, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_busy_timeout(self->base, 2000);
    execute(self, "PRAGMA locking_mode = EXCLUSIVE", "");
    return self;
}

void store_remove(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        char *name = mem_printf("%s%s", path, endings[i]);
        unlink(name);
        free(name);
    }
}

struct store *store_create(const char *path, struct error *error)
{
    store_remove(path);
    int made =
        open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600); /* as private as the rest */
    if (made < 0) {
        error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
        return NULL;
    }
    close(made);
    struct store *self = open_file(path, true, error);
    if (!self)
        return NULL;
    execute(self, "PRAGMA journal_mode = WAL", "");
    execute(self, "PRAGMA synchronous = NORMAL", "");
    char *numbers =
        mem_printf("PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, VERSION);
    if (!self->problem && (sqlite3_exec(self->base, numbers, NULL, NULL, NULL) != SQLITE_OK ||
                           sqlite3_exec(self->base, schema, NULL, NULL, NULL) != SQLITE_OK))
        fail(self);
    free(numbers);
    if (!self->problem)
        return self;
    error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, self->problem);
    store_close(self);
    return NULL;
}

static int64_t ask_number(struct store *self, const char *sql)
{
    sqlite3_stmt *statement = prepare(self, sql, "");
    int64_t number = -1;
    while (step(self, &statement))
        number = sqlite3_column_int64(statement, 0);
    return number;
}

static bool is_sound(struct store *self)
{
    sqlite3_stmt *statement = prepare(self, "PRAGMA quick_check(1)", "");
    bool sound = false;
    while (step(self, &statement))
        sound = str_is(column(statement, 0), "ok");
    return sound && !self->problem;
}

/* Exactly what store_create() makes: a trigger, a view, a computed column or a check would be run
 * by what we ask. It is looked at before anything else of the file, is_sound() too. */
static bool has_tables(struct store *self)
{
    sqlite3_stmt *statement = prepare(
        self, "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", "");
    struct buf there = {0};
    while (step(self, &statement))
        buf_str(&there, column(statement, 0));
    bool same = str_is(buf_view(&there), schema);
    buf_free(&there);
    return same;
}

/* SQLite believes a rollback journal that stands beside a file, and deletes the other files that it
 * names. A store of ours never has one: its log is written ahead. */
static bool has_journal(const char *path)
{
    struct stat info;
    char *journal = mem_printf("%s-journal", path);
    bool has = lstat(journal, &info) == 0;
    free(journal);
    return has;
}

struct store *store_open(const char *path, struct error *error)
{
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISREG(info.st_mode)) {
        error_set(error, EXIT_BAD_USAGE, "%s: %s", path,
                  errno == ENOENT ? "there is no campaign to go on with" : "not a store");
        return NULL;
    }
    if (has_journal(path)) {
        error_set(error, EXIT_BAD_USAGE,
                  "%s: not a store of interloper: a rollback journal (%s-journal) stands beside it",
                  path, path);
        return NULL;
    }
    struct store *self = open_file(path, false, error);
    if (!self)
        return NULL;
    int64_t application = ask_number(self, "PRAGMA application_id");
    int64_t version = ask_number(self, "PRAGMA user_version");
    const char *why = self->problem                ? self->problem
                      : application != APPLICATION ? "not a store of interloper"
                      : version != VERSION         ? "made by another version of interloper"
                      : !has_tables(self) ? "the store is damaged (its tables are not interloper's)"
                      : !is_sound(self)   ? "the store is damaged"
                                          : NULL;
    execute(self, "PRAGMA synchronous = NORMAL", "");
    if (!why)
        return self;
    refuse(self, path, why, error);
    return NULL;
}

void store_close(struct store *self)
{
    if (!self)
        return;
    sqlite3_close(self->base);
    free(self->problem);
    free(self);
}

const char *store_problem(const struct store *self)
{
    return self->problem;
}

void store_begin(struct store *self)
{
    if (!self->depth++)
        execute(self, "BEGIN", "");
}

void store_commit(struct store *self)
{
    if (!--self->depth)
        execute(self, "COMMIT", "");
}

/* Facts. */

void store_set(struct store *self, const char *name, struct str value)
{
    execute(self, "INSERT OR REPLACE INTO facts VALUES(?, ?)", "tb", str_of(name), value);
}

void store_set_number(struct store *self, const char *name, double value)
{
    execute(self, "INSERT OR REPLACE INTO facts VALUES(?, ?)", "tr", str_of(name), value);
}

bool store_get(struct store *self, const char *name, struct buf *value)
{
    sqlite3_stmt *statement =
        prepare(self, "SELECT value FROM facts WHERE name = ?", "t", str_of(name));
    bool found = false;
    while (step(self, &statement)) {
        buf_str(value, column(statement, 0));
        found = true;
    }
    return found;
}

double store_get_number(struct store *self, const char *name, double otherwise)
{
    sqlite3_stmt *statement =
        prepare(self, "SELECT value FROM facts WHERE name = ?", "t", str_of(name));
    while (step(self, &statement)) {
        double number = sqlite3_column_double(statement, 0);
        if (fabs(number) <= 0x1p53) /* not where it is infinite or no number */
            otherwise = number;
    }
    return otherwise;
}

/* Runs. */

void store_add_run(struct store *self, const struct stored_run *run)
{
    struct buf came = {0};
    store_pack(run->came, run->came_count, &came);
    store_begin(self);
    execute(self, "INSERT OR REPLACE INTO runs VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            "iiiiiiitttrrribii", (int64_t)run->number, (int64_t)run->seed, (int64_t)run->plan,
            (int64_t)run->kind, (int64_t)run->status, (int64_t)run->strategy, (int64_t)run->flags,
            run->outcome, run->signature, run->note, run->wall_ms, run->cpu_ms, run->at_ms,
            (int64_t)run->order, buf_view(&came), (int64_t)run->holds, (int64_t)run->met);
    for (size_t i = 0; i < run->process_count; i++) {
        const struct stored_process *process = &run->processes[i];
        execute(self, "INSERT OR REPLACE INTO processes VALUES(?,?,?,?,?)", "iitti",
                (int64_t)run->number, (int64_t)i, process->name, process->command,
                (int64_t)process->flags);
    }
    store_commit(self);
    buf_free(&came);
}

static void read_processes(struct store *self, struct stored_runs *runs)
{
    sqlite3_stmt *statement =
        prepare(self, "SELECT run, name, command, flags FROM processes ORDER BY run, place", "");
    size_t at = 0;
    VEC(struct stored_process) list = {0};
    for (bool more = true; more;) {
        more = step(self, &statement);
        uint64_t run = more ? (uint64_t)sqlite3_column_int64(statement, 0) : UINT64_MAX;
        while (at < runs->list.len && runs->list.at[at].number < run) {
            struct stored_run *owner = &runs->list.at[at++];
            struct stored_process *copy =
                arena_array(&runs->arena, struct stored_process, list.len + 1);
            if (list.len)
                memcpy(copy, list.at, list.len * sizeof *copy);
            owner->processes = copy;
            owner->process_count = list.len;
            list.len = 0;
        }
        if (more && at < runs->list.len && runs->list.at[at].number == run)
            *vec_push(&list) =
                (struct stored_process){arena_str(&runs->arena, column(statement, 1)),
                                        arena_str(&runs->arena, column(statement, 2)),
                                        (uint32_t)sqlite3_column_int64(statement, 3)};
    }
    vec_free(&list);
}

static double milliseconds(sqlite3_stmt *statement, int at)
{
    double value = sqlite3_column_double(statement, at);
    return value >= 0 && value < 1e12 ? value : 0;
}

/* Numbers that nobody could have given would keep us busy for ever. */
static bool is_possible(const struct stored_runs *runs, int64_t number, size_t events)
{
    enum { WIDEST_GAP = 1 << 20, MOST_EVENTS = 1 << 27 };
    int64_t before = runs->list.len ? (int64_t)vec_last(&runs->list)->number : 0;
    return number >= before && number - before <= WIDEST_GAP && events <= MOST_EVENTS;
}

void store_runs(struct store *self, struct stored_runs *runs)
{
    *runs = (struct stored_runs){0};
    size_t events = 0;
    sqlite3_stmt *statement = prepare(
        self,
        "SELECT number, seed, plan, kind, status, strategy, flags, outcome, signature, note,"
        " wall_ms, cpu_ms, at_ms, events, came, holds, met FROM runs ORDER BY number",
        "");
    while (step(self, &statement)) {
        if (!is_possible(runs, sqlite3_column_int64(statement, 0), events)) {
            self->problem = mem_dup("the store is damaged (impossible runs)");
            sqlite3_finalize(statement);
            return;
        }
        struct stored_run *run = vec_push(&runs->list);
        *run = (struct stored_run){
            .number = (uint64_t)sqlite3_column_int64(statement, 0),
            .seed = (uint64_t)sqlite3_column_int64(statement, 1),
            .plan = (uint64_t)sqlite3_column_int64(statement, 2),
            .kind = (uint32_t)sqlite3_column_int64(statement, 3),
            .status = sqlite3_column_int(statement, 4),
            .strategy = (uint32_t)sqlite3_column_int64(statement, 5),
            .flags = (uint32_t)sqlite3_column_int64(statement, 6),
            .outcome = arena_str(&runs->arena, column(statement, 7)),
            .signature = arena_str(&runs->arena, column(statement, 8)),
            .note = arena_str(&runs->arena, column(statement, 9)),
            .wall_ms = milliseconds(statement, 10),
            .cpu_ms = milliseconds(statement, 11),
            .at_ms = milliseconds(statement, 12),
            .order = (uint64_t)sqlite3_column_int64(statement, 13),
            .holds = (size_t)sqlite3_column_int64(statement, 15),
            .met = (size_t)sqlite3_column_int64(statement, 16),
        };
        if (!store_unpack(column(statement, 14), &runs->arena, &run->came, &run->came_count))
            run->came_count = 0;
        events += run->came_count;
    }
    read_processes(self, runs);
}

void stored_runs_free(struct stored_runs *self)
{
    vec_free(&self->list);
    arena_free(&self->arena);
}

/* Files and proofs. */

void store_add_file(struct store *self, uint64_t run, unsigned which, struct str content)
{
    execute(self, "INSERT OR REPLACE INTO files VALUES(?,?,?)", "iib", (int64_t)run, (int64_t)which,
            content);
}

bool store_file(struct store *self, uint64_t run, unsigned which, struct buf *content)
{
    sqlite3_stmt *statement = prepare(self, "SELECT content FROM files WHERE run = ? AND which = ?",
                                      "ii", (int64_t)run, (int64_t)which);
    bool found = false;
    while (step(self, &statement)) {
        buf_str(content, column(statement, 0));
        found = true;
    }
    return found;
}

void store_drop_files(struct store *self, uint64_t run)
{
    execute(self, "DELETE FROM files WHERE run = ?", "i", (int64_t)run);
}

void store_add_proof(struct store *self, uint64_t run, const struct stored_proof *proof)
{
    execute(self, "INSERT OR REPLACE INTO proofs VALUES(?,?,?,?,?,?,?,?,?,?,?)", "iiiiiiiriib",
            (int64_t)run, (int64_t)proof->times, (int64_t)proof->reproduced, (int64_t)proof->failed,
            (int64_t)proof->diverged, (int64_t)proof->holds, (int64_t)proof->met,
            proof->lateness_ms, (int64_t)proof->proved, (int64_t)proof->minimised, proof->schedule);
}

bool store_proof(struct store *self, uint64_t run, struct stored_proof *proof, struct buf *schedule)
{
    sqlite3_stmt *statement =
        prepare(self,
                "SELECT times, reproduced, failed, diverged, holds, met, lateness_ms, proved,"
                " minimised, schedule FROM proofs WHERE run = ?",
                "i", (int64_t)run);
    bool found = false;
    while (step(self, &statement)) {
        *proof = (struct stored_proof){
            .times = (uint64_t)sqlite3_column_int64(statement, 0),
            .reproduced = (uint64_t)sqlite3_column_int64(statement, 1),
            .failed = (uint64_t)sqlite3_column_int64(statement, 2),
            .diverged = (uint64_t)sqlite3_column_int64(statement, 3),
            .holds = (size_t)sqlite3_column_int64(statement, 4),
            .met = (size_t)sqlite3_column_int64(statement, 5),
            .lateness_ms = milliseconds(statement, 6),
            .proved = sqlite3_column_int(statement, 7) != 0,
            .minimised = sqlite3_column_int(statement, 8) != 0,
        };
        buf_str(schedule, column(statement, 9));
        found = true;
    }
    proof->schedule = buf_view(schedule);
    return found;
}

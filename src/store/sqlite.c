/* A store in one SQLite file: the usual one, in the campaign's output folder. The write-ahead log
 * costs no flush of the disk, and a file left by a process that was killed is whole when it is
 * opened again. */
#include "store/backend.h"

#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
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

static void fail(struct store *self)
{
    store__fail(self, sqlite3_errmsg(self->handle));
}

/* Statements. */

static int bind(sqlite3_stmt *statement, int at, const struct store_value *value)
{
    const char *text = value->bytes.len ? value->bytes.at : "";
    switch (value->type) {
    case VALUE_INTEGER:
        return sqlite3_bind_int64(statement, at, value->integer);
    case VALUE_REAL:
        return sqlite3_bind_double(statement, at, value->real);
    case VALUE_TEXT:
        return sqlite3_bind_text64(statement, at, text, value->bytes.len, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case VALUE_BYTES:
        return sqlite3_bind_blob64(statement, at, text, value->bytes.len, SQLITE_STATIC);
    }
    BUG("a value of type %d", (int)value->type);
}

static void query(struct store_rows *rows, const char *sql, const struct store_value *values,
                  size_t count)
{
    struct store *self = rows->store;
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(self->handle, sql, -1, &statement, NULL);
    for (size_t i = 0; status == SQLITE_OK && i < count; i++)
        status = bind(statement, (int)i + 1, &values[i]);
    rows->at = statement;
    if (status == SQLITE_OK)
        return;
    fail(self);
    sqlite3_finalize(statement);
    rows->at = NULL;
}

static bool step(struct store_rows *rows)
{
    int status = sqlite3_step(rows->at);
    if (status == SQLITE_ROW)
        return true;
    if (status != SQLITE_DONE)
        fail(rows->store);
    sqlite3_finalize(rows->at);
    rows->at = NULL;
    return false;
}

static int64_t integer(struct store_rows *rows, int column)
{
    return sqlite3_column_int64(rows->at, column);
}

static double real(struct store_rows *rows, int column)
{
    return sqlite3_column_double(rows->at, column);
}

static struct str bytes(struct store_rows *rows, int column)
{
    const char *at = sqlite3_column_blob(rows->at, column);
    int length = sqlite3_column_bytes(rows->at, column);
    return (struct str){at ? at : "", at ? (size_t)length : 0};
}

/* Opening. */

static bool open_file(struct store *self, const char *path, int more, struct error *error)
{
    sqlite3 *base = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | more;
    bool ok = sqlite3_open_v2(path, &base, flags, NULL) == SQLITE_OK;
    self->handle = base;
    if (!ok) {
        fail(self);
        return error_set(error, EXIT_BAD_USAGE, "%s: %s", path, self->problem);
    }
    /* nothing that a foreign file brings along is run; and nobody else has it: the folder is locked
     */
    sqlite3_db_config(base, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(base, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_busy_timeout(base, 2000);
    store__run(self, "PRAGMA locking_mode = EXCLUSIVE", "");
    return true;
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

static bool create(struct store *self, const char *path, struct error *error)
{
    store_remove(path);
    int made =
        open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600); /* as private as the rest */
    if (made < 0)
        return error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    close(made);
    if (!open_file(self, path, SQLITE_OPEN_CREATE, error))
        return false;
    store__run(self, "PRAGMA journal_mode = WAL", "");
    store__run(self, "PRAGMA synchronous = NORMAL", "");
    char *all = mem_printf("BEGIN; PRAGMA application_id = %d; PRAGMA user_version = %d; %s",
                           APPLICATION, VERSION, schema);
    if (!self->problem && sqlite3_exec(self->handle, all, NULL, NULL, NULL) != SQLITE_OK)
        fail(self);
    free(all);
    return !self->problem || error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, self->problem);
}

static bool is_sound(struct store *self)
{
    struct store_rows rows = store__query(self, "PRAGMA quick_check(1)", "");
    bool sound = false;
    while (store__next(&rows))
        sound = str_is(bytes(&rows, 0), "ok");
    return sound && !self->problem;
}

/* Exactly what create() makes: a trigger, a view, a computed column or a check would be run by what
 * we ask. It is looked at before anything else of the file, is_sound() too. */
static bool has_tables(struct store *self)
{
    struct store_rows rows = store__query(
        self, "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", "");
    struct buf there = {0};
    while (store__next(&rows))
        buf_str(&there, bytes(&rows, 0));
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

static bool open_store(struct store *self, const char *path, bool *absent, struct error *error)
{
    struct stat info;
    if (lstat(path, &info) != 0 && errno == ENOENT) {
        *absent = true;
        return false;
    }
    if (lstat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return error_set(error, EXIT_BAD_USAGE, "%s: not a store", path);
    if (has_journal(path))
        return error_set(
            error, EXIT_BAD_USAGE,
            "%s: not a store of interloper: a rollback journal (%s-journal) stands beside it", path,
            path);
    if (!open_file(self, path, 0, error))
        return false;
    int64_t application = store__number(self, "PRAGMA application_id");
    int64_t version = store__number(self, "PRAGMA user_version");
    /* its maker was killed before the first transaction was over */
    *absent = !application && !version && !self->problem &&
              store__number(self, "SELECT count(*) FROM sqlite_schema") == 0;
    if (*absent)
        return false;
    const char *why = self->problem                ? self->problem
                      : application != APPLICATION ? "not a store of interloper"
                      : version != VERSION         ? "made by another version of interloper"
                      : !has_tables(self) ? "the store is damaged (its tables are not interloper's)"
                      : !is_sound(self)   ? "the store is damaged"
                                          : NULL;
    store__run(self, "PRAGMA synchronous = NORMAL", "");
    return !why || error_set(error, EXIT_BAD_USAGE, "%s: %s", path, why);
}

static void close_store(struct store *self)
{
    sqlite3_close(self->handle); /* what was not committed is undone */
}

const struct store_backend store__sqlite = {
    .create = create,
    .open = open_store,
    .close = close_store,
    .query = query,
    .step = step,
    .integer = integer,
    .real = real,
    .bytes = bytes,
};

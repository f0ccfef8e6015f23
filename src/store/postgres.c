/* A store in a PostgreSQL server, where the shards of a campaign that run on several machines meet.
 * Each store is a schema of its own (place.c says how it is called), so that its tables are those
 * of the file, and to remove one is one DROP SCHEMA.
 *
 * Who has a store open holds an advisory lock on its name. The server gives it back when the
 * process dies, or 30 s after its machine did, and undoes what was not committed.
 *
 * libpq is loaded when a store in a server is asked for, and not before: who has none needs neither
 * the library nor its headers, and no other command starts later for it. What we take of its
 * interface is the same since PostgreSQL 9. A program that is linked statically cannot load it. */
#include "store/backend.h"

#include <ctype.h>
#include <dlfcn.h>
#include <endian.h>
#include <unistd.h>

struct pg_conn;
struct pg_result;

enum { CONNECTED = 0, COMMAND_OK = 1, TUPLES_OK = 2, BINARY = 1 };
enum { TYPE_BYTES = 17, TYPE_INTEGER = 20, TYPE_REAL = 701 };
enum { LOCK_CLASS = 0x494c5354 /* "ILST" */, LOCK_WAIT_MS = 5000 };

#define FUNCTIONS(X)                                                                               \
    X(struct pg_conn *, PQconnectdbParams, (const char *const *, const char *const *, int))        \
    X(int, PQstatus, (const struct pg_conn *))                                                     \
    X(char *, PQerrorMessage, (const struct pg_conn *))                                            \
    X(void, PQfinish, (struct pg_conn *))                                                          \
    X(struct pg_result *, PQexec, (struct pg_conn *, const char *))                                \
    X(struct pg_result *, PQexecParams,                                                            \
      (struct pg_conn *, const char *, int, const unsigned *, const char *const *, const int *,    \
       const int *, int))                                                                          \
    X(int, PQresultStatus, (const struct pg_result *))                                             \
    X(char *, PQresultErrorMessage, (const struct pg_result *))                                    \
    X(int, PQntuples, (const struct pg_result *))                                                  \
    X(unsigned, PQftype, (const struct pg_result *, int))                                          \
    X(char *, PQgetvalue, (const struct pg_result *, int, int))                                    \
    X(int, PQgetlength, (const struct pg_result *, int, int))                                      \
    X(void, PQclear, (struct pg_result *))

static struct {
#define FIELD(type, name, parameters) type(*name) parameters;
    FUNCTIONS(FIELD)
#undef FIELD
    bool loaded;
} pq;

struct server {
    struct pg_conn *connection;
    struct store_address address;
};

static const char schema[] =
    "CREATE TABLE facts(name TEXT PRIMARY KEY, value BYTEA);"
    "CREATE TABLE runs(number BIGINT PRIMARY KEY, seed BIGINT, plan BIGINT, kind BIGINT,"
    " status BIGINT, strategy BIGINT, flags BIGINT, outcome BYTEA, signature BYTEA, note BYTEA,"
    " wall_ms DOUBLE PRECISION, cpu_ms DOUBLE PRECISION, at_ms DOUBLE PRECISION, events BIGINT,"
    " came BYTEA, holds BIGINT, met BIGINT);"
    "CREATE TABLE processes(run BIGINT, place BIGINT, name BYTEA, command BYTEA, flags BIGINT,"
    " PRIMARY KEY(run, place));"
    "CREATE TABLE files(run BIGINT, which BIGINT, content BYTEA, PRIMARY KEY(run, which));"
    "CREATE TABLE proofs(run BIGINT PRIMARY KEY, times BIGINT, reproduced BIGINT, failed BIGINT,"
    " diverged BIGINT, holds BIGINT, met BIGINT, lateness_ms DOUBLE PRECISION, proved BIGINT,"
    " minimised BIGINT, schedule BYTEA);";
static const char mark[] = "a store of interloper, version 1";

static bool load(struct error *error)
{
    void *library = NULL;
#ifndef INTERLOPER_STATIC
    library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
#else
    return error_set(error, EXIT_ENVIRONMENT,
                     "--store: this interloper (the npm package's) is linked statically and cannot "
                     "load libpq, PostgreSQL's client library; build it from source, or give each "
                     "shard a folder with --out and join them with 'interloper merge'");
#endif
    if (!library)
        return error_set(error, EXIT_ENVIRONMENT,
                         "--store: PostgreSQL's client library is missing (libpq.so.5; on Debian: "
                         "apt install libpq5)");
#define LOAD(type, name, parameters) *(void **)&pq.name = dlsym(library, #name);
    FUNCTIONS(LOAD)
#undef LOAD
#define CHECK(type, name, parameters)                                                              \
    if (!pq.name)                                                                                  \
        return error_set(error, EXIT_ENVIRONMENT, "--store: libpq.so.5 has no " #name);
    FUNCTIONS(CHECK)
#undef CHECK
    pq.loaded = true;
    return true;
}

/* The first line of what libpq says, without the password: where it does not understand an address
 * it quotes it. */
static void tidy(const char *said, const struct store_address *address, struct buf *out)
{
    struct str rest = str_of(said);
    struct str line = str_trim(str_cut(&rest, '\n'));
    const char *secret = address->secret && *address->secret ? address->secret : NULL;
    if (str_starts(line, STR("ERROR:")) || str_starts(line, STR("FATAL:")))
        line = str_trim(str_from(line, 6));
    while (line.len) {
        size_t length = secret ? strlen(secret) : 0;
        if (length && str_starts(line, str_of(secret))) {
            buf_text(out, "•••");
            line = str_from(line, length);
        } else {
            buf_char(out, *line.at);
            line = str_from(line, 1);
        }
    }
}

static void fail(struct store *self, const char *said)
{
    struct server *server = self->handle;
    struct buf line = {0};
    tidy(said, &server->address, &line);
    store__fail(self, line.len ? line.at : "the connection is lost");
    buf_free(&line);
}

/* Statements. */

/* A command without parameters, or several joined by ; which are then one transaction. */
static void command(struct store *self, const char *sql)
{
    struct server *server = self->handle;
    if (self->problem)
        return;
    struct pg_result *result = pq.PQexec(server->connection, sql);
    int status = pq.PQresultStatus(result);
    if (status != COMMAND_OK && status != TUPLES_OK)
        fail(self, pq.PQerrorMessage(server->connection));
    pq.PQclear(result);
}

static void query(struct store_rows *rows, const char *sql, const struct store_value *values,
                  size_t count)
{
    enum { MOST = 32 };
    struct server *server = rows->store->handle;
    const char *at[MOST];
    int lengths[MOST], formats[MOST];
    uint64_t numbers[MOST]; /* in the order of bytes of the network */
    for (size_t i = 0; i < count; i++) {
        bool is_number = values[i].type == VALUE_INTEGER || values[i].type == VALUE_REAL;
        if (values[i].type == VALUE_REAL)
            memcpy(&numbers[i], &values[i].real, sizeof numbers[i]);
        else
            numbers[i] = (uint64_t)values[i].integer;
        numbers[i] = htobe64(numbers[i]);
        at[i] = is_number ? (char *)&numbers[i] : values[i].bytes.len ? values[i].bytes.at : "";
        lengths[i] = is_number ? (int)sizeof numbers[i] : (int)values[i].bytes.len;
        formats[i] = BINARY;
    }
    struct pg_result *result =
        pq.PQexecParams(server->connection, sql, (int)count, NULL, at, lengths, formats, BINARY);
    int status = pq.PQresultStatus(result);
    if (status == TUPLES_OK) {
        rows->at = result;
        rows->row = -1;
        return;
    }
    if (status != COMMAND_OK)
        fail(rows->store, pq.PQerrorMessage(server->connection));
    pq.PQclear(result);
}

static bool step(struct store_rows *rows)
{
    if (++rows->row < pq.PQntuples(rows->at))
        return true;
    pq.PQclear(rows->at);
    rows->at = NULL;
    return false;
}

static struct str bytes(struct store_rows *rows, int column)
{
    return (struct str){pq.PQgetvalue(rows->at, rows->row, column),
                        (size_t)pq.PQgetlength(rows->at, rows->row, column)};
}

static uint64_t eight_bytes(struct store_rows *rows, int column)
{
    struct str value = bytes(rows, column);
    uint64_t number = 0;
    if (value.len == sizeof number)
        memcpy(&number, value.at, sizeof number);
    return be64toh(number);
}

static int64_t integer(struct store_rows *rows, int column)
{
    return pq.PQftype(rows->at, column) == TYPE_INTEGER ? (int64_t)eight_bytes(rows, column) : 0;
}

static double real(struct store_rows *rows, int column)
{
    if (pq.PQftype(rows->at, column) != TYPE_REAL)
        return strtod(bytes(rows, column).at, NULL); /* libpq ends every value with a NUL */
    uint64_t bits = eight_bytes(rows, column);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Opening. */

static bool connect_to(struct store *self, const char *place, struct error *error)
{
    struct server *server = self->handle = mem_zalloc(sizeof *server);
    if ((!pq.loaded && !load(error)) || !store__address(place, &server->address, error))
        return false;
    /* a later word counts: the address may say something else */
    const char *const words[] = {"connect_timeout", "fallback_application_name", "dbname", NULL};
    const char *const values[] = {"10", "interloper", server->address.url, NULL};
    server->connection = pq.PQconnectdbParams(words, values, 1);
    if (!server->connection || pq.PQstatus(server->connection) != CONNECTED) {
        fail(self, server->connection ? pq.PQerrorMessage(server->connection) : "no memory");
        return error_set(error, EXIT_ENVIRONMENT, "%s: %s", self->label, self->problem);
    }
    command(self, "SET client_min_messages = error; SET client_encoding = 'UTF8';"
                  "SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5;"
                  "SET tcp_keepalives_count = 3");
    return !self->problem ||
           error_set(error, EXIT_ENVIRONMENT, "%s: %s", self->label, self->problem);
}

/* A process that was killed a moment ago may still hold it. */
static bool lock(struct store *self, struct error *error)
{
    struct server *server = self->handle;
    char *sql = mem_printf("SELECT pg_try_advisory_lock(%d, hashtext('%s'))::int::bigint",
                           LOCK_CLASS, server->address.schema);
    int64_t got = 0;
    for (int waited = 0; got != 1 && !self->problem && waited <= LOCK_WAIT_MS; waited += 100) {
        if (waited)
            usleep(100 * 1000);
        got = store__number(self, sql);
    }
    free(sql);
    if (self->problem)
        return error_set(error, EXIT_ENVIRONMENT, "%s: %s", self->label, self->problem);
    return got == 1 ||
           error_set(error, EXIT_ENVIRONMENT,
                     "%s: another interloper writes there; wait until it is done, or give this one "
                     "another name behind #",
                     self->label);
}

static bool connect_and_lock(struct store *self, const char *place, struct error *error)
{
    struct server *server;
    if (!connect_to(self, place, error))
        return false;
    server = self->handle;
    if (!server->address.schema)
        BUG("%s: no name", self->label);
    return lock(self, error);
}

static bool create(struct store *self, const char *place, struct error *error)
{
    if (!connect_and_lock(self, place, error))
        return false;
    struct server *server = self->handle;
    const char *name = server->address.schema;
    char *sql = mem_printf("BEGIN; DROP SCHEMA IF EXISTS %s CASCADE; CREATE SCHEMA %s;"
                           "COMMENT ON SCHEMA %s IS '%s'; SET search_path = %s; %s",
                           name, name, name, mark, name, schema);
    command(self, sql);
    free(sql);
    return !self->problem ||
           error_set(error, EXIT_ENVIRONMENT, "%s: %s", self->label, self->problem);
}

/* Tables and nothing that looks like one: a view would run what its owner wrote. */
static bool is_store(struct store *self, const char *name, bool *absent)
{
    char *sql = mem_printf("SELECT count(*) FROM pg_namespace WHERE nspname = '%s'", name);
    *absent = store__number(self, sql) == 0;
    free(sql);
    sql = mem_printf("SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                     " WHERE n.nspname = '%s' AND c.relkind = 'r' AND c.relname IN"
                     " ('facts', 'runs', 'processes', 'files', 'proofs')"
                     " AND obj_description(n.oid, 'pg_namespace') = '%s'",
                     name, mark);
    bool all = store__number(self, sql) == 5;
    free(sql);
    return all;
}

static bool open_store(struct store *self, const char *place, bool *absent, struct error *error)
{
    if (!connect_and_lock(self, place, error))
        return false;
    struct server *server = self->handle;
    bool is_one = is_store(self, server->address.schema, absent);
    if (*absent)
        return false;
    if (!is_one && !self->problem)
        return error_set(error, EXIT_BAD_USAGE,
                         "%s: the schema %s is no store of this version of interloper", self->label,
                         server->address.schema);
    char *sql = mem_printf("SET search_path = %s", server->address.schema);
    command(self, sql);
    free(sql);
    return !self->problem ||
           error_set(error, EXIT_ENVIRONMENT, "%s: %s", self->label, self->problem);
}

static void close_store(struct store *self)
{
    struct server *server = self->handle;
    if (!server)
        return;
    if (server->connection)
        pq.PQfinish(server->connection); /* what was not committed is undone */
    store__address_free(&server->address);
    free(server);
}

const struct store_backend store__postgres = {
    .create = create,
    .open = open_store,
    .close = close_store,
    .query = query,
    .step = step,
    .integer = integer,
    .real = real,
    .bytes = bytes,
};

static void list_shards(struct store *self, const char *url, struct texts *places)
{
    const char *name = strchr(url, '#');
    struct store_rows rows = store__query(
        self,
        "SELECT substring(nspname from '[0-9]+$')::bigint AS shard FROM pg_namespace"
        " WHERE nspname ~ ('^interloper_' || $1::text || '_[0-9]{1,9}$') ORDER BY shard",
        "t", str_of(name ? name + 1 : STORE_DEFAULT_NAME));
    while (store__next(&rows))
        *vec_push(places) = store_place(url, integer(&rows, 0));
}

bool store_list(const char *url, struct texts *places, struct error *error)
{
    struct store self = {.backend = &store__postgres, .label = store_label(url)};
    size_t before = places->len;
    bool ok = store_check_url(url, error) && connect_to(&self, url, error);
    if (ok) {
        list_shards(&self, url, places);
        if (self.problem)
            ok = error_set(error, EXIT_ENVIRONMENT, "%s: %s", self.label, self.problem);
        else if (places->len == before)
            ok = error_set(error, EXIT_BAD_USAGE, "%s: there is no campaign of that name",
                           self.label);
    }
    close_store(&self);
    free(self.label);
    free(self.problem);
    return ok;
}

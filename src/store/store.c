/* What a campaign keeps, as statements that every backend understands (backend.h). */
#include "store/backend.h"

#include <math.h>

static int64_t integer(struct store_rows *rows, int column)
{
    return rows->store->backend->integer(rows, column);
}

static double real(struct store_rows *rows, int column)
{
    return rows->store->backend->real(rows, column);
}

static struct str bytes(struct store_rows *rows, int column)
{
    return rows->store->backend->bytes(rows, column);
}

enum { MOST_VALUES = 17 };

void store__fail(struct store *self, const char *problem)
{
    if (!self->problem)
        self->problem = mem_dup(problem);
}

static struct store_rows query_list(struct store *self, const char *sql, const char *types,
                                    va_list arguments)
{
    struct store_value values[MOST_VALUES] = {0};
    struct store_rows rows = {.store = self};
    size_t count = strlen(types);
    if (count > MOST_VALUES)
        BUG("%zu parameters", count);
    for (size_t i = 0; i < count; i++)
        switch (types[i]) {
        case 'i':
            values[i].type = VALUE_INTEGER;
            values[i].integer = va_arg(arguments, int64_t);
            break;
        case 'r':
            values[i].type = VALUE_REAL;
            values[i].real = va_arg(arguments, double);
            break;
        case 't':
        case 'b':
            values[i].type = types[i] == 't' ? VALUE_TEXT : VALUE_BYTES;
            values[i].bytes = va_arg(arguments, struct str);
            break;
        default:
            BUG("type %c", types[i]);
        }
    if (!self->problem)
        self->backend->query(&rows, sql, values, count);
    return rows;
}

struct store_rows store__query(struct store *self, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct store_rows rows = query_list(self, sql, types, arguments);
    va_end(arguments);
    return rows;
}

bool store__next(struct store_rows *rows)
{
    return rows->at && rows->store->backend->step(rows);
}

void store__run(struct store *self, const char *sql, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    struct store_rows rows = query_list(self, sql, types, arguments);
    va_end(arguments);
    while (store__next(&rows))
        ;
}

int64_t store__number(struct store *self, const char *sql)
{
    struct store_rows rows = store__query(self, sql, "");
    int64_t number = -1;
    while (store__next(&rows))
        number = integer(&rows, 0);
    return number;
}

/* Opening and closing. */

static struct store *new_store(const char *place)
{
    struct store *self = mem_zalloc(sizeof *self);
    self->backend = store_is_url(place) ? &store__postgres : &store__sqlite;
    self->label = store_label(place);
    return self;
}

struct store *store_create(const char *place, struct error *error)
{
    struct store *self = new_store(place);
    self->depth = 1;
    if (self->backend->create(self, place, error))
        return self;
    store_close(self);
    return NULL;
}

struct store *store_open(const char *place, bool *absent, struct error *error)
{
    struct store *self = new_store(place);
    bool none = false;
    bool ok = self->backend->open(self, place, &none, error);
    if (none)
        error_set(error, EXIT_BAD_USAGE, "%s: there is no campaign", self->label);
    if (absent)
        *absent = none;
    if (ok)
        return self;
    store_close(self);
    return NULL;
}

void store_close(struct store *self)
{
    if (!self)
        return;
    self->backend->close(self);
    free(self->label);
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
        store__run(self, "BEGIN", "");
}

void store_commit(struct store *self)
{
    if (!--self->depth)
        store__run(self, "COMMIT", "");
}

/* Facts. */

void store_set(struct store *self, const char *name, struct str value)
{
    store__run(self,
               "INSERT INTO facts VALUES($1, $2)"
               " ON CONFLICT(name) DO UPDATE SET value = excluded.value",
               "tb", str_of(name), value);
}

void store_set_number(struct store *self, const char *name, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    store_set(self, name, str_of(text));
}

bool store_get(struct store *self, const char *name, struct buf *value)
{
    struct store_rows rows =
        store__query(self, "SELECT value FROM facts WHERE name = $1", "t", str_of(name));
    bool found = false;
    while (store__next(&rows)) {
        buf_str(value, bytes(&rows, 0));
        found = true;
    }
    return found;
}

double store_get_number(struct store *self, const char *name, double otherwise)
{
    struct store_rows rows =
        store__query(self, "SELECT value FROM facts WHERE name = $1", "t", str_of(name));
    while (store__next(&rows)) {
        double number = real(&rows, 0);
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
    store__run(self, "DELETE FROM runs WHERE number = $1", "i", (int64_t)run->number);
    store__run(
        self, "INSERT INTO runs VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)",
        "iiiiiiitttrrribii", (int64_t)run->number, (int64_t)run->seed, (int64_t)run->plan,
        (int64_t)run->kind, (int64_t)run->status, (int64_t)run->strategy, (int64_t)run->flags,
        run->outcome, run->signature, run->note, run->wall_ms, run->cpu_ms, run->at_ms,
        (int64_t)run->order, buf_view(&came), (int64_t)run->holds, (int64_t)run->met);
    store__run(self, "DELETE FROM processes WHERE run = $1", "i", (int64_t)run->number);
    for (size_t i = 0; i < run->process_count; i++) {
        const struct stored_process *process = &run->processes[i];
        store__run(self, "INSERT INTO processes VALUES($1,$2,$3,$4,$5)", "iitti",
                   (int64_t)run->number, (int64_t)i, process->name, process->command,
                   (int64_t)process->flags);
    }
    store_commit(self);
    buf_free(&came);
}

static void read_processes(struct store *self, struct stored_runs *runs)
{
    struct store_rows rows = store__query(
        self, "SELECT run, name, command, flags FROM processes ORDER BY run, place", "");
    size_t at = 0;
    VEC(struct stored_process) list = {0};
    for (bool more = true; more;) {
        more = store__next(&rows);
        uint64_t run = more ? (uint64_t)integer(&rows, 0) : UINT64_MAX;
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
            *vec_push(&list) = (struct stored_process){arena_str(&runs->arena, bytes(&rows, 1)),
                                                       arena_str(&runs->arena, bytes(&rows, 2)),
                                                       (uint32_t)integer(&rows, 3)};
    }
    vec_free(&list);
}

static double milliseconds(struct store_rows *rows, int column)
{
    double value = real(rows, column);
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
    struct store_rows rows = store__query(
        self,
        "SELECT number, seed, plan, kind, status, strategy, flags, outcome, signature, note,"
        " wall_ms, cpu_ms, at_ms, events, came, holds, met FROM runs ORDER BY number",
        "");
    size_t events = 0;
    while (store__next(&rows)) {
        if (!self->problem && !is_possible(runs, integer(&rows, 0), events))
            store__fail(self, "the store is damaged (impossible runs)");
        if (self->problem) /* the other rows are read and dropped */
            continue;
        struct stored_run *run = vec_push(&runs->list);
        *run = (struct stored_run){
            .number = (uint64_t)integer(&rows, 0),
            .seed = (uint64_t)integer(&rows, 1),
            .plan = (uint64_t)integer(&rows, 2),
            .kind = (uint32_t)integer(&rows, 3),
            .status = (int32_t)integer(&rows, 4),
            .strategy = (uint32_t)integer(&rows, 5),
            .flags = (uint32_t)integer(&rows, 6),
            .outcome = arena_str(&runs->arena, bytes(&rows, 7)),
            .signature = arena_str(&runs->arena, bytes(&rows, 8)),
            .note = arena_str(&runs->arena, bytes(&rows, 9)),
            .wall_ms = milliseconds(&rows, 10),
            .cpu_ms = milliseconds(&rows, 11),
            .at_ms = milliseconds(&rows, 12),
            .order = (uint64_t)integer(&rows, 13),
            .holds = (size_t)integer(&rows, 15),
            .met = (size_t)integer(&rows, 16),
        };
        if (!store_unpack(bytes(&rows, 14), &runs->arena, &run->came, &run->came_count))
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
    store__run(self,
               "INSERT INTO files VALUES($1,$2,$3)"
               " ON CONFLICT(run, which) DO UPDATE SET content = excluded.content",
               "iib", (int64_t)run, (int64_t)which, content);
}

bool store_file(struct store *self, uint64_t run, unsigned which, struct buf *content)
{
    struct store_rows rows =
        store__query(self, "SELECT content FROM files WHERE run = $1 AND which = $2", "ii",
                     (int64_t)run, (int64_t)which);
    bool found = false;
    while (store__next(&rows)) {
        buf_str(content, bytes(&rows, 0));
        found = true;
    }
    return found;
}

void store_drop_files(struct store *self, uint64_t run)
{
    store__run(self, "DELETE FROM files WHERE run = $1", "i", (int64_t)run);
}

void store_add_proof(struct store *self, uint64_t run, const struct stored_proof *proof)
{
    store_begin(self);
    store__run(self, "DELETE FROM proofs WHERE run = $1", "i", (int64_t)run);
    store__run(self, "INSERT INTO proofs VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11)", "iiiiiiiriib",
               (int64_t)run, (int64_t)proof->times, (int64_t)proof->reproduced,
               (int64_t)proof->failed, (int64_t)proof->diverged, (int64_t)proof->holds,
               (int64_t)proof->met, proof->lateness_ms, (int64_t)proof->proved,
               (int64_t)proof->minimised, proof->schedule);
    store_commit(self);
}

bool store_proof(struct store *self, uint64_t run, struct stored_proof *proof, struct buf *schedule)
{
    struct store_rows rows =
        store__query(self,
                     "SELECT times, reproduced, failed, diverged, holds, met, lateness_ms, proved,"
                     " minimised, schedule FROM proofs WHERE run = $1",
                     "i", (int64_t)run);
    bool found = false;
    while (store__next(&rows)) {
        *proof = (struct stored_proof){
            .times = (uint64_t)integer(&rows, 0),
            .reproduced = (uint64_t)integer(&rows, 1),
            .failed = (uint64_t)integer(&rows, 2),
            .diverged = (uint64_t)integer(&rows, 3),
            .holds = (size_t)integer(&rows, 4),
            .met = (size_t)integer(&rows, 5),
            .lateness_ms = milliseconds(&rows, 6),
            .proved = integer(&rows, 7) != 0,
            .minimised = integer(&rows, 8) != 0,
        };
        buf_str(schedule, bytes(&rows, 9));
        found = true;
    }
    proof->schedule = buf_view(schedule);
    return found;
}

#include "explore/merge.h"

#include "base/file.h"
#include "explore/findings.h"
#include "explore/identity.h"
#include "store/store.h"

#include <limits.h>
#include <unistd.h>

/* What of the first shard becomes that of all. */
static const char *const texts_of_all[] = {"identity",    "words",    "seed",
                                           "usual lines", "warnings", "natural run",
                                           "node",        "project",  "folder"};
static const char *const numbers_of_all[] = {
    "pct length",     "own length",   "timeout",         "jobs",          "isolated",
    "shares network", "shares files", "baseline median", "explored from", "baseline runs"};

bool campaign_origin(const char *place, struct campaign_origin *origin, bool *absent,
                     struct error *error)
{
    *origin = (struct campaign_origin){0};
    struct store *store = store_open(place, absent, error);
    bool ok = store && store_get(store, "words", &origin->words) &&
              store_get(store, "seed", &origin->seed);
    if (store && !ok) {
        char *label = store_label(place);
        error_set(error, EXIT_BAD_USAGE, "%s: it does not say which campaign it is of", label);
        free(label);
    }
    store_close(store);
    return ok;
}

void campaign_origin_free(struct campaign_origin *self)
{
    buf_free(&self->words);
    buf_free(&self->seed);
}

struct merging {
    struct store *into;
    struct buf identity; /* of the first */
    VEC(int64_t) shards; /* that were joined */
};

static void copy_facts(struct merging *self, struct store *from)
{
    struct buf value = {0};
    for (size_t i = 0; i < COUNT_OF(texts_of_all); i++) {
        buf_clear(&value);
        if (store_get(from, texts_of_all[i], &value))
            store_set(self->into, texts_of_all[i], buf_view(&value));
    }
    for (size_t i = 0; i < COUNT_OF(numbers_of_all); i++) {
        double number = store_get_number(from, numbers_of_all[i], -1);
        if (number >= 0)
            store_set_number(self->into, numbers_of_all[i], number);
    }
    store_set_number(self->into, "shard", 0);
    buf_free(&value);
}

static void copy_runs(struct merging *self, struct store *from, bool is_first)
{
    struct stored_runs runs;
    struct stored_proof proof;
    struct buf bytes = {0};
    store_runs(from, &runs);
    vec_each (run, &runs.list) {
        if (!run->number && !is_first) /* the processes of the baseline */
            continue;
        store_add_run(self->into, run);
        for (unsigned which = 0; which < STORED_FILES; which++) {
            buf_clear(&bytes);
            if (store_file(from, run->number, which, &bytes))
                store_add_file(self->into, run->number, which, buf_view(&bytes));
        }
        buf_clear(&bytes);
        if (store_proof(from, run->number, &proof, &bytes))
            store_add_proof(self->into, run->number, &proof);
    }
    stored_runs_free(&runs);
    buf_free(&bytes);
}

static bool is_new(struct merging *self, const char *path, int64_t shard, struct error *error)
{
    vec_each (other, &self->shards)
        if (*other == shard && shard)
            return error_set(error, EXIT_BAD_USAGE, "%s: shard %lld is there twice", path,
                             (long long)shard);
        else if (*other == shard || !shard || !*other)
            return error_set(error, EXIT_BAD_USAGE,
                             "%s: a whole campaign cannot be joined with another; only shards "
                             "(run --shard K/N) can",
                             path);
    *vec_push(&self->shards) = shard;
    return true;
}

static bool join(struct merging *self, const char *place, struct error *error)
{
    struct store *from = store_open(place, NULL, error);
    if (!from)
        return false;
    struct buf identity = {0};
    char *path = store_label(place);
    store_get(from, "identity", &identity);
    bool is_first = !self->shards.len;
    bool ok =
        is_first || identity_compare(path, buf_view(&self->identity), buf_view(&identity), error);
    ok = ok && is_new(self, path, (int64_t)store_get_number(from, "shard", 0), error);
    if (ok && store_get_number(from, "baseline runs", -1) < 0)
        ok = error_set(error, EXIT_BAD_USAGE,
                       "%s: there is no baseline in it: the campaign has hardly begun", path);
    if (ok && is_first) {
        buf_str(&self->identity, buf_view(&identity));
        copy_facts(self, from);
    }
    if (ok)
        copy_runs(self, from, is_first);
    if (ok && store_problem(from))
        ok = error_set(error, EXIT_BAD_USAGE, "%s: %s", path, store_problem(from));
    if (ok && store_problem(self->into))
        ok = error_set(error, EXIT_ENVIRONMENT, "the merged store cannot be written: %s",
                       store_problem(self->into));
    buf_free(&identity);
    free(path);
    store_close(from);
    return ok;
}

static void tell_missing(const struct merging *self, struct buf *missing)
{
    struct str line, rest = buf_view(&self->identity);
    int64_t count = 0;
    while (rest.len) {
        line = str_cut(&rest, '\n');
        if (str_starts(line, STR(IDENTITY_SHARDS ": ")))
            count = strtoll(line.at + strlen(IDENTITY_SHARDS ": "), NULL, 10);
    }
    for (int64_t shard = 1; shard <= count; shard++) {
        bool is_there = false;
        for (size_t i = 0; i < self->shards.len; i++)
            is_there |= self->shards.at[i] == shard;
        if (!is_there)
            buf_printf(missing, "%s%lld", missing->len ? ", " : "", (long long)shard);
        if (missing->len > 200) {
            buf_text(missing, ", …");
            break;
        }
    }
    if (missing->len)
        buf_printf(missing, " of %lld are missing: their runs are not in the result",
                   (long long)count);
}

static bool is_same_folder(const char *a, const char *b)
{
    char *left = realpath(a, NULL), *right = realpath(b, NULL);
    bool same = left && right && strcmp(left, right) == 0;
    free(left);
    free(right);
    return same;
}

static bool is_whole(const char *folder)
{
    char *path = mem_printf("%s/" STORE_NAME, folder);
    struct store *store = store_open(path, NULL, NULL);
    bool whole = store && store_get_number(store, "shard", 0) == 0;
    store_close(store);
    free(path);
    return whole;
}

static void free_places(struct texts *places)
{
    vec_each (place, places)
        free((char *)*place);
    vec_free(places);
}

/* The stores that are to be joined; that of each folder must be there before anything is made. */
static bool find_places(const struct texts *folders, const char *out, struct texts *places,
                        struct error *error)
{
    vec_each (folder, folders) {
        if (store_is_url(*folder)) {
            if (!store_list(*folder, places, error))
                return false;
            continue;
        }
        if (is_same_folder(*folder, out))
            return error_set(error, EXIT_BAD_USAGE,
                             "%s: the result would take the place of this shard; give --out "
                             "another folder",
                             *folder);
        char *place = mem_printf("%s/" STORE_NAME, *folder);
        *vec_push(places) = place;
        if (access(place, F_OK) != 0)
            return error_set(error, EXIT_BAD_USAGE, "%s: there is no campaign", place);
    }
    return true;
}

static bool join_all(const struct texts *places, const char *out, struct buf *missing,
                     struct error *error)
{
    struct merging self = {0};
    char *path = mem_printf("%s/" STORE_NAME, out);
    bool ok = (self.into = store_create(path, error)) != NULL;
    for (size_t i = 0; ok && i < places->len; i++)
        ok = join(&self, places->at[i], error);
    if (ok) {
        store_commit(self.into);
        tell_missing(&self, missing);
        if (store_problem(self.into))
            ok = error_set(error, EXIT_ENVIRONMENT, "%s: %s", path, store_problem(self.into));
    }
    store_close(self.into);
    if (!ok)
        store_remove(path);
    buf_free(&self.identity);
    vec_free(&self.shards);
    free(path);
    return ok;
}

bool campaign_merge(const struct texts *folders, const char *out, struct buf *missing,
                    struct error *error)
{
    struct texts places = {0};
    struct findings lock;
    if (folders->len == 1 && is_same_folder(folders->at[0], out) && is_whole(out))
        return true;
    bool ok = find_places(folders, out, &places, error);
    if (ok && (ok = findings_open(&lock, out, error))) {
        findings_remove_old(out);
        ok = join_all(&places, out, missing, error);
        found_free(&lock);
    }
    free_places(&places);
    return ok;
}

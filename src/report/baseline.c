#include "report/baseline.h"

#include "base/file.h"

#include <jansson.h>

enum { LARGEST = 64 * 1024 * 1024 };

struct known {
    uint64_t *at; /* sorted */
    bool *used;
    size_t len;
    bool is_old; /* BASELINE_OLD_VERSION */
};

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static bool read_entries(const char *path, json_t *list, struct known *known, struct error *error)
{
    size_t count = json_array_size(list);
    known->at = mem_zalloc((count + 1) * sizeof *known->at);
    known->used = mem_zalloc(count + 1);
    for (size_t i = 0; i < count; i++) {
        json_t *entry = json_object_get(json_array_get(list, i), "fingerprint");
        const char *text = json_string_value(entry);
        char *end = NULL;
        uint64_t value = text ? strtoull(text, &end, 16) : 0;
        if (!text || !*text || *end)
            return error_set(error, EXIT_BAD_USAGE, "%s: findings[%zu] has no valid fingerprint",
                             path, i);
        known->at[known->len++] = value;
    }
    qsort(known->at, known->len, sizeof *known->at, compare);
    return true;
}

static bool read_document(const char *path, json_t *root, struct known *known, struct error *error)
{
    json_t *version = json_object_get(root, "interloper-baseline");
    json_t *list = json_object_get(root, "findings");
    if (!json_is_integer(version) || !json_is_array(list))
        return error_set(error, EXIT_BAD_USAGE,
                         "%s: not a baseline (\"interloper-baseline\" and \"findings\" expected)",
                         path);
    known->is_old = json_integer_value(version) == BASELINE_OLD_VERSION;
    if (!known->is_old && json_integer_value(version) != BASELINE_VERSION)
        return error_set(
            error, EXIT_BAD_USAGE, "%s: baseline of version %lld, this reads %d and %d", path,
            (long long)json_integer_value(version), BASELINE_OLD_VERSION, BASELINE_VERSION);
    return read_entries(path, list, known, error);
}

static bool read_known(const char *path, struct known *known, struct error *error)
{
    struct buf text = {0};
    if (!file_read(path, LARGEST, &text, error)) {
        buf_free(&text);
        return false;
    }
    json_error_t where;
    json_t *root = json_loadb(buf_view(&text).at, text.len, 0, &where);
    buf_free(&text);
    if (!root)
        return error_set(error, EXIT_BAD_USAGE, "%s:%d:%d: %s", path, where.line, where.column,
                         where.text);
    bool ok = read_document(path, root, known, error);
    json_decref(root);
    return ok;
}

/* Takes one entry of that fingerprint out of the multiset. */
static bool take(struct known *known, uint64_t fingerprint)
{
    size_t low = 0, high = known->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (known->at[middle] < fingerprint)
            low = middle + 1;
        else
            high = middle;
    }
    while (low < known->len && known->at[low] == fingerprint && known->used[low])
        low++;
    if (low == known->len || known->at[low] != fingerprint)
        return false;
    return known->used[low] = true;
}

bool baseline_apply(const char *path, struct findings *findings, struct error *error)
{
    struct known known = {0};
    bool ok = read_known(path, &known, error);
    size_t kept = 0;
    for (size_t i = 0; ok && i < findings->list.len; i++) {
        const struct finding *finding = &findings->list.at[i];
        if (!take(&known, known.is_old ? finding->old_fingerprint : finding->fingerprint))
            findings->list.at[kept++] = *finding;
    }
    if (ok) {
        findings->known += findings->list.len - kept;
        findings->list.len = kept;
    }
    free(known.at);
    free(known.used);
    return ok;
}

/* store: what goes in comes out; what is no store, or damaged, is refused; a full disk is told. */
#include "test.h"

#include "base/file.h"
#include "store/store.h"

#include <unistd.h>

static char folder[] = "/tmp/test-store-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/" STORE_NAME, folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return remove_tree(folder) ? 0 : -1;
}

static void packs(const uint32_t *came, size_t count, size_t most)
{
    struct buf packed = {0};
    struct arena arena = {0};
    const uint32_t *back;
    size_t length;
    store_pack(came, count, &packed);
    assert_true(packed.len <= most);
    assert_true(store_unpack(buf_view(&packed), &arena, &back, &length));
    assert_int_equal(length, count);
    if (count)
        assert_memory_equal(back, came, count * sizeof *came);
    buf_free(&packed);
    arena_free(&arena);
}

static void orders_are_packed(void **state)
{
    (void)state;
    uint32_t natural[1000], swapped[] = {0, 1, 2, 5, 3, 4, 6, 7, 999, 998, 997, 8};
    for (uint32_t i = 0; i < COUNT_OF(natural); i++)
        natural[i] = i;
    packs(natural, COUNT_OF(natural), 3);
    packs(swapped, COUNT_OF(swapped), 24);
    packs(NULL, 0, 0);
    static const char *const broken[] = {"\x01\x01", "\x00\xff", "\x80", "\x00\xff\xff\xff\x7f",
                                         "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"};
    for (size_t i = 0; i < COUNT_OF(broken); i++) {
        struct arena arena = {0};
        const uint32_t *back;
        size_t length;
        struct str bytes = {broken[i], i ? strlen(broken[i] + 1) + 1 : 2};
        assert_false(store_unpack(bytes, &arena, &back, &length));
        assert_int_equal(length, 0);
        arena_free(&arena);
    }
}

static void what_goes_in_comes_out(void **state)
{
    (void)state;
    struct error error;
    struct store *store = store_create(path, &error);
    assert_non_null(store);
    store_commit(store);
    uint32_t came[] = {0, 2, 1};
    struct stored_process processes[] = {{STR("1"), STR("node x"), 3}, {STR("1.1"), STR("sh"), 0}};
    for (uint64_t number = 3; number >= 1; number--) { /* in any order */
        struct stored_run run = {.number = number,
                                 .seed = UINT64_MAX - number,
                                 .outcome = number == 2 ? STR("exit 1") : STR(""),
                                 .came = came,
                                 .came_count = COUNT_OF(came),
                                 .wall_ms = 1.5,
                                 .processes = processes,
                                 .process_count = number == 2 ? 2 : 0};
        store_add_run(store, &run);
    }
    store_add_file(store, 2, 0, (struct str){"a\0b", 3});
    store_set(store, "name", STR("value"));
    store_set_number(store, "number", 1 << 30);
    store_add_proof(store, 2, &(struct stored_proof){.times = 10, .schedule = STR("text")});
    assert_null(store_problem(store));
    store_close(store);

    store = store_open(path, NULL, &error);
    assert_non_null(store);
    struct stored_runs runs;
    struct buf bytes = {0};
    store_runs(store, &runs);
    assert_int_equal(runs.list.len, 3);
    const struct stored_run *second = &runs.list.at[1];
    assert_true(second->number == 2 && second->seed == UINT64_MAX - 2);
    assert_true(str_is(second->outcome, "exit 1") && runs.list.at[0].outcome.len == 0);
    assert_int_equal(second->process_count, 2);
    assert_true(str_is(second->processes[1].name, "1.1"));
    assert_memory_equal(second->came, came, sizeof came);
    stored_runs_free(&runs);
    assert_true(store_file(store, 2, 0, &bytes));
    assert_int_equal(bytes.len, 3);
    store_drop_files(store, 2);
    assert_false(store_file(store, 2, 0, &bytes));
    buf_clear(&bytes);
    struct stored_proof proof;
    assert_true(store_proof(store, 2, &proof, &bytes));
    assert_true(proof.times == 10 && str_is(proof.schedule, "text"));
    assert_false(store_proof(store, 1, &proof, &bytes));
    buf_clear(&bytes);
    assert_true(store_get(store, "name", &bytes) && str_is(buf_view(&bytes), "value"));
    assert_false(store_get(store, "other", &bytes));
    assert_true(store_get_number(store, "number", 0) == 1 << 30);
    assert_true(store_get_number(store, "other", 7) == 7);
    buf_free(&bytes);
    store_close(store);
}

/* Whatever byte is wrong, it is refused or read: nothing else. */
static void damage_is_survived(void **state)
{
    (void)state;
    struct error error;
    struct buf whole = {0}, damaged = {0};
    what_goes_in_comes_out(state);
    assert_true(file_read(path, 1 << 20, &whole, &error));
    size_t refused = 0;
    for (size_t at = 0; at < whole.len; at += at < 128 ? 1 : 97) {
        buf_clear(&damaged);
        buf_str(&damaged, buf_view(&whole));
        damaged.at[at] = (char)(damaged.at[at] ^ 0x5a);
        store_remove(path);
        assert_true(file_write(path, buf_view(&damaged), &error));
        struct store *store = store_open(path, NULL, &error);
        refused += store == NULL;
        if (store) {
            struct stored_runs runs;
            store_runs(store, &runs);
            stored_runs_free(&runs);
        } else {
            assert_int_equal(error.exit_code, EXIT_BAD_USAGE);
        }
        store_close(store);
    }
    assert_true(refused > 20);
    buf_free(&whole);
    buf_free(&damaged);
}

static void troubles_are_remembered(void **state)
{
    (void)state;
    struct error error;
    assert_null(store_create("/nowhere/at/all.db", &error));
    assert_int_equal(error.exit_code, EXIT_ENVIRONMENT);
    struct store *store = store_create(path, &error);
    store_commit(store);
    store_begin(store);
    store_begin(store);
    store_commit(store);
    store_commit(store);
    assert_null(store_problem(store));
    store_add_run(store, &(struct stored_run){.number = 1});
    unlink(path); /* as long as it is open, it is there */
    store_add_run(store, &(struct stored_run){.number = 2});
    store_close(store);
}

/* What people see of an address has no password, wherever it stood. */
static void addresses_are_shown_without_passwords(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"postgres://u:pw@h/d#n.2", "postgres://u@h/d#n.2"},
        {"postgres://u@h:5432/d", "postgres://u@h:5432/d"},
        {"postgres://h/d", "postgres://h/d"},
        {"postgresql://u:@/d?host=/run", "postgresql://u@/d?host=/run"},
        {"postgres://h/d?user=u&password=pw&sslmode=require#n",
         "postgres://h/d?user=u&sslmode=require#n"},
        {"postgres://h/d?password=pw", "postgres://h/d"},
        {"postgres://u:a%40b@h,g/d?sslpassword=x&a=b", "postgres://u@h,g/d?a=b"},
        {"results/campaign.db", "results/campaign.db"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char *label = store_label(rows[i][0]), word[100];
        assert_string_equal(label, rows[i][1]);
        snprintf(word, sizeof word, "--store=%s", rows[i][0]);
        store_hide(word);
        assert_null(strstr(word, "pw"));
        assert_null(strstr(word, "a%40b"));
        free(label);
    }
}

static void addresses_are_checked(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "postgres://u:p@w@h/d",   "postgres://u:p/w@h/d",
        "postgres://u:p?w@h/d",   "postgres://h/d#",
        "postgres://h/d#Capital", "postgres://h/d#a-b",
        "postgres://h/d#a;drop",  "postgres://h/d#a_name_that_is_much_longer_than_forty_letters",
    };
    static const char *const right[] = {"postgres://u:p%40w@h/d#n_1", "postgresql:///d",
                                        "postgres://h/d"};
    struct error error;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_false(store_check_url(wrong[i], &error));
        assert_int_equal(error.exit_code, EXIT_BAD_USAGE);
        assert_null(strstr(error.message, "@w"));
    }
    for (size_t i = 0; i < COUNT_OF(right); i++)
        assert_true(store_check_url(right[i], &error));
    char *place = store_place("postgres://h/d", 3);
    assert_string_equal(place, "postgres://h/d#campaign.3");
    free(place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_packed),
        cmocka_unit_test(what_goes_in_comes_out),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(troubles_are_remembered),
        cmocka_unit_test(addresses_are_shown_without_passwords),
        cmocka_unit_test(addresses_are_checked),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

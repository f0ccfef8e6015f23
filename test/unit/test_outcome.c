/* explore: outcomes in the contract's words, captured output, strategies in turn, logs to holds. */
#include "test.h"

#include "base/file.h"
#include "explore/capture.h"
#include "explore/outcome.h"
#include "explore/strategy.h"
#include "segment/defaults.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static void outcomes_have_the_contracts_words(void **state)
{
    (void)state;
    static const struct {
        struct outcome outcome;
        const char *words;
    } cases[] = {
        {{OUTCOME_EXIT, 3}, "exit 3"},       {{OUTCOME_SIGNAL, SIGSEGV}, "signal SIGSEGV"},
        {{OUTCOME_SIGNAL, 50}, "signal 50"}, {{OUTCOME_TIMEOUT, 0}, "timeout"},
        {{OUTCOME_STUCK, 0}, "stuck"},       {{OUTCOME_MATCH, 0}, "match lo+st"},
        {{OUTCOME_PASS, 0}, "exit 0"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf out = {0};
        outcome_print(cases[i].outcome, "lo+st", &out);
        assert_string_equal(out.at, cases[i].words);
        buf_free(&out);
    }
    assert_false(outcome_failed(outcome_of_status(0)));
    assert_int_equal(outcome_of_status(3 << 8).number, 3);
    assert_int_equal(outcome_of_status(SIGKILL).kind, OUTCOME_SIGNAL);
}

static char folder[] = "/tmp/interloper-test-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    (void)state;
    return remove_tree(folder) ? 0 : -1;
}

static char *path_of(const char *name)
{
    return mem_printf("%s/%s", folder, name);
}

static void put(const char *name, struct str text)
{
    char *path = path_of(name);
    struct error error;
    assert_true(file_write(path, text, &error));
    free(path);
}

static void matches(const char *pattern, const char *name, bool wanted)
{
    regex_t regex;
    struct capture output;
    char *path = path_of(name);
    assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED | REG_NEWLINE), 0);
    assert_true(capture_open(&output, path, CAPTURE_KEPT, NULL));
    assert_int_equal(capture_matches(&output, &regex), wanted);
    capture_close(&output);
    regfree(&regex);
    free(path);
}

static void any_bytes_can_be_matched(void **state)
{
    (void)state;
    put("binary", (struct str){"a\0\xff\nlost update\0\n\n", 17});
    matches("^lost", "binary", true);
    matches("update", "binary", true);
    matches("\xff", "binary", true);
    matches("gained", "binary", false);
    put("nothing", STR(""));
    matches("x", "nothing", false);
}

static void the_middle_of_much_output_is_dropped(void **state)
{
    (void)state;
    enum { KEPT = 64 * 1024, LINES = 100000 };
    char *path = path_of("much");
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
    for (int i = 0; i < LINES; i++)
        dprintf(fd, "line %d\n", i);
    capture_trim(fd, KEPT);
    struct stat info;
    fstat(fd, &info);
    assert_true(info.st_blocks * 512 < KEPT + 32 * 1024);
    struct capture output;
    struct error error;
    assert_true(capture_open(&output, path, KEPT, &error));
    assert_int_equal(output.head.len, KEPT / 2);
    assert_int_equal(output.tail.len, KEPT / 2);
    assert_int_equal(output.dropped, info.st_size - KEPT);
    assert_true(str_starts(output.head, STR("line 0\nline 1\n")));
    assert_true(str_ends(output.tail, STR("line 99999\n")));
    struct str lines[3];
    assert_int_equal(capture_last_lines(capture_end(&output, 4096), lines, 3), 3);
    assert_true(str_is(lines[0], "line 99997") && str_is(lines[2], "line 99999"));
    struct buf text = {0};
    capture_text(&output, &text);
    capture_close(&output);
    assert_non_null(strstr(text.at, "bytes of output were dropped here]"));
    buf_free(&text);
    close(fd);
    free(path);
}

static void strategies_take_turns(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t index;
        uint32_t strategy, way, part;
        int64_t watchdog_ms, own_length;
    } rows[] = {
        {"late", 1, STRATEGY_LATE, LATE_OLDEST_FIRST, LATE_ALL, 1000, 0},
        {"late", 2, STRATEGY_LATE, LATE_NEWEST_FIRST, LATE_ALL, 1000, 0},
        {"late", 3, STRATEGY_LATE, LATE_UNTIL_TIMER, LATE_ALL, 1000, 0},
        {"late", 4, STRATEGY_LATE, LATE_OLDEST_FIRST, LATE_TASKS, 1000, 0},
        {"late", 5, STRATEGY_LATE, LATE_OLDEST_FIRST, LATE_OTHERS, 1000, 0},
        {"late", 6, STRATEGY_LATE, LATE_NEWEST_FIRST, LATE_ALL, 100, 0},
        {"late", 7, STRATEGY_LATE, LATE_OLDEST_FIRST, LATE_ALL, 1000, 200},
        {"late", 12, STRATEGY_LATE, LATE_NEWEST_FIRST, LATE_ALL, 100, 0},
        {"pct", 4, STRATEGY_PCT, 0, 0, 1000, 0},
        {"none", 4, STRATEGY_NONE, 0, 0, 1000, 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct segment_config config = segment_config_default();
        config.own_length = rows[i].own_length;
        strategy_for_run(rows[i].name, rows[i].index, &config);
        assert_int_equal(config.strategy, rows[i].strategy);
        assert_int_equal(config.late_way, rows[i].way);
        assert_int_equal(config.late_part, rows[i].part);
        assert_int_equal(config.watchdog_ns, rows[i].watchdog_ms * 1000000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_have_the_contracts_words),
        cmocka_unit_test(any_bytes_can_be_matched),
        cmocka_unit_test(the_middle_of_much_output_is_dropped),
        cmocka_unit_test(strategies_take_turns),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}

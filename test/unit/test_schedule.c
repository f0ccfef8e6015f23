/* schedule: the file format, and the segment's file. */
#include "test.h"

#include "base/file.h"
#include "schedule/schedule.h"
#include "segment/defaults.h"
#include "segment/segment_file.h"

#include <dirent.h>
#include <unistd.h>

#include "../fuzz/fuzz_schedule.c"

static const char canonical[] =
    "interloper schedule 2\n"
    "command node \"a b.js\" --flag \"\\\"\\\\\\x0a\" \"\"\n"
    "node 20.20.2    seed 7f3a09    clock virtual    isolated yes    engine 0.1.0\n"
    "folder \"/srv/my shop\"\n"
    "outcome \"exit 1\"\n"
    "signature Lost\n"
    "hold fs.write#3 \"/db \\\"x\\\".json\" start until tcp.read#2\n"
    "hold timer#1 for 120ms\n"
    "hold timer#2 for 0.000001ms\n"
    "hold @1.2 tcp.read#1 for 3 polls\n"
    "hold tcp.close#1 until @1.3/2 fs.open#9 \"/a\" done\n"
    "hold fs.stat#1 until before timer#2 500ms \"t.js:12\"\n"
    "hold fs.open#1 until idle\n";

static void the_canonical_form_comes_back_to_the_byte(void **state)
{
    (void)state;
    struct schedule schedule;
    struct error error;
    struct buf out = {0};
    if (!schedule_parse(&schedule, "x", str_of(canonical), &error))
        fail_msg("%s", error.message);
    assert_int_equal(schedule.command.len, 5);
    assert_true(str_is(schedule.command.at[3], "\"\\\n"));
    assert_int_equal(schedule.seed, 0x7f3a09);
    assert_true(schedule.isolated);
    assert_int_equal(schedule.holds.len, 7);
    assert_int_equal(schedule.holds.at[1].amount, 120000000);
    assert_int_equal(schedule.holds.at[2].amount, 1);
    assert_true(str_is(schedule.holds.at[0].event.about, "/db \"x\".json"));
    assert_true(str_is(schedule.holds.at[3].event.process, "1.2"));
    assert_int_equal(schedule.holds.at[4].until.phase, PHASE_DONE);
    assert_int_equal(schedule.holds.at[4].until.thread, 2);
    assert_int_equal(schedule.holds.at[5].until.delay, 500);
    assert_true(str_is(schedule.engine, "0.1.0"));
    assert_true(str_is(schedule.folder, "/srv/my shop"));
    schedule_print(&schedule, &out);
    assert_string_equal(out.at, canonical);
    buf_free(&out);
    schedule_free(&schedule);
}

static void what_is_malformed_is_refused_with_its_line(void **state)
{
    (void)state;
#define HEAD "interloper schedule 2\ncommand x\n"
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "f:1: empty"},
        {"#!/bin/sh\n", "f:1: not a schedule: the first line must be 'interloper schedule 2'"},
        {"interloper schedule 1\n",
         "f:1: a schedule of version 1; this interloper reads version 2"},
        {"interloper schedule 2\n", "f:2: the line 'command …' is missing"},
        {"interloper schedule 2\ncommand\n", "f:2: the command is empty"},
        {HEAD "command y\n", "f:3: a second command"},
        {HEAD "hold fs.open until idle\n", "f:3: 'fs.open' is not an event such as fs.open#1"},
        {HEAD "hold a#1 until idle\n", "f:3: 'a#1' is an event of no kind that there is"},
        {HEAD "hold fs.open#1\n", "f:3: '' stands where a hold needs 'until …' or 'for …'"},
        {HEAD "\nhold fs.open#1 for 3\n",
         "f:4: '3' does not say how long: a hold ends 'for 120ms' or 'for 3 polls'"},
        {HEAD "hold fs.open#1 for 1.0000001ms\n",
         "f:3: '1.0000001ms' does not say how long: a hold ends 'for 120ms' or 'for 3 polls'"},
        {HEAD "hold fs.open#1 until before fs.stat#1\n",
         "f:3: 'fs.stat' is no timer: only a timer's time is known before it comes"},
        {HEAD "hold @a fs.open#1 until idle\n", "f:3: '@a' names no process"},
        {HEAD "hold fs.open#1 \"b\n",
         "f:3: '' is where a quote is not closed, or a backslash stands before something else than "
         "\", \\ or xHH"},
        {HEAD "hold fs.open#1 until idle now\n", "f:3: 'now' is one word too many"},
        {HEAD "seed xyz\n", "f:3: 'xyz' is not a seed (hexadecimal)"},
        {HEAD "clock sun\n", "f:3: 'sun' is neither virtual nor real"},
        {HEAD "frobnicate 7\n", "f:3: unknown word 'frobnicate'"},
        {HEAD "node\n", "f:3: 'node' has no value"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct schedule schedule;
        struct error error = {0};
        assert_false(schedule_parse(&schedule, "f", str_of(cases[i].text), &error));
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.exit_code, 2);
    }
}

static void sizes_are_limited(void **state)
{
    (void)state;
    struct buf text = {0};
    struct schedule schedule;
    struct error error;
    buf_text(&text, "interloper schedule 2\ncommand");
    for (int i = 0; i <= SCHEDULE_MOST_WORDS; i++)
        buf_text(&text, " x");
    assert_false(schedule_parse(&schedule, "f", buf_view(&text), &error));
    assert_string_equal(error.message, "f:2: more than 4096 words");
    buf_clear(&text);
    buf_text(&text, "interloper schedule 2\ncommand ");
    for (int i = 0; i <= SCHEDULE_LONGEST_LINE; i++)
        buf_char(&text, 'x');
    assert_false(schedule_parse(&schedule, "f", buf_view(&text), &error));
    assert_string_equal(error.message, "f:2: a line longer than 65536 bytes");
    buf_free(&text);
}

static void the_corpus_goes_through_the_fuzz_target(void **state)
{
    (void)state;
    DIR *folder = opendir(FUZZ_CORPUS "/schedule");
    assert_non_null(folder);
    unsigned seen = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = mem_printf(FUZZ_CORPUS "/schedule/%s", entry->d_name);
        struct buf text = {0};
        struct error error;
        assert_true(file_read(path, SCHEDULE_LARGEST_FILE, &text, &error));
        for (size_t cut = 0; cut <= text.len; cut++) /* each beginning of it, too */
            LLVMFuzzerTestOneInput((const uint8_t *)buf_view(&text).at, text.len - cut);
        buf_free(&text);
        free(path);
        seen++;
    }
    closedir(folder);
    assert_true(seen >= 10);
}

static void a_segment_is_made_and_found_again(void **state)
{
    (void)state;
    char path[] = "/tmp/interloper-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    struct error error;
    assert_null(segment_open(path, &error));
    assert_non_null(strstr(error.message, "not a segment"));
    struct segment_config config = segment_config_default();
    config.seed = 42;
    struct segment *made = segment_create(path, &config, &error);
    assert_non_null(made);
    assert_int_equal(made->now_ns, made->mono_start_ns);
    assert_int_equal(made->mono_start_ns % 1000000, 0);
    assert_int_equal(made->realtime_start_ns % 1000000, 0);
    struct segment *found = segment_open(path, &error);
    assert_non_null(found);
    assert_int_equal(found->config.seed, 42);
    made->stuck = 1;
    assert_int_equal(found->stuck, 1);
    segment_close(made);
    segment_close(found);
    close(fd);
    unlink(path);
    assert_null(segment_create("/nonexistent/segment", &config, &error));
    assert_int_equal(error.exit_code, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_canonical_form_comes_back_to_the_byte),
        cmocka_unit_test(what_is_malformed_is_refused_with_its_line),
        cmocka_unit_test(sizes_are_limited),
        cmocka_unit_test(the_corpus_goes_through_the_fuzz_target),
        cmocka_unit_test(a_segment_is_made_and_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

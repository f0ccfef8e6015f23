/* event and trace: keys that come back as they were, and traces that survive anything. */
#include "test.h"

#include "base/file.h"
#include "base/random.h"
#include "event/text.h"
#include "explore/plan.h"
#include "trace/write.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../fuzz/fuzz_trace.c"

static void a_key_comes_back(const struct event_key *key)
{
    struct buf text = {0};
    buf_key(&text, key);
    char *kept = mem_alloc(text.len + 1), *at = kept;
    struct str rest = buf_view(&text), wrong;
    struct event_key back;
    const char *problem = event_key_parse(&rest, &at, &back, &wrong);
    if (problem)
        fail_msg("%s: '" STR_FMT "' %s", text.at, STR_ARG(wrong), problem);
    assert_true(event_key_equal(key, &back));
    assert_int_equal(rest.len, 0);
    for (size_t i = 0; i < text.len; i++) /* one line, and nothing that moves a terminal */
        assert_true((unsigned char)text.at[i] >= 0x20 && text.at[i] != 0x7f);
    free(kept);
    buf_free(&text);
}

static void any_path_comes_back_as_it_was(void **state)
{
    (void)state;
    static const struct str paths[] = {
        {"/srv/a b", 8},
        {"/x\\y", 4},
        {"\"quoted\"", 8},
        {"line\nbreak\r\t", 12},
        {"\xff\xfe\x80", 3},
        {"half \xe2\x82", 7},
        {"\xe2\x82\xac", 3},
        {"\xc2\x9b[31m", 6},
        {"\xe2\x80\xae"
         "bidi",
         7},
        {"\xed\xa0\x80", 3},
        {"until idle", 10},
        {"\\x41", 4},
        {"", 0},
        {"a\0b", 3},
        {"start", 5},
    };
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        for (int phase = 0; phase < PHASE_COUNT; phase++) {
            struct event_key key = {.process = STR("1.2"),
                                    .thread = (uint32_t)i % 3,
                                    .kind = KIND_FS_OPEN,
                                    .number = i + 1,
                                    .delay = NO_DELAY,
                                    .has_about = true,
                                    .about = paths[i],
                                    .phase = (enum event_phase)phase};
            a_key_comes_back(&key);
        }
}

static void every_kind_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < KIND_COUNT; i++) {
        enum event_kind found;
        assert_true(event_kind_find(str_of(event_kind_name((enum event_kind)i)), &found));
        assert_int_equal(found, i);
        struct event_key key = {.process = STR("1"),
                                .kind = (enum event_kind)i,
                                .number = 7,
                                .delay = i == KIND_TIMER ? 500 : NO_DELAY};
        a_key_comes_back(&key);
    }
    assert_int_equal(event_kind_of_fs(1), KIND_FS_OPEN); /* UV_FS_OPEN */
    assert_int_equal(event_kind_of_fs(6), KIND_FS_STAT);
    assert_int_equal(event_kind_of_fs(36), KIND_FS_LUTIME);
    assert_int_equal(event_kind_of_fs(37), KIND_FS_OTHER);
}

/* Writes a trace of so many events, and more than one chunk where they are many. */
static void write_trace(const char *path, uint32_t events)
{
    struct trace_writer trace = {.path = path};
    assert_true(trace_begin(&trace, "1.2", "node x.js"));
    size_t size = sizeof(struct trace_name) + 3;
    struct trace_name *name = trace_reserve(&trace, TRACE_NAME, size);
    name->name = 1;
    name->kind = KIND_FS_STAT;
    name->delay = NO_DELAY;
    name->has_about = 1;
    name->length = 3;
    memcpy(name->text, "/ab", 3);
    trace_commit(name, size);
    for (uint32_t i = 1; i <= events; i++) {
        struct trace_arrive *arrive = trace_reserve(&trace, TRACE_ARRIVE, sizeof *arrive);
        arrive->head.time_ns = i * INT64_C(1000000);
        arrive->event = arrive->number = i;
        arrive->name = 1;
        arrive->phase = PHASE_DONE;
        trace_commit(arrive, sizeof *arrive);
        if (i == 2) {
            struct trace_hold *hold = trace_reserve(&trace, TRACE_HOLD, sizeof *hold + 3);
            hold->event = i;
            hold->end = HOLD_EVENT;
            hold->number = 3;
            hold->kind = KIND_TCP_READ;
            hold->delay = NO_DELAY;
            hold->process_length = 1;
            hold->has_about = 1;
            hold->about_length = 2;
            memcpy(hold->text, "1pq", 3);
            trace_commit(hold, sizeof *hold + 3);
            continue;
        }
        struct trace_event *deliver = trace_reserve(&trace, TRACE_DELIVER, sizeof *deliver);
        deliver->head.time_ns = i * INT64_C(1000000);
        deliver->event = i;
        trace_commit(deliver, sizeof *deliver);
    }
}

static char *temporary(void)
{
    char *path = mem_dup("/tmp/interloper-trace-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    return path;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    char *path = temporary();
    write_trace(path, 3);
    struct traces traces;
    struct error error;
    struct buf text = {0};
    assert_true(traces_read(&traces, path, &error));
    assert_int_equal(traces.list.len, 1);
    assert_int_equal(traces.list.at[0].events.len, 3);
    assert_int_equal(traces.list.at[0].damaged_at, -1);
    traces_print(&traces, &text);
    assert_string_equal(text.at,
                        "# process 1.2: node x.js\n"
                        "+1.000ms deliver @1.2 fs.stat#1 \"/ab\" done\n"
                        "+0.000ms hold @1.2 fs.stat#2 \"/ab\" done until tcp.read#3 \"pq\"\n"
                        "+3.000ms deliver @1.2 fs.stat#3 \"/ab\" done | held @1.2 fs.stat#2 "
                        "\"/ab\" done\n");
    traces_free(&traces);
    buf_free(&text);
    unlink(path);
    free(path);
}

/* The second event is asked for in the callback of the first; the third says that it was by the
 * fourth, which nobody could. */
static void causes_and_stacks_are_read(void **state)
{
    (void)state;
    static const char frames[] = "load /a.js:3:5\nmain /a.js:9:1";
    char *path = temporary();
    struct trace_writer trace = {.path = path};
    assert_true(trace_begin(&trace, "1.2", "node x.js"));
    struct trace_name *name = trace_reserve(&trace, TRACE_NAME, sizeof *name);
    name->name = 1;
    name->kind = KIND_FS_STAT;
    name->delay = NO_DELAY;
    trace_commit(name, sizeof *name);
    for (uint32_t i = 1; i <= 3; i++) {
        struct trace_arrive *arrive = trace_reserve(&trace, TRACE_ARRIVE, sizeof *arrive);
        arrive->event = arrive->number = i;
        arrive->name = 1;
        arrive->cause = (struct trace_cause){1, i == 3 ? 4 : i - 1, 0};
        trace_commit(arrive, sizeof *arrive);
        size_t size = sizeof(struct trace_stack) + sizeof frames - 1;
        struct trace_stack *stack = trace_reserve(&trace, TRACE_STACK, size);
        stack->event = i;
        stack->role = i == 1 ? STACK_TIMER : STACK_SUBMITTED;
        stack->length = sizeof frames - 1;
        memcpy(stack->text, frames, sizeof frames - 1);
        trace_commit(stack, size);
    }
    struct traces traces;
    struct error error;
    assert_true(traces_read(&traces, path, &error));
    const struct trace *read = &traces.list.at[0];
    assert_int_equal(read->events.len, 2);
    assert_true(read->damaged_at > 0);
    assert_int_equal(read->events.at[1].arrive->cause.event, 1);
    assert_true(str_equal(trace_stack(read, 2, STACK_SUBMITTED), str_of(frames)));
    assert_int_equal(trace_stack(read, 2, STACK_CALLBACK).len, 0);
    assert_int_equal(trace_stack(read, 1, STACK_SUBMITTED).len, 0);
    assert_true(str_equal(trace_timer_stack(read, 0, 1), str_of(frames)));
    traces_free(&traces);
    unlink(path);
    free(path);
}

/* The writer is killed in mid-run: whole records, then zeros. Then a second image of the process
 * writes behind it. */
static void a_killed_writer_leaves_a_sound_trace(void **state)
{
    (void)state;
    char *path = temporary();
    pid_t child = fork();
    if (child == 0) {
        write_trace(path, 20000); /* several chunks */
        kill(getpid(), SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    write_trace(path, 3);
    struct traces traces;
    struct error error;
    assert_true(traces_read(&traces, path, &error));
    assert_int_equal(traces.list.len, 2);
    assert_int_equal(traces.list.at[0].events.len, 20000);
    assert_int_equal(traces.list.at[0].damaged_at, -1);
    assert_int_equal(traces.list.at[1].events.len, 3);
    traces_free(&traces);
    unlink(path);
    free(path);
}

/* One file a process: 1.2 before 1.10; their holds in order of time. */
static void traces_of_a_run_become_holds_in_order_of_time(void **state)
{
    (void)state;
    char folder[] = "/tmp/interloper-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    static const struct {
        const char *process;
        int64_t ms;
    } made[] = {{"1.10", 1}, {"1.2", 5}, {"1", 3}};
    for (size_t i = 0; i < COUNT_OF(made); i++) {
        char *path = mem_printf("%s/%s.trace", folder, made[i].process);
        struct trace_writer trace = {.path = path};
        assert_true(trace_begin(&trace, made[i].process, ""));
        struct trace_name *name = trace_reserve(&trace, TRACE_NAME, sizeof *name);
        name->name = 1;
        name->kind = KIND_RANDOM;
        name->delay = NO_DELAY;
        trace_commit(name, sizeof *name);
        struct trace_arrive *arrive = trace_reserve(&trace, TRACE_ARRIVE, sizeof *arrive);
        arrive->head.time_ns = made[i].ms * 1000000;
        arrive->event = arrive->name = arrive->number = 1;
        trace_commit(arrive, sizeof *arrive);
        struct trace_hold *hold = trace_reserve(&trace, TRACE_HOLD, sizeof *hold);
        hold->head.time_ns = made[i].ms * 1000000;
        hold->event = 1;
        hold->end = HOLD_IDLE;
        hold->delay = NO_DELAY;
        trace_commit(hold, sizeof *hold);
        free(path);
    }
    /* what a program may do to them: a hole of a terabyte, a file that is none */
    char *large = mem_printf("%s/1.trace", folder), *false_one = mem_printf("%s/1.3.trace", folder);
    assert_int_equal(truncate(large, (off_t)1 << 40), 0);
    assert_true(file_write(false_one, STR("no trace"), NULL));
    free(large);
    free(false_one);
    struct traces traces;
    struct schedule schedule = {0};
    struct buf text = {0};
    traces_gather(&traces, folder);
    assert_int_equal(traces.list.len, 3);
    assert_int_equal(traces.unread, 1);
    assert_true(str_is(traces.list.at[0].process, "1"));
    assert_true(str_is(traces.list.at[1].process, "1.2"));
    schedule_of_traces(&traces, &schedule);
    traces_free(&traces);
    vec_each (hold, &schedule.holds) {
        buf_hold(&text, hold);
        buf_char(&text, '\n');
    }
    assert_string_equal(text.at, "hold @1.10 random#1 until idle\n"
                                 "hold random#1 until idle\n"
                                 "hold @1.2 random#1 until idle\n");
    buf_free(&text);
    schedule_free(&schedule);
    remove_tree(folder);
}

/* What a strategy did without any hold shows in the order and in the times: each event that waited,
 * or that a later one overtook, gets a hold; what went at once, in its turn, gets none. */
static void lateness_and_order_become_holds(void **state)
{
    (void)state;
    char *path = temporary();
    struct trace_writer trace = {.path = path};
    assert_true(trace_begin(&trace, "1", ""));
    struct trace_name *name = trace_reserve(&trace, TRACE_NAME, sizeof *name);
    name->name = 1;
    name->kind = KIND_RANDOM;
    name->delay = NO_DELAY;
    trace_commit(name, sizeof *name);
    static const struct {
        enum trace_type type;
        uint32_t event;
        int64_t ms;
    } steps[] = {
        {TRACE_ARRIVE, 1, 0},  {TRACE_ARRIVE, 2, 0},   {TRACE_ARRIVE, 3, 0},
        {TRACE_ARRIVE, 4, 0},  {TRACE_DELIVER, 2, 0},  {TRACE_DELIVER, 1, 0},
        {TRACE_DELIVER, 3, 0}, {TRACE_ARRIVE, 5, 30},  {TRACE_DELIVER, 4, 40},
        {TRACE_ARRIVE, 6, 50}, {TRACE_DELIVER, 6, 50}, /* 5 is still there when the run is over, at
                                                          50 ms */
    };
    for (size_t i = 0; i < COUNT_OF(steps); i++)
        if (steps[i].type == TRACE_ARRIVE) {
            struct trace_arrive *arrive = trace_reserve(&trace, TRACE_ARRIVE, sizeof *arrive);
            arrive->head.time_ns = steps[i].ms * 1000000;
            arrive->event = arrive->number = steps[i].event;
            arrive->name = 1;
            trace_commit(arrive, sizeof *arrive);
        } else {
            struct trace_event *event = trace_reserve(&trace, steps[i].type, sizeof *event);
            event->head.time_ns = steps[i].ms * 1000000;
            event->event = steps[i].event;
            trace_commit(event, sizeof *event);
        }
    struct traces traces;
    struct schedule schedule = {0};
    struct buf text = {0};
    struct error error;
    assert_true(traces_read(&traces, path, &error));
    schedule_of_traces(&traces, &schedule);
    vec_each (hold, &schedule.holds) {
        buf_hold(&text, hold);
        buf_char(&text, '\n');
    }
    assert_string_equal(text.at, "hold random#1 until random#2\n"
                                 "hold random#4 for 40ms\n"
                                 "hold random#5 for 21ms\n");
    buf_free(&text);
    schedule_free(&schedule);
    traces_free(&traces);
    unlink(path);
    free(path);
}

static void damage_is_found_and_said(void **state)
{
    (void)state;
    char *path = temporary();
    struct buf bytes = {0};
    struct error error;
    write_trace(path, 40);
    assert_true(file_read(path, 1 << 20, &bytes, &error));
    bytes.len = 4096; /* the rest is zeros */
    struct random random = {20};
    for (int i = 0; i < 20000; i++) {
        struct buf copy = {0};
        buf_str(&copy, buf_view(&bytes));
        for (uint64_t changes = 1 + random_below(&random, 4); changes--;)
            copy.at[random_below(&random, copy.len)] = (char)random_next(&random);
        copy.len -= random_below(&random, i % 2 ? copy.len : 1);
        LLVMFuzzerTestOneInput((const uint8_t *)buf_view(&copy).at, copy.len);
        buf_free(&copy);
    }
    struct traces traces = {0};
    ((struct trace_record *)(bytes.at + sizeof(struct trace_header)))->type = 99;
    assert_true(traces_parse(&traces, "x", buf_view(&bytes), &error));
    assert_int_equal(traces.list.at[0].damaged_at, sizeof(struct trace_header));
    traces_free(&traces);
    assert_false(traces_parse(&traces, "x", STR("no trace at all"), &error));
    assert_string_equal(error.message, "x: not a trace");
    buf_free(&bytes);
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_path_comes_back_as_it_was),
        cmocka_unit_test(every_kind_has_a_name_of_its_own),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(causes_and_stacks_are_read),
        cmocka_unit_test(a_killed_writer_leaves_a_sound_trace),
        cmocka_unit_test(traces_of_a_run_become_holds_in_order_of_time),
        cmocka_unit_test(lateness_and_order_become_holds),
        cmocka_unit_test(damage_is_found_and_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

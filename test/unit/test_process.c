#include "process/process.h"
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* A shell whose child outlives it for a moment, as a browser's do. */
static pid_t start_family(void)
{
    struct error error = {0};
    char *argv[] = {"/bin/sh", "-c", "sleep 60 & sleep 60 & echo; exec sleep 60", NULL};
    int told[2];
    assert_int_equal(pipe(told), 0);
    int fds[] = {-1, told[1], -1};
    pid_t pid = process_start(argv, fds, 3, NULL, -1, &error);
    close(told[1]);
    char byte;
    assert_int_equal(read(told[0], &byte, 1), 1);
    close(told[0]);
    return pid;
}

/* Nobody is left, not even dead: pid 1 of a container may reap nobody, and the keeper would wait.
 */
static void test_group_is_gone(void **state)
{
    (void)state;
    pid_t group = start_family();
    process_kill_group(group);
    assert_true(process_reap(group, 5000) != -1);
    process_reap_group(group, 5000);
    assert_int_equal(kill(-group, 0), -1);
    assert_int_equal(errno, ESRCH);
}

/* A group that lives on is not waited for longer than said. */
static void test_living_group(void **state)
{
    (void)state;
    pid_t group = start_family();
    process_reap_group(group, 20);
    assert_int_equal(kill(-group, 0), 0);
    process_kill_group(group);
    process_reap_group(group, 5000);
    assert_int_equal(kill(-group, 0), -1);
}

/* A command that stops its guard is ended like any other, and so is the guard. */
static void test_guard_that_was_stopped(void **state)
{
    (void)state;
    struct error error = {0};
    struct guarded self;
    char *argv[] = {"/bin/sh", "-c", "kill -STOP $PPID; echo; exec sleep 60", NULL};
    int told[2];
    assert_int_equal(pipe(told), 0);
    int fds[] = {-1, told[1], -1};
    assert_true(guarded_start(&self, argv, fds, 3, &error));
    close(told[1]);
    char byte;
    assert_int_equal(read(told[0], &byte, 1), 1);
    close(told[0]);
    pid_t command = self.pid;
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    guarded_end(&self);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    assert_true(ended.tv_sec - began.tv_sec <= 1); /* not only when patience is over */
    process_reap_group(command, 5000);
    assert_int_equal(kill(-command, 0), -1);
    assert_int_equal(errno, ESRCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_group_is_gone),
        cmocka_unit_test(test_living_group),
        cmocka_unit_test(test_guard_that_was_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

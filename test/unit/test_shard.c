/* shard: what --shard says, and what the environments of CI systems and Slurm say. */
#include "test.h"

#include "commands/shard.h"

static void given_in_words(void **state)
{
    (void)state;
    static const char *const wrong[] = {"3/2", "0/2",  "x", "2",        "2/",
                                        "/2",  "1/2x", "",  "1/1000001"};
    struct error error;
    int64_t shard, shards;
    assert_true(shard_parse("2/8", &shard, &shards, &error));
    assert_int_equal(shard, 2);
    assert_int_equal(shards, 8);
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_false(shard_parse(wrong[i], &shard, &shards, &error));
}

/* NAME=VALUE words; what auto makes of them, or 0/0 where it must refuse. */
static void given_by_the_environment(void **state)
{
    (void)state;
    static const struct {
        const char *words[3];
        int64_t shard, shards;
    } cases[] = {
        {{"CI_NODE_INDEX=2", "CI_NODE_TOTAL=3"}, 2, 3},
        {{"CIRCLE_NODE_INDEX=0", "CIRCLE_NODE_TOTAL=3"}, 1, 3},
        {{"BUILDKITE_PARALLEL_JOB=2", "BUILDKITE_PARALLEL_JOB_COUNT=3"}, 3, 3},
        {{"SEMAPHORE_JOB_INDEX=1", "SEMAPHORE_JOB_COUNT=4"}, 1, 4},
        {{"BITBUCKET_PARALLEL_STEP=1", "BITBUCKET_PARALLEL_STEP_COUNT=4"}, 2, 4},
        {{"SYSTEM_JOBPOSITIONINPHASE=4", "SYSTEM_TOTALJOBSINPHASE=4"}, 4, 4},
        {{"SLURM_ARRAY_TASK_ID=12", "SLURM_ARRAY_TASK_COUNT=4", "SLURM_ARRAY_TASK_MIN=10"}, 3, 4},
        {{"SLURM_ARRAY_TASK_ID=0", "SLURM_ARRAY_TASK_COUNT=4", "SLURM_ARRAY_TASK_MIN=0"}, 1, 4},
        {{"SLURM_ARRAY_TASK_ID=12", "SLURM_ARRAY_TASK_COUNT=4"}, 0, 0},
        {{"CI_NODE_INDEX=x", "CI_NODE_TOTAL=3"}, 0, 0},
        {{"CI_NODE_INDEX=4", "CI_NODE_TOTAL=3"}, 0, 0},
        {{"CI_NODE_INDEX=4"}, 0, 0},
        {{NULL}, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error;
        int64_t shard = 0, shards = 0;
        clearenv();
        for (size_t w = 0; w < COUNT_OF(cases[i].words) && cases[i].words[w]; w++) {
            char name[64];
            const char *value = strchr(cases[i].words[w], '=') + 1;
            snprintf(name, sizeof name, "%.*s", (int)(value - cases[i].words[w] - 1),
                     cases[i].words[w]);
            assert_int_equal(setenv(name, value, 1), 0);
        }
        bool ok = shard_parse("auto", &shard, &shards, &error);
        assert_int_equal(ok, cases[i].shards != 0);
        if (!ok)
            continue;
        assert_int_equal(shard, cases[i].shard);
        assert_int_equal(shards, cases[i].shards);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_in_words),
        cmocka_unit_test(given_by_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

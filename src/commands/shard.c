#include "commands/shard.h"

#include "commands/commands.h"

/* How those who run a job N times tell it which of them it is: the variables, as their
 * documentation has them, and the number of the first. Slurm's arrays may begin anywhere. */
static const struct {
    const char *index, *total,
        *least; /* least: the variable that holds the first number, or NULL */
    int64_t first;
} matrices[] = {
    {"CI_NODE_INDEX", "CI_NODE_TOTAL", NULL,
     1}, /* GitLab, Knapsack and others that took its names */
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", 0},
    {"CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", NULL, 0},
    {"BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", NULL, 0},
    {"SEMAPHORE_JOB_INDEX", "SEMAPHORE_JOB_COUNT", NULL, 1},
    {"BITBUCKET_PARALLEL_STEP", "BITBUCKET_PARALLEL_STEP_COUNT", NULL, 0},
    {"SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", NULL, 1}, /* Azure */
};

static bool whole_number(const char *text, int64_t *value)
{
    char *end;
    *value = text ? strtoll(text, &end, 10) : 0;
    return text && *text && !*end;
}

static bool from_environment(int64_t *shard, int64_t *shards, struct error *error)
{
    for (size_t i = 0; i < COUNT_OF(matrices); i++) {
        int64_t first = matrices[i].first, index;
        if (!getenv(matrices[i].index) || !getenv(matrices[i].total))
            continue;
        if (whole_number(getenv(matrices[i].index), &index) &&
            whole_number(getenv(matrices[i].total), shards) &&
            (!matrices[i].least || whole_number(getenv(matrices[i].least), &first))) {
            *shard = index - first + 1;
            return true;
        }
        return error_set(error, EXIT_BAD_USAGE, "--shard auto: %s and %s are no numbers",
                         matrices[i].index, matrices[i].total);
    }
    return error_set(error, EXIT_BAD_USAGE,
                     "--shard auto: %s and %s are not set, nor their like; write --shard K/N",
                     matrices[0].index, matrices[0].total);
}

bool shard_parse(const char *text, int64_t *shard, int64_t *shards, struct error *error)
{
    enum { MOST = 1000000 };
    char *slash = NULL, *end = NULL;
    if (strcmp(text, "auto") == 0) {
        if (!from_environment(shard, shards, error))
            return false;
    } else {
        *shard = strtoll(text, &slash, 10);
        *shards = *slash == '/' ? strtoll(slash + 1, &end, 10) : 0;
        if (end && *end)
            *shards = 0;
    }
    return (*shards >= 1 && *shards <= MOST && *shard >= 1 && *shard <= *shards) ||
           error_set(error, EXIT_BAD_USAGE,
                     "--shard: '%s' is not K/N with 1 <= K <= N, such as 2/8", text);
}

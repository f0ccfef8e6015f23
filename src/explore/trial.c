#include "explore/trial.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_NS = 3 * 1000 * 1000 * 1000LL }; /* with a keeper that was told to stop */

uint64_t real_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Strings made for one start, freed behind the fork: the child has its own copy. */
struct environment {
    struct texts entries;
    char *own[3];
};

static void environment_make(struct environment *self, const struct trial *trial,
                             const struct workplace *place)
{
    *self = (struct environment){0};
    vec_each (entry, &place->environment)
        *vec_push(&self->entries) = *entry;
    const char *preloaded = getenv("LD_PRELOAD");
    bool others = preloaded && *preloaded;
    if (trial->plan.shim) {
        self->own[0] = mem_printf("LD_PRELOAD=%s%s%s", place->shim, others ? ":" : "",
                                  others ? preloaded : "");
        self->own[1] =
            mem_printf(SEGMENT_VARIABLE "=%s/segment",
                       trial->plan.isolated && !place->isolation.share_files ? RUN_FOLDER_INSIDE
                                                                             : trial->folder);
        self->own[2] = mem_dup(PROCESS_VARIABLE "=1");
    } else if (others) {
        self->own[0] = mem_printf("LD_PRELOAD=%s", preloaded);
    }
    for (size_t i = 0; i < COUNT_OF(self->own); i++)
        if (self->own[i])
            *vec_push(&self->entries) = self->own[i];
    *vec_push(&self->entries) = NULL;
}

static void environment_free(struct environment *self)
{
    for (size_t i = 0; i < COUNT_OF(self->own); i++)
        free(self->own[i]);
    vec_free(&self->entries);
}

static bool prepare_folder(struct trial *self, const struct workplace *place, struct error *error)
{
    self->folder = mem_printf("%s/%s", place->folder, self->plan.name);
    self->output_path = mem_printf("%s/output", self->folder);
    if (!make_folders(self->folder, error))
        return false;
    self->output = open(self->output_path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (self->output < 0)
        return error_set(error, EXIT_ENVIRONMENT, "%s: %s", self->output_path, strerror(errno));
    if (self->plan.holds.len) {
        char *holds = mem_printf("%s/holds", self->folder);
        bool written = file_write(holds, self->plan.holds, error);
        free(holds);
        if (!written)
            return false;
    }
    if (self->plan.filter.len) {
        char *filter = mem_printf("%s/observe", self->folder);
        bool written = file_write(filter, self->plan.filter, error);
        free(filter);
        if (!written)
            return false;
    }
    char *path = mem_printf("%s/segment", self->folder);
    self->segment = segment_create(path, &self->plan.config, error);
    free(path);
    return self->segment != NULL;
}

static bool start_command(struct trial *self, struct workplace *place, struct error *error)
{
    struct environment environment;
    int input = open(place->stdin_path, O_RDONLY | O_CLOEXEC); /* each run reads from its start */
    if (input < 0)
        return error_set(error, EXIT_BAD_USAGE, "%s: %s", place->stdin_path, strerror(errno));
    environment_make(&environment, self, place);
    struct launch what = {
        .argv = self->plan.argv,
        .environment = (char **)environment.entries.at,
        .program = place->program,
        .run_folder = self->folder,
        .input = input,
        .output = self->output,
        .isolation = self->plan.isolated ? &place->isolation : NULL,
        .fixed_addresses = self->plan.shim && (self->plan.config.controls & CONTROL_PIN),
    };
    self->started_ns = real_now_ns();
    bool ok = launch(&what, &self->keeper, error);
    environment_free(&environment);
    close(input);
    return ok;
}

/* A regex of the campaign's is not ours to apply: see campaign.c. */
static struct outcome judge(const struct trial *self)
{
    if (self->stop == TRIAL_TIMEOUT)
        return (struct outcome){OUTCOME_TIMEOUT, 0};
    if (self->stop == TRIAL_STUCK)
        return (struct outcome){OUTCOME_STUCK, 0};
    if (self->ending.kind == ENDING_STATUS)
        return outcome_of_status(self->ending.number);
    return (struct outcome){OUTCOME_SIGNAL, 9}; /* the keeper itself was killed from outside */
}

static void closed(uv_handle_t *handle)
{
    struct trial *self = handle->data;
    self->ended = true;
    self->outcome = judge(self);
    self->on_end(self, self->context);
}

static void report_readable(uv_poll_t *poll, int status, int events)
{
    (void)status, (void)events;
    struct trial *self = poll->data;
    if (!keeper_collect(&self->keeper, &self->ending))
        return;
    self->wall_ms = (double)(real_now_ns() - self->started_ns) / 1e6;
    capture_trim(self->output, CAPTURE_KEPT);
    uv_close((uv_handle_t *)poll, closed);
}

struct trial *trial_start(struct workplace *place, const struct trial_plan *plan, uv_loop_t *loop,
                          void (*on_end)(struct trial *, void *), void *context,
                          struct error *error)
{
    struct trial *self = mem_zalloc(sizeof *self);
    self->plan = *plan;
    self->plan.config.isolated = plan->isolated && !place->isolation.share_network;
    if (plan->agent && strlen(place->agent) < AGENT_PATH_ROOM)
        memcpy(self->plan.config.agent, place->agent, strlen(place->agent) + 1);
    self->output = -1;
    self->on_end = on_end;
    self->context = context;
    if (!prepare_folder(self, place, error) || !start_command(self, place, error)) {
        trial_free(self);
        return NULL;
    }
    uv_poll_init(loop, &self->poll, self->keeper.report);
    self->poll.data = self;
    uv_poll_start(&self->poll, UV_READABLE, report_readable);
    return self;
}

static void stop(struct trial *self, enum trial_stop why)
{
    self->stop = why;
    self->stopped_ns = real_now_ns();
    keeper_stop(&self->keeper);
}

void trial_tick(struct trial *self)
{
    uint64_t now = real_now_ns();
    if (self->keeper.report < 0)
        return;
    capture_trim(self->output, CAPTURE_KEPT);
    if (self->stop != TRIAL_RUNS) {
        if (now - self->stopped_ns > PATIENCE_NS)
            keeper_kill(&self->keeper);
    } else if (atomic_load(&self->segment->stuck)) {
        stop(self, TRIAL_STUCK);
    } else if (now - self->started_ns > (uint64_t)self->plan.timeout_ns) {
        stop(self, TRIAL_TIMEOUT);
    }
}

void trial_end(struct trial *self)
{
    if (self->keeper.report >= 0 && self->stop == TRIAL_RUNS)
        stop(self, TRIAL_TIMEOUT);
}

void trial_discard(struct trial *self)
{
    if (self->keeper.report >= 0 && self->stop != TRIAL_DISCARDED)
        stop(self, TRIAL_DISCARDED);
}

void trial_free(struct trial *self)
{
    if (!self)
        return;
    segment_close(self->segment);
    if (self->output >= 0)
        close(self->output);
    if (self->folder)
        remove_tree(self->folder);
    free(self->folder);
    free(self->output_path);
    free(self);
}

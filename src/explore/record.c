#include "explore/record.h"

#include "explore/plan.h"

void record_free(struct record *self)
{
    if (!self)
        return;
    vec_each (process, &self->processes) {
        free(process->name);
        free(process->command);
    }
    vec_free(&self->processes);
    for (size_t i = 0; i < RECORD_FILES; i++)
        buf_free(&self->files[i]);
    free(self->seen.came);
    free(self->name);
    free(self->signature);
    free(self->note);
    free(self->log);
    free(self);
}

/* Where Node had no agent, the engine knows less. A process that never waited for anything (`node
 * --version`) needed none. */
void record_processes(struct record *self, const struct segment *segment)
{
    self->crowded = atomic_load(&segment->uncontrolled) > 0;
    self->unlisted = atomic_load(&segment->reused) > 0;
    for (size_t i = 0; i < SEGMENT_PROCESSES; i++) {
        const struct segment_process *process = &segment->processes[i];
        if (atomic_load(&process->state) == PROCESS_FREE)
            continue;
        uint32_t agent = atomic_load(&process->agent);
        bool waited = atomic_load(&process->polls) > 0;
        *vec_push(&self->processes) = (struct record_process){
            .name = mem_printf("%.*s", PROCESS_NAME_ROOM, process->name),
            .command = mem_printf("%.*s", PROCESS_COMMAND_ROOM, process->command),
            .controlled = atomic_load(&process->was_controlled) != 0,
            .agent = agent == AGENT_ATTACHED,
            .without = waited && (agent == AGENT_REFUSED || agent == AGENT_ASKED),
            .in_parts = waited && atomic_load(&process->threads_unwatched) > 0,
        };
        self->log_incomplete |= atomic_load(&process->log_incomplete) != 0;
    }
}

static void make_schedule(struct record *self, const struct trial *trial, struct workplace *place,
                          const struct traces *traces)
{
    struct schedule schedule = {0};
    for (char **word = trial->plan.argv; *word; word++)
        *vec_push(&schedule.command) = arena_str(&schedule.arena, str_of(*word));
    schedule.node = arena_str(&schedule.arena, str_of(workplace_node_version(place)));
    schedule.seed = trial->plan.config.seed;
    schedule.real_time = !(trial->plan.config.controls & CONTROL_CLOCK);
    schedule.isolated = trial->plan.isolated;
    schedule.engine = STR(INTERLOPER_VERSION);
    schedule.folder = arena_str(&schedule.arena, str_of(place->current));
    schedule.outcome = arena_str(&schedule.arena, str_of(self->name));
    schedule.signature = arena_str(&schedule.arena, str_of(self->signature));
    schedule_of_traces(traces, &schedule);
    self->holds = schedule.holds.len;
    schedule_print(&schedule, &self->files[FILE_SCHEDULE]);
    schedule_free(&schedule);
}

bool record_files(struct record *self, const struct trial *trial, struct workplace *place,
                  const struct traces *traces, struct error *error)
{
    struct capture output;
    make_schedule(self, trial, place, traces);
    traces_print(traces, &self->files[FILE_LOG]);
    traces_save(traces, &self->files[FILE_TRACE]);
    self->has_files = true;
    if (!capture_open(&output, trial->output_path, CAPTURE_KEPT, error))
        return false;
    capture_text(&output, &self->files[FILE_OUTPUT]);
    capture_close(&output);
    return true;
}

uint64_t record_plan(const struct trial_plan *plan)
{
    const struct segment_config *config = &plan->config;
    struct buf text = {0};
    buf_printf(&text, "%u %u %u %u %u %lld %lld %lld ", config->strategy, config->late_way,
               config->late_part, config->late_kind, config->late_phase,
               (long long)config->own_length, (long long)config->pct_length,
               (long long)config->watchdog_ns);
    buf_str(&text, plan->holds);
    uint64_t hash = map_hash(buf_view(&text));
    buf_free(&text);
    return hash;
}

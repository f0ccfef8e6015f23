/* A stand-in for the shim that keeps its side of the contract with the tool (segment, process
 * record, trace) and controls nothing. What it decides it tells the program in variables, so that a
 * shell script can have "races" that depend on seed and strategy alone:
 *
 *     FAKE_SEED (0..99), FAKE_STRATEGY
 *
 * FAKE_STUCK=always, or =explored (not in the baseline), makes it declare the run stuck. */
#include "event/event.h"
#include "segment/segment.h"
#include "trace/write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct segment *map_segment(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    void *at = mmap(NULL, sizeof(struct segment), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

static void *record(struct trace_writer *trace, enum trace_type type, size_t size, int64_t ms)
{
    struct trace_record *made = trace_reserve(trace, type, size);
    if (!made)
        _exit(99);
    made->time_ns = ms * 1000000;
    return made;
}

static void add_name(struct trace_writer *trace, uint32_t number, enum event_kind kind,
                     const char *about)
{
    size_t size = sizeof(struct trace_name) + strlen(about);
    struct trace_name *name = record(trace, TRACE_NAME, size, 0);
    name->name = number;
    name->kind = (uint16_t)kind;
    name->delay = NO_DELAY;
    name->has_about = *about != 0;
    name->length = (uint32_t)strlen(about);
    memcpy(name->text, about, strlen(about));
    trace_commit(name, size);
}

static void add_event(struct trace_writer *trace, uint32_t number, uint32_t name, int64_t ms,
                      enum event_phase phase)
{
    struct trace_arrive *arrive = record(trace, TRACE_ARRIVE, sizeof *arrive, ms);
    arrive->event = number;
    arrive->name = name;
    arrive->number = name == 1 ? number : 1;
    arrive->phase = (uint16_t)phase;
    trace_commit(arrive, sizeof *arrive);
}

static void add_hold(struct trace_writer *trace, uint32_t event, int64_t ms, enum hold_end end,
                     int64_t amount)
{
    struct trace_hold *hold = record(trace, TRACE_HOLD, sizeof *hold, ms);
    hold->event = event;
    hold->end = end;
    hold->amount = amount;
    hold->delay = NO_DELAY;
    trace_commit(hold, sizeof *hold);
}

/* timers#1 is delivered, fs.open#1 held for a time that the seed tells, timers#2 until idle. */
static void write_trace(const char *segment_path, const char *name, uint64_t seed)
{
    char path[512];
    snprintf(path, sizeof path, "%.*s/%s.trace", (int)(strrchr(segment_path, '/') - segment_path),
             segment_path, name);
    struct trace_writer trace = {.path = path};
    if (!trace_begin(&trace, name, program_invocation_name))
        return;
    add_name(&trace, 1, KIND_TIMERS, "");
    add_name(&trace, 2, KIND_FS_OPEN, "/a b");
    add_event(&trace, 1, 1, 0, PHASE_NONE);
    struct trace_event *deliver = record(&trace, TRACE_DELIVER, sizeof *deliver, 0);
    deliver->event = 1;
    trace_commit(deliver, sizeof *deliver);
    add_event(&trace, 2, 1, 12, PHASE_NONE);
    add_event(&trace, 3, 2, 12, PHASE_START);
    add_hold(&trace, 3, 12, HOLD_TIME, (int64_t)(seed % 100) * 1000000);
    add_hold(&trace, 2, 13, HOLD_IDLE, 0);
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv(SEGMENT_VARIABLE), *name = getenv(PROCESS_VARIABLE);
    struct segment *segment = path && name ? map_segment(path) : NULL;
    if (!segment || segment->magic != SEGMENT_MAGIC || segment->size != sizeof *segment)
        return;
    unsetenv(PROCESS_VARIABLE); /* only the root is "1" */
    uint32_t index = atomic_fetch_add(&segment->next_process, 1);
    struct segment_process *process = &segment->processes[index];
    snprintf(process->name, sizeof process->name, "%s", name);
    snprintf(process->command, sizeof process->command, "%s", program_invocation_name);
    process->pid = getpid();
    process->was_controlled = 1;
    process->events = 10;
    process->state = PROCESS_CONTROLLED;
    char text[32];
    snprintf(text, sizeof text, "%d", (int)(segment->config.seed % 100));
    setenv("FAKE_SEED", text, 1);
    snprintf(text, sizeof text, "%u", segment->config.strategy);
    setenv("FAKE_STRATEGY", text, 1);
    if (segment->config.log)
        write_trace(path, name, segment->config.seed);
    const char *stuck = getenv("FAKE_STUCK");
    bool baseline = segment->config.strategy == STRATEGY_NONE;
    if (stuck && (!baseline || strcmp(stuck, "always") == 0))
        atomic_store(&segment->stuck, 1);
    else if (stuck)
        _exit(0); /* the baseline of a program that waits for ever otherwise */
}

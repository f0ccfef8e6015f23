/* A stand-in for the shim that keeps its side of the contract with the tool (segment, process
 * record, log) and controls nothing. What it decides it tells the program in variables, so that a
 * shell script can have "races" that depend on seed and strategy alone:
 *
 *     FAKE_SEED (0..99), FAKE_STRATEGY
 *
 * FAKE_STUCK=always, or =explored (not in the baseline), makes it declare the run stuck. */
#include "schedule/segment.h"

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

static void write_log(const char *segment_path, const char *name, uint64_t seed)
{
    char path[512];
    snprintf(path, sizeof path, "%.*s/%s.log", (int)(strrchr(segment_path, '/') - segment_path),
             segment_path, name);
    FILE *log = fopen(path, "w");
    if (!log)
        return;
    fprintf(log, "+0.000ms poll 1 deliver timer#1\n");
    fprintf(log, "+12.000ms hold fs.open#1 \"/a b\" start for %dms\n", (int)(seed % 100));
    fprintf(log, "+13.000ms hold timer#2 until idle\n");
    fclose(log);
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
        write_log(path, name, segment->config.seed);
    const char *stuck = getenv("FAKE_STUCK");
    bool baseline = segment->config.strategy == STRATEGY_NONE;
    if (stuck && (!baseline || strcmp(stuck, "always") == 0))
        atomic_store(&segment->stuck, 1);
    else if (stuck)
        _exit(0); /* the baseline of a program that waits for ever otherwise */
}

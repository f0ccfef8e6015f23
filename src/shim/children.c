/* The process tree: names that are stable from run to run, the shim carried into every child, and
 * who is at work.
 *
 * A child is named by its parent, "1.2" is the second child of "1"; the name travels in the
 * environment. A program that hands its child an environment of its own (env: {}) gets our
 * variables added, else the child would escape. Processes without an event loop are left alone, but
 * whether one of them is at work decides if time may pass: what the kernel says of it (running or
 * sleeping), and whether it sleeps in a wait without a time limit (waits.c), tells that. */
#include "shim/shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>

extern char **environ;

enum { NAP_NS = 100000, CALM_NS = 10 * 1000 * 1000 };
/* So much computing of its own a child may do while we wait for it to come to rest. */
static const uint64_t PATIENCE = UINT64_C(2000000000);

static const int64_t LONGEST_WAIT =
    20000 * MS; /* for a child that seems at work and computes nothing */
static const int64_t DEATH_IS_NEWS = 10 * MS, DEATH_IS_HEARD = 1 * MS;

/* What we know of another process's rest, in this process's memory. */
static struct rest {
    pid_t pid;            /* whose: a record may be used again */
    int64_t asleep_since; /* real; 0: seen at work */
    uint64_t run_time;    /* by the scheduler's count, when it was last looked at */
    bool restless;        /* computes without end: we no longer wait for it */
} rests[SEGMENT_PROCESSES];

static unsigned used_records(void)
{
    unsigned used = atomic_load(&shim.segment->next_process);
    return used < SEGMENT_PROCESSES ? used : SEGMENT_PROCESSES;
}

struct segment_process *process_of_pid(pid_t pid)
{
    for (unsigned i = used_records(); i-- > 0;) {
        struct segment_process *process = &shim.segment->processes[i];
        if (atomic_load(&process->pid) == pid && atomic_load(&process->state) != PROCESS_ENDED)
            return process;
    }
    return NULL;
}

static void copy_name(char *into, const char *parent, uint32_t number)
{
    struct line line = {.len = 0};
    if (parent) {
        line_text(&line, parent);
        line_text(&line, ".");
    }
    line_number(&line, number);
    size_t length = line.len < PROCESS_NAME_ROOM - 1 ? line.len : PROCESS_NAME_ROOM - 1;
    memcpy(into, line.text, length);
    into[length] = '\0';
}

static bool is_over(const struct segment_process *process)
{
    char letter = process_letter(atomic_load(&process->pid));
    return letter == 0 || letter == 'Z' || letter == 'X';
}

/* A run may start more processes than there are records (a script that calls `git` a thousand
 * times). Those that never had a loop, and are dead, make room. */
static struct segment_process *used_record(void)
{
    for (unsigned i = 0; i < SEGMENT_PROCESSES; i++) {
        unsigned index = atomic_fetch_add(&shim.segment->reuse_from, 1) % SEGMENT_PROCESSES;
        struct segment_process *process = &shim.segment->processes[index];
        if (atomic_load(&process->was_controlled) || !is_over(process))
            continue;
        if (atomic_load(&process->state) != PROCESS_ENDED)
            atomic_store(&shim.segment->last_death_ns, real_now());
        atomic_fetch_add(&shim.segment->reused, 1);
        return process;
    }
    atomic_fetch_add(&shim.segment->uncontrolled, 1);
    return NULL;
}

static struct segment_process *new_record(pid_t pid, const char *name, enum process_state state)
{
    unsigned index = atomic_load(&shim.segment->next_process);
    struct segment_process *process =
        index < SEGMENT_PROCESSES ? &shim.segment->processes[index] : used_record();
    if (!process)
        return NULL;
    if (index < SEGMENT_PROCESSES)
        atomic_store(&shim.segment->next_process, index + 1);
    else
        *process = (struct segment_process){0};
    memcpy(process->name, name, strlen(name) + 1);
    atomic_store(&process->pid, pid);
    atomic_store(&process->state, state);
    return process;
}

/* The record of our child `pid`, made by whichever of parent and child comes first. */
static struct segment_process *child_record(pid_t pid)
{
    spin_lock(&shim.segment->lock);
    struct segment_process *process = process_of_pid(pid);
    if (!process && shim.process) {
        char name[PROCESS_NAME_ROOM];
        copy_name(name, shim.process->name, atomic_fetch_add(&shim.process->children, 1) + 1);
        process = new_record(pid, name, PROCESS_FORKED);
    }
    spin_unlock(&shim.segment->lock);
    return process;
}

void process_set_state(enum process_state state)
{
    if (shim.process)
        atomic_store(&shim.process->state, state);
}

static void read_command(char *into, size_t room)
{
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : real.read(fd, into, room - 1);
    if (fd >= 0)
        close(fd);
    if (got < 0)
        got = 0;
    for (ssize_t i = 0; i + 1 < got; i++)
        if (into[i] == '\0')
            into[i] = ' ';
    into[got] = '\0';
}

static bool name_is_taken(const char *name)
{
    for (unsigned i = 0; i < used_records(); i++)
        if (strcmp(shim.segment->processes[i].name, name) == 0)
            return true;
    return false;
}

/* A static binary between us and our parent passes the name on unchanged: then we are its first,
 * second … child. */
static struct segment_process *named_record(const char *inherited)
{
    char name[PROCESS_NAME_ROOM];
    spin_lock(&shim.segment->lock);
    if (!name_is_taken(inherited) && strlen(inherited) < sizeof name)
        memcpy(name, inherited, strlen(inherited) + 1);
    else
        for (uint32_t i = 1;
             copy_name(name, inherited, i), name_is_taken(name) && i < SEGMENT_PROCESSES; i++)
            ;
    struct segment_process *process = new_record(shim.pid, name, PROCESS_PASSIVE);
    spin_unlock(&shim.segment->lock);
    return process;
}

void children_start(void)
{
    shim.process = process_of_pid(shim.pid);
    const char *inherited = getenv(PROCESS_VARIABLE);
    if (!shim.process)
        shim.process = named_record(inherited && *inherited ? inherited : "1");
    if (!shim.process)
        return;
    shim.process_index = (unsigned)(shim.process - shim.segment->processes);
    read_command(shim.process->command, sizeof shim.process->command);
    process_set_state(PROCESS_PASSIVE);
}

/* Fork: the child is a process of its own, without a loop until it shows one. */

pid_t hook_fork(void)
{
    pid_t pid = real.fork();
    if (pid != 0)
        exits_forked(pid);
    if (pid > 0) {
        child_record(pid);
    } else if (pid == 0) {
        pid_t me = getpid();
        struct segment_process *process = child_record(me);
        baton_forked();
        threads_forked();
        trace_forked();
        shim.scope = process ? MAPPED : UNMAPPED;
        shim.process = process;
        shim.pid = me;
        shim.main_thread = me;
        if (process)
            shim.process_index = (unsigned)(process - shim.segment->processes);
    }
    return pid;
}

/* Exec: our variables are put into the new environment. After vfork this runs in the parent's
 * memory, so it touches nothing but its own stack and the segment. */

enum { MOST_VARIABLES = 4096, VARIABLE_ROOM = 4096 };

struct injected {
    char preload[VARIABLE_ROOM], segment[512], process[PROCESS_NAME_ROOM + 32];
    char *environment[MOST_VARIABLES + 4];
};

static bool is_variable(const char *entry, const char *name)
{
    size_t length = strlen(name);
    return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static bool set_variable(char *into, size_t room, const char *name, const char *value,
                         const char *more)
{
    size_t a = strlen(name), b = strlen(value), c = more && *more ? strlen(more) + 1 : 0;
    if (a + 1 + b + c + 1 > room)
        return false;
    memcpy(into, name, a);
    into[a] = '=';
    memcpy(into + a + 1, value, b);
    if (c) {
        into[a + 1 + b] = ':';
        memcpy(into + a + 1 + b + 1, more, c - 1);
    }
    into[a + 1 + b + c] = '\0';
    return true;
}

static bool inject(struct injected *out, char *const given[], const char *process_name)
{
    size_t count = 0;
    const char *preload = NULL;
    for (char *const *entry = given; entry && *entry; entry++) {
        if (count >= MOST_VARIABLES)
            return false;
        if (is_variable(*entry, "LD_PRELOAD"))
            preload = *entry + strlen("LD_PRELOAD=");
        else if (!is_variable(*entry, SEGMENT_VARIABLE) && !is_variable(*entry, PROCESS_VARIABLE))
            out->environment[count++] = *entry;
    }
    const char *more = preload && strstr(preload, shim.shim_path) ? "" : preload;
    bool present = preload && strstr(preload, shim.shim_path);
    if (!set_variable(out->preload, sizeof out->preload, "LD_PRELOAD",
                      present ? preload : shim.shim_path, more) ||
        !set_variable(out->segment, sizeof out->segment, SEGMENT_VARIABLE, shim.segment_path,
                      NULL) ||
        !set_variable(out->process, sizeof out->process, PROCESS_VARIABLE, process_name, NULL))
        return false;
    out->environment[count++] = out->preload;
    out->environment[count++] = out->segment;
    out->environment[count++] = out->process;
    out->environment[count] = NULL;
    return true;
}

/* The name under which the image that replaces us will run: ours, or that of the vforked child we
 * are. */
static const char *name_after_exec(void)
{
    pid_t me = getpid();
    struct segment_process *process = me == shim.pid ? shim.process : child_record(me);
    return process ? process->name : "1";
}

static void before_exec(void)
{
    if (getpid() == shim.pid && shim.scope == CONTROLLED) {
        process_set_state(PROCESS_FORKED);
        baton_leave();
        shim.scope = MAPPED;
    }
}

#define EXEC_WITH(call, given)                                                                     \
    struct injected added;                                                                         \
    char *const *used = inject(&added, given, name_after_exec()) ? added.environment : (given);    \
    before_exec();                                                                                 \
    return call

int hook_execve(const char *path, char *const words[], char *const environment[])
{
    EXEC_WITH(real.execve(path, words, used), environment);
}

int hook_execvpe(const char *file, char *const words[], char *const environment[])
{
    EXEC_WITH(real.execvpe(file, words, used), environment);
}

int hook_execv(const char *path, char *const words[])
{
    return hook_execve(path, words, environ);
}

int hook_execvp(const char *file, char *const words[])
{
    return hook_execvpe(file, words, environ);
}

/* posix_spawn's child is made inside libc: the parent names it beforehand and learns its pid
 * afterwards. */
typedef int spawn_call(pid_t *, const char *, const posix_spawn_file_actions_t *,
                       const posix_spawnattr_t *, char *const[], char *const[]);

static int spawn_named(spawn_call *call, pid_t *pid, const char *path,
                       const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const words[],
                       char *const environment[])
{
    struct injected added;
    char name[PROCESS_NAME_ROOM];
    copy_name(name, shim.process->name, atomic_fetch_add(&shim.process->children, 1) + 1);
    char *const *used = inject(&added, environment, name) ? added.environment : environment;
    pid_t child;
    int status = call(&child, path, actions, attributes, words, used);
    if (status == 0) {
        spin_lock(&shim.segment->lock);
        if (!process_of_pid(child))
            new_record(child, name, PROCESS_FORKED);
        spin_unlock(&shim.segment->lock);
        if (pid)
            *pid = child;
    }
    return status;
}

int hook_posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                     const posix_spawnattr_t *attributes, char *const words[],
                     char *const environment[])
{
    return spawn_named(real.posix_spawn, pid, path, actions, attributes, words, environment);
}

int hook_posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                      const posix_spawnattr_t *attributes, char *const words[],
                      char *const environment[])
{
    return spawn_named(real.posix_spawnp, pid, file, actions, attributes, words, environment);
}

/* Who is at work. */

static ssize_t read_proc(pid_t pid, const char *file, char *into, size_t room)
{
    struct line path = {.len = 0};
    line_text(&path, "/proc/");
    line_number(&path, pid);
    line_text(&path, file);
    path.text[path.len] = '\0';
    int saved = errno, fd = open(path.text, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : real.read(fd, into, room - 1);
    if (fd >= 0)
        close(fd);
    errno = saved;
    if (got >= 0)
        into[got] = '\0';
    return got;
}

/* The seventeenth word behind the letter. The first thread of a process is a zombie as soon as
 * exit() was called, but its parent hears of it only when the last thread is gone. */
static long thread_count(const char *from_letter)
{
    for (int word = 0; word < 17 && from_letter; word++)
        from_letter = strchr(from_letter + 1, ' ');
    return from_letter ? strtol(from_letter, NULL, 10) : 1;
}

/* The kernel's letter for a process: R, S, D, Z …; 0 when it is gone. */
char process_letter(pid_t pid)
{
    char text[512];
    if (read_proc(pid, "/stat", text, sizeof text) <= 0)
        return 0;
    char *paren = strrchr(text, ')');
    if (!paren || paren[1] != ' ')
        return 'R';
    if (paren[2] == 'S')
        return thread_letter(pid, pid);
    return paren[2] == 'Z' && thread_count(paren + 2) > 1 ? 'R' : paren[2];
}

static uint64_t process_run_time(pid_t pid)
{
    char text[128];
    return read_proc(pid, "/schedstat", text, sizeof text) > 0 ? strtoull(text, NULL, 10) : 0;
}

static bool is_quiet_kind(uint32_t state)
{
    return state == PROCESS_FREE || state == PROCESS_ENDED || state == PROCESS_CONTROLLED;
}

enum activity { GONE, AT_REST, DOZING, AT_WORK };

/* DOZING: asleep, but not (yet) known to wait for others; it may wake by itself. */
static enum activity activity_of(unsigned index)
{
    struct segment_process *process = &shim.segment->processes[index];
    uint32_t state = atomic_load(&process->state);
    if (is_quiet_kind(state) || process == shim.process)
        return state == PROCESS_CONTROLLED ? AT_REST : GONE;
    pid_t pid = atomic_load(&process->pid);
    char letter = process_letter(pid);
    if (rests[index].pid != pid)
        rests[index] = (struct rest){.pid = pid};
    if (letter == 0 || letter == 'Z' || letter == 'X') {
        atomic_store(&process->state, PROCESS_ENDED);
        atomic_store(&shim.segment->last_death_ns, real_now());
        return AT_WORK;
    }
    if (letter == 'T' || letter == 't')
        return DOZING;
    if (letter != 'S') {
        rests[index].asleep_since = 0;
        return AT_WORK;
    }
    if (state == PROCESS_WAITING)
        return AT_REST;
    uint64_t run_time = process_run_time(pid);
    if (!rests[index].asleep_since || run_time != rests[index].run_time) {
        rests[index].asleep_since = real_now();
        rests[index].run_time = run_time;
    }
    return real_now() - rests[index].asleep_since >= CALM_NS ? DOZING : AT_WORK;
}

static bool has_unsettled_records(void)
{
    for (unsigned i = 0; i < used_records(); i++) {
        struct segment_process *process = &shim.segment->processes[i];
        if (!is_quiet_kind(atomic_load(&process->state)) && process != shim.process)
            return true;
    }
    return false;
}

static void nap(void)
{
    int saved = errno;
    struct timespec length = {0, NAP_NS};
    real.nanosleep(&length, NULL);
    errno = saved;
}

/* A death is news. Whoever waits for it is told, but was seen to sleep on for half a millisecond
 * after the process was gone from /proc: so time stands still for a while. */
static bool died_within(int64_t length)
{
    return real_now() - atomic_load(&shim.segment->last_death_ns) < length;
}

static int64_t dozing_since; /* real time since when the first of them sleeps; NEVER: none does */

enum owed children_owe(void)
{
    enum owed owed = died_within(DEATH_IS_NEWS) ? OWED_INSIDE : OWED_NOTHING;
    dozing_since = NEVER;
    for (unsigned i = 0; i < used_records(); i++) {
        enum activity activity = activity_of(i);
        if (activity == AT_WORK)
            return OWED_INSIDE;
        if (activity == DOZING) {
            owed = owed == OWED_NOTHING ? OWED_OUTSIDE : owed;
            if (rests[i].asleep_since && rests[i].asleep_since < dozing_since)
                dozing_since = rests[i].asleep_since;
        }
    }
    return owed;
}

int64_t children_doze_since(void)
{
    return dozing_since;
}

/* A child at work is waited for, so that what it does comes at the same point in every run; not for
 * ever. */
static void settle_one(unsigned index)
{
    pid_t pid = atomic_load(&shim.segment->processes[index].pid);
    uint64_t before = 0;
    int64_t began = real_now();
    if (rests[index].pid != pid)
        rests[index] = (struct rest){.pid = pid};
    while (!rests[index].restless && activity_of(index) == AT_WORK) {
        uint64_t run_time = process_run_time(pid);
        before = before ? before : run_time;
        rests[index].restless = run_time > before + PATIENCE || real_now() - began > LONGEST_WAIT;
        nap();
    }
}

void children_settle(void)
{
    if (LIKELY(!has_unsettled_records()))
        return;
    for (unsigned i = 0; i < used_records(); i++)
        settle_one(i);
    while (died_within(DEATH_IS_HEARD))
        nap();
}

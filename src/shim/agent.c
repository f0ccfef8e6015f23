/* The agent's side of the house: gets it loaded into Node, and knows from it what timers there are.
 *
 * Node takes modules to be loaded first from NODE_OPTIONS. So before Node's main() the shim puts
 * `--require <our script>` in front of what stands there, and takes it out again at Node's first
 * thread, when the options have been read: neither the program nor its children ever see it, and
 * children get theirs from their own shim. The environment's texts are never written to; the array
 * that names them is replaced by one of ours.
 *
 * Once the script has attached its thread (segment/link.h), two things are known: each timer that
 * is set, as a record in the thread's view, and, before time may pass, the least deadline of those
 * that were set far ahead. That one is published in the loop's slot, so that no hold of any
 * process carries the clock over it.
 *
 * And it is known who causes what: the shim says which event was delivered last (self.cause, in the
 * view too), and where several timers have expired together the script says which of them runs. */
#include "event/event.h"
#include "segment/link.h"
#include "shim/loop.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>

enum { MOST_SITES = 4096, LONGEST_STACK = 4096 };

static __thread struct agent {
    struct link_thread thread;
    bool attached, was_attached;
    struct {
        const struct name *name; /* NULL: nothing, or several at once */
        uint64_t number;
        enum event_phase phase;
    } delivered;                /* by the last poll */
    uint32_t called_for, looks; /* the event whose callback is looked for, and how often it was */
    bool called_found;
    size_t reads_length; /* of the path in `reads`; 0: none */
    char reads[4096];
} own;

static struct {
    char *text;     /* the entry we made */
    char *original; /* the one it stands for, NULL: there was none */
    char *sites[MOST_SITES];
    _Atomic uint32_t site_count, lock;
    void *(*isolate)(void); /* Node's and V8's own, NULL where there are none */
    double (*running)(void *isolate), (*triggered_by)(void *isolate);
} agent;

/* Getting loaded. */

/* What the script cannot be loaded under: a policy or permissions that know nothing of it (Node
 * would end), a snapshot that would contain it, no addons, and intrinsics that cannot be looked
 * into. */
static bool forbids(const char *words, size_t length)
{
    static const char *const options[] = {
        "--experimental-policy", "--policy-integrity", "--experimental-permission", "--permission",
        "--build-snapshot",      "--no-addons",        "--frozen-intrinsics"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (memmem(words, length, options[i], strlen(options[i])))
            return true;
    return false;
}

/* Only Node's own options count, which end at the script. Of a word behind an option nobody knows
 * whether it is the option's value, so that the script is known only behind another such word. */
static bool command_forbids(void)
{
    char words[8192];
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : real.read(fd, words, sizeof words - 1);
    if (fd >= 0)
        close(fd);
    if (got <= 0)
        return false;
    words[got] = '\0';
    bool may_be_value = false;
    for (char *word = words + strlen(words) + 1; word < words + got; word += strlen(word) + 1) {
        if (word[0] != '-' && !may_be_value)
            return false;
        if (word[0] == '-' && forbids(word, strlen(word)))
            return true;
        may_be_value = word[0] == '-' && !strchr(word, '=');
    }
    return false;
}

/* What makes this process wait for a debugger, where it is the one that is asked to. */
static const char *inspect_option(char *room, size_t size)
{
    const struct segment_config *config = &shim.segment->config;
    room[0] = '\0';
    if (config->inspected[0] && strcmp(config->inspected, shim.process->name) == 0)
        snprintf(room, size, "--inspect-brk=127.0.0.1:%u ", config->inspect_port);
    return room;
}

/* `NODE_OPTIONS=--require "path" more`: Node splits at spaces outside of double quotes, and a
 * backslash inside of them keeps what follows. */
static char *make_entry(const char *path, const char *more)
{
    static const char variable[] = "NODE_OPTIONS=", begin[] = "--require \"", end[] = "\" ";
    char inspect[64];
    inspect_option(inspect, sizeof inspect);
    size_t room = sizeof variable + strlen(inspect) + sizeof begin + 2 * strlen(path) + sizeof end +
                  strlen(more);
    char *entry = shim_alloc(room), *at = entry;
    if (!entry)
        return NULL;
    at = stpcpy(stpcpy(stpcpy(at, variable), inspect), begin);
    for (; *path; path++) {
        if (*path == '"' || *path == '\\')
            *at++ = '\\';
        *at++ = *path;
    }
    memcpy(at, end, sizeof end - 1);
    at += sizeof end - 1;
    memcpy(at, more, strlen(more) + 1);
    return entry;
}

void agent_inject(void)
{
    const char *path = shim.segment->config.agent;
    size_t count = 0, found = SIZE_MAX;
    if (!path[0])
        return;
    for (; environ && environ[count]; count++)
        if (strncmp(environ[count], "NODE_OPTIONS=", 13) == 0 && found == SIZE_MAX)
            found = count;
    const char *more = found == SIZE_MAX ? "" : environ[found] + 13;
    atomic_store(&shim.process->agent, AGENT_REFUSED);
    if (access(path, R_OK) != 0 || forbids(more, strlen(more)) || command_forbids())
        return;
    char **environment = shim_alloc((count + 2) * sizeof *environment);
    agent.text = make_entry(path, more);
    if (!environment || !agent.text)
        return;
    if (count)
        memcpy(environment, environ, count * sizeof *environment);
    agent.original = found == SIZE_MAX ? NULL : environment[found];
    environment[found == SIZE_MAX ? count : found] = agent.text;
    environment[count + (found == SIZE_MAX)] = NULL;
    environ = environment;
    atomic_store(&shim.process->agent, AGENT_ASKED);
}

void agent_hide(void)
{
    char **at = environ;
    while (agent.text && at && *at && *at != agent.text)
        at++;
    if (!agent.text || !at || !*at)
        return;
    if (agent.original)
        *at = agent.original;
    else
        do
            at[0] = at[1];
        while (*at++);
    agent.text = NULL;
}

/* The agent's calls, each on its own thread. */

static bool attach(const struct link_thread *thread)
{
    if (shim.scope != CONTROLLED || self.role != ROLE_LOOP || !self.slot)
        return false;
    own = (struct agent){.thread = *thread, .attached = true, .was_attached = true};
    thread->view[VIEW_far] = (double)(shim.segment->config.watchdog_ns / MS);
    thread->view[VIEW_stacks] = shim.segment->config.stacks;
    agent.isolate = dlsym(RTLD_DEFAULT, "_ZN2v87Isolate10GetCurrentEv");
    agent.running = dlsym(RTLD_DEFAULT, "_ZN4node29AsyncHooksGetExecutionAsyncIdEPN2v87IsolateE");
    agent.triggered_by =
        dlsym(RTLD_DEFAULT, "_ZN4node27AsyncHooksGetTriggerAsyncIdEPN2v87IsolateE");
    loop_agent_attached(thread->uv_loop);
    self.cause = (struct cause){.known = true}; /* the main script */
    agent_cause_changed(TURN_POLLED);
    atomic_store(&shim.process->agent, AGENT_ATTACHED);
    return true;
}

static void detach(void)
{
    own.attached = false;
    if (self.slot)
        atomic_store(&shim.segment->slots[self.slot - 1].watchdog_ns, NEVER);
}

static uint32_t keep_site(const char *text, size_t length)
{
    uint32_t count = atomic_load(&agent.site_count);
    for (uint32_t i = 0; i < count; i++)
        if (strlen(agent.sites[i]) == length && memcmp(agent.sites[i], text, length) == 0)
            return i + 1;
    char *kept = count < MOST_SITES ? shim_alloc(length + 1) : NULL;
    if (!kept)
        return 0;
    memcpy(kept, text, length);
    kept[length] = '\0';
    agent.sites[count] = kept;
    atomic_store(&agent.site_count, count + 1);
    return count + 1;
}

static uint32_t site(const char *text, size_t length)
{
    spin_lock(&agent.lock); /* a loop that sleeps outside of its poll may run beside another */
    uint32_t number = keep_site(text, length);
    spin_unlock(&agent.lock);
    return number;
}

const char *agent_site(uint32_t number)
{
    return number && number <= atomic_load(&agent.site_count) ? agent.sites[number - 1] : "";
}

/* A timer is called by its kind, its delay and where it was set. */
static struct name *timer_name(const double *timer)
{
    enum event_kind kind = (int)timer[TIMER_flags] & TIMER_REPEATS ? KIND_INTERVAL : KIND_TIMER;
    double delay = timer[TIMER_delay] < INT32_MAX ? timer[TIMER_delay] : INT32_MAX;
    return name_of(thread_number(), kind, agent_site((uint32_t)timer[TIMER_site]),
                   delay > 0 ? (int32_t)delay : 0);
}

/* It is set: its number is given now. */
static void note_timer(const double *timer)
{
    struct name *name = timer_name(timer);
    const struct cause cause = {.known = timer[TIMER_cause] >= 0,
                                .event =
                                    (uint32_t)(timer[TIMER_cause] > 0 ? timer[TIMER_cause] : 0),
                                .timer = (uint32_t)timer[TIMER_timer]};
    trace_timer(name, ++name->submitted, (uint32_t)timer[TIMER_number], &cause);
    directed_timer_set(name, name->submitted, (uint32_t)timer[TIMER_number]);
}

/* Those that do not keep the loop alive when they are made are Node's own, by the thousand. Names
 * are the holder's: JavaScript that was left behind queues up here. */
static void take_sets(void)
{
    baton_take();
    double *view = own.thread.view;
    size_t count = own.attached ? (size_t)view[VIEW_set_count] : 0;
    for (size_t i = 0; i < count && i < VIEW_SETS; i++) {
        const double *timer = view + VIEW_SETS_AT + i * TIMER_PLACES;
        if (!((int)timer[TIMER_flags] & TIMER_UNREFED))
            note_timer(timer);
    }
    if (count)
        view[VIEW_set_count] = 0;
}

/* The heavy mode. */

static bool observing(struct link_observing *into)
{
    static char folder[sizeof shim.segment_path];
    const char *slash = strrchr(shim.segment_path, '/');
    if (!own.attached || !shim.segment->config.observe || !slash)
        return false;
    memcpy(folder, shim.segment_path, (size_t)(slash - shim.segment_path));
    *into = (struct link_observing){folder, shim.process->name, thread_number(),
                                    shim.segment->config.observe};
    return true;
}

static void reads(const char *path, size_t length)
{
    own.reads_length = length < sizeof own.reads ? length : 0;
    memcpy(own.reads, path, own.reads_length);
    own.reads[own.reads_length] = '\0';
}

static uint64_t turn(void)
{
    return atomic_fetch_add(&shim.segment->turns, 1) + 1;
}

static size_t delivered(char *into, size_t room)
{
    const struct name *name = own.delivered.name;
    if (!name)
        return 0;
    struct event_key key = {.process = str_of(shim.process->name),
                            .thread = name->thread,
                            .kind = name->kind,
                            .number = own.delivered.number,
                            .delay = name->delay,
                            .has_about = name->about[0] != '\0',
                            .about = str_of(name->about),
                            .phase = own.delivered.phase};
    return event_key_print(&key, into, room);
}

static uint32_t children(void)
{
    return shim.process ? atomic_load(&shim.process->children) : 0;
}

void agent_delivers(struct event *const *events, size_t count)
{
    own.delivered.name = count == 1 && events[0]->kind != EVENT_TIMERS ? events[0]->name : NULL;
    if (own.delivered.name) {
        own.delivered.number = events[0]->number;
        own.delivered.phase = events[0]->phase;
    }
}

static void note_called(const char *frame, size_t length)
{
    if (self.cause.event == own.called_for && !own.called_found)
        trace_stack(STACK_CALLBACK, own.called_for, frame, length);
    own.called_found = true;
}

/* Where V8 takes no lock of libc's (Node 24 and later), only the first function could be looked at:
 * then what the callback asks for tells, if anything. */
static void note_caller(const char *text, size_t length)
{
    size_t at = (size_t)own.thread.view[VIEW_outermost];
    size_t end = (size_t)own.thread.view[VIEW_outermost_end];
    if (self.cause.known && self.cause.event && end <= length && at < end)
        note_called(text + at, end - at);
}

static void timer_stack(uint32_t number, const char *text, size_t length)
{
    if (number)
        note_caller(text, length);
    trace_stack(number ? STACK_TIMER : STACK_EXIT, number, text, length);
}

/* Node's numbers (asyncId) of what JavaScript runs now and of what that was triggered by: they are
 * kept whether anybody has hooks or not, but for promises. */
static double ask_node(double (*function)(void *))
{
    return agent.isolate && function ? function(agent.isolate()) : -1;
}

static void called(const char *frame)
{
    self.look_again = !frame;
    if (frame)
        note_called(frame, strlen(frame));
}

/* Where there is a choice the script chooses, and JavaScript reads it in the view. */
static void find_running(void)
{
    double *view = own.thread.view;
    view[VIEW_running_cause] = view[VIEW_cause];
    view[VIEW_running_timer] = 0;
    int phase = (int)view[VIEW_phase];
    bool timers = phase == TURN_ENDS && self.cause.timers;
    if ((phase == TURN_IMMEDIATES && view[VIEW_immediates] > 0) ||
        (timers && view[VIEW_due_count] != 1))
        own.thread.running(own.thread.context, ask_node(agent.running),
                           ask_node(agent.triggered_by));
    else if (timers)
        view[VIEW_running_timer] = view[VIEW_DUE_AT + TIMER_number];
}

static void models(const void *work)
{
    work_of_models = work;
}

static void model_refused(void)
{
    atomic_store(&shim.segment->model_refused, 1);
}

__attribute__((visibility("default"))) link_function interloper_link;
const struct link *interloper_link(void)
{
    static const struct link link = {
        LINK_VERSION, attach,    detach, take_sets, timer_stack, called, find_running, site,
        reads,        observing, turn,   delivered, children,    models, model_refused};
    return shim.scope == CONTROLLED ? &link : NULL;
}

/* The shim's. */

void agent_poll(struct loop *loop)
{
    if (!loop->nested)
        own.delivered.name = NULL;
    if (own.attached && !loop->nested && own.thread.view[VIEW_set_count] > 0)
        take_sets();
}

/* The script reads a few fields of Node's timers. It runs as the program does, so that V8 sees the
 * clock it always sees. */
static void look(double now)
{
    int saved = errno;
    bool deep = self.deep;
    self.deep = false;
    own.thread.look(own.thread.context, now);
    self.deep = deep;
    errno = saved;
}

/* Causes. */

void agent_cause_changed(enum turn_phase phase)
{
    if (!own.attached)
        return;
    own.thread.view[VIEW_cause] = self.cause.known ? (double)self.cause.event : -1;
    own.thread.view[VIEW_expired] = self.cause.timers;
    own.thread.view[VIEW_phase] = phase;
    if (phase == TURN_IMMEDIATES)
        return;
    self.look_again = false;
    if (own.thread.view[VIEW_stacks] > 0 && self.cause.known && self.cause.event &&
        self.cause.event != own.called_for) {
        own.called_for = self.cause.event;
        own.looks = 0;
        own.called_found = false;
        own.thread.interrupt(own.thread.context);
    }
}

/* V8 calls all that was asked for before it goes on, and so for ever if that asks anew. The first
 * lock it gives back afterwards is the one of its list, which was empty. */
void agent_look_again(void)
{
    enum { MOST_LOOKS = 4096 };
    self.look_again = false;
    if (own.attached && self.cause.event == own.called_for && !own.called_found &&
        own.looks++ < MOST_LOOKS)
        own.thread.interrupt(own.thread.context);
}

/* Which timers those are, in the order in which they were set to expire. */
void agent_timers_run(struct loop *loop)
{
    take_sets();
    if (!own.attached || loop->nested || !(own.thread.view[VIEW_timers] > 0) || !self.cause.known)
        return;
    look((double)(clock_now() / MS));
    self.cause.timers = true;
    size_t count = (size_t)own.thread.view[VIEW_due_count];
    for (size_t i = 0; i < count && i < VIEW_DUE; i++) {
        const double *timer = own.thread.view + VIEW_DUE_AT + i * TIMER_PLACES;
        trace_expired(self.cause.event, (uint32_t)timer[TIMER_number]);
        directed_timer_expired(timer_name(timer), (uint32_t)timer[TIMER_number]);
    }
}

static size_t ask_stack(char *text, size_t room)
{
    int saved = errno;
    size_t length = own.thread.stack(own.thread.context, text, room - 1);
    errno = saved;
    length = length < room ? length : 0;
    text[length] = '\0';
    return length;
}

/* The program prints something: that tells who was called as well. */
void agent_prints(void)
{
    char text[LONGEST_STACK];
    if (own.attached && !self.deep && own.thread.view[VIEW_stacks] > 0 && !own.called_found)
        note_caller(text, ask_stack(text, sizeof text));
}

/* Called by the program's JavaScript, through libuv or libc. */
struct origin agent_origin(void)
{
    struct origin origin = {.cause = self.cause};
    if (self.deep || !own.attached)
        return origin;
    if (own.reads_length)
        origin.reads = name_of(thread_number(), KIND_FS_READ_FILE, own.reads, NO_DELAY)->about;
    const double *view = own.thread.view;
    if (!(self.cause.timers || view[VIEW_immediates] > 0 || view[VIEW_stacks] > 0))
        return origin;
    int saved = errno;
    find_running();
    double event = view[VIEW_running_cause];
    origin.cause = (struct cause){.known = event >= 0,
                                  .event = (uint32_t)(event > 0 ? event : 0),
                                  .timer = (uint32_t)view[VIEW_running_timer]};
    errno = saved;
    if (view[VIEW_stacks] > 0) {
        char text[LONGEST_STACK];
        size_t length = ask_stack(text, sizeof text);
        char *kept = length ? shim_alloc(length + 1) : NULL;
        origin.stack = kept ? memcpy(kept, text, length + 1) : NULL;
        note_caller(text, length);
    }
    return origin;
}

/* For where no JavaScript may run. Immediates may be of an earlier turn. */
struct origin agent_cause(void)
{
    bool immediates = own.attached && own.thread.view[VIEW_immediates] > 0 &&
                      (int)own.thread.view[VIEW_phase] == TURN_IMMEDIATES;
    return (struct origin){.cause = immediates ? (struct cause){0} : self.cause};
}

void agent_before_time_passes(struct loop *loop)
{
    if (!own.attached || loop->nested || !self.slot || !(own.thread.view[VIEW_timers] > 0))
        return;
    look(-__builtin_inf());
    double ms = own.thread.view[VIEW_watchdog];
    int64_t deadline = ms > 0 && ms < (double)(INT64_MAX / MS) ? (int64_t)ms * MS : NEVER;
    atomic_store(&shim.segment->slots[self.slot - 1].watchdog_ns, deadline);
}

void agent_thread_ended(void)
{
    if (own.attached)
        detach();
    else if (self.role == ROLE_LOOP && !own.was_attached &&
             atomic_load(&shim.process->agent) == AGENT_ATTACHED)
        atomic_fetch_add(&shim.process->threads_unwatched, 1);
}

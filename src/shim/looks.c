/* Does a thread work or sleep? What the kernel says decides: a thread that was just woken still
 * looks blocked to any count of ours. */
#include "shim/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>

static ssize_t read_task(pid_t pid, pid_t tid, const char *file, char *into, size_t room)
{
    struct line path = {.len = 0};
    line_text(&path, "/proc/");
    line_number(&path, pid);
    line_text(&path, "/task/");
    line_number(&path, tid);
    line_text(&path, file);
    path.text[path.len] = '\0';
    int saved = errno, fd = open(path.text, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : real.read(fd, into, room - 1);
    if (fd >= 0)
        close(fd);
    errno = saved;
    into[got > 0 ? got : 0] = '\0';
    return got;
}

/* "0" for a thread that is on a core or queued for one, the place where it sleeps otherwise. */
static bool waits_in_kernel(pid_t pid, pid_t tid)
{
    char text[64];
    return read_task(pid, tid, "/wchan", text, sizeof text) > 0 && strcmp(text, "0") != 0;
}

/* Of a process of somebody else (sudo, a setuid helper) we are told "0" whatever it does; its
 * letter has to do. */
static bool may_look_into(pid_t pid, pid_t tid)
{
    char text[64];
    return read_task(pid, tid, "/syscall", text, sizeof text) >= 0;
}

/* Some kernels and sandboxes always say "0". Then the letter alone has to do. Found out once, on
 * the first sleeper that would make the difference. */
static bool sleeps_for_certain(pid_t pid, pid_t tid)
{
    static _Atomic int says_nothing = -1;
    if (waits_in_kernel(pid, tid)) {
        atomic_store(&says_nothing, 0);
        return true;
    }
    if (!may_look_into(pid, tid))
        return true;
    for (int tries = 0; atomic_load(&says_nothing) < 0 && tries < 100; tries++) {
        struct timespec nap = {0, 1000000};
        real.nanosleep(&nap, NULL);
        if (waits_in_kernel(pid, tid))
            atomic_store(&says_nothing, 0);
    }
    if (atomic_load(&says_nothing) < 0)
        atomic_store(&says_nothing, 1);
    return atomic_load(&says_nothing) > 0;
}

static char shown_letter(pid_t pid, pid_t tid)
{
    char text[256];
    read_task(pid, tid, "/stat", text, sizeof text);
    char *paren = strrchr(text, ')');
    return paren && paren[1] == ' ' ? paren[2] : 0;
}

/* The letter S means "about to sleep" as well: a thread that is preempted between saying so and
 * sleeping, or that was given what it waits for in that moment, shows it for as long as the machine
 * is busy. Counts as R here. */
char thread_letter(pid_t pid, pid_t tid)
{
    char letter = shown_letter(pid, tid);
    return letter == 'S' && !sleeps_for_certain(pid, tid) ? 'R' : letter;
}

uint64_t thread_run_time(pid_t pid, pid_t tid)
{
    char text[128];
    return read_task(pid, tid, "/schedstat", text, sizeof text) > 0 ? strtoull(text, NULL, 10) : 0;
}

/* How often it was given a core; 0: the kernel does not count (built without schedstats). */
static uint64_t thread_turns(pid_t tid)
{
    char text[128];
    read_task(shim.pid, tid, "/schedstat", text, sizeof text);
    char *last = strrchr(text, ' ');
    return last ? strtoull(last, NULL, 10) : 0;
}

/* In this order: what it was given a core for, after the letter was read, is seen. */
enum rest thread_rest(pid_t tid, _Atomic uint64_t *turns_when_asleep)
{
    char letter = shown_letter(shim.pid, tid);
    if (letter == 0)
        return REST_IS_OVER;
    if (letter != 'S')
        return REST_NONE;
    uint64_t turns = thread_turns(tid);
    if (!turns)
        return sleeps_for_certain(shim.pid, tid) ? REST_GOES_ON : REST_NONE;
    if (turns == atomic_load(turns_when_asleep))
        return REST_GOES_ON;
    if (!sleeps_for_certain(shim.pid, tid) || thread_turns(tid) != turns)
        return REST_NONE;
    atomic_store(turns_when_asleep, turns);
    return REST_IS_NEW;
}

/* A process of somebody else. Its threads are looked at one after another and may hand work round
 * behind our back: each of them asleep, and none having run since the first look, means that they
 * all sleep. */
struct look {
    uint64_t run_time;
    bool works;
};

static void look_at(struct look *look, pid_t pid, pid_t tid)
{
    look->run_time += thread_run_time(pid, tid);
    look->works = look->works || thread_letter(pid, tid) != 'S';
}

static struct look look_at_process(pid_t pid, pid_t besides)
{
    struct line path = {.len = 0};
    line_text(&path, "/proc/");
    line_number(&path, pid);
    line_text(&path, "/task");
    path.text[path.len] = '\0';
    int saved = errno, fd = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct look look = {0};
    char entries[4096];
    for (long got;
         fd >= 0 && (got = real.syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;)
        for (long at = 0; at < got;) {
            struct entry {
                uint64_t inode, offset;
                uint16_t length;
                uint8_t type;
                char name[];
            } *entry = (struct entry *)(entries + at);
            pid_t tid = (pid_t)strtol(entry->name, NULL, 10);
            if (tid > 0 && tid != besides)
                look_at(&look, pid, tid);
            at += entry->length;
        }
    if (fd >= 0)
        close(fd);
    errno = saved;
    return look;
}

bool process_works(pid_t pid, pid_t besides)
{
    struct look first = look_at_process(pid, besides);
    if (first.works)
        return true;
    struct look second = look_at_process(pid, besides);
    return second.works || second.run_time != first.run_time;
}

/* Loading: finds the real functions, maps the run's segment, and decides what this process is.
 *
 * A process is MAPPED as soon as the segment is there. Node becomes CONTROLLED at once, before it
 * reads any clock; any other program (Python's asyncio, say) only when it first waits on an epoll
 * descriptor, so that `sh`, `timeout` or `git` are left alone. Decided where the symbols resolve,
 * not by who came first: under `timeout` the wrapper is not the target. */
#include "shim/loop.h"
#include "shim/shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

__thread struct thread self;
struct real_functions real;
struct shim shim;

/* glibc keeps old condition variables for binaries of 2002; dlsym may hand out those. musl has
 * no versions. */
void *shim_find(const char *name)
{
#if defined(__GLIBC__) && defined(__x86_64__)
    if (strncmp(name, "pthread_cond_", 13) == 0 && strcmp(name, "pthread_cond_clockwait") != 0)
        return dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
#endif
    return dlsym(RTLD_NEXT, name);
}

static void load_real(void)
{
#define LOAD_REAL(scope, type, name, parameters, arguments) SHIM_FIND(name);
    SHIM_TABLE(LOAD_REAL)
#undef LOAD_REAL
    SHIM_FIND(_exit);
    SHIM_FIND(syscall);
    SHIM_FIND(nanosleep);
}

static struct segment *map_segment(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    struct segment *mapped =
        mmap(NULL, sizeof(struct segment), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    struct stat info;
    bool whole = fstat(fd, &info) == 0 && info.st_size >= (off_t)sizeof(struct segment);
    close(fd);
    if (mapped == MAP_FAILED || !whole)
        return NULL;
    bool ours = mapped->magic == SEGMENT_MAGIC && mapped->version == SEGMENT_VERSION &&
                mapped->size == sizeof(struct segment);
    return ours ? mapped : NULL;
}

static bool remember(char *into, size_t room, const char *text)
{
    size_t length = strlen(text);
    if (length >= room)
        return false;
    memcpy(into, text, length + 1);
    return true;
}

static void find_own_path(void)
{
    Dl_info info;
    if (dladdr((void *)&shim_find, &info) && info.dli_fname)
        remember(shim.shim_path, sizeof shim.shim_path, info.dli_fname);
}

static bool is_node(void)
{
    return dlsym(RTLD_DEFAULT, "uv_default_loop") &&
           dlsym(RTLD_DEFAULT, "_ZN2v82V818SetFlagsFromStringEPKc");
}

void shim_become_controlled(void)
{
    if (shim.scope != MAPPED)
        return;
    /* The slot first: a controlled process without one would look like one that has nothing to do.
     */
    int slot = baton_reserve();
    process_set_state(PROCESS_CONTROLLED);
    atomic_store(&shim.process->was_controlled, 1);
    threads_became_loop();
    /* What this process has already seen of the real clock must not lie ahead of the virtual one.
     */
    if (controls(CONTROL_CLOCK) && !shim.is_node && real_now() > clock_now())
        shim.ahead = real_now() - clock_now();
    shim.scope = CONTROLLED;
    baton_adopt(slot);
    trace_note(NOTE_ACTIVE, 0, shim.process->command);
}

__attribute__((constructor)) static void shim_start(void)
{
    load_real();
    const char *path = getenv(SEGMENT_VARIABLE);
    if (!path || !remember(shim.segment_path, sizeof shim.segment_path, path))
        return;
    shim.segment = map_segment(path);
    if (!shim.segment)
        return;
    find_own_path();
    shim.pid = getpid();
    shim.main_thread = (pid_t)real.syscall(SYS_gettid);
    children_start();
    if (!shim.process)
        return;
    shim.scope = MAPPED;
    shim.is_node = is_node();
    if (shim.is_node) {
        agent_inject();
        shim_become_controlled();
    }
}

__attribute__((destructor)) static void shim_finish(void)
{
    if (shim.scope == UNMAPPED || getpid() != shim.pid)
        return;
    pool_open(); /* where libuv is a library (Debian's Node), it joins its workers after us */
    process_set_state(PROCESS_FORKED); /* at work until the kernel says that it is dead: its
                                          parent's signal is still to come */
    baton_leave();
    shim.scope = UNMAPPED;
}

/* The wrappers. Each is a row of the table; a hook never sees a call made by the shim itself. An
 * allocator that sets itself up calls some of them before our constructor: then only what is called
 * is looked up. A look-up that fails allocates the words for it, and jemalloc would wait for
 * itself.
 */
#define MAKE_WRAPPER(at_least, type, name, parameters, arguments)                                  \
    __attribute__((visibility("default"))) type name parameters;                                   \
    type name parameters                                                                           \
    {                                                                                              \
        if (LIKELY(shim.scope >= at_least && !self.deep))                                          \
            return hook_##name arguments;                                                          \
        if (UNLIKELY(!real.name))                                                                  \
            SHIM_FIND(name);                                                                       \
        return real.name arguments;                                                                \
    }
SHIM_TABLE(MAKE_WRAPPER)
#undef MAKE_WRAPPER

__attribute__((visibility("default"))) _Noreturn void _exit(int status)
{
    if (shim.scope != UNMAPPED && getpid() == shim.pid)
        shim_finish();
    if (!real._exit)
        SHIM_FIND(_exit);
    real._exit(status);
    __builtin_unreachable();
}

#include "base/mapped.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_bool was_cut; /* a handler reaches nothing but globals */
static uintptr_t page_size;

/* The reader goes on with a page of its own. (mmap() is a bare system call: safe here.) */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    void *page = (void *)((uintptr_t)info->si_addr / page_size * page_size);
    bool is_behind_the_end = info->si_code == BUS_ADRERR;
    if (!is_behind_the_end || mmap(page, page_size, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
        signal(number, SIG_DFL);
        raise(number);
    }
    atomic_store(&was_cut, true);
}

void mapped_survive(void)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    sigaction(SIGBUS, &action, NULL);
}

bool mapped_was_cut(void)
{
    return atomic_exchange(&was_cut, false);
}

#include "base/deadline.h"

#include "base/error.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { DEADLINE_MS = 1800 };

static timer_t timer; /* a handler reaches nothing but globals */
static atomic_bool prepared, started;

static void on_deadline(int number)
{
    static const char line[] = "interloper: interrupted, and ended without its report\n";
    (void)number;
    if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
        _exit(EXIT_INTERRUPTED);
    _exit(EXIT_INTERRUPTED);
}

void deadline_prepare(void)
{
    struct sigaction action = {.sa_handler = on_deadline};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
    bool ready = sigaction(SIGALRM, &action, NULL) == 0 &&
                 timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
    atomic_store(&prepared, ready);
}

void deadline_start(void)
{
    if (!atomic_load(&prepared) || atomic_exchange(&started, true))
        return;
    struct itimerspec when = {.it_value = {DEADLINE_MS / 1000, DEADLINE_MS % 1000 * 1000000L}};
    timer_settime(timer, 0, &when, NULL);
}

#include "explore/outcome.h"

#include <signal.h>
#include <sys/wait.h>

struct outcome outcome_of_status(int wait_status)
{
    if (WIFSIGNALED(wait_status))
        return (struct outcome){OUTCOME_SIGNAL, WTERMSIG(wait_status)};
    int code = WEXITSTATUS(wait_status);
    return (struct outcome){code ? OUTCOME_EXIT : OUTCOME_PASS, code};
}

/* glibc's sigabbrev_np() is not in musl. */
static const char *signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {
        {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
        {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
        {SIGKILL, "SIGKILL"}, {SIGUSR1, "SIGUSR1"}, {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"},
        {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"},
        {SIGXFSZ, "SIGXFSZ"}, {SIGSYS, "SIGSYS"},
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (names[i].number == number)
            return names[i].name;
    return NULL;
}

void outcome_print(struct outcome self, const char *regex, struct buf *out)
{
    const char *name = signal_name(self.number);
    switch (self.kind) {
    case OUTCOME_PASS:
        buf_text(out, "exit 0");
        return;
    case OUTCOME_EXIT:
        buf_printf(out, "exit %d", self.number);
        return;
    case OUTCOME_SIGNAL:
        if (name)
            buf_printf(out, "signal %s", name);
        else
            buf_printf(out, "signal %d", self.number);
        return;
    case OUTCOME_TIMEOUT:
        buf_text(out, "timeout");
        return;
    case OUTCOME_STUCK:
        buf_text(out, "stuck");
        return;
    case OUTCOME_MATCH:
        buf_printf(out, "match %s", regex ? regex : "");
        return;
    case OUTCOME_OUTPUT:
        buf_text(out, "other output");
        return;
    }
    BUG("outcome %d", (int)self.kind);
}

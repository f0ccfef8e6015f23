#include "base/progress.h"

#include "base/terminal.h"

#include <time.h>
#include <unistd.h>

static const int64_t interval_ns = 100000000, plain_interval_ns = 30000000000;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

struct progress progress_to(FILE *out)
{
    const char *kind = getenv("TERM");
    bool dumb = kind && strcmp(kind, "dumb") == 0;
    return (struct progress){
        .out = out, .active = isatty(fileno(out)) && !dumb, .last_ns = now_ns()};
}

void progress_show(struct progress *self, const char *format, ...)
{
    int64_t now = now_ns();
    if (now - self->last_ns < (self->active ? interval_ns : plain_interval_ns))
        return;
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    struct buf safe = {0};
    terminal_safe(&safe, str_of(line));
    if (self->active) /* a line that wraps could not be taken back */
        fprintf(self->out, "\r\033[K%.*s", terminal_width(self->out) - 1, buf_view(&safe).at);
    else
        fprintf(self->out, "interloper: %s\n", buf_view(&safe).at);
    buf_free(&safe);
    fflush(self->out);
    self->last_ns = now;
    self->shown = self->active;
}

void progress_clear(struct progress *self)
{
    if (!self->shown)
        return;
    fputs("\r\033[K", self->out);
    fflush(self->out);
    self->shown = false;
    self->last_ns = 0;
}

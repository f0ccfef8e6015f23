#include "lsp/lsp.h"

#include "lsp/input.h"
#include "lsp/server.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

struct service {
    int out;
    struct lsp_analysis *analysis;
    pthread_mutex_t writing; /* one message after the other */
    bool cannot_write;       /* under `writing` */
    pthread_mutex_t lock;    /* for what follows */
    pthread_cond_t posted;
    struct lsp_job *next; /* NULL: nothing to do */
    bool is_over;
    atomic_bool stop; /* the job that is at work is out of date */
};

static bool send_all(struct service *self, struct buf *messages)
{
    struct str rest = buf_view(messages);
    pthread_mutex_lock(&self->writing);
    while (rest.len && !self->cannot_write) {
        ssize_t count = write(self->out, rest.at, rest.len);
        if (count >= 0)
            rest = str_from(rest, (size_t)count);
        else if (errno != EINTR)
            self->cannot_write = true;
    }
    bool ok = !self->cannot_write;
    pthread_mutex_unlock(&self->writing);
    buf_free(messages);
    return ok;
}

static void drop_job(struct lsp_job *job)
{
    if (job)
        lsp_job_free(job);
    free(job);
}

/* Only the newest counts, but what the disk did counts until somebody looked. */
static void post(struct service *self, struct lsp_job *job)
{
    pthread_mutex_lock(&self->lock);
    if (job && self->next)
        job->has_disk_changed |= self->next->has_disk_changed;
    drop_job(self->next);
    self->next = job;
    self->is_over = !job;
    atomic_store(&self->stop, true);
    pthread_cond_signal(&self->posted);
    pthread_mutex_unlock(&self->lock);
}

static void *analyse(void *service)
{
    struct service *self = service;
    for (;;) {
        pthread_mutex_lock(&self->lock);
        while (!self->next && !self->is_over)
            pthread_cond_wait(&self->posted, &self->lock);
        struct lsp_job *job = self->next;
        bool is_over = self->is_over;
        self->next = NULL;
        atomic_store(&self->stop, false);
        pthread_mutex_unlock(&self->lock);
        if (is_over) {
            drop_job(job);
            return NULL;
        }
        struct buf messages = {0};
        lsp_analysis_run(self->analysis, job, &self->stop, &messages);
        send_all(self, &messages);
        drop_job(job);
    }
}

/* All that is there is handled before anything is analysed. */
static bool handle_all(struct service *self, struct lsp_server *server, struct lsp_input *input,
                       struct error *error)
{
    struct str message;
    enum lsp_next next = LSP_MORE;
    struct buf answers = {0};
    while (!lsp_server_is_over(server) &&
           (next = lsp_input_next(input, &message, error)) == LSP_MESSAGE)
        lsp_server_handle(server, message, &answers);
    if (!send_all(self, &answers))
        return error_set(error, EXIT_BAD_USAGE, "lsp: cannot write to standard output");
    struct lsp_job job;
    if (next != LSP_BROKEN && lsp_server_take_job(server, &job)) {
        struct lsp_job *posted = mem_alloc(sizeof *posted);
        *posted = job;
        post(self, posted);
    }
    return next != LSP_BROKEN;
}

static bool converse(struct service *self, struct lsp_server *server, int in, struct error *error)
{
    enum { PIECE = 64 * 1024 };
    struct lsp_input input = {0};
    char *piece = mem_alloc(PIECE);
    bool ok = true;
    while (ok && !lsp_server_is_over(server)) {
        ssize_t count = read(in, piece, PIECE);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            ok = error_set(error, EXIT_BAD_USAGE, "standard input: %s", strerror(errno));
        if (count <= 0)
            break;
        lsp_input_add(&input, piece, (size_t)count);
        ok = handle_all(self, server, &input, error);
    }
    free(piece);
    lsp_input_free(&input);
    return ok;
}

bool lsp_serve(int in, int out, unsigned threads, int *status, struct error *error)
{
    struct service self = {.out = out,
                           .analysis = lsp_analysis_new(threads),
                           .writing = PTHREAD_MUTEX_INITIALIZER,
                           .lock = PTHREAD_MUTEX_INITIALIZER,
                           .posted = PTHREAD_COND_INITIALIZER};
    pthread_t analyser;
    int trouble = pthread_create(&analyser, NULL, analyse, &self);
    if (trouble) {
        lsp_analysis_free(self.analysis);
        return error_set(error, EXIT_ENVIRONMENT, "lsp: cannot start a thread: %s",
                         strerror(trouble));
    }
    struct lsp_server *server = lsp_server_new();
    bool ok = converse(&self, server, in, error);
    post(&self, NULL);
    pthread_join(analyser, NULL);
    *status = lsp_server_was_shut_down(server) ? 0 : 1;
    lsp_server_free(server);
    lsp_analysis_free(self.analysis);
    return ok;
}

#include "serve/server.h"

#include "base/buf.h"
#include "serve/http.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

enum {
    LARGEST_HEAD = 64 * 1024,
    READ_ROOM = 16 * 1024,
    CHUNK = 256 * 1024,
    MOST_CONNECTIONS = 256
};

struct connection;

struct server {
    char *root; /* absolute, without links */
    char *url;
    int port;
    bool dot_files; /* are served too */
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_async_t stop;
    pthread_t thread;
    bool runs;
    /* Who connects and says nothing (a browser does, and whoever wants to keep us busy) may do so
     * until others want the room: then the one that was silent longest goes. */
    struct connection *longest_silent, *last_heard;
    unsigned connections;
};

struct connection {
    uv_tcp_t tcp; /* first: a handle is its connection */
    struct server *server;
    struct connection *before, *after; /* in the order in which they were last active */
    uv_shutdown_t shutdown;
    bool ending, said_all, heard_all; /* ending: nothing that still comes is answered */
    /* One answer at a time, a chunk of its file at a time, and while it is written nothing is read:
     * who asks without taking what is answered costs the room of one chunk. */
    bool answers, reads;
    struct buf input;
    char room[READ_ROOM];
};

struct answer {
    uv_write_t write; /* first */
    struct buf head, body;
    int file; /* the rest of the body; -1: none */
    uint64_t at, left;
    bool close;
};

/* ---- connections ---- */

static void leave_order(struct connection *self)
{
    struct server *server = self->server;
    *(self->before ? &self->before->after : &server->longest_silent) = self->after;
    *(self->after ? &self->after->before : &server->last_heard) = self->before;
}

static void join_order(struct connection *self)
{
    struct server *server = self->server;
    self->before = server->last_heard;
    self->after = NULL;
    *(self->before ? &self->before->after : &server->longest_silent) = self;
    server->last_heard = self;
}

static void is_active(struct connection *self)
{
    if (uv_is_closing((uv_handle_t *)&self->tcp))
        return;
    leave_order(self);
    join_order(self);
}

static void free_connection(uv_handle_t *handle)
{
    struct connection *self = (struct connection *)handle;
    buf_free(&self->input);
    free(self);
}

static void close_connection(struct connection *self)
{
    if (uv_is_closing((uv_handle_t *)&self->tcp))
        return;
    leave_order(self);
    self->server->connections--;
    uv_close((uv_handle_t *)&self->tcp, free_connection);
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *room);
static void on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *room);

static void set_reading(struct connection *self, bool reads)
{
    uv_stream_t *stream = (uv_stream_t *)&self->tcp;
    if (reads == self->reads || self->heard_all || uv_is_closing((uv_handle_t *)stream))
        return;
    self->reads = reads;
    if (!reads)
        uv_read_stop(stream);
    else if (uv_read_start(stream, on_room, on_read) != 0)
        close_connection(self);
}

static void on_shutdown(uv_shutdown_t *shutdown, int status)
{
    struct connection *self = (struct connection *)shutdown->handle;
    self->said_all = true;
    if (status < 0 || self->heard_all)
        close_connection(self);
}

/* Once all is written. The other side is heard out: a connection that is closed with input unread
 * is reset, and what was answered may be lost. */
static void end_connection(struct connection *self)
{
    if (self->ending)
        return;
    self->ending = true;
    set_reading(self, true);
    if (uv_is_closing((uv_handle_t *)&self->tcp))
        return;
    if (uv_shutdown(&self->shutdown, (uv_stream_t *)&self->tcp, on_shutdown) != 0)
        close_connection(self);
}

static void serve_input(struct connection *self);

static void free_answer(struct answer *answer)
{
    if (answer->file >= 0)
        close(answer->file);
    buf_free(&answer->head);
    buf_free(&answer->body);
    free(answer);
}

/* Of the file, behind what is in the body already. False where it became shorter meanwhile. */
static bool read_chunk(struct answer *answer)
{
    char *chunk = mem_resize(NULL, CHUNK, 1);
    size_t wanted = answer->left < CHUNK ? (size_t)answer->left : CHUNK;
    ssize_t got = pread(answer->file, chunk, wanted, (off_t)answer->at);
    if (got > 0) {
        buf_add(&answer->body, chunk, (size_t)got);
        answer->at += (uint64_t)got;
        answer->left -= (uint64_t)got;
    }
    free(chunk);
    return got > 0;
}

static void on_written(uv_write_t *write, int status);

static bool write_answer(struct connection *self, struct answer *answer)
{
    if (answer->left && !read_chunk(answer))
        return false;
    uv_buf_t parts[2] = {uv_buf_init(answer->head.at, (unsigned)answer->head.len),
                         uv_buf_init(answer->body.at, (unsigned)answer->body.len)};
    bool has_head = answer->head.len > 0;
    return uv_write(&answer->write, (uv_stream_t *)&self->tcp, has_head ? parts : parts + 1,
                    1u + (has_head && answer->body.len), on_written) == 0;
}

static void on_written(uv_write_t *write, int status)
{
    struct answer *answer = (struct answer *)write;
    struct connection *self = (struct connection *)write->handle;
    buf_clear(&answer->head);
    buf_clear(&answer->body);
    if (status == 0 && answer->left && write_answer(self, answer))
        return;
    bool cut_off = status < 0 || answer->left, last = answer->close;
    is_active(self);
    free_answer(answer);
    self->answers = false;
    if (cut_off)
        close_connection(self);
    else if (last)
        end_connection(self);
    else
        serve_input(self);
}

static void send_answer(struct connection *self, struct answer *answer)
{
    self->answers = true;
    if (!write_answer(self, answer)) {
        free_answer(answer);
        self->answers = false;
        close_connection(self);
    }
}

/* ---- answers ---- */

static void add_head(struct answer *answer, int status, const char *type, uint64_t length,
                     const char *more)
{
    buf_printf(&answer->head,
               "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %llu\r\n"
               "Cache-Control: no-store\r\nAccept-Ranges: bytes\r\n%s%s\r\n",
               status, http_reason(status), type, (unsigned long long)length, more ? more : "",
               answer->close ? "Connection: close\r\n" : "");
}

static void refuse(struct answer *answer, int status, const char *more)
{
    buf_printf(&answer->body, "%d %s\n", status, http_reason(status));
    add_head(answer, status, "text/plain; charset=utf-8", answer->body.len, more);
}

/* The real path of what is asked for if it lies in the folder, else NULL. The caller frees it. */
static char *resolve(const char *root, struct str path, const char *name)
{
    char *wanted = mem_printf("%s" STR_FMT "%s", root, STR_ARG(path), name);
    char *real = realpath(wanted, NULL);
    free(wanted);
    size_t length = strlen(root);
    bool inside =
        real && strncmp(real, root, length) == 0 && (real[length] == '/' || real[length] == '\0');
    if (inside)
        return real;
    free(real);
    return NULL;
}

static void answer_file(struct answer *answer, const char *path, const struct http_request *request)
{
    struct stat info;
    uint64_t first = 0, count;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (file < 0 || fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
        refuse(answer, file < 0 && errno == EACCES ? 403 : 404, NULL);
        if (file >= 0)
            close(file);
        return;
    }
    uint64_t size = count = (uint64_t)info.st_size;
    char *more = NULL;
    bool part = request->has_range && http_range(request, size, &first, &count);
    if (request->has_range && !part) {
        more = mem_printf("Content-Range: bytes */%llu\r\n", (unsigned long long)size);
        close(file);
        refuse(answer, 416, more);
    } else {
        if (part)
            more = mem_printf("Content-Range: bytes %llu-%llu/%llu\r\n", (unsigned long long)first,
                              (unsigned long long)(first + count - 1), (unsigned long long)size);
        answer->file = file;
        answer->at = first;
        answer->left = count;
        add_head(answer, part ? 206 : 200, http_type(str_of(path)), count, more);
    }
    free(more);
}

static void answer_path(const struct server *self, struct answer *answer,
                        const struct http_request *request)
{
    struct stat info;
    bool folder = str_ends(request->path, STR("/"));
    char *path = resolve(self->root, request->path, folder ? "index.html" : "");
    bool hidden = path && !self->dot_files &&
                  (http_is_dot_file(request->path) ||
                   http_is_dot_file(str_of(path + strlen(self->root)))); /* a link to one */
    bool found = path && !hidden && stat(path, &info) == 0;
    if (found && S_ISDIR(info.st_mode) && !folder) {
        char *place = http_folder(request), *more = mem_printf("Location: %s\r\n", place);
        refuse(answer, 301, more);
        free(place);
        free(more);
    } else if (found && S_ISREG(info.st_mode)) {
        answer_file(answer, path, request);
    } else {
        refuse(answer, 404, NULL);
    }
    free(path);
}

static struct answer *new_answer(void)
{
    struct answer *answer = mem_zalloc(sizeof *answer);
    answer->file = -1;
    return answer;
}

static void answer_request(struct connection *self, struct str head)
{
    struct arena arena = {0};
    struct http_request request;
    struct answer *answer = new_answer();
    int status = http_parse(head, &arena, &request);
    if (status == 200 && !http_host_is_loopback(&request, self->server->port))
        status = 421;
    answer->close = request.close || status != 200 || request.method == HTTP_OTHER;
    if (status != 200)
        refuse(answer, status, NULL);
    else if (request.method == HTTP_OTHER)
        refuse(answer, 405, "Allow: GET, HEAD\r\n");
    else
        answer_path(self->server, answer, &request);
    if (request.method == HTTP_HEAD)
        answer->body.len = answer->left = 0;
    arena_free(&arena);
    send_answer(self, answer);
}

static void answer_long_head(struct connection *self)
{
    struct answer *answer = new_answer();
    answer->close = true;
    refuse(answer, 431, NULL);
    send_answer(self, answer);
}

/* ---- reading ---- */

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *room)
{
    (void)suggested;
    struct connection *self = (struct connection *)handle;
    *room = uv_buf_init(self->room, sizeof self->room);
}

static void on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *room)
{
    struct connection *self = (struct connection *)stream;
    is_active(self);
    self->heard_all |= got < 0;
    if (got < 0 && (got != UV_EOF || self->said_all))
        close_connection(self);
    else if (got < 0 && !self->answers)
        end_connection(self);
    if (got < 0 || self->ending)
        return;
    buf_add(&self->input, room->base, (size_t)got);
    if (!self->answers)
        serve_input(self);
}

/* Answers the first whole request that is there; reads on where there is none. */
static void serve_input(struct connection *self)
{
    size_t length = http_head_length(buf_view(&self->input));
    if (self->ending || uv_is_closing((uv_handle_t *)&self->tcp))
        return;
    if (length) {
        set_reading(self, false);
        answer_request(self, (struct str){self->input.at, length});
        size_t left = self->input.len - length;
        memmove(self->input.at, self->input.at + length, left);
        self->input.len = left;
    } else if (self->input.len > LARGEST_HEAD) {
        answer_long_head(self);
    } else if (self->heard_all) {
        end_connection(self);
    } else {
        set_reading(self, true);
    }
}

static void on_connection(uv_stream_t *listener, int status)
{
    if (status < 0)
        return;
    struct server *server = listener->data;
    struct connection *self = mem_zalloc(sizeof *self);
    self->server = server;
    uv_tcp_init(&server->loop, &self->tcp);
    join_order(self);
    if (++server->connections > MOST_CONNECTIONS)
        close_connection(server->longest_silent);
    if (uv_accept(listener, (uv_stream_t *)&self->tcp) != 0) {
        close_connection(self);
        return;
    }
    uv_tcp_nodelay(&self->tcp, 1);
    set_reading(self, true);
}

/* ---- opening and closing ---- */

static void close_handle(uv_handle_t *handle, void *context)
{
    struct server *self = context;
    bool ours = handle == (uv_handle_t *)&self->listener || handle == (uv_handle_t *)&self->stop;
    if (!uv_is_closing(handle))
        uv_close(handle, ours ? NULL : free_connection);
}

static void on_stop(uv_async_t *async)
{
    struct server *self = async->data;
    uv_walk(&self->loop, close_handle, self);
}

static void *server_main(void *context)
{
    struct server *self = context;
    uv_run(&self->loop, UV_RUN_DEFAULT);
    return NULL;
}

static bool listen_on_loopback(struct server *self, struct error *error)
{
    struct sockaddr_in address;
    uv_loop_init(&self->loop);
    uv_tcp_init(&self->loop, &self->listener);
    uv_async_init(&self->loop, &self->stop, on_stop);
    self->listener.data = self->stop.data = self;
    uv_ip4_addr("127.0.0.1", 0, &address);
    int status = uv_tcp_bind(&self->listener, (struct sockaddr *)&address, 0);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&self->listener, 128, on_connection);
    int length = sizeof address;
    if (status == 0)
        status = uv_tcp_getsockname(&self->listener, (struct sockaddr *)&address, &length);
    self->port = ntohs(address.sin_port);
    return status == 0 ||
           error_set(error, EXIT_ENVIRONMENT, "cannot listen on loopback: %s", uv_strerror(status));
}

static bool start_thread(struct server *self, struct error *error)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    self->runs = pthread_create(&self->thread, NULL, server_main, self) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return self->runs || error_set(error, EXIT_ENVIRONMENT, "cannot start a thread");
}

static bool has_index(const char *path, const char *real, struct error *error)
{
    char *index = mem_printf("%s/index.html", real),
         *inside = resolve(real, STR("/"), "index.html");
    bool there = access(index, F_OK) == 0, readable = inside && access(inside, R_OK) == 0;
    if (!there)
        error_set(error, EXIT_BAD_USAGE, "%s: a folder without index.html", path);
    else if (!inside)
        error_set(error, EXIT_BAD_USAGE, "%s: its index.html is a link out of the folder", path);
    else if (!readable)
        error_set(error, EXIT_BAD_USAGE, "%s/index.html: %s", path, strerror(errno));
    free(index);
    free(inside);
    return there && readable;
}

/* Splits a path into the folder to serve and the page's name in it ("" for a folder). */
static bool find_page(const char *path, char **root, char **page, struct error *error)
{
    struct stat info;
    char *real = realpath(path, NULL);
    if (!real || stat(real, &info) != 0) {
        free(real);
        return error_set(error, EXIT_BAD_USAGE, "%s: %s", path, strerror(errno));
    }
    char *slash = strrchr(real, '/');
    if (S_ISDIR(info.st_mode)) {
        *root = real;
        *page = mem_dup("");
        return has_index(path, real, error);
    }
    *page = mem_dup(slash + 1);
    *root = mem_dup_n(real, (size_t)(slash - real));
    free(real);
    return true;
}

static char *escaped(const char *name)
{
    struct buf out = {0};
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || strchr("-_.~", c))
            buf_char(&out, (char)c);
        else
            buf_printf(&out, "%%%02X", c);
    }
    return buf_take(&out);
}

struct server *server_open(const char *path, bool dot_files, struct error *error)
{
    char *root = NULL, *page = NULL;
    if (!find_page(path, &root, &page, error)) {
        free(root);
        free(page);
        return NULL;
    }
    struct server *self = mem_zalloc(sizeof *self);
    self->root = root;
    self->dot_files = dot_files;
    char *name = escaped(page);
    bool ok = listen_on_loopback(self, error);
    self->url = mem_printf("http://127.0.0.1:%d/%s", self->port, name);
    free(name);
    free(page);
    if (ok && start_thread(self, error))
        return self;
    server_close(self);
    return NULL;
}

const char *server_url(const struct server *self)
{
    return self->url;
}

void server_close(struct server *self)
{
    if (!self)
        return;
    if (self->runs) {
        uv_async_send(&self->stop);
        pthread_join(self->thread, NULL);
    } else {
        uv_walk(&self->loop, close_handle, self);
        uv_run(&self->loop, UV_RUN_DEFAULT);
    }
    uv_loop_close(&self->loop);
    free(self->root);
    free(self->url);
    free(self);
}

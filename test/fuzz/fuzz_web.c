/* What `interloper web` parses from outside, under one fuzzer: the first byte chooses the parser.
 *
 * test/fuzz/fuzz makes a libFuzzer target of it; in the unit tests main() below plays it for as
 * many rounds as asked with mutated inputs of the corpus. */
#include "base/file.h"
#include "base/random.h"
#include "base/vec.h"
#include "browser/cdp.h"
#include "browser/page.h"
#include "serve/http.h"
#include "serve/server.h"
#include "web/events.h"
#include "web/graph.h"
#include "web/known.h"
#include "web/network.h"
#include "web/picture.h"
#include "web/storage_state.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_INPUT = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_http(struct str input)
{
    struct arena arena = {0};
    struct http_request request;
    size_t length = http_head_length(input);
    if (length > input.len)
        BUG("head longer than the input");
    if (http_parse(input, &arena, &request) == 200) {
        uint64_t first, count;
        for (struct str rest = request.path; rest.len;)
            if (str_is(str_cut(&rest, '/'), ".."))
                BUG("path climbs");
        if (request.has_range && http_range(&request, 1000, &first, &count) && first + count > 1000)
            BUG("range outside of the file");
    }
    arena_free(&arena);
}

static void fuzz_events(struct str input)
{
    struct arena arena = {0};
    struct web_events events;
    struct error error = {0};
    if (!events_parse(input, "fuzz", &arena, &events, &error) && !error.message[0])
        BUG("refused without a reason");
    arena_free(&arena);
}

static void fuzz_state(struct str input)
{
    struct storage_state state;
    struct error error = {0};
    if (!storage_state_parse(input, "fuzz", &state, &error) && !error.message[0])
        BUG("refused without a reason");
    storage_state_free(&state);
}

static void fuzz_known(struct str input)
{
    struct error error = {0};
    struct known_causes *known = known_parse(input, "fuzz", &error);
    if (!known && !error.message[0])
        BUG("refused without a reason");
    known_free(known);
}

/* What the script in the page says it found. */
static void fuzz_found(struct str input)
{
    struct arena arena = {0};
    struct web_events events;
    json_t *found = json_loadb(input.at, input.len, JSON_DECODE_ANY, NULL);
    events_found(found, &arena, &events);
    for (size_t i = 0; i < events.len; i++)
        if (!events.at[i].id)
            BUG("an event without a name");
    json_decref(found);
    arena_free(&arena);
}

static void drop(void *context, const char *method, json_t *params)
{
    (void)context, (void)method;
    json_decref(params);
}

struct fuzz_session {
    struct network network;
    struct web_graph graph;
};

static void on_event(void *context, const char *method, json_t *params)
{
    struct fuzz_session *self = context;
    network_event(&self->network, method, params);
    self->network.now += 200;
    network_give_up(&self->network, 1000);
    network_release(&self->network);
    if (self->graph.node_count == 0)
        graph_build(&self->graph, params, "e1");
}

/* Messages of a browser: framed, addressed, and handed on to the network and the graph. Lines here,
 * so that the corpus can be read. */
static void fuzz_cdp(struct str input)
{
    struct buf framed = {0};
    for (size_t i = 0; i < input.len; i++)
        buf_char(&framed, input.at[i] == '\n' ? '\0' : input.at[i]);
    int ends[2];
    struct fuzz_session session = {0};
    struct arena arena = {0};
    struct error error;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return;
    session.network.known = network_known_new();
    session.network.post = drop;
    session.network.lane = 1;
    session.network.hold = true;
    session.network.arena = &arena;
    struct cdp *cdp = cdp_new(ends[0], NULL);
    struct cdp_session *line = cdp_session_open(cdp, NULL, on_event, &session);
    cdp_feed(cdp, buf_view(&framed));
    buf_free(&framed);
    for (bool any = true; any;)
        if (!cdp_wait(line, 0, &any, &error))
            break;
    cdp_session_close(line);
    cdp_free(cdp);
    close(ends[0]);
    close(ends[1]);
    network_known_free(session.network.known);
    network_free(&session.network);
    arena_free(&session.graph.arena);
    arena_free(&arena);
}

static void fuzz_picture(struct str input)
{
    struct picture picture;
    struct error error;
    struct buf decoded = {0};
    if (picture_decode(input, &picture, &error))
        picture_free(&picture);
    base64_decode(input, &decoded);
    buf_free(&decoded);
}

/* ---- the server, through its socket: all that it serves is a folder beside which lies a secret
 * ---- */

static char served[] = "/tmp/web-fuzz-XXXXXX";
static struct server *server;

static char *in_served(const char *name)
{
    return mem_printf("%s/%s", served, name);
}

static void write_served(const char *name, const char *text)
{
    struct error error;
    char *path = in_served(name);
    if (!file_write(path, str_of(text), &error))
        BUG("%s", error.message);
    free(path);
}

static void close_server(void)
{
    server_close(server);
    remove_tree(served);
}

static void open_server(void)
{
    struct error error;
    if (!mkdtemp(served))
        BUG("%s: cannot be made", served);
    char *folder = in_served("site"), *outside = in_served("site/link");
    if (mkdir(folder, 0700) != 0 || symlink("../secret", outside) != 0)
        BUG("%s: cannot be made", folder);
    write_served("secret", "not for you");
    write_served("site/index.html", "<p>hello");
    server = server_open(folder, false, &error);
    if (!server)
        BUG("%s", error.message);
    atexit(close_server);
    free(folder);
    free(outside);
}

static void fuzz_server(struct str input)
{
    if (!server)
        open_server();
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons((uint16_t)strtoul(strrchr(server_url(server), ':') + 1, NULL, 10));
    int line = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(line, (struct sockaddr *)&address, sizeof address) != 0)
        BUG("the server is gone");
    size_t part = input.len / 2; /* a request may come in pieces */
    send(line, input.at, part, MSG_NOSIGNAL);
    send(line, input.at + part, input.len - part, MSG_NOSIGNAL);
    shutdown(line, SHUT_WR);
    struct buf answer = {0};
    char room[4096];
    for (ssize_t got; (got = recv(line, room, sizeof room, 0)) > 0;)
        buf_add(&answer, room, (size_t)got);
    close(line);
    if (answer.len && !str_starts(buf_view(&answer), STR("HTTP/1.1 ")))
        BUG("an answer that is none");
    if (answer.len && memmem(answer.at, answer.len, "not for you", 11))
        BUG("it told the secret");
    buf_free(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const parsers[])(struct str) = {fuzz_http,  fuzz_events, fuzz_cdp,   fuzz_picture,
                                                  fuzz_found, fuzz_server, fuzz_state, fuzz_known};
    if (size)
        parsers[data[0] % COUNT_OF(parsers)]((struct str){(const char *)data + 1, size - 1});
    return 0;
}

#ifdef FUZZ_CORPUS
typedef VEC(struct buf) input_list;

static void read_corpus(input_list *list)
{
    DIR *folder = opendir(FUZZ_CORPUS);
    struct error error;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char *path = mem_printf(FUZZ_CORPUS "/%s", entry->d_name);
        struct buf input = {0};
        if (entry->d_name[0] != '.' && !file_read(path, LARGEST_INPUT, &input, &error))
            BUG("%s", error.message);
        if (input.len)
            *vec_push(list) = input;
        free(path);
    }
    if (folder)
        closedir(folder);
    if (!list->len)
        BUG("no corpus");
}

/* Flips, cuts, doubles and swaps in other seeds' pieces. */
static size_t mutate(struct random *random, uint8_t *bytes, size_t size, size_t room)
{
    for (uint64_t changes = 1 + random_below(random, 6); changes && size > 1; changes--) {
        size_t at = 1 + (size_t)random_below(random, size - 1), left = size - at;
        size_t run = 1 + (size_t)random_below(random, left);
        switch (random_below(random, 4)) {
        case 0:
            bytes[at] = (uint8_t)random_next(random);
            break;
        case 1:
            memmove(bytes + at, bytes + at + run, left - run);
            size -= run;
            break;
        case 2:
            if (size + run <= room) {
                memmove(bytes + at + run, bytes + at, left);
                size += run;
            }
            break;
        case 3:
            bytes[at] = (uint8_t) "\"{}[]:,\\/\0\r\n%."[random_below(random, 14)];
            break;
        }
    }
    return size;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;
    struct random random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    uint8_t bytes[LARGEST_INPUT];
    input_list corpus = {0};
    read_corpus(&corpus);
    for (long i = 0; i < rounds; i++) {
        bool as_it_is = i < (long)corpus.len;
        struct str input =
            buf_view(&corpus.at[as_it_is ? (size_t)i : random_below(&random, corpus.len)]);
        memcpy(bytes, input.at, input.len);
        size_t size = as_it_is ? input.len : mutate(&random, bytes, input.len, sizeof bytes);
        /* a copy of its own size, so that reading behind it is seen */
        uint8_t *copy = mem_alloc(size);
        memcpy(copy, bytes, size);
        LLVMFuzzerTestOneInput(copy, size);
        free(copy);
    }
    vec_each (input, &corpus) {
        buf_free(input);
    }
    vec_free(&corpus);
    printf("%ld inputs\n", rounds);
    return 0;
}
#endif

/* What `interloper web` parses from outside, under one fuzzer: the first byte chooses the parser.
 *
 * Built with clang it is a libFuzzer target; everywhere else main() below plays it for as many
 * rounds as asked with mutated seeds, so that the unit tests can run a little of it each time. */
#include "ajax/events.h"
#include "ajax/graph.h"
#include "ajax/network.h"
#include "ajax/picture.h"
#include "base/random.h"
#include "browser/cdp.h"
#include "browser/http.h"
#include "browser/page.h"

#include <sys/socket.h>
#include <unistd.h>

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
    struct ajax_events events;
    struct error error = {0};
    if (!events_parse(input, "fuzz", &arena, &events, &error) && !error.message[0])
        BUG("refused without a reason");
    arena_free(&arena);
}

static void drop(void *context, const char *method, json_t *params)
{
    (void)context, (void)method;
    json_decref(params);
}

struct fuzz_session {
    struct network network;
    struct ajax_graph graph;
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

/* Messages of a browser: framed, addressed, and handed on to the network and the graph. */
static void fuzz_cdp(struct str input)
{
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
    cdp_feed(cdp, input);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const parsers[])(struct str) = {fuzz_http, fuzz_events, fuzz_cdp, fuzz_picture};
    if (size)
        parsers[data[0] % COUNT_OF(parsers)]((struct str){(const char *)data + 1, size - 1});
    return 0;
}

#ifndef INTERLOPER_LIBFUZZER
static const struct str seeds[] = {
    STR("\0GET /a%20b/../c?x HTTP/1.1\r\nRange: bytes=1-5\r\nConnection: close\r\n\r\n"),
    STR("\1[{\"id\":\"a\",\"type\":\"click\",\"selector\":\"#a\"},{\"events\":[{\"type\":\"key\","
        "\"selector\":\"#b\",\"value\":\"Enter\"}]}]"),
    STR("\2{\"method\":\"Network.requestWillBeSent\",\"params\":{\"requestId\":\"1\",\"type\":"
        "\"XHR\""
        ",\"request\":{\"url\":\"http://h/a?b\",\"method\":\"GET\"}}}\0{\"method\":"
        "\"Fetch.requestPaused\",\"params\":{\"requestId\":\"F1\",\"networkId\":\"1\"}}\0{"
        "\"method\":"
        "\"Network.loadingFinished\",\"params\":{\"requestId\":\"1\"}}\0{\"method\":\"x\","
        "\"params\":"
        "{\"nodes\":[{\"id\":\"e1\",\"root\":\"e1\",\"kind\":\"user\"},{\"id\":\"e1.1\",\"root\":"
        "\"e1\",\"parent\":\"e1\",\"kind\":\"xhr\",\"writes\":[{\"what\":\"x\",\"box\":{\"x\":1}}]}"
        "],"
        "\"joins\":[[\"e1\",\"e1.1\"]]}}\0"),
    STR("\2{\"method\":\"x\",\"params\":{\"a\":\"\\ud83d\\ud83d\\ude00 \\\\ud83d "
        "\\udead\"}}\0{\"id\":1,\"v\":\"\\ud8\"}"
        "\0"),
    STR("\3\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0"),
};

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
    enum { ROOM = 4096 };
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;
    struct random random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    uint8_t bytes[ROOM];
    for (long i = 0; i < rounds; i++) {
        struct str seed = seeds[random_below(&random, COUNT_OF(seeds))];
        memcpy(bytes, seed.at, seed.len);
        size_t size =
            i < (long)COUNT_OF(seeds) ? seed.len : mutate(&random, bytes, seed.len, sizeof bytes);
        /* a copy of its own size, so that reading behind it is seen */
        uint8_t *copy = mem_alloc(size);
        memcpy(copy, bytes, size);
        LLVMFuzzerTestOneInput(copy, size);
        free(copy);
    }
    printf("%ld inputs\n", rounds);
    return 0;
}
#endif

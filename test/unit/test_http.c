/* serve/http and serve/server: requests as they should not be, ranges, no way out. */
#include "test.h"

#include "base/buf.h"
#include "base/file.h"
#include "browser/page.h"
#include "serve/http.h"
#include "serve/server.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

static int parse(const char *head, struct arena *arena, struct http_request *request)
{
    return http_parse(str_of(head), arena, request);
}

static void requests_are_understood_or_refused(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        int status;
        const char *path;
    } cases[] = {
        {"GET / HTTP/1.1\r\n\r\n", 200, "/"},
        {"GET /a%20b/c.js?x=../..#y HTTP/1.1\r\n\r\n", 200, "/a b/c.js"},
        {"HEAD /a..b/...c HTTP/1.0\r\n\r\n", 200, "/a..b/...c"},
        {"GET /../etc/passwd HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET /a/%2e%2e/%2E%2E/b HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET /a%2f..%2f..%2fb HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET /a\\..\\b HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET /%00 HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET /%4 HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET /%zz HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET a HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET /a\rb HTTP/1.1\r\n\r\n", 400, NULL},
        {"GET / HTTP/2.0\r\n\r\n", 505, NULL},
        {"GET /\r\n\r\n", 400, NULL},
        {"\r\n\r\n", 400, NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena arena = {0};
        struct http_request request;
        int status = parse(cases[i].head, &arena, &request);
        if (status != cases[i].status)
            fail_msg("%s: status %d, not %d", cases[i].head, status, cases[i].status);
        if (cases[i].path)
            assert_true(str_is(request.path, cases[i].path));
        arena_free(&arena);
    }
}

static void folders_get_their_slash(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"/sub", "/sub/"},         {"/sub?x=1/2?", "/sub/?x=1/2?"},
        {"//sub", "/sub/"},        {"///h/sub?", "/h/sub/?"},
        {"/50%25#top", "/50%25/"}, {"/a%20b/%0d%0aX:", "/a%20b/%0d%0aX:/"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena arena = {0};
        struct http_request request;
        char *head = mem_printf("GET %s HTTP/1.1\r\n\r\n", cases[i][0]);
        assert_int_equal(parse(head, &arena, &request), 200);
        char *place = http_folder(&request);
        assert_string_equal(place, cases[i][1]);
        free(place);
        free(head);
        arena_free(&arena);
    }
}

static void ranges(void **state)
{
    (void)state;
    static const struct {
        const char *range;
        uint64_t size;
        bool has, some;
        uint64_t first, count;
    } cases[] = {
        {"bytes=0-9", 100, true, true, 0, 10},
        {"bytes=90-", 100, true, true, 90, 10},
        {"bytes=-5", 100, true, true, 95, 5},
        {"bytes=-500", 100, true, true, 0, 100},
        {"bytes=50-1000", 100, true, true, 50, 50},
        {"bytes=100-", 100, true, false, 0, 0},
        {"bytes=9-3", 100, true, false, 0, 0},
        {"bytes=-0", 100, true, false, 0, 0},
        {"bytes=0-", 0, true, false, 0, 0},
        {"bytes=1-2,4-5", 100, false, false, 0, 0},
        {"bytes=x-y", 100, false, false, 0, 0},
        {"lines=1-2", 100, false, false, 0, 0},
        {"bytes=99999999999999999999-", 100, false, false, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena arena = {0};
        struct http_request request;
        char head[200];
        snprintf(head, sizeof head, "GET / HTTP/1.1\r\nRange: %s\r\n\r\n", cases[i].range);
        assert_int_equal(parse(head, &arena, &request), 200);
        assert_int_equal(request.has_range, cases[i].has);
        uint64_t first = 0, count = 0;
        if (request.has_range && http_range(&request, cases[i].size, &first, &count)) {
            assert_true(cases[i].some);
            assert_int_equal(first, cases[i].first);
            assert_int_equal(count, cases[i].count);
        } else {
            assert_false(cases[i].some);
        }
        arena_free(&arena);
    }
}

static void base64_there_and_back(void **state)
{
    (void)state;
    const char text[] = "\0\xff any bytes";
    for (size_t length = 0; length <= sizeof text; length++) {
        struct buf coded = {0}, plain = {0};
        base64_encode((struct str){text, length}, &coded);
        assert_true(base64_decode(buf_view(&coded), &plain));
        assert_true(str_equal(buf_view(&plain), (struct str){text, length}));
        buf_free(&coded);
        buf_free(&plain);
    }
}

static void credentials_of_addresses(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"ann:secret", "ann:secret"},
        {"ann:p%40ss", "ann:p@ss"},
        {"a%3Ab:%2f%25", "a:b:/%"},
        {"ann:100%", "ann:100%"},
        {"ann:%4", "ann:%4"},
        {"ann:%zz%00", "ann:%zz%00"},
        {"ann", "ann:"},
        {"", ":"},
        {"ann:a@b", "ann:a@b"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *got = http_credentials(str_of(cases[i][0]));
        assert_string_equal(got, cases[i][1]);
        free(got);
    }
}

static void types_by_ending(void **state)
{
    (void)state;
    assert_string_equal(http_type(STR("/a/b.html")), "text/html; charset=utf-8");
    assert_string_equal(http_type(STR("/a.mjs")), "text/javascript; charset=utf-8");
    assert_string_equal(http_type(STR("/a")), "application/octet-stream");
}

/* ---- the server itself, over a real socket ---- */

struct site {
    char folder[64];
    struct server *server;
    int port;
};

static void write_to(const char *folder, const char *name, const char *text)
{
    struct error error;
    char *path = mem_printf("%s/%s", folder, name);
    assert_true(file_write(path, str_of(text), &error));
    free(path);
}

static void open_site(struct site *site)
{
    struct error error;
    snprintf(site->folder, sizeof site->folder, "/tmp/interloper-test.XXXXXX");
    assert_non_null(mkdtemp(site->folder));
    static const char *const inner[] = {"site/sub", "site/linked", "site/50%", "site/.git",
                                        "site/.well-known"};
    for (size_t i = 0; i < COUNT_OF(inner); i++) {
        char *path = mem_printf("%s/%s", site->folder, inner[i]);
        assert_true(make_folders(path, &error));
        free(path);
    }
    char *root = mem_printf("%s/site", site->folder), *link = mem_printf("%s/out", root);
    char *index = mem_printf("%s/linked/index.html", root);
    write_to(site->folder, "secret.txt", "secret");
    write_to(root, "index.html", "<p>page");
    write_to(root, "sub/index.html", "<p>sub");
    write_to(root, "ten.txt", "0123456789");
    write_to(root, ".env", "TOKEN");
    write_to(root, ".git/config", "TOKEN");
    write_to(root, ".well-known/x", "x");
    char *seen = mem_printf("%s/seen", root);
    assert_int_equal(symlink(".env", seen), 0);
    free(seen);
    assert_int_equal(symlink("../secret.txt", link), 0);
    assert_int_equal(symlink("../../secret.txt", index), 0);
    site->server = server_open(root, false, &error);
    assert_non_null(site->server);
    site->port = (int)strtol(strrchr(server_url(site->server), ':') + 1, NULL, 10);
    free(root);
    free(link);
    free(index);
}

static void close_site(struct site *site)
{
    server_close(site->server);
    remove_tree(site->folder);
}

/* Sends the bytes and reads until the server closes or `wanted` was read. */
static char *exchange(const struct site *site, const char *request)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)site->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    struct buf whole = {0}; /* each request with the host's name, where it has none of its own */
    for (const char *at = request; *at; at++) {
        buf_char(&whole, *at);
        if (str_starts(str_of(at), STR("\n")) && at - request >= 10 &&
            memcmp(at - 9, "HTTP/1.", 7) == 0 && !strstr(request, "Host: "))
            buf_printf(&whole, "Host: localhost:%d\r\n", site->port);
    }
    assert_int_equal(write(fd, whole.at, whole.len), whole.len);
    buf_free(&whole);
    shutdown(fd, SHUT_WR);
    struct buf answer = {0};
    char chunk[1000];
    for (ssize_t got; (got = read(fd, chunk, sizeof chunk)) > 0;)
        buf_add(&answer, chunk, (size_t)got);
    close(fd);
    return buf_take(&answer);
}

static void serves_files_and_nothing_else(void **state)
{
    (void)state;
    static const struct {
        const char *request, *has, *has_not;
    } cases[] = {
        {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "200 OK", NULL},
        {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "<p>page", NULL},
        {"GET /sub HTTP/1.1\r\nConnection: close\r\n\r\n", "Location: /sub/\r\n", NULL},
        {"GET //sub?x=1 HTTP/1.0\r\n\r\n", "Location: /sub/?x=1\r\n", NULL},
        {"GET /50%25 HTTP/1.0\r\n\r\n", "Location: /50%25/\r\n", NULL},
        {"GET /linked/ HTTP/1.0\r\n\r\n", "404 Not Found", "secret"},
        {"GET / HTTP/1.0\r\n\r\nGET /ten.txt HTTP/1.1\r\n\r\n", "<p>page", "0123456789"},
        {"GET /sub/ HTTP/1.0\r\n\r\n", "<p>sub", NULL},
        {"GET /ten.txt HTTP/1.0\r\nRange: bytes=2-4\r\n\r\n", "\r\n\r\n234", "5"},
        {"GET /ten.txt HTTP/1.0\r\nRange: bytes=50-\r\n\r\n", "416 Range", "0123456789"},
        {"HEAD /ten.txt HTTP/1.0\r\n\r\n", "Content-Length: 10", "0123456789"},
        {"POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "405 Method", NULL},
        {"GET /no HTTP/1.0\r\n\r\n", "404 Not Found", NULL},
        {"GET /out HTTP/1.0\r\n\r\n", "404 Not Found", "\r\n\r\nsecret"},
        {"GET /../secret.txt HTTP/1.0\r\n\r\n", "400 Bad", "\r\n\r\nsecret"},
        {"GET /%2e%2e/secret.txt HTTP/1.0\r\n\r\n", "400 Bad", "\r\n\r\nsecret"},
        {"GET /ten.txt HTTP/1.1\r\n\r\nGET /ten.txt HTTP/1.0\r\n\r\n", "0123456789HTTP/1.1", NULL},
        {"nonsense\r\n\r\n", "400 Bad", NULL},
        {"GET /ten.txt HTTP/1.0\r\nHost: evil.example\r\n\r\n", "421 Misdirected", "0123456789"},
        {"GET /ten.txt HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n", "421 Misdirected", "0123456789"},
        {"GET /ten.txt HTTP/1.0\r\nHost: localhost:1\r\n\r\n", "421 Misdirected", "0123456789"},
        {"GET /.env HTTP/1.0\r\n\r\n", "404 Not Found", "TOKEN"},
        {"GET /%2eenv HTTP/1.0\r\n\r\n", "404 Not Found", "TOKEN"},
        {"GET /.git/config HTTP/1.0\r\n\r\n", "404 Not Found", "TOKEN"},
        {"GET /seen HTTP/1.0\r\n\r\n", "404 Not Found", "TOKEN"},
        {"GET /.well-known/x HTTP/1.0\r\n\r\n", "200 OK", NULL},
    };
    struct site site;
    open_site(&site);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *answer = exchange(&site, cases[i].request);
        if (!strstr(answer, cases[i].has))
            fail_msg("%s: %s", cases[i].request, answer);
        char *body = strstr(answer, "\r\n\r\n");
        if (cases[i].has_not && body && strstr(body, cases[i].has_not))
            fail_msg("%s: %s", cases[i].request, answer);
        free(answer);
    }
    close_site(&site);
}

static void a_head_without_end_is_refused(void **state)
{
    (void)state;
    enum { LENGTH = 300 * 1024 };
    struct site site;
    struct buf request = {0};
    open_site(&site);
    buf_text(&request, "GET / HTTP/1.1\r\nX: ");
    while (request.len < LENGTH)
        buf_char(&request, 'x');
    char *answer = exchange(&site, request.at);
    assert_non_null(strstr(answer, "431 Request Header Fields Too Large"));
    free(answer);
    buf_free(&request);
    close_site(&site);
}

static void paths_that_are_no_pages(void **state)
{
    (void)state;
    struct error error;
    assert_null(server_open("/no/such/folder", false, &error));
    assert_int_equal(error.exit_code, EXIT_BAD_USAGE);
    assert_null(server_open("/proc", false, &error));
    assert_non_null(strstr(error.message, "index.html"));
    struct site site;
    open_site(&site);
    char *linked = mem_printf("%s/site/linked", site.folder);
    assert_null(server_open(linked, false, &error));
    assert_non_null(strstr(error.message, "link out of the folder"));
    free(linked);
    close_site(&site);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_understood_or_refused),
        cmocka_unit_test(folders_get_their_slash),
        cmocka_unit_test(ranges),
        cmocka_unit_test(base64_there_and_back),
        cmocka_unit_test(credentials_of_addresses),
        cmocka_unit_test(types_by_ending),
        cmocka_unit_test(serves_files_and_nothing_else),
        cmocka_unit_test(a_head_without_end_is_refused),
        cmocka_unit_test(paths_that_are_no_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* browser/cdp: framing, who gets what, what ends a wait. A thread plays the browser. */
#include "test.h"

#include "browser/cdp.h"

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

struct line {
    struct cdp *cdp;
    int ours, theirs;
};

static struct line open_line(const atomic_bool *cancel)
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    return (struct line){cdp_new(ends[0], cancel), ends[0], ends[1]};
}

static void close_line(struct line *line)
{
    cdp_free(line->cdp);
    close(line->ours);
    if (line->theirs >= 0)
        close(line->theirs);
}

static void feed(struct line *line, const char *text)
{
    cdp_feed(line->cdp, (struct str){text, strlen(text) + 1});
}

/* Answers the first call with an event before, in pieces of one byte. */
static void *play_browser(void *context)
{
    struct line *line = context;
    char asked[500];
    ssize_t got = read(line->theirs, asked, sizeof asked);
    assert_true(got > 0 && asked[got - 1] == '\0');
    assert_non_null(strstr(asked, "\"method\":\"A.b\""));
    assert_non_null(strstr(asked, "\"sessionId\":\"S1\""));
    static const char said[] = "{\"method\":\"E.one\",\"params\":{\"n\":1},\"sessionId\":\"S1\"}\0"
                               "{\"id\":99,\"result\":{},\"sessionId\":\"S1\"}\0"
                               "no json\0[1]\0\0"
                               "{\"id\":1,\"result\":{\"v\":7},\"sessionId\":\"S1\"}";
    for (size_t i = 0; i < sizeof said; i++)
        cdp_feed(line->cdp, (struct str){said + i, 1});
    return NULL;
}

static void count_event(void *context, const char *method, json_t *params)
{
    assert_string_equal(method, "E.one");
    *(int *)context += (int)json_integer_value(json_object_get(params, "n"));
}

static void replies_find_their_caller_and_events_the_handler(void **state)
{
    (void)state;
    struct line line = open_line(NULL);
    struct error error;
    int events = 0;
    pthread_t browser;
    struct cdp_session *session = cdp_session_open(line.cdp, "S1", count_event, &events);
    pthread_create(&browser, NULL, play_browser, &line);
    json_t *reply = cdp_call(session, "A.b", NULL, 5000, &error);
    pthread_join(browser, NULL);
    assert_non_null(reply);
    assert_int_equal(json_integer_value(json_object_get(reply, "v")), 7);
    assert_int_equal(events, 1);
    assert_int_equal(cdp_malformed(line.cdp), 3);
    json_decref(reply);
    cdp_session_close(session);
    close_line(&line);
}

static void a_session_below_another_speaks_to_its_handler(void **state)
{
    (void)state;
    struct line line = open_line(NULL);
    struct error error;
    bool any;
    int events = 0;
    struct cdp_session *session = cdp_session_open(line.cdp, "S1", count_event, &events);
    cdp_session_open_below(session, "W1");
    cdp_session_open_below(session, "W2");
    feed(&line, "{\"method\":\"E.one\",\"params\":{\"n\":5},\"sessionId\":\"W1\"}");
    assert_true(cdp_wait(session, 5000, &any, &error) && any);
    assert_int_equal(events, 5);
    cdp_session_close_below(session, "W1");
    feed(&line, "{\"method\":\"E.one\",\"params\":{\"n\":9},\"sessionId\":\"W1\"}");
    feed(&line, "{\"method\":\"E.one\",\"params\":{\"n\":1},\"sessionId\":\"W2\"}");
    assert_true(cdp_wait(session, 5000, &any, &error) && any);
    assert_int_equal(events, 6);
    cdp_session_close(session); /* with all that is below */
    close_line(&line);
}

static void errors_of_the_browser_are_told(void **state)
{
    (void)state;
    struct line line = open_line(NULL);
    struct error error;
    struct cdp_session *session = cdp_session_open(line.cdp, NULL, NULL, NULL);
    /* not asked for yet: nobody waits, so it is dropped */
    feed(&line, "{\"id\":1,\"error\":{\"message\":\"early\"}}");
    assert_null(cdp_call(session, "A.b", NULL, 30, &error));
    assert_non_null(strstr(error.message, "did not answer A.b"));
    assert_int_equal(error.exit_code, EXIT_ENVIRONMENT);
    cdp_session_close(session);
    close_line(&line);
}

static void a_closed_line_ends_every_wait(void **state)
{
    (void)state;
    struct line line = open_line(NULL);
    struct error error;
    bool any;
    struct cdp_session *session = cdp_session_open(line.cdp, NULL, NULL, NULL);
    cdp_close(line.cdp, "gone for good");
    cdp_close(line.cdp, "again");
    assert_true(cdp_closed(line.cdp));
    assert_null(cdp_call(session, "A.b", NULL, 60000, &error));
    assert_string_equal(error.message, "gone for good");
    assert_false(cdp_wait(session, 60000, &any, &error));
    cdp_session_close(session);
    close_line(&line);
}

static void writing_to_the_dead_does_not_kill(void **state)
{
    (void)state;
    struct line line = open_line(NULL);
    struct error error;
    struct cdp_session *session = cdp_session_open(line.cdp, NULL, NULL, NULL);
    close(line.theirs);
    line.theirs = -1;
    assert_null(cdp_call(session, "A.b", NULL, 60000, &error));
    assert_non_null(strstr(error.message, "closed its pipe"));
    cdp_session_close(session);
    close_line(&line);
}

static void cancelling_ends_a_wait(void **state)
{
    (void)state;
    atomic_bool cancel = true;
    struct line line = open_line(&cancel);
    struct error error;
    struct cdp_session *session = cdp_session_open(line.cdp, NULL, NULL, NULL);
    assert_null(cdp_call(session, "A.b", NULL, 60000, &error));
    assert_int_equal(error.exit_code, EXIT_INTERRUPTED);
    cdp_session_close(session);
    close_line(&line);
}

static void a_failed_session_gives_up_alone(void **state)
{
    (void)state;
    struct line line = open_line(NULL);
    struct error error;
    bool any;
    struct cdp_session *crashed = cdp_session_open(line.cdp, "S1", NULL, NULL);
    struct cdp_session *other = cdp_session_open(line.cdp, "S2", NULL, NULL);
    cdp_session_fail(crashed, "the page crashed");
    assert_null(cdp_call(crashed, "A.b", NULL, 60000, &error));
    assert_string_equal(error.message, "the page crashed");
    assert_true(cdp_wait(other, 0, &any, &error));
    assert_false(any);
    cdp_session_close(crashed);
    cdp_session_close(other);
    close_line(&line);
}

/* Answers a call with the text given, whose "id" must be 1. */
struct answer {
    struct line *line;
    const char *text;
};

static void *play_answer(void *context)
{
    struct answer *answer = context;
    char asked[500];
    assert_true(read(answer->line->theirs, asked, sizeof asked) > 0);
    feed(answer->line, answer->text);
    return NULL;
}

static json_t *ask(const char *answered, struct error *error)
{
    struct line line = open_line(NULL);
    struct answer answer = {&line, answered};
    pthread_t browser;
    struct cdp_session *session = cdp_session_open(line.cdp, NULL, NULL, NULL);
    pthread_create(&browser, NULL, play_answer, &answer);
    json_t *reply = cdp_call(session, "A.b", NULL, 60000, error);
    pthread_join(browser, NULL);
    cdp_session_close(session);
    close_line(&line);
    return reply;
}

static void halves_of_characters_are_mended(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"\\ud83d", "\xef\xbf\xbd"},
        {"\\ude00", "\xef\xbf\xbd"},
        {"\\ud83d\\ud83d\\ude00", "\xef\xbf\xbd\xf0\x9f\x98\x80"},
        {"\\uD83D\\n\\uDE00", "\xef\xbf\xbd\n\xef\xbf\xbd"},
        {"\\\\ud83d\\ud83d", "\\ud83d\xef\xbf\xbd"},
        {"\\\\\\ud83d.", "\\\xef\xbf\xbd."},
        {"\\ud83d\\\\ude00", "\xef\xbf\xbd\\ude00"},
        {"\\ud83d\\u0041", "\xef\xbf\xbd"
                           "A"},
        {"a\xff", "a?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {0};
        char *text = mem_printf("{\"id\":1,\"result\":{\"v\":\"%s\"}}", cases[i][0]);
        json_t *reply = ask(text, &error);
        assert_non_null(reply);
        assert_string_equal(json_string_value(json_object_get(reply, "v")), cases[i][1]);
        json_decref(reply);
        free(text);
    }
}

static void a_reply_that_cannot_be_read_fails_at_once(void **state)
{
    (void)state;
    struct error error = {0};
    assert_null(ask("{\"id\":1,\"result\":{\"v\":\"\\ud8\"}}", &error));
    assert_string_equal(error.message, "A.b: the browser's reply cannot be read");
    assert_int_equal(error.exit_code, EXIT_ENVIRONMENT);
}

/* Feeds another event for each that is handled. */
static void flood(void *context, const char *method, json_t *params)
{
    (void)method, (void)params;
    feed(context, "{\"method\":\"E.one\",\"params\":{}}");
}

static void news_without_end_do_not_hide_the_deadline(void **state)
{
    (void)state;
    atomic_bool cancel = false;
    struct line line = open_line(&cancel);
    struct error error;
    bool any;
    struct cdp_session *session = cdp_session_open(line.cdp, NULL, flood, &line);
    for (int i = 0; i < 3; i++)
        flood(&line, NULL, NULL);
    assert_null(cdp_call(session, "A.b", NULL, 50, &error));
    assert_non_null(strstr(error.message, "did not answer A.b"));
    assert_true(cdp_wait(session, 0, &any, &error));
    assert_true(any);
    atomic_store(&cancel, true);
    assert_null(cdp_call(session, "A.b", NULL, 60000, &error));
    assert_int_equal(error.exit_code, EXIT_INTERRUPTED);
    assert_false(cdp_wait(session, 0, &any, &error));
    cdp_session_close(session);
    close_line(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_find_their_caller_and_events_the_handler),
        cmocka_unit_test(a_session_below_another_speaks_to_its_handler),
        cmocka_unit_test(errors_of_the_browser_are_told),
        cmocka_unit_test(a_closed_line_ends_every_wait),
        cmocka_unit_test(writing_to_the_dead_does_not_kill),
        cmocka_unit_test(cancelling_ends_a_wait),
        cmocka_unit_test(a_failed_session_gives_up_alone),
        cmocka_unit_test(halves_of_characters_are_mended),
        cmocka_unit_test(a_reply_that_cannot_be_read_fails_at_once),
        cmocka_unit_test(news_without_end_do_not_hide_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

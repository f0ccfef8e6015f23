/* web/network: order, holding, releasing, giving up — with DevTools events written by hand. */
#include "test.h"

#include "base/buf.h"
#include "web/network.h"

struct net {
    struct network network;
    struct arena arena;
    struct buf posted; /* "continue F1;" … */
};

static void post(void *context, const char *method, json_t *params)
{
    struct net *net = context;
    const char *id = json_string_value(json_object_get(params, "requestId"));
    buf_printf(&net->posted, "%s %s;", strchr(method, '.') + 1, id);
    json_decref(params);
}

static void start(struct net *net)
{
    *net = (struct net){0};
    net->network.known = network_known_new();
    net->network.post = post;
    net->network.context = net;
    net->network.arena = &net->arena;
    net->network.lane = 1;
}

static void stop(struct net *net)
{
    network_known_free(net->network.known);
    network_free(&net->network);
    arena_free(&net->arena);
    buf_free(&net->posted);
}

static void tell(struct net *net, const char *method, json_t *params)
{
    network_event(&net->network, method, params);
    json_decref(params);
}

/* A worker has no loader. */
static void asks(struct net *net, const char *loader, const char *id, const char *type)
{
    tell(net, "Network.requestWillBeSent",
         json_pack("{s:s, s:s, s:s, s:{s:s, s:s}}", "loaderId", loader, "requestId", id, "type",
                   type, "request", "url", "http://h/api?q=1", "method", "GET"));
}

static void sends(struct net *net, const char *id, const char *type)
{
    asks(net, "L", id, type);
}

static void pauses(struct net *net, const char *id, const char *fetch_id)
{
    tell(net, "Fetch.requestPaused",
         json_pack("{s:s, s:s, s:i}", "requestId", fetch_id, "networkId", id, "responseStatusCode",
                   200));
}

static void refuses(struct net *net, const char *id, const char *fetch_id)
{
    tell(net, "Fetch.requestPaused",
         json_pack("{s:s, s:s, s:s}", "requestId", fetch_id, "networkId", id, "responseErrorReason",
                   "ConnectionRefused"));
}

static void ends(struct net *net, const char *id)
{
    tell(net, "Network.loadingFinished", json_pack("{s:s}", "requestId", id));
}

static void expect(struct net *net, const char *posted)
{
    assert_string_equal(net->posted.at ? net->posted.at : "", posted);
    buf_clear(&net->posted);
}

static void answers_come_in_the_order_of_requests(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    sends(&net, "1", "XHR");
    sends(&net, "2", "Fetch");
    assert_int_equal(network_under_way(&net.network), 2);
    pauses(&net, "2", "F2");
    expect(&net, "");
    pauses(&net, "1", "F1");
    expect(&net, "continueResponse F1;");
    ends(&net, "1");
    expect(&net, "continueResponse F2;");
    ends(&net, "2");
    assert_int_equal(network_under_way(&net.network), 0);
    stop(&net);
}

static void held_answers_wait_and_others_pass(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    sends(&net, "1", "XHR");
    pauses(&net, "1", "F1");
    net.network.hold = false;
    net.network.lane = 2;
    assert_int_equal(network_held(&net.network), 1);
    assert_int_equal(network_under_way(&net.network), 0);
    sends(&net, "2", "XHR");
    pauses(&net, "2", "F2");
    expect(&net, "continueResponse F2;");
    ends(&net, "2");
    assert_true(network_release(&net.network));
    expect(&net, "continueResponse F1;");
    assert_false(network_release(&net.network));
    ends(&net, "1");
    static const enum web_step_kind kinds[] = {WEB_STEP_REQUEST,  WEB_STEP_HELD,
                                               WEB_STEP_REQUEST,  WEB_STEP_ANSWER,
                                               WEB_STEP_RELEASED, WEB_STEP_ANSWER};
    assert_int_equal(net.network.steps.len, COUNT_OF(kinds));
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        assert_int_equal(net.network.steps.at[i].kind, kinds[i]);
    assert_string_equal(net.network.steps.at[0].text, "GET /api?q=1");
    stop(&net);
}

/* On a busy machine the browser's news overtakes that of the page's process. */
static void what_workers_ask_for_is_held_and_counted(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    asks(&net, "", "S", "Script");
    pauses(&net, "S", "FS");
    ends(&net, "S");
    net.network.hold = true;
    asks(&net, "", "1", "Fetch");
    net.network.hold = false;
    pauses(&net, "1", "F1");
    expect(&net, "continueResponse FS;");
    assert_true(network_holds_worker(&net.network));
    assert_int_equal(network_unanswered(&net.network), 0); /* the page itself misses nothing */
    assert_int_equal(net.network.worker_answers, 0);
    assert_true(network_release(&net.network));
    ends(&net, "1");
    assert_false(network_holds_worker(&net.network));
    assert_int_equal(net.network.worker_answers, 1);
    stop(&net);
}

static void an_answer_may_be_heard_of_before_its_request(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    pauses(&net, "1", "F1");
    expect(&net, "");
    assert_int_equal(network_under_way(&net.network), 1);
    sends(&net, "1", "Fetch");
    expect(&net, "");
    assert_int_equal(network_held(&net.network), 1);
    pauses(&net, "worker", "F9");
    net.network.now = 2000;
    network_give_up(&net.network, 5000);
    expect(&net, "continueResponse F9;");
    stop(&net);
}

static void what_is_no_ajax_is_never_held(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    sends(&net, "1", "Font");
    pauses(&net, "1", "F1");
    expect(&net, "continueResponse F1;");
    sends(&net, "2", "EventSource");
    pauses(&net, "2", "F2");
    expect(&net, "continueResponse F2;");
    assert_int_equal(network_under_way(&net.network), 1); /* the font */
    tell(&net, "Fetch.requestPaused", json_pack("{s:s}", "requestId", "F3"));
    expect(&net, "continueResponse F3;");
    stop(&net);
}

static void many_held_answers_give_their_connections_back(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    for (int i = 0; i < 5; i++) {
        char id[2] = {(char)('1' + i)}, fetch_id[3] = {'F', (char)('1' + i)};
        sends(&net, id, "XHR");
        tell(&net, "Fetch.requestPaused",
             json_pack("{s:s, s:s, s:i, s:[{s:s, s:s}]}", "requestId", fetch_id, "networkId", id,
                       "responseStatusCode", 200, "responseHeaders", "name", "Content-Encoding",
                       "value", "gzip"));
    }
    for (int i = 0; i < 2; i++) {
        struct network_request *next = network_next_to_take(&net.network);
        assert_non_null(next);
        json_object_set_new(next->answer, "body", json_string("YQ=="));
    }
    assert_null(network_next_to_take(&net.network));
    while (network_release(&net.network))
        ;
    expect(&net, "fulfillRequest F1;fulfillRequest F2;continueResponse F3;continueResponse F4;"
                 "continueResponse F5;");
    stop(&net);
}

static void a_document_that_breaks_off_is_known(void **state)
{
    (void)state;
    static const char *const why[] = {"net::ERR_ABORTED", "net::ERR_CONTENT_LENGTH_MISMATCH"};
    for (int broken = 0; broken < 2; broken++) {
        struct net net;
        start(&net);
        net.network.lane = 0;
        sends(&net, "1", "Document");
        tell(&net, "Network.responseReceived",
             json_pack("{s:s, s:s, s:{s:i, s:s}}", "requestId", "1", "loaderId", "1", "response",
                       "status", 200, "mimeType", "text/html"));
        tell(&net, "Network.loadingFailed",
             json_pack("{s:s, s:s, s:b}", "requestId", "1", "errorText", why[broken], "canceled",
                       !broken));
        assert_int_equal(net.network.document_failed != NULL, broken);
        stop(&net);
    }
}

static void failed_connections_have_no_body_to_take(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    static const char *const ids[] = {"1", "2", "3", "4", "5"};
    static const char *const fetch_ids[] = {"F1", "F2", "F3", "F4", "F5"};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        sends(&net, ids[i], "Fetch");
        if (i == 1)
            refuses(&net, ids[i], fetch_ids[i]);
        else
            pauses(&net, ids[i], fetch_ids[i]);
    }
    struct network_request *next = network_next_to_take(&net.network);
    assert_string_equal(next->id, "1");
    json_object_set_new(next->answer, "body", json_string("YQ=="));
    assert_null(network_next_to_take(&net.network));
    while (network_release(&net.network))
        ;
    expect(&net, "fulfillRequest F1;continueResponse F2;continueResponse F3;continueResponse F4;"
                 "continueResponse F5;");
    stop(&net);
}

static void redirects_go_through(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    sends(&net, "1", "XHR");
    tell(&net, "Fetch.requestPaused",
         json_pack("{s:s, s:s, s:i}", "requestId", "F1", "networkId", "1", "responseStatusCode",
                   302));
    expect(&net, "continueResponse F1;");
    sends(&net, "1", "XHR");
    pauses(&net, "1", "F2");
    expect(&net, "");
    assert_int_equal(network_held(&net.network), 1);
    stop(&net);
}

static void aborted_requests_are_not_held_any_more(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    sends(&net, "1", "XHR");
    pauses(&net, "1", "F1");
    tell(&net, "Network.loadingFailed", json_pack("{s:s}", "requestId", "1"));
    assert_int_equal(network_held(&net.network), 0);
    assert_false(network_release(&net.network));
    assert_int_equal(vec_last(&net.network.steps)->kind, WEB_STEP_ABORTED);
    stop(&net);
}

static void an_answer_whose_body_nobody_reads_is_through(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.now = 100;
    sends(&net, "1", "Fetch");
    sends(&net, "2", "Fetch");
    pauses(&net, "1", "F1");
    pauses(&net, "2", "F2");
    tell(&net, "Network.responseReceived",
         json_pack("{s:s, s:s, s:{s:i}}", "requestId", "1", "type", "Fetch", "response", "status",
                   404));
    expect(&net, "continueResponse F1;");
    net.network.now = 200;
    tell(&net, "Network.dataReceived", json_pack("{s:s}", "requestId", "1"));
    net.network.now = 500;
    network_give_up(&net.network, 5000);
    expect(&net, "");
    assert_int_equal(network_under_way(&net.network), 2);
    net.network.now = 700;
    network_give_up(&net.network, 5000);
    expect(&net, "continueResponse F2;");
    assert_int_equal(network_under_way(&net.network), 1);
    stop(&net);
}

static void endless_requests_are_learned(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    sends(&net, "1", "Fetch");
    net.network.now = 10000;
    network_give_up(&net.network, 3000);
    assert_int_equal(network_under_way(&net.network), 0);
    assert_true(network_known_endless(net.network.known, "http://h/api?q=other", 1));
    assert_false(network_known_endless(net.network.known, "http://h/api/2", 1));
    net.network.hold = true;
    sends(&net, "2", "Fetch"); /* known by now: neither waited for nor held */
    assert_int_equal(network_under_way(&net.network), 0);
    pauses(&net, "2", "F2");
    expect(&net, "continueResponse F2;");
    ends(&net, "2"); /* it does end: the machine was busy */
    assert_false(network_known_endless(net.network.known, "http://h/api", 1));
    stop(&net);
}

static void what_was_answered_once_is_waited_for_longer(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    sends(&net, "1", "Fetch");
    pauses(&net, "1", "F1");
    ends(&net, "1");
    sends(&net, "2", "Fetch");
    net.network.now = 10000;
    network_give_up(&net.network, 3000);
    assert_int_equal(network_under_way(&net.network), 1);
    net.network.now = 13000;
    network_give_up(&net.network, 3000);
    assert_int_equal(network_under_way(&net.network), 0);
    stop(&net);
}

/* One run of a page that asks twice: the first is answered, the second only after `wait` ms. */
static bool second_is_waited_for(struct net *net, double wait)
{
    network_free(&net->network);
    net->network.requests = (typeof(net->network.requests)){0};
    net->network.strays = (typeof(net->network.strays)){0};
    net->network.steps = (web_steps){0};
    net->network.now = 0;
    sends(net, "1", "Fetch");
    ends(net, "1");
    sends(net, "2", "Fetch");
    bool waited = network_under_way(&net->network) == 1;
    net->network.now = wait;
    network_give_up(&net->network, 3000);
    return waited;
}

static void a_poll_that_hangs_in_two_runs_is_not_waited_for(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    assert_true(second_is_waited_for(&net, 13000));
    assert_true(second_is_waited_for(&net, 13000)); /* once may be the machine */
    assert_false(second_is_waited_for(&net, 0));
    assert_false(network_known_endless(net.network.known, "http://h/api", 1));
    ends(&net, "2"); /* it does end */
    assert_true(second_is_waited_for(&net, 0));
    stop(&net);
}

static void patience_begins_when_an_answer_is_let_go(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.hold = true;
    sends(&net, "1", "XHR");
    pauses(&net, "1", "F1");
    net.network.now = 60000;
    assert_true(network_release(&net.network));
    network_give_up(&net.network, 5000);
    assert_int_equal(network_under_way(&net.network), 1);
    stop(&net);
}

static void an_answer_that_has_begun_is_known_to_be_read(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    net.network.now = 100;
    sends(&net, "1", "Fetch");
    assert_false(network_reading(&net.network));
    tell(&net, "Network.responseReceived",
         json_pack("{s:s, s:s, s:{s:i}}", "requestId", "1", "type", "Fetch", "response", "status",
                   200));
    assert_true(network_reading(&net.network));
    network_stop_reading(&net.network);
    assert_false(network_reading(&net.network));
    assert_true(network_known_endless(net.network.known, "http://h/api", 1));
    stop(&net);
}

static void credentials_go_with_the_request(void **state)
{
    (void)state;
    struct net net;
    start(&net);
    tell(&net, "Fetch.authRequired", json_pack("{s:s}", "requestId", "F1"));
    expect(&net, "continueWithAuth F1;");
    static const char *const origins[] = {"http://own"};
    net.network.authorization = "Basic YTpi";
    net.network.origins = origins;
    net.network.origin_count = 1;
    sends(&net, "1", "XHR");
    tell(&net, "Fetch.requestPaused",
         json_pack("{s:s, s:s, s:{s:{s:s}}}", "requestId", "F1", "networkId", "1", "request",
                   "headers", "Accept", "*/*"));
    expect(&net, "continueRequest F1;");
    assert_int_equal(network_under_way(&net.network), 1);
    pauses(&net, "1", "F1");
    expect(&net, "continueResponse F1;");
    stop(&net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_in_the_order_of_requests),
        cmocka_unit_test(held_answers_wait_and_others_pass),
        cmocka_unit_test(what_workers_ask_for_is_held_and_counted),
        cmocka_unit_test(an_answer_may_be_heard_of_before_its_request),
        cmocka_unit_test(what_is_no_ajax_is_never_held),
        cmocka_unit_test(many_held_answers_give_their_connections_back),
        cmocka_unit_test(a_document_that_breaks_off_is_known),
        cmocka_unit_test(failed_connections_have_no_body_to_take),
        cmocka_unit_test(redirects_go_through),
        cmocka_unit_test(aborted_requests_are_not_held_any_more),
        cmocka_unit_test(an_answer_whose_body_nobody_reads_is_through),
        cmocka_unit_test(endless_requests_are_learned),
        cmocka_unit_test(what_was_answered_once_is_waited_for_longer),
        cmocka_unit_test(a_poll_that_hangs_in_two_runs_is_not_waited_for),
        cmocka_unit_test(patience_begins_when_an_answer_is_let_go),
        cmocka_unit_test(an_answer_that_has_begun_is_known_to_be_read),
        cmocka_unit_test(credentials_go_with_the_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

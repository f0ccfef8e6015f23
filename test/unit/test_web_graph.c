/* web/graph: which pairs of events are worth a test. */
#include "test.h"

#include "web/graph.h"

#include <jansson.h>

/* A user event that asks for something and gets it: the node of the answer holds `answer`. */
static void build_for(struct web_graph *self, const char *method, const char *path, const char *own,
                      const char *answer)
{
    char text[1000];
    snprintf(
        text, sizeof text,
        "{\"nodes\": [{\"id\": \"e\", \"root\": \"e\", \"kind\": %d, \"label\": \"click\", %s},"
        "{\"id\": \"e.1\", \"parent\": \"e\", \"root\": \"e\", \"kind\": %d, \"label\": \"%s /x\", "
        "\"url\": \"http://a.example%s\", %s}], \"joins\": []}",
        WEB_KIND_USER, own, WEB_KIND_XHR, method, path, answer);
    json_t *trace = json_loads(text, 0, NULL);
    assert_non_null(trace);
    *self = (struct web_graph){0};
    graph_build(self, trace, "e");
    json_decref(trace);
}

static void build(struct web_graph *self, const char *method, const char *own, const char *answer)
{
    build_for(self, method, "/x", own, answer);
}

#define NOTHING "\"writes\": []"
#define SEEN                                                                                       \
    "\"writes\": [{\"what\": \"p: text\", \"where\": \"div#box>p\", \"box\": {\"x\": 1, \"y\": "   \
    "1, \"width\": 9, \"height\": 9}}]"
#define ELSEWHERE                                                                                  \
    "\"writes\": [{\"what\": \"b: text\", \"where\": \"b#b\", \"box\": {\"x\": 99, \"y\": 1, "     \
    "\"width\": 9, \"height\": 9}}]"
#define UNSEEN "\"writes\": [], \"unseen\": [\"div#box>p\"]"

static void boxes_that_overlap_conflict(void **state)
{
    (void)state;
    struct web_graph first, second, other;
    build(&first, "GET", NOTHING, SEEN);
    build(&second, "GET", SEEN, NOTHING);
    build(&other, "GET", ELSEWHERE, NOTHING);
    assert_true(graph_conflict(&first, &second));
    assert_false(graph_conflict(&second, &first)); /* what it writes waits for no answer */
    assert_false(graph_conflict(&first, &other));
    assert_false(graph_may_wake(&first, &other));
    arena_free(&first.arena);
    arena_free(&second.arena);
    arena_free(&other.arena);
}

static void what_is_written_out_of_sight_is_worth_a_try(void **state)
{
    (void)state;
    struct web_graph opens, fills, other;
    build(&opens, "GET", NOTHING, SEEN);
    build(&fills, "GET", NOTHING, UNSEEN);
    build(&other, "GET", ELSEWHERE, NOTHING);
    assert_false(graph_conflict(&opens, &fills));
    assert_true(graph_may_wake(&opens, &fills)); /* alone it shows nothing */
    assert_true(graph_may_wake(&fills, &opens)); /* the same place, seen */
    assert_false(graph_may_wake(&fills, &other));
    arena_free(&opens.arena);
    arena_free(&fills.arena);
    arena_free(&other.arena);
}

/* "Reload" of what is there writes nothing while it is alone; late it undoes what came after it. */
static void an_answer_may_be_stale(void **state)
{
    (void)state;
    static const struct {
        const char *asked, *changed;
        bool stale;
    } paths[] = {{"/todos", "/todos", true},
                 {"/todos", "/todos/7", true},
                 {"/todos/7?all=1", "/todos/", true},
                 {"/todos", "/todos-old", false},
                 {"/", "/todos", false},
                 {"/users", "/todos", false}};
    struct web_graph repeats, unseen, shows, changes, idle;
    build(&repeats, "GET", NOTHING, NOTHING);
    build(&unseen, "GET", NOTHING, UNSEEN);
    build(&shows, "GET", ELSEWHERE, NOTHING);
    build(&idle, "GET", NOTHING, NOTHING);
    assert_true(graph_may_be_stale(&repeats, &shows));
    assert_false(graph_may_be_stale(&repeats, &idle)); /* nothing is there to be undone */
    assert_false(graph_may_be_stale(&unseen, &shows)); /* it is known where that writes */
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        struct web_graph asks;
        build_for(&asks, "GET", paths[i].asked, NOTHING, SEEN);
        build_for(&changes, "PUT", paths[i].changed, ELSEWHERE, NOTHING);
        assert_int_equal(graph_may_be_stale(&asks, &changes), paths[i].stale);
        assert_false(graph_may_be_stale(&asks, &shows)); /* it changes nothing there */
        arena_free(&asks.arena);
        arena_free(&changes.arena);
    }
    arena_free(&repeats.arena);
    arena_free(&unseen.arena);
    arena_free(&shows.arena);
    arena_free(&idle.arena);
}

static void who_sends_and_looks_at_the_answer_saves(void **state)
{
    (void)state;
    static const char *const methods[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
    for (size_t i = 0; i < COUNT_OF(methods); i++) {
        struct web_graph graph;
        build(&graph, methods[i], NOTHING, NOTHING);
        assert_int_equal(graph_saves(&graph), i > 0);
        assert_false(graph_is_idle(&graph));
        arena_free(&graph.arena);
    }
}

/* DELETE, then GET in the reaction to its answer; `first` and `second`: the methods. */
static bool reads_back(const char *first, const char *second, bool chained)
{
    struct web_graph graph = {0};
    char text[1000];
    snprintf(
        text, sizeof text,
        "{\"nodes\": [{\"id\": \"e\", \"root\": \"e\", \"kind\": %d, \"label\": \"click\"},"
        "{\"id\": \"e.1\", \"parent\": \"e\", \"root\": \"e\", \"kind\": %d, \"label\": \"%s /x\"},"
        "{\"id\": \"e.2\", \"parent\": \"%s\", \"root\": \"e\", \"kind\": %d, \"label\": \"%s "
        "/x\"}], \"joins\": []}",
        WEB_KIND_USER, WEB_KIND_FETCH, first, chained ? "e.1" : "e", WEB_KIND_FETCH, second);
    json_t *trace = json_loads(text, 0, NULL);
    assert_non_null(trace);
    graph_build(&graph, trace, "e");
    bool result = graph_reads_back(&graph);
    json_decref(trace);
    arena_free(&graph.arena);
    return result;
}

static void what_is_read_after_a_change_is_known(void **state)
{
    (void)state;
    assert_true(reads_back("DELETE", "GET", true));
    assert_false(reads_back("DELETE", "GET", false)); /* side by side */
    assert_false(reads_back("GET", "GET", true));
    assert_false(reads_back("DELETE", "POST", true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_that_overlap_conflict),
        cmocka_unit_test(what_is_written_out_of_sight_is_worth_a_try),
        cmocka_unit_test(an_answer_may_be_stale),
        cmocka_unit_test(what_is_read_after_a_change_is_known),
        cmocka_unit_test(who_sends_and_looks_at_the_answer_saves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* web/graph: event graphs from traces, and which pairs are potentially AJAX conflicting. */
#include "test.h"

#include "web/graph.h"
#include "web/outcome.h"
#include "web/script.h"

/* The trace of Figure 4 of the paper: a click that clears a list and fills it with the answer. */
static const char station[] =
    "{'nodes':["
    "{'id':'e1','parent':null,'kind':0,'root':'e1','writes':[{'what':'#list: children',"
    "'handler':'a.js:23:3','box':{'x':280,'y':1132,'width':1024,'height':334},'storage':false}]},"
    "{'id':'e1.1','parent':'e1','kind':1,'root':'e1','url':'http://h/s','writes':[]},"
    "{'id':'e1.2','parent':'e1','kind':1,'root':'e1','joined':true,'writes':[]},"
    "{'id':'e1.3','parent':'e1','kind':1,'root':'e1','joined':true,'writes':[]},"
    "{'id':'e1.4','parent':'e1','kind':1,'root':'e1','joined':true,'writes':[{'what':"
    "'#list: children','box':{'x':280,'y':1132,'width':1024,'height':334}}]},"
    "{'id':'e9.1','parent':null,'kind':7,'root':'e9','writes':[]}],"
    "'joins':[['e1.1','e1.2'],['e1.2','e1.3'],['e1.3','e1.4']]}";

static struct web_graph graph_of(const char *text, const char *root)
{
    char *json = mem_dup(text);
    for (char *c = json; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_error_t trouble;
    json_t *trace = json_loads(json, 0, &trouble);
    if (!trace)
        fail_msg("%s at %d", trouble.text, trouble.position);
    struct web_graph graph = {0};
    graph_build(&graph, trace, root);
    json_decref(trace);
    free(json);
    return graph;
}

/* One node that writes one box, behind an answer or not. */
static struct web_graph writer(enum web_kind kind, double x, double y, double size)
{
    char text[600];
    snprintf(text, sizeof text,
             "{'nodes':[{'id':'u','parent':null,'kind':0,'root':'u','writes':[]},"
             "{'id':'u.1','parent':'u','kind':%d,'root':'u','writes':[{'what':'x','box':"
             "{'x':%f,'y':%f,'width':%f,'height':%f}}]}],'joins':[]}",
             (int)kind, x, y, size, size);
    return graph_of(text, "u");
}

/* What throws alone may miss an answer of the other; what both throw is nothing of the pair's. */
static void errors_are_effects(void **state)
{
    (void)state;
    struct web_graph asks = writer(WEB_KIND_FETCH, 0, 0, 10),
                     waits = writer(WEB_KIND_TIMEOUT, 0, 0, 10);
    struct web_graph throws = writer(WEB_KIND_TIMEOUT, 500, 500, 10);
    throws.nodes[0].error = "D is undefined";
    assert_true(graph_conflict(&asks, &throws));
    assert_false(graph_conflict(&throws, &asks));
    assert_false(graph_conflict(&waits, &throws));
    asks.nodes[1].error = "D is undefined";
    assert_false(graph_conflict(&asks, &throws));
    arena_free(&asks.arena);
    arena_free(&waits.arena);
    arena_free(&throws.arena);
}

/* What asks for nothing itself may do something else after an answer. */
static void the_idle_may_wake(void **state)
{
    (void)state;
    struct web_graph asks = writer(WEB_KIND_FETCH, 0, 0, 10),
                     elsewhere = writer(WEB_KIND_FETCH, 500, 500, 10),
                     waits = writer(WEB_KIND_TIMEOUT, 500, 500, 10);
    struct web_graph idle =
        graph_of("{'nodes':[{'id':'u','parent':null,'kind':0,'root':'u','writes':["
                 "{'what':'#q: value','unchanged':true,"
                 "'box':{'x':500,'y':500,'width':9,'height':9}}]}],'joins':[]}",
                 "u");
    assert_false(graph_conflict(&asks, &idle));
    assert_true(graph_may_wake(&asks, &idle));
    assert_false(graph_may_wake(&waits, &idle)); /* brings no answer */
    assert_false(graph_may_wake(&idle, &idle));
    assert_true(graph_may_wake(&asks, &waits)); /* it may do more then */
    assert_true(graph_may_wake(&asks, &asks));  /* it shows what the answer writes */
    assert_false(graph_may_wake(&asks, &elsewhere));
    assert_true(graph_is_idle(&idle));
    assert_false(graph_is_idle(&waits));
    assert_true(graph_is_more(&asks, &waits)); /* a request weighs more than a write */
    assert_false(graph_is_more(&waits, &asks));
    assert_false(graph_is_more(&asks, &asks));
    idle.nodes[0].error = "D is undefined";
    assert_false(graph_is_idle(&idle));
    assert_true(graph_answers_write(&asks, &asks.nodes[1].writes[0]));
    assert_false(graph_answers_write(&asks, &waits.nodes[1].writes[0]));
    assert_false(graph_answers_write(&waits, &waits.nodes[1].writes[0])); /* no answer */
    arena_free(&asks.arena);
    arena_free(&elsewhere.arena);
    arena_free(&waits.arena);
    arena_free(&idle.arena);
}

/* A selector by place may meet another element later; a label that changes makes none. */
static void another_element_has_other_peers(void **state)
{
    (void)state;
    static const struct {
        const char *a[2], *b[2]; /* label, peers */
        bool other;
    } cases[] = {
        {{"button \"3\"", "button \"1\"\nbutton \"2\""}, {"button \"›\"", "button \"1\""}, true},
        {{"button \"3\"", "button \"2\""}, {"button \"4\"", "button \"3\""}, true},
        {{"button \"3\"", "button \"1\""}, {"button \"3\"", ""}, false},
        {{"button \"Show\"", "button \"A\""}, {"button \"Hide\"", "button \"A\""}, false},
        {{"link \"In (3)\"", "link \"Out\""}, {"link \"In (2)\"", "link \"Out (1)\""}, false},
        {{"link \"Ann\"", "link \"Bob\""}, {"link \"Cleo\"", "link \"Dan\""}, true},
        {{"link \"Ann\"", NULL}, {"link \"Cleo\"", NULL}, false},
        {{"link \"Ann\"", ""}, {"link \"Cleo\"", ""}, false},
        {{NULL, NULL}, {NULL, NULL}, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct outcome a = {.label = cases[i].a[0], .peers = cases[i].a[1]};
        struct outcome b = {.label = cases[i].b[0], .peers = cases[i].b[1]};
        assert_int_equal(outcome_other_element(&a, &b), cases[i].other);
        assert_int_equal(outcome_other_element(&b, &a), cases[i].other);
    }
}

/* What an imported module does is taken for the event's own doing: it conflicts behind the import.
 */
static void imports_are_answers(void **state)
{
    (void)state;
    struct web_graph first = writer(WEB_KIND_TIMEOUT, 0, 0, 10),
                     second = writer(WEB_KIND_TIMEOUT, 5, 5, 10);
    assert_false(graph_conflict(&first, &second));
    assert_false(graph_has_request(&first, "http://h/route.js"));
    graph_add_import(&first, "http://h/route.js", "/route.js");
    assert_true(graph_has_request(&first, "http://h/route.js"));
    assert_string_equal(first.nodes[2].id, "u.2");
    assert_string_equal(first.nodes[2].label, "import /route.js");
    assert_int_equal(first.ajax, 1);
    assert_true(graph_conflict(&first, &second));
    assert_false(graph_conflict(&second, &first));
    arena_free(&first.arena);
    arena_free(&second.arena);
}

static void the_graph_of_the_paper(void **state)
{
    (void)state;
    struct web_graph graph = graph_of(station, "e1");
    assert_int_equal(graph.node_count, 5);
    assert_int_equal(graph.edge_count, 4);
    assert_int_equal(graph.ajax, 1);
    assert_int_equal(graph.mutations, 2);
    assert_false(graph.edges[0].join);
    assert_true(graph.edges[1].join && graph.edges[2].join && graph.edges[3].join);
    assert_string_equal(graph.nodes[graph.edges[3].to].id, "e1.4");
    assert_string_equal(graph.nodes[0].writes[0].handler, "a.js:23:3");
    assert_true(graph_conflict(&graph, &graph)); /* section 4.1: it conflicts with itself */
    arena_free(&graph.arena);
}

static void conflicts_need_an_answer_on_the_first_side_only(void **state)
{
    (void)state;
    struct web_graph late = writer(WEB_KIND_FETCH, 0, 0, 50),
                     timer = writer(WEB_KIND_TIMEOUT, 40, 40, 50);
    assert_true(graph_conflict(&late, &timer));
    assert_false(graph_conflict(&timer, &late));
    arena_free(&late.arena);
    arena_free(&timer.arena);
}

static void boxes_must_overlap(void **state)
{
    (void)state;
    struct web_graph a = writer(WEB_KIND_XHR, 0, 0, 50), touching = writer(WEB_KIND_XHR, 50, 0, 50);
    struct web_graph inside = writer(WEB_KIND_XHR, 10, 10, 5),
                     empty = writer(WEB_KIND_XHR, 20, 20, 0);
    assert_false(graph_conflict(&a, &touching));
    assert_true(graph_conflict(&a, &inside));
    assert_true(graph_conflict(&a, &empty)); /* an emptied list has no area, but a place */
    assert_true(graph_conflict(&empty, &empty));
    arena_free(&a.arena);
    arena_free(&touching.arena);
    arena_free(&inside.arena);
    arena_free(&empty.arena);
}

static void storage_conflicts_by_key(void **state)
{
    (void)state;
    static const char format[] =
        "{'nodes':[{'id':'u','parent':null,'kind':0,'root':'u','writes':[]},"
        "{'id':'u.1','parent':'u','kind':4,'root':'u','writes':[{'what':'localStorage %s',"
        "'box':null,'storage':true}]}]}";
    char text[2][400];
    snprintf(text[0], sizeof text[0], format, "cart");
    snprintf(text[1], sizeof text[1], format, "theme");
    struct web_graph cart = graph_of(text[0], "u"), theme = graph_of(text[1], "u");
    struct web_graph box = writer(WEB_KIND_XHR, 0, 0, 10);
    assert_true(graph_conflict(&cart, &cart));
    assert_false(graph_conflict(&cart, &theme));
    assert_false(graph_conflict(&cart, &box));
    assert_int_equal(cart.mutations, 0);
    arena_free(&cart.arena);
    arena_free(&theme.arena);
    arena_free(&box.arena);
}

static void what_is_behind_an_answer_is_found_through_timers(void **state)
{
    (void)state;
    struct web_graph graph = graph_of(
        "{'nodes':[{'id':'u','parent':null,'kind':0,'root':'u'},"
        "{'id':'u.2','parent':'u.1','kind':7,'root':'u','writes':[{'what':'x','box':"
        "{'x':0,'y':0,'width':9,'height':9}}]},"
        "{'id':'u.1','parent':'u','kind':1,'root':'u'}],'joins':[['u.7','u.1'],[1,2],'x']}",
        "u");
    assert_true(graph_conflict(&graph, &graph));
    arena_free(&graph.arena);
}

/* The numbers that the page's script is given are those that C reads. */
static void kinds_cross_as_numbers(void **state)
{
    (void)state;
    char *constants = script_constants();
    assert_non_null(strstr(constants, "const KIND = { USER: 0, XHR: 1,"));
    assert_non_null(strstr(constants, "const kindNames = [ 'user', 'xhr',"));
    assert_non_null(strstr(constants, "const WHY = { NONE: 0, GONE: 1,"));
    free(constants);
    for (int kind = -1; kind <= WEB_KIND_COUNT; kind++) {
        json_t *node = json_pack("{s:i}", "kind", kind);
        bool known = kind >= 0 && kind < WEB_KIND_COUNT;
        assert_int_equal(graph_kind(node), known ? kind : WEB_KIND_MESSAGE);
        json_decref(node);
    }
    assert_true(web_kind_is_answer(WEB_KIND_XHR));
    assert_false(web_kind_is_answer(WEB_KIND_TIMEOUT));
}

static bool trees_differ(const char *before, const char *after)
{
    struct picture_mask mask = {0};
    struct outcome_parts parts;
    struct error error;
    struct outcome a = {.text = "", .storage = "", .tree = before}, b = a;
    b.tree = after;
    assert_true(outcome_compare(&a, &b, &mask, &parts, &error));
    return parts.tree;
}

static void a_tree_left_out_is_no_difference(void **state)
{
    (void)state;
    assert_true(trees_differ("", "button \"A\"\n"));
    assert_false(trees_differ(NULL, "button \"A\"\n"));
    assert_false(trees_differ("button \"A\"\n", NULL));
    assert_false(trees_differ(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_effects),
        cmocka_unit_test(the_idle_may_wake),
        cmocka_unit_test(another_element_has_other_peers),
        cmocka_unit_test(imports_are_answers),
        cmocka_unit_test(the_graph_of_the_paper),
        cmocka_unit_test(conflicts_need_an_answer_on_the_first_side_only),
        cmocka_unit_test(boxes_must_overlap),
        cmocka_unit_test(storage_conflicts_by_key),
        cmocka_unit_test(what_is_behind_an_answer_is_found_through_timers),
        cmocka_unit_test(kinds_cross_as_numbers),
        cmocka_unit_test(a_tree_left_out_is_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* report: the drawing of a callback graph. */
#include "test.h"

#include "base/random.h"
#include "report/graph_layout.h"

static void add_edge(struct graph *graph, uint32_t from, uint32_t to)
{
    *vec_push(&graph->edges) = (struct graph_edge){from, to, "before"};
}

static void add_nodes(struct graph *graph, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *vec_push(&graph->nodes) = (struct graph_node){.label = STR("n"), .kind = "then"};
}

static double *widths_of(const struct graph *graph, double width)
{
    double *widths = mem_zalloc((graph->nodes.len + 1) * sizeof *widths);
    for (size_t i = 0; i < graph->nodes.len; i++)
        widths[i] = width;
    return widths;
}

static void no_boxes_overlap(const struct layout *layout)
{
    for (size_t i = 0; i < layout->box_count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct layout_box *a = &layout->boxes[i], *b = &layout->boxes[j];
            double apart =
                a->centre.x > b->centre.x ? a->centre.x - b->centre.x : b->centre.x - a->centre.x;
            assert_true(a->centre.y != b->centre.y || apart >= (a->width + b->width) / 2);
        }
}

static void later_lies_lower(void **state)
{
    (void)state;
    struct graph graph = {0};
    struct random random = {11};
    add_nodes(&graph, 120);
    for (uint32_t i = 1; i < 120; i++) {
        add_edge(&graph, (uint32_t)random_below(&random, i), i);
        add_edge(&graph, (uint32_t)random_below(&random, i), i);
    }
    double *widths = widths_of(&graph, 100);
    struct layout layout = {0};
    layout_compute(&layout, &graph, widths);
    vec_each (edge, &graph.edges)
        assert_true(layout.boxes[edge->from].centre.y < layout.boxes[edge->to].centre.y);
    no_boxes_overlap(&layout);
    assert_int_equal(layout.paths.len, graph.edges.len);
    layout_free(&layout);
    graph_free(&graph);
    free(widths);
}

static void cycles_and_bad_edges_are_drawn_or_dropped(void **state)
{
    (void)state;
    struct graph graph = {0};
    add_nodes(&graph, 3);
    add_edge(&graph, 0, 1);
    add_edge(&graph, 1, 2);
    add_edge(&graph, 2, 0);
    add_edge(&graph, 1, 1);
    add_edge(&graph, 1, 9);
    double *widths = widths_of(&graph, 50);
    struct layout layout = {0};
    layout_compute(&layout, &graph, widths);
    assert_int_equal(layout.paths.len, 3);
    no_boxes_overlap(&layout);
    layout_free(&layout);
    graph_free(&graph);
    free(widths);
}

static void a_long_chain_needs_no_deep_stack(void **state)
{
    (void)state;
    struct graph graph = {0};
    add_nodes(&graph, 50000);
    for (uint32_t i = 1; i < 50000; i++)
        add_edge(&graph, i - 1, i);
    double *widths = widths_of(&graph, 50);
    struct layout layout = {0};
    layout_compute(&layout, &graph, widths);
    assert_true(layout.height > 50000.0 * LAYOUT_BOX_HEIGHT);
    layout_free(&layout);
    graph_free(&graph);
    free(widths);
}

static void forms_escape_what_they_must(void **state)
{
    (void)state;
    struct graph graph = {0};
    struct buf out = {0};
    *vec_push(&graph.nodes) = (struct graph_node){.label = STR("</script>\"\\\n"), .kind = "main"};
    graph_write_dot(&graph, &out);
    assert_non_null(strstr(out.at, "</script>\\\"\\\\\\\\n"));
    buf_clear(&out);
    graph_write_html(&graph, NULL, STR("<a&b>"), &out);
    assert_non_null(strstr(out.at, "&lt;a&amp;b>"));
    assert_null(strstr(out.at, "</script>\""));
    buf_free(&out);
    graph_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_lies_lower),
        cmocka_unit_test(cycles_and_bad_edges_are_drawn_or_dropped),
        cmocka_unit_test(a_long_chain_needs_no_deep_stack),
        cmocka_unit_test(forms_escape_what_they_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

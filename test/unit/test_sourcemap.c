/* sourcemap, web/places and web/causes: the author's lines, and what names a race. */
#include "test.h"

#include "sourcemap/sourcemap.h"
#include "web/causes.h"
#include "web/places.h"

/* Line 1 of the bundle: columns 1 to 10 are a package's line 1, from 11 on src/a.js line 2. */
static const char small[] =
    "{\"version\":3,\"sources\":[\"../node_modules/x/i.js\",\"../src/a.js\"],"
    "\"mappings\":\"AAAA,UCCA\"}";

static void places_are_found(void **state)
{
    (void)state;
    struct error error = {0};
    struct sourcemap_place place;
    struct sourcemap *map = sourcemap_parse(str_of(small), &error);
    assert_non_null(map);
    assert_true(sourcemap_find(map, 1, 5, &place));
    assert_string_equal(place.source, "node_modules/x/i.js");
    assert_true(sourcemap_is_library(place.source));
    assert_true(sourcemap_find(map, 1, 12, &place));
    assert_string_equal(place.source, "src/a.js");
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 1);
    assert_false(sourcemap_is_library(place.source));
    assert_false(sourcemap_find(map, 2, 1, &place));
    sourcemap_free(map);
}

static void index_maps_have_sections(void **state)
{
    (void)state;
    struct error error = {0};
    struct sourcemap_place place;
    struct sourcemap *map = sourcemap_parse(
        str_of(
            "{\"version\":3,\"sections\":[{\"offset\":{\"line\":0,\"column\":0},\"map\":{"
            "\"version\":3,\"sources\":[\"webpack://shop/./src/a.js?1\"],\"mappings\":\"AAAA\"}},"
            "{\"offset\":{\"line\":4,\"column\":2},\"map\":{\"version\":3,\"sourceRoot\":\"src\","
            "\"sources\":[\"b.js\"],\"mappings\":\"AAEA\"}}]}"),
        &error);
    assert_non_null(map);
    assert_true(sourcemap_find(map, 1, 1, &place));
    assert_string_equal(place.source, "src/a.js");
    assert_true(sourcemap_find(map, 5, 3, &place));
    assert_string_equal(place.source, "src/b.js");
    assert_int_equal(place.line, 3);
    sourcemap_free(map);
}

static void broken_maps_are_refused(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "",
        "{",
        "[]",
        "{\"version\":2,\"sources\":[],\"mappings\":\"\"}",
        "{\"version\":3,\"mappings\":\"\"}",
        "{\"version\":3,\"sources\":[],\"mappings\":\"AAAA\"}",
        "{\"version\":3,\"sources\":[\"a\"],\"mappings\":\"A!AA\"}",
        "{\"version\":3,\"sources\":[\"a\"],\"mappings\":\"AA\"}",
        "{\"version\":3,\"sources\":[\"a\"],\"mappings\":\"ggggggggggggggggB\"}",
        "{\"version\":3,\"sources\":[\"a\"],\"mappings\":\"AADA\"}",
        "{\"version\":3,\"sections\":[{}]}",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error = {0};
        assert_null(sourcemap_parse(str_of(cases[i]), &error));
        assert_true(error.message[0]);
    }
}

static void the_author_is_named_not_the_package(void **state)
{
    (void)state;
    struct error error = {0};
    struct arena arena = {0};
    struct places *places = places_new();
    assert_true(places_add(places, "b.js", str_of(small), &error));
    assert_string_equal(places_resolve(places, &arena, "b.js:1:5\nb.js:1:20"), "src/a.js:2:1");
    assert_string_equal(places_resolve(places, &arena, "b.js:1:5"), "node_modules/x/i.js:1:1");
    assert_string_equal(places_resolve(places, &arena, "b.js:1:5\nindex.html:9:3"),
                        "index.html:9:3");
    assert_string_equal(places_resolve(places, &arena, "b.js:7:1\nb.js:8:1"), "b.js:7:1");
    assert_string_equal(places_resolve(places, &arena, "no place"), "no place");
    places_free(places);
    arena_free(&arena);
}

/* What a package makes and writes has the place of the author who set it going. */
static void packages_inherit_the_authors_place(void **state)
{
    (void)state;
    struct error error = {0};
    struct web_write writes[] = {{.handler = "b.js:1:5"}, {.handler = "index.html:9:3"}};
    struct web_node nodes[] = {
        {.id = "e1", .writes = &writes[1], .write_count = 1},
        {.id = "e1.1", .created = "b.js:1:5", .writes = &writes[0], .write_count = 1},
        {.id = "e1.2", .created = "index.html:7:1"},
        {.id = "e1.3", .created = "b.js:1:5"},
    };
    struct web_edge edges[] = {{.from = 0, .to = 1}, {.from = 0, .to = 2}, {.from = 2, .to = 3}};
    struct web_graph graph = {.nodes = nodes, .node_count = 4, .edges = edges, .edge_count = 3};
    struct web_event event = {.id = "e1", .handler = "index.html:4:2"};
    struct web_result result = {.events = &event, .event_count = 1, .graphs = &graph};
    struct places *places = places_new();
    assert_true(places_add(places, "b.js", str_of(small), &error));
    places_resolve_all(places, &result);
    assert_string_equal(nodes[1].created, "index.html:4:2");
    assert_string_equal(writes[0].handler, "index.html:4:2");
    assert_string_equal(writes[1].handler, "index.html:9:3");
    assert_string_equal(nodes[3].created, "index.html:7:1");
    places_free(places);
    arena_free(&graph.arena);
    arena_free(&result.arena);
}

static void requests_have_patterns(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"GET /items/7?q=car&page=2", "GET /items/*?q=*&page=*"},
        {"GET /data/list.txt", "GET /data/list.txt"},
        {"GET /", "GET /"},
        {"PUT /users/550e8400-e29b-41d4-a716-446655440000/name", "PUT /users/*/name"},
        {"GET /rows/12.json", "GET /rows/*.json"},
        {"GET /feedface", "GET /feedface"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(causes_pattern(&arena, cases[i][0]), cases[i][1]);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_found),
        cmocka_unit_test(index_maps_have_sections),
        cmocka_unit_test(broken_maps_are_refused),
        cmocka_unit_test(the_author_is_named_not_the_package),
        cmocka_unit_test(packages_inherit_the_authors_place),
        cmocka_unit_test(requests_have_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* lsp: frames, positions, URIs, and the corpus of its fuzz target. */
#include "test.h"

#include "base/file.h"
#include "lsp/document.h"

#include "../fuzz/fuzz_lsp.c"

#include <dirent.h>

static void positions_are_utf16_units(void **state)
{
    (void)state;
    struct str text = STR("a\xc3\xa4\xf0\x9f\x98\x80z\r\nb\rc\n");
    assert_int_equal(lsp_offset(text, 0, 2), 3);
    assert_int_equal(lsp_offset(text, 0, 3), 3); /* inside of the pair: before it */
    assert_int_equal(lsp_offset(text, 0, 4), 7);
    assert_int_equal(lsp_offset(text, 0, 99), 8); /* not into the line break */
    assert_int_equal(lsp_offset(text, 1, 0), 10);
    assert_int_equal(lsp_offset(text, 2, 1), 13);
    assert_int_equal(lsp_offset(text, 3, 0), 14);
    assert_int_equal(lsp_offset(text, UINT64_MAX, UINT64_MAX), 14);
    assert_int_equal(lsp_offset(STR(""), 1, 1), 0);
}

static void assert_path(const char *uri, const char *expected)
{
    char *path = lsp_path_of_uri(uri);
    if (expected)
        assert_string_equal(path, expected);
    else
        assert_null(path);
    free(path);
}

static void uris_are_paths_and_back(void **state)
{
    (void)state;
    assert_path("file:///a%20b/%C3%A4.js", "/a b/\xc3\xa4.js");
    assert_path("file://localhost/a", "/a");
    assert_path("FILE:///a?x#y", "/a");
    assert_path("file:///100%", "/100%");
    assert_path("file:///%0", "/%0");
    assert_path("file:///a%00b", NULL);
    assert_path("file://elsewhere/a", NULL);
    assert_path("untitled:x", NULL);
    struct buf uri = {0};
    lsp_add_uri(&uri, STR("/a b/\xc3\xa4#.js"));
    assert_string_equal(uri.at, "file:///a%20b/%C3%A4%23.js");
    buf_free(&uri);
}

static void frames_come_in_any_pieces(void **state)
{
    (void)state;
    const char *bytes = "content-length:2\r\nContent-Type: x\r\n\r\n{}Content-Length: 3\r\n\r\n[1]";
    struct lsp_input input = {0};
    struct str message;
    struct error error;
    size_t seen = 0;
    for (size_t i = 0; bytes[i]; i++) {
        lsp_input_add(&input, bytes + i, 1);
        if (lsp_input_next(&input, &message, &error) == LSP_MESSAGE)
            assert_true(str_is(message, seen++ ? "[1]" : "{}"));
    }
    assert_int_equal(seen, 2);
    lsp_input_free(&input);
}

static void the_corpus_goes_through_the_fuzz_target(void **state)
{
    (void)state;
    enum { LARGEST = 1 << 20 };
    DIR *folder = opendir(FUZZ_CORPUS "/lsp");
    assert_non_null(folder);
    unsigned seen = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = mem_printf(FUZZ_CORPUS "/lsp/%s", entry->d_name);
        struct buf text = {0};
        struct error error;
        assert_true(file_read(path, LARGEST, &text, &error));
        LLVMFuzzerTestOneInput((const uint8_t *)buf_view(&text).at, text.len);
        buf_free(&text);
        free(path);
        seen++;
    }
    closedir(folder);
    assert_true(seen >= 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_utf16_units),
        cmocka_unit_test(uris_are_paths_and_back),
        cmocka_unit_test(frames_come_in_any_pieces),
        cmocka_unit_test(the_corpus_goes_through_the_fuzz_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

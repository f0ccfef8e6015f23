/* web/picture: PNG in and out, exact comparison, masks, what is shown. */
#include "test.h"

#include "base/random.h"
#include "web/picture.h"

static struct picture plain(uint32_t width, uint32_t height, uint32_t colour)
{
    struct picture picture = {.width = width, .height = height};
    picture.pixels = mem_alloc((size_t)width * height * sizeof *picture.pixels);
    for (size_t i = 0; i < (size_t)width * height; i++)
        picture.pixels[i] = colour;
    return picture;
}

static void set(struct picture *picture, uint32_t x, uint32_t y)
{
    picture->pixels[(size_t)y * picture->width + x] ^= 0x00400000u;
}

static void what_is_encoded_decodes_to_the_same(void **state)
{
    (void)state;
    struct picture before = plain(70, 33, 0xff336699u), after;
    set(&before, 3, 4);
    struct buf png = {0};
    struct error error;
    assert_true(picture_encode(&before, &png));
    assert_true(picture_decode(buf_view(&png), &after, &error));
    assert_int_equal(picture_compare(&before, &after, NULL).pixels, 0);
    assert_int_equal(after.width, 70);
    assert_int_equal(after.height, 33);
    buf_free(&png);
    picture_free(&before);
    picture_free(&after);
}

static void what_is_no_picture_is_refused(void **state)
{
    (void)state;
    struct picture picture = plain(40, 40, 0xffffffffu), other;
    struct error error;
    struct buf png = {0};
    assert_true(picture_encode(&picture, &png));
    assert_false(picture_decode(STR("GIF89a, no PNG at all"), &other, &error));
    assert_non_null(strstr(error.message, "not a picture"));
    assert_false(picture_decode(STR(""), &other, &error));
    assert_false(picture_decode((struct str){png.at, png.len / 2}, &other, &error));
    assert_null(other.pixels);
    buf_free(&png);
    picture_free(&picture);
}

static void single_pixels_are_counted_and_boxed(void **state)
{
    (void)state;
    struct picture a = plain(200, 100, 0xff000000u), b = plain(200, 100, 0xff000000u);
    set(&b, 10, 20);
    set(&b, 150, 90);
    struct picture_difference found = picture_compare(&a, &b, NULL);
    assert_int_equal(found.pixels, 2);
    assert_int_equal(found.compared, 200 * 100);
    assert_int_equal(found.left, 10);
    assert_int_equal(found.top, 20);
    assert_int_equal(found.right, 151);
    assert_int_equal(found.bottom, 91);
    picture_free(&a);
    picture_free(&b);
}

static void rounding_errors_are_no_difference(void **state)
{
    (void)state;
    struct picture a = plain(20, 20, 0xffa1a1a1u), b = plain(20, 20, 0xffa1a1a1u);
    b.pixels[7] = 0xffa2a0a3u;
    assert_int_equal(picture_compare(&a, &b, NULL).pixels, 0);
    b.pixels[7] = 0xffa1a4a1u;
    assert_int_equal(picture_compare(&a, &b, NULL).pixels, 1);
    picture_free(&a);
    picture_free(&b);
}

/* The fast way and the one with a mask must say the same, whatever the width. */
static void both_ways_of_counting_agree(void **state)
{
    (void)state;
    struct random random = {7};
    for (uint32_t width = 1; width < 40; width++) {
        struct picture a = plain(width, 9, 0xff808080u), b = plain(width, 9, 0xff808080u);
        for (int i = 0; i < 20; i++)
            b.pixels[random_below(&random, (uint64_t)width * 9)] = (uint32_t)random_next(&random);
        for (int i = 0; i < 20; i++)
            b.pixels[random_below(&random, (uint64_t)width * 9)] = 0xff7e8281u;
        struct picture_mask none = {.across = 3, .down = 1, .tiles = mem_zalloc(3)};
        struct picture_difference fast = picture_compare(&a, &b, NULL);
        struct picture_difference slow = picture_compare(&a, &b, &none);
        assert_memory_equal(&fast, &slow, sizeof fast);
        picture_mask_free(&none);
        picture_free(&a);
        picture_free(&b);
    }
}

static void pictures_of_other_sizes_differ_everywhere(void **state)
{
    (void)state;
    struct picture a = plain(20, 10, 1), b = plain(20, 11, 1);
    struct picture_mask mask = {0};
    assert_int_equal(picture_compare(&a, &b, NULL).pixels, 220);
    picture_mask_add(&mask, &a, &b);
    assert_null(mask.tiles);
    picture_free(&a);
    picture_free(&b);
}

/* A counter that shows 7, then 11, then 9: what two samples show stands for its surroundings. */
static void a_mask_covers_the_surroundings(void **state)
{
    (void)state;
    struct picture a = plain(160, 160, 0xff000000u), b = plain(160, 160, 0xff000000u);
    struct picture c = plain(160, 160, 0xff000000u);
    struct picture_mask mask = {0};
    set(&b, 80, 80);
    picture_mask_add(&mask, &a, &b);
    set(&c, 70, 90);
    assert_int_equal(picture_compare(&a, &c, &mask).pixels, 0);
    set(&c, 5, 5);
    assert_int_equal(picture_compare(&a, &c, &mask).pixels, 1);
    assert_int_equal(picture_compare(&a, &c, &mask).compared, 160 * 160 - 9 * 16 * 16);
    picture_mask_free(&mask);
    picture_free(&a);
    picture_free(&b);
    picture_free(&c);
}

static void differences_are_shown_in_colour(void **state)
{
    (void)state;
    struct picture a = plain(64, 64, 0xffffffffu), b = plain(64, 64, 0xffffffffu);
    set(&b, 30, 30);
    struct picture shown = picture_show(&a, &b, NULL);
    assert_true(shown.pixels[30 * 64 + 30] != shown.pixels[0]);
    assert_int_equal(shown.pixels[30 * 64 + 30] & 0xff, 214);
    picture_free(&shown);
    picture_free(&a);
    picture_free(&b);
}

static void parts_are_cut_out(void **state)
{
    (void)state;
    struct picture a = plain(100, 50, 0xff000000u);
    set(&a, 90, 45);
    struct picture cut = picture_cut(&a, &(struct web_box){80, 40, 100, 100});
    assert_int_equal(cut.width, 20);
    assert_int_equal(cut.height, 10);
    assert_int_equal(cut.pixels[5 * 20 + 10], a.pixels[45 * 100 + 90]);
    picture_free(&cut);
    assert_int_equal(picture_cut(&a, &(struct web_box){-30, 0, 20, 20}).width, 0);
    assert_int_equal(picture_cut(&a, &(struct web_box){0, 500, 20, 20}).width, 0);
    picture_free(&a);
}

static void equal_files_have_equal_hashes(void **state)
{
    (void)state;
    assert_true(picture_hash(STR("abc")) == picture_hash(STR("abc")));
    assert_true(picture_hash(STR("abc")) != picture_hash(STR("abd")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_encoded_decodes_to_the_same),
        cmocka_unit_test(what_is_no_picture_is_refused),
        cmocka_unit_test(single_pixels_are_counted_and_boxed),
        cmocka_unit_test(rounding_errors_are_no_difference),
        cmocka_unit_test(both_ways_of_counting_agree),
        cmocka_unit_test(pictures_of_other_sizes_differ_everywhere),
        cmocka_unit_test(a_mask_covers_the_surroundings),
        cmocka_unit_test(differences_are_shown_in_colour),
        cmocka_unit_test(parts_are_cut_out),
        cmocka_unit_test(equal_files_have_equal_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* compare ROUNDS A.png B.png [A.png B.png …]: milliseconds a pair of our picture comparison, from
 * decoded pixels to the number that differ, and with decoding; the median of all rounds. The
 * counterpart of pixelmatch.mjs. */
#include "ajax/picture.h"
#include "base/file.h"
#include "base/vec.h"

#include <time.h>

typedef VEC(double) times;

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

static double median(times *list)
{
    qsort(list->at, list->len, sizeof *list->at, by_size);
    return list->at[list->len / 2];
}

static struct picture decode(struct buf *png)
{
    struct picture picture;
    struct error error;
    if (!picture_decode(buf_view(png), &picture, &error))
        BUG("%s", error.message);
    return picture;
}

static size_t compare_pair(struct buf *pair, times *compared, times *whole)
{
    double start = now_ms();
    struct picture a = decode(&pair[0]), b = decode(&pair[1]);
    double decoded = now_ms();
    size_t different = picture_compare(&a, &b, NULL).pixels;
    double end = now_ms();
    *vec_push(compared) = end - decoded;
    *vec_push(whole) = end - start;
    picture_free(&a);
    picture_free(&b);
    return different;
}

int main(int argc, char **argv)
{
    long rounds = argc > 3 ? strtol(argv[1], NULL, 10) : 0;
    if (rounds < 1) {
        fputs("usage: compare ROUNDS A.png B.png [A.png B.png ...]\n", stderr);
        return EXIT_BAD_USAGE;
    }
    VEC(struct buf) files = {0};
    struct error error;
    for (int i = 2; i < argc; i++)
        if (!file_read(argv[i], 64 << 20, vec_push(&files), &error)) {
            fprintf(stderr, "%s\n", error.message);
            return EXIT_BAD_USAGE;
        }
    times compared = {0}, whole = {0};
    size_t different = 0;
    for (long round = 0; round < rounds; round++)
        for (size_t i = 0; i + 1 < files.len; i += 2)
            different += compare_pair(&files.at[i], &compared, &whole);
    printf("{\"compare_ms\": %.4f, \"whole_ms\": %.4f, \"different\": %zu}\n", median(&compared),
           median(&whole), different / (size_t)rounds);
    vec_each(file, &files) buf_free(file);
    vec_free(&files);
    vec_free(&compared);
    vec_free(&whole);
    return 0;
}

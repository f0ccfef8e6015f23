/* compare ROUNDS A.png B.png [A.png B.png …]: milliseconds a pair of our picture comparison, from
 * decoded pixels to the number that differ, and with decoding. The best of all rounds counts, which
 * a busy machine disturbs least; the mean over the pairs is printed. The counterpart of
 * pixelmatch.mjs. */
#include "base/file.h"
#include "web/picture.h"

#include <math.h>
#include <time.h>

struct timing {
    double compare_ms, whole_ms;
    size_t different;
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static struct picture decode(struct buf *png)
{
    struct picture picture;
    struct error error;
    if (!picture_decode(buf_view(png), &picture, &error))
        BUG("%s", error.message);
    return picture;
}

static struct timing time_pair(struct buf *pair)
{
    double start = now_ms();
    struct picture a = decode(&pair[0]), b = decode(&pair[1]);
    double decoded = now_ms();
    size_t different = picture_compare(&a, &b, NULL).pixels;
    double end = now_ms();
    picture_free(&a);
    picture_free(&b);
    return (struct timing){end - decoded, end - start, different};
}

static struct timing best_of(struct buf *pair, long rounds)
{
    struct timing best = time_pair(pair);
    for (long round = 1; round < rounds; round++) {
        struct timing again = time_pair(pair);
        best.compare_ms = fmin(best.compare_ms, again.compare_ms);
        best.whole_ms = fmin(best.whole_ms, again.whole_ms);
    }
    return best;
}

int main(int argc, char **argv)
{
    long rounds = argc > 3 ? strtol(argv[1], NULL, 10) : 0;
    if (rounds < 1) {
        fputs("usage: compare ROUNDS A.png B.png [A.png B.png ...]\n", stderr);
        return EXIT_BAD_USAGE;
    }
    struct timing sum = {0};
    int pairs = (argc - 2) / 2;
    for (int i = 0; i < pairs; i++) {
        struct buf files[2] = {0};
        struct error error;
        for (int k = 0; k < 2; k++)
            if (!file_read(argv[2 + 2 * i + k], 64 << 20, &files[k], &error)) {
                fprintf(stderr, "%s\n", error.message);
                return EXIT_BAD_USAGE;
            }
        struct timing best = best_of(files, rounds);
        sum.compare_ms += best.compare_ms / pairs;
        sum.whole_ms += best.whole_ms / pairs;
        sum.different += best.different;
        buf_free(&files[0]);
        buf_free(&files[1]);
    }
    printf("{\"compare_ms\": %.4f, \"whole_ms\": %.4f, \"different\": %zu}\n", sum.compare_ms,
           sum.whole_ms, sum.different);
    return 0;
}

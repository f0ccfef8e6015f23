/* Whatever a program prints: reading it gives a bounded number of failures with sound texts. `make
 * fuzz` builds this with libFuzzer, its seeds are the recorded outputs of test/explain/outputs. */
#include "failures/failures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct failures *failures)
{
    if (failures->list.len > FAILURES_MOST)
        BUG("too many failures");
    size_t sum = 0; /* every byte is read: the sanitizer sees what lies outside */
    vec_each (failure, &failures->list) {
        struct str texts[] = {failure->test, failure->message, failure->at};
        for (size_t i = 0; i < COUNT_OF(texts); i++)
            for (size_t k = 0; k < texts[i].len; k++)
                sum += (unsigned char)texts[i].at[k];
    }
    if (sum == SIZE_MAX)
        BUG("cannot be");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str output = {(const char *)data, size};
    struct failures failures;
    failures_read(&failures, "/srv/proj", output);
    check(&failures);
    failures_error(&failures, NULL, output, size % 7);
    check(&failures);
    failures_free(&failures);
    return 0;
}

/* Whatever bytes come in: the reader refuses them, or what it has read can be printed, analysed and
 * saved, and what was saved is read back to the same. `make fuzz` builds this with libFuzzer;
 * test_races.c runs damaged files through it. */
#include "races/races.h"
#include "trace/observed_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_and_print(struct str bytes, struct buf *text, struct buf *saved)
{
    struct observed observed = {0};
    struct error error = {0};
    struct buf *own = vec_push(&observed.files);
    buf_str(own, bytes); /* aligned, and of its own size */
    bool ok = observed_parse(&observed, "fuzz", buf_view(own), &error);
    if (ok) {
        struct races races;
        observed_print(&observed, text);
        observed_save(&observed, saved);
        races_find(&races, &observed, NULL);
        races_free(&races);
    } else if (!error.message[0] || error.exit_code != EXIT_BAD_USAGE) {
        BUG("refused without a word");
    }
    observed_free(&observed);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf once = {0}, twice = {0}, saved = {0}, again = {0};
    if (read_and_print((struct str){(const char *)data, size}, &once, &saved)) {
        if (!read_and_print(buf_view(&saved), &twice, &again))
            BUG("does not read what it saved");
        if (!str_equal(buf_view(&saved), buf_view(&again)))
            BUG("saves something else than it read");
    }
    buf_free(&once);
    buf_free(&twice);
    buf_free(&saved);
    buf_free(&again);
    return 0;
}

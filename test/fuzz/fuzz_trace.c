/* Whatever bytes come in: the reader refuses them, or what it has read can be printed, turned into
 * holds and saved, and what was saved is read back to the same. `make fuzz` builds this with
 * libFuzzer; test_trace.c runs damaged traces through it. */
#include "trace/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_and_print(struct str bytes, struct buf *text, struct buf *saved)
{
    struct traces traces = {0};
    struct error error = {0};
    buf_str(&traces.bytes, bytes); /* aligned, and of its own size */
    bool ok = traces_parse(&traces, "fuzz", buf_view(&traces.bytes), &error);
    if (ok) {
        traces_print(&traces, text);
        traces_save(&traces, saved);
    } else if (!error.message[0] || error.exit_code != EXIT_BAD_USAGE) {
        BUG("refused without a word");
    }
    traces_free(&traces);
    return ok;
}

/* Without the line that says where it was damaged: what was saved is sound. */
static struct str undamaged(struct str text)
{
    const char *mark = text.len ? memmem(text.at, text.len, "# damaged", 9) : NULL;
    return mark ? (struct str){text.at, (size_t)(mark - text.at)} : text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf once = {0}, twice = {0}, saved = {0}, again = {0};
    if (read_and_print((struct str){(const char *)data, size}, &once, &saved)) {
        if (!read_and_print(buf_view(&saved), &twice, &again))
            BUG("does not read what it saved");
        if (!str_equal(buf_view(&saved), buf_view(&again)))
            BUG("saves something else than it read");
        if (undamaged(buf_view(&once)).len == once.len &&
            !str_equal(buf_view(&once), buf_view(&twice)))
            BUG("prints something else than before");
    }
    buf_free(&once);
    buf_free(&twice);
    buf_free(&saved);
    buf_free(&again);
    return 0;
}

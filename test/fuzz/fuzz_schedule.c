/* Whatever bytes come in: the parser refuses them with a message, or what it prints is read back to
 * the same. `make fuzz` builds this with libFuzzer; test_schedule.c runs the corpus through it. */
#include "schedule/schedule.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool parse_and_print(struct str text, struct buf *out)
{
    struct schedule schedule;
    struct error error = {0};
    if (!schedule_parse(&schedule, "fuzz", text, &error)) {
        if (!error.message[0] || error.exit_code != EXIT_BAD_USAGE)
            BUG("refused without a word");
        return false;
    }
    schedule_print(&schedule, out);
    schedule_free(&schedule);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf once = {0}, twice = {0};
    if (parse_and_print((struct str){(const char *)data, size}, &once)) {
        if (!parse_and_print(buf_view(&once), &twice))
            BUG("does not read what it printed");
        if (!str_equal(buf_view(&once), buf_view(&twice)))
            BUG("reads something else than it printed");
    }
    buf_free(&once);
    buf_free(&twice);
    return 0;
}

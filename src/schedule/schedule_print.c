/* The printer of schedules: the canonical form, which the parser reads back to the same. */
#include "schedule/schedule.h"

#include <inttypes.h>

static void print_quoted(struct str text, struct buf *out)
{
    buf_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == '"' || c == '\\')
            buf_char(out, '\\');
        if (c < 0x20 || c == 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_char(out, (char)c);
    }
    buf_char(out, '"');
}

static bool is_bare(struct str word)
{
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char)word.at[i];
        if (c <= ' ' || c == 0x7f || c == '"' || c == '\\')
            return false;
    }
    return word.len > 0;
}

void schedule_print_word(struct str word, struct buf *out)
{
    if (is_bare(word))
        buf_str(out, word);
    else
        print_quoted(word, out);
}

static void print_key(const struct event_key *key, struct buf *out)
{
    if (!str_is(key->process, "1"))
        buf_printf(out, "@" STR_FMT " ", STR_ARG(key->process));
    buf_printf(out, STR_FMT "#%" PRIu64, STR_ARG(key->kind), key->ordinal);
    if (key->has_about) {
        buf_char(out, ' ');
        print_quoted(key->about, out);
    }
    if (key->phase.len)
        buf_printf(out, " " STR_FMT, STR_ARG(key->phase));
}

/* Milliseconds with no more decimals than it takes, so that 120 ms is "120ms" and 1 ns is not lost.
 */
static void print_duration(int64_t ns, struct buf *out)
{
    buf_printf(out, "%" PRId64, ns / 1000000);
    char decimals[8];
    snprintf(decimals, sizeof decimals, "%06" PRId64, ns % 1000000);
    size_t length = 6;
    while (length && decimals[length - 1] == '0')
        length--;
    if (length)
        buf_printf(out, ".%.*s", (int)length, decimals);
    buf_text(out, "ms");
}

void schedule_print_hold(const struct hold *hold, struct buf *out)
{
    buf_text(out, "hold ");
    print_key(&hold->event, out);
    switch (hold->end) {
    case HOLD_UNTIL_EVENT:
        buf_text(out, " until ");
        print_key(&hold->until, out);
        break;
    case HOLD_FOR_TIME:
        buf_text(out, " for ");
        print_duration(hold->amount, out);
        break;
    case HOLD_FOR_POLLS:
        buf_printf(out, " for %" PRId64 " polls", hold->amount);
        break;
    case HOLD_UNTIL_IDLE:
        buf_text(out, " until idle");
        break;
    }
}

static void print_optional(const char *name, struct str text, struct buf *out)
{
    if (!text.len)
        return;
    buf_printf(out, "%s ", name);
    schedule_print_word(text, out);
    buf_char(out, '\n');
}

void schedule_print(const struct schedule *self, struct buf *out)
{
    buf_printf(out, "interloper schedule %d\ncommand", SCHEDULE_VERSION);
    vec_each (word, &self->command) {
        buf_char(out, ' ');
        schedule_print_word(*word, out);
    }
    buf_text(out, "\nnode ");
    schedule_print_word(self->node, out);
    buf_printf(out, "    seed %" PRIx64 "    clock %s    isolated %s\n", self->seed,
               self->real_time ? "real" : "virtual", self->isolated ? "yes" : "no");
    print_optional("outcome", self->outcome, out);
    print_optional("signature", self->signature, out);
    vec_each (hold, &self->holds) {
        schedule_print_hold(hold, out);
        buf_char(out, '\n');
    }
}

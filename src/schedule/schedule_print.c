/* The printer of schedules: the canonical form, which the parser reads back to the same. */
#include "event/text.h"
#include "schedule/schedule.h"

#include <inttypes.h>

static bool is_bare(struct str word)
{
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char)word.at[i];
        bool commands = c == '#' && str_starts(str_from(word, i), STR("##"));
        if (c <= ' ' || c >= 0x7f || c == '"' || c == '\\' || commands)
            return false;
    }
    return word.len > 0;
}

void schedule_print_word(struct str word, struct buf *out)
{
    if (is_bare(word))
        buf_str(out, word);
    else
        buf_quoted(out, word);
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
    buf_printf(out, "    seed %" PRIx64 "    clock %s    isolated %s", self->seed,
               self->real_time ? "real" : "virtual", self->isolated ? "yes" : "no");
    if (self->engine.len) {
        buf_text(out, "    engine ");
        schedule_print_word(self->engine, out);
    }
    buf_char(out, '\n');
    print_optional("folder", self->folder, out);
    print_optional("outcome", self->outcome, out);
    print_optional("signature", self->signature, out);
    vec_each (hold, &self->holds) {
        buf_hold(out, hold);
        buf_char(out, '\n');
    }
}

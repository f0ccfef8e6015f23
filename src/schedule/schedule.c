/* The parser of schedules. A file may come from anywhere, so every size has a limit and every
 * refusal names the line. */
#include "schedule/schedule.h"

#include "base/file.h"

struct reader {
    struct schedule *schedule;
    const char *name; /* of the file, for messages */
    unsigned long line_number;
    struct str rest; /* of the current line, in the arena */
    char *kept;      /* where its unquoted texts go: as long as the line */
    enum event_token kind;
    struct str token; /* current one, unquoted */
    struct error *error;
};

static bool malformed(struct reader *self, const char *format, ...) PRINTF_LIKE(2, 3);

static bool malformed(struct reader *self, const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return error_set(self->error, EXIT_BAD_USAGE, "%s:%lu: %s", self->name, self->line_number,
                     what);
}

/* For messages: what stands there, cut to a readable length. */
#define SHOWN(text) (int)((text).len < 60 ? (text).len : 60), (text).at

static bool next(struct reader *self)
{
    self->kind = event_next_token(&self->rest, &self->kept, &self->token);
    return self->kind != TOKEN_BROKEN ||
           malformed(self,
                     "a quote is not closed, or in quotes a backslash stands before something "
                     "else than \", \\ or xHH, or a space is missing behind a quote");
}

static bool at_word(const struct reader *self, const char *word)
{
    return self->kind == TOKEN_WORD && str_is(self->token, word);
}

/* The reader stands on "hold". */
static bool parse_hold(struct reader *self)
{
    if (self->schedule->holds.len >= SCHEDULE_MOST_HOLDS)
        return malformed(self, "more than %d holds", SCHEDULE_MOST_HOLDS);
    struct event_hold hold;
    struct str wrong;
    const char *problem = event_hold_parse(&self->rest, &self->kept, &hold, &wrong);
    if (problem)
        return malformed(self, "'%.*s' %s", SHOWN(wrong), problem);
    if (!next(self))
        return false;
    if (self->kind != TOKEN_END)
        return malformed(self, "'%.*s' is one word too many", SHOWN(self->token));
    *vec_push(&self->schedule->holds) = hold;
    return true;
}

static bool parse_command(struct reader *self)
{
    if (self->schedule->command.len)
        return malformed(self, "a second command");
    for (;;) {
        if (!next(self))
            return false;
        if (self->kind == TOKEN_END)
            return self->schedule->command.len || malformed(self, "the command is empty");
        if (self->schedule->command.len >= SCHEDULE_MOST_WORDS)
            return malformed(self, "more than %d words", SCHEDULE_MOST_WORDS);
        if (memchr(self->token.at, '\0', self->token.len))
            return malformed(self, "a word of the command contains a zero byte");
        *vec_push(&self->schedule->command) = self->token;
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool parse_seed(struct str text, uint64_t *seed)
{
    *seed = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (hex_digit(text.at[i]) < 0)
            return false;
        *seed = *seed << 4 | (uint64_t)hex_digit(text.at[i]);
    }
    return text.len > 0 && text.len <= 16;
}

static bool parse_either(struct reader *self, const char *no, const char *yes, bool *into)
{
    *into = at_word(self, yes);
    return *into || at_word(self, no) ||
           malformed(self, "'%.*s' is neither %s nor %s", SHOWN(self->token), no, yes);
}

/* "node 20.20.2 seed 7f3a09 clock virtual isolated yes": pairs until the line's end. */
static bool parse_circumstances(struct reader *self)
{
    while (self->kind != TOKEN_END) {
        struct str name = self->token;
        if (!next(self))
            return false;
        if (self->kind == TOKEN_END)
            return malformed(self, "'%.*s' has no value", SHOWN(name));
        bool ok;
        if (str_is(name, "node"))
            ok =
                (self->schedule->node = self->token).len > 0 || malformed(self, "an empty version");
        else if (str_is(name, "engine"))
            ok = (self->schedule->engine = self->token).len > 0 ||
                 malformed(self, "an empty version");
        else if (str_is(name, "seed"))
            ok = parse_seed(self->token, &self->schedule->seed) ||
                 malformed(self, "'%.*s' is not a seed (hexadecimal)", SHOWN(self->token));
        else if (str_is(name, "clock"))
            ok = parse_either(self, "virtual", "real", &self->schedule->real_time);
        else if (str_is(name, "isolated"))
            ok = parse_either(self, "no", "yes", &self->schedule->isolated);
        else
            ok = malformed(self, "unknown word '%.*s'", SHOWN(name));
        if (!ok || !next(self))
            return false;
    }
    return true;
}

static bool parse_text(struct reader *self, struct str *into)
{
    if (!next(self))
        return false;
    if (self->kind == TOKEN_END)
        return malformed(self, "a text is missing");
    *into = self->token;
    return next(self) && (self->kind == TOKEN_END ||
                          malformed(self, "'%.*s' is one word too many", SHOWN(self->token)));
}

static bool parse_line(struct reader *self)
{
    if (!next(self))
        return false;
    if (self->kind == TOKEN_END || (self->kind == TOKEN_WORD && self->token.at[0] == '#'))
        return true;
    if (at_word(self, "hold"))
        return parse_hold(self);
    if (at_word(self, "command"))
        return parse_command(self);
    if (at_word(self, "folder"))
        return parse_text(self, &self->schedule->folder);
    if (at_word(self, "outcome"))
        return parse_text(self, &self->schedule->outcome);
    if (at_word(self, "signature"))
        return parse_text(self, &self->schedule->signature);
    return parse_circumstances(self);
}

static bool parse_first_line(struct reader *self, struct str line)
{
    struct str rest = str_trim(line), head = STR("interloper schedule ");
    uint64_t version;
    if (!str_starts(rest, head) || !event_parse_count(str_from(rest, head.len), &version))
        return malformed(self, "not a schedule: the first line must be 'interloper schedule %d'",
                         SCHEDULE_VERSION);
    if (version != SCHEDULE_VERSION)
        return malformed(self, "a schedule of version %llu; this interloper reads version %d",
                         (unsigned long long)version, SCHEDULE_VERSION);
    return true;
}

static bool parse_all(struct reader *self, struct str text)
{
    if (text.len > SCHEDULE_LARGEST_FILE)
        return malformed(self, "larger than %d bytes", SCHEDULE_LARGEST_FILE);
    while (text.len) {
        struct str line = str_cut(&text, '\n');
        if (line.len > SCHEDULE_LONGEST_LINE)
            return malformed(self, "a line longer than %d bytes", SCHEDULE_LONGEST_LINE);
        self->rest = arena_str(&self->schedule->arena, line);
        self->kept = arena_alloc(&self->schedule->arena, line.len);
        if (self->line_number == 1 ? !parse_first_line(self, line) : !parse_line(self))
            return false;
        self->line_number++;
    }
    if (self->line_number == 1)
        return malformed(self, "empty");
    return self->schedule->command.len > 0 || malformed(self, "the line 'command …' is missing");
}

bool schedule_parse(struct schedule *self, const char *name, struct str text, struct error *error)
{
    *self = (struct schedule){.node = STR("none")};
    struct reader reader = {.schedule = self, .name = name, .line_number = 1, .error = error};
    if (parse_all(&reader, text))
        return true;
    schedule_free(self);
    return false;
}

bool schedule_read(struct schedule *self, const char *path, struct error *error)
{
    struct buf text = {0};
    *self = (struct schedule){0};
    bool ok = file_read(path, SCHEDULE_LARGEST_FILE, &text, error) &&
              schedule_parse(self, path, buf_view(&text), error);
    buf_free(&text);
    return ok;
}

static struct event_key kept_key(struct schedule *self, struct event_key key)
{
    key.process = arena_str(&self->arena, key.process);
    key.about = arena_str(&self->arena, key.about);
    return key;
}

void schedule_add_hold(struct schedule *self, const struct event_hold *hold)
{
    if (self->holds.len >= SCHEDULE_MOST_HOLDS)
        return;
    struct event_hold copy = *hold;
    copy.event = kept_key(self, hold->event);
    copy.until = kept_key(self, hold->until);
    *vec_push(&self->holds) = copy;
}

void schedule_free(struct schedule *self)
{
    arena_free(&self->arena);
    vec_free(&self->command);
    vec_free(&self->holds);
    *self = (struct schedule){0};
}

/* The parser of schedules. A file may come from anywhere, so every size has a limit and every
 * refusal names the line. */
#include "schedule/schedule.h"

#include "base/file.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_QUOTED };

struct reader {
    struct schedule *schedule;
    const char *name; /* of the file, for messages; NULL: a line of its own */
    unsigned long line_number;
    struct str rest;    /* of the current line */
    struct str process; /* of keys that name none */
    enum token_kind kind;
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
    if (!self->name)
        return error_set(self->error, EXIT_BAD_USAGE, "%s", what);
    return error_set(self->error, EXIT_BAD_USAGE, "%s:%lu: %s", self->name, self->line_number,
                     what);
}

/* For messages: what stands there, cut to a readable length. */
#define SHOWN(text) (int)((text).len < 60 ? (text).len : 60), (text).at

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads one byte of a quoted text, escaped or not, from *at; false where the escape is none. */
static bool unescape(struct str text, size_t *at, char *byte)
{
    if (text.at[*at] != '\\') {
        *byte = text.at[(*at)++];
        return true;
    }
    size_t left = text.len - *at;
    char c = left > 1 ? text.at[*at + 1] : '\0';
    if (c == '"' || c == '\\') {
        *byte = c;
        *at += 2;
        return true;
    }
    if (c != 'x' || left < 4 || hex_digit(text.at[*at + 2]) < 0 || hex_digit(text.at[*at + 3]) < 0)
        return false;
    *byte = (char)(hex_digit(text.at[*at + 2]) * 16 + hex_digit(text.at[*at + 3]));
    *at += 4;
    return true;
}

/* Where the quote that opens `text` is closed; text.len where it is not. */
static size_t closing_quote(struct str text)
{
    size_t at = 1;
    while (at < text.len && text.at[at] != '"')
        at += text.at[at] == '\\' ? 2 : 1;
    return at < text.len ? at : text.len;
}

static bool next_quoted(struct reader *self)
{
    size_t end = closing_quote(self->rest), length = 0;
    if (end == self->rest.len)
        return malformed(self, "a quote is not closed");
    char *bytes = arena_alloc(&self->schedule->arena, end);
    struct str inside = {self->rest.at + 1, end - 1};
    for (size_t at = 0; at < inside.len;)
        if (!unescape(inside, &at, &bytes[length++]))
            return malformed(self, "in quotes only \\\", \\\\ and \\xHH may follow a backslash");
    self->rest = str_from(self->rest, end + 1);
    self->kind = TOKEN_QUOTED;
    self->token = (struct str){bytes, length};
    return !self->rest.len || is_space(self->rest.at[0]) ||
           malformed(self, "a space is missing behind a closing quote");
}

static bool next(struct reader *self)
{
    while (self->rest.len && is_space(self->rest.at[0]))
        self->rest = str_from(self->rest, 1);
    if (!self->rest.len) {
        self->kind = TOKEN_END;
        self->token = STR("");
        return true;
    }
    if (self->rest.at[0] == '"')
        return next_quoted(self);
    size_t length = 0;
    while (length < self->rest.len && !is_space(self->rest.at[length]))
        length++;
    self->kind = TOKEN_WORD;
    self->token = arena_str(&self->schedule->arena, (struct str){self->rest.at, length});
    self->rest = str_from(self->rest, length);
    return true;
}

static bool at_word(const struct reader *self, const char *word)
{
    return self->kind == TOKEN_WORD && str_is(self->token, word);
}

static bool parse_count(struct str text, int64_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || value > (uint64_t)INT64_MAX / 10 - 1)
            return false;
        value = value * 10 + (uint64_t)(text.at[i] - '0');
    }
    *number = (int64_t)value;
    return text.len > 0;
}

/* Exact, unlike duration_parse(): what was printed comes back to the nanosecond. */
static bool parse_duration(struct str text, int64_t *ns)
{
    static const struct {
        struct str unit;
        int64_t ns;
        size_t digits; /* behind the point that still count */
    } units[] = {{{"ms", 2}, 1000000, 6},
                 {{"us", 2}, 1000, 3},
                 {{"ns", 2}, 1, 0},
                 {{"s", 1}, 1000000000, 9}};
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        if (!str_ends(text, units[i].unit))
            continue;
        struct str decimals = {text.at, text.len - units[i].unit.len};
        bool has_point = decimals.len && memchr(decimals.at, '.', decimals.len);
        struct str whole_text = str_cut(&decimals, '.');
        int64_t whole, part = 0;
        if (!parse_count(whole_text, &whole) || decimals.len > units[i].digits ||
            (has_point && !parse_count(decimals, &part)))
            return false;
        for (size_t digit = decimals.len; digit < units[i].digits; digit++)
            part *= 10;
        return !__builtin_mul_overflow(whole, units[i].ns, ns) &&
               !__builtin_add_overflow(*ns, part, ns);
    }
    return false;
}

static bool is_name(struct str text, const char *also)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (!c || !strchr(also, c)))
            return false;
    }
    return text.len > 0;
}

static bool parse_process(struct reader *self, struct event_key *key)
{
    key->process = self->process;
    if (self->kind != TOKEN_WORD || self->token.at[0] != '@')
        return true;
    key->process = str_from(self->token, 1);
    return (is_name(key->process, ".-_") && next(self)) ||
           malformed(self, "'%.*s' names no process", SHOWN(self->token));
}

/* KIND#N ["about"] [phase]; the reader stands on its first token and is left behind its last. */
static bool parse_key(struct reader *self, struct event_key *key)
{
    if (!parse_process(self, key))
        return false;
    struct str rest = self->token;
    key->kind = str_cut(&rest, '#');
    int64_t ordinal = 0;
    if (self->kind != TOKEN_WORD || !is_name(key->kind, "._-:/+") || !parse_count(rest, &ordinal) ||
        ordinal < 1)
        return malformed(self, "'%.*s' is not an event such as fs.open#1", SHOWN(self->token));
    key->ordinal = (uint64_t)ordinal;
    if (!next(self))
        return false;
    if (self->kind == TOKEN_QUOTED) {
        key->has_about = true;
        key->about = self->token;
        if (!next(self))
            return false;
    }
    if (self->kind != TOKEN_WORD || at_word(self, "until") || at_word(self, "for"))
        return true;
    key->phase = self->token;
    return is_name(key->phase, "-_") ? next(self)
                                     : malformed(self, "'%.*s' is not a phase", SHOWN(key->phase));
}

static bool parse_until(struct reader *self, struct hold *hold)
{
    if (!next(self))
        return false;
    if (at_word(self, "idle")) {
        hold->end = HOLD_UNTIL_IDLE;
        return next(self);
    }
    hold->end = HOLD_UNTIL_EVENT;
    return parse_key(self, &hold->until);
}

static bool parse_for(struct reader *self, struct hold *hold)
{
    if (!next(self))
        return false;
    struct str amount = self->token;
    bool is_time = self->kind == TOKEN_WORD && parse_duration(amount, &hold->amount);
    hold->end = is_time ? HOLD_FOR_TIME : HOLD_FOR_POLLS;
    if (!next(self) || is_time)
        return is_time;
    if (parse_count(amount, &hold->amount) && (at_word(self, "polls") || at_word(self, "poll")))
        return next(self);
    return malformed(self, "a hold ends 'for 120ms' or 'for 3 polls', not 'for %.*s'",
                     SHOWN(amount));
}

/* The reader stands on "hold". */
static bool parse_hold(struct reader *self)
{
    struct hold hold = {0};
    if (self->schedule->holds.len >= SCHEDULE_MOST_HOLDS)
        return malformed(self, "more than %d holds", SCHEDULE_MOST_HOLDS);
    if (!next(self) || !parse_key(self, &hold.event))
        return false;
    if (at_word(self, "until") ? !parse_until(self, &hold)
        : at_word(self, "for") ? !parse_for(self, &hold)
                               : !malformed(self, "a hold needs 'until …' or 'for …'"))
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
    if (at_word(self, "outcome"))
        return parse_text(self, &self->schedule->outcome);
    if (at_word(self, "signature"))
        return parse_text(self, &self->schedule->signature);
    return parse_circumstances(self);
}

static bool parse_first_line(struct reader *self, struct str line)
{
    struct str rest = str_trim(line), head = STR("interloper schedule ");
    int64_t version;
    if (!str_starts(rest, head) || !parse_count(str_from(rest, head.len), &version))
        return malformed(self, "not a schedule: the first line must be 'interloper schedule %d'",
                         SCHEDULE_VERSION);
    if (version != SCHEDULE_VERSION)
        return malformed(self, "a schedule of version %lld; this interloper reads version %d",
                         (long long)version, SCHEDULE_VERSION);
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
        self->rest = line;
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
    struct reader reader = {
        .schedule = self, .name = name, .line_number = 1, .process = STR("1"), .error = error};
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

bool schedule_add_hold(struct schedule *self, struct str process, struct str line,
                       struct error *error)
{
    struct reader reader = {.schedule = self,
                            .rest = line,
                            .process = arena_str(&self->arena, process),
                            .error = error};
    if (line.len > SCHEDULE_LONGEST_LINE)
        return malformed(&reader, "a line longer than %d bytes", SCHEDULE_LONGEST_LINE);
    if (!next(&reader))
        return false;
    return at_word(&reader, "hold") ? parse_hold(&reader) : malformed(&reader, "not a hold");
}

void schedule_free(struct schedule *self)
{
    arena_free(&self->arena);
    vec_free(&self->command);
    vec_free(&self->holds);
    *self = (struct schedule){0};
}

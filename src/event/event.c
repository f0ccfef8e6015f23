#include "event/event.h"

static const struct {
    const char *name;
    enum event_family family;
} kinds[KIND_COUNT] = {
#define EVENT_KIND_ROW(id, name, family) [KIND_##id] = {name, FAMILY_##family},
    EVENT_KINDS(EVENT_KIND_ROW)
#undef EVENT_KIND_ROW
};

static const char *const phases[PHASE_COUNT] = {
    [PHASE_NONE] = "", [PHASE_START] = "start", [PHASE_DONE] = "done"};

const char *event_kind_name(enum event_kind kind)
{
    return kinds[kind < KIND_COUNT ? kind : KIND_UNKNOWN].name;
}

enum event_family event_kind_family(enum event_kind kind)
{
    return kinds[kind < KIND_COUNT ? kind : KIND_UNKNOWN].family;
}

bool event_kind_find(struct str name, enum event_kind *kind)
{
    for (int i = 0; i < KIND_COUNT; i++)
        if (str_is(name, kinds[i].name)) {
            *kind = (enum event_kind)i;
            return true;
        }
    return false;
}

enum event_kind event_kind_of_fs(int type)
{
    return type >= 0 && type <= KIND_FS_LUTIME - KIND_FS_CUSTOM
               ? (enum event_kind)(KIND_FS_CUSTOM + type)
               : KIND_FS_OTHER;
}

const char *event_phase_name(enum event_phase phase)
{
    return phases[phase < PHASE_COUNT ? phase : PHASE_NONE];
}

bool event_key_equal(const struct event_key *a, const struct event_key *b)
{
    return a->kind == b->kind && a->number == b->number && a->phase == b->phase &&
           a->thread == b->thread && a->delay == b->delay && a->has_about == b->has_about &&
           str_equal(a->about, b->about) && str_equal(a->process, b->process);
}

/* Printing. */

struct sink {
    char *out;
    size_t room, len;
};

static void put(struct sink *sink, char c)
{
    if (sink->len + 1 < sink->room)
        sink->out[sink->len] = c;
    sink->len++;
}

static void put_str(struct sink *sink, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        put(sink, text.at[i]);
}

static void put_number(struct sink *sink, uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    put_str(sink, (struct str){digits + at, sizeof digits - at});
}

/* How many bytes the UTF-8 character at `text` has; 0: these bytes are none. What is no character,
 * and what a terminal or a CI's log would obey, is written as \xHH. */
static size_t plain_character(struct str text)
{
    const unsigned char *at = (const unsigned char *)text.at;
    bool commands = str_starts(text, STR("##")); /* ##[error], ##vso[…]: a CI's log would obey */
    if (at[0] < 0x80)
        return !commands && at[0] >= 0x20 && at[0] != 0x7f && at[0] != '"' && at[0] != '\\';
    size_t length = at[0] >= 0xc2 && at[0] < 0xe0   ? 2
                    : at[0] >= 0xe0 && at[0] < 0xf0 ? 3
                    : at[0] >= 0xf0 && at[0] < 0xf5 ? 4
                                                    : 0;
    if (!length || length > text.len)
        return 0;
    uint32_t code = at[0] & (0xff >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool marks = code == 0x61c || (code >= 0x200e && code <= 0x200f) ||
                 (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x206f) ||
                 code == 0xfeff || (code >= 0xfff9 && code <= 0xfffb);
    bool broken = code < least[length] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff;
    return broken || marks || code < 0xa0 ? 0 : length;
}

static void put_quoted(struct sink *sink, struct str text)
{
    static const char hex[] = "0123456789abcdef";
    put(sink, '"');
    while (text.len) {
        unsigned char c = (unsigned char)text.at[0];
        size_t length = plain_character(text);
        if (length) {
            put_str(sink, (struct str){text.at, length});
        } else {
            length = 1;
            put(sink, '\\');
            if (c == '"' || c == '\\') {
                put(sink, (char)c);
            } else {
                put(sink, 'x');
                put(sink, hex[c >> 4]);
                put(sink, hex[c & 15]);
            }
        }
        text = str_from(text, length);
    }
    put(sink, '"');
}

static size_t finish(struct sink *sink)
{
    if (sink->room)
        sink->out[sink->len < sink->room ? sink->len : sink->room - 1] = '\0';
    return sink->len;
}

size_t event_quote(struct str text, char *out, size_t room)
{
    struct sink sink = {out, room, 0};
    put_quoted(&sink, text);
    return finish(&sink);
}

static void put_key(struct sink *to, const struct event_key *key)
{
    struct sink sink = *to;
    if (!str_is(key->process, "1") || key->thread) {
        put(&sink, '@');
        put_str(&sink, key->process);
        if (key->thread) {
            put(&sink, '/');
            put_number(&sink, key->thread);
        }
        put(&sink, ' ');
    }
    put_str(&sink, str_of(event_kind_name(key->kind)));
    put(&sink, '#');
    put_number(&sink, key->number);
    if (key->delay != NO_DELAY) {
        put(&sink, ' ');
        put_number(&sink, (uint64_t)key->delay);
        put_str(&sink, STR("ms"));
    }
    if (key->has_about) {
        put(&sink, ' ');
        put_quoted(&sink, key->about);
    }
    if (key->phase) {
        put(&sink, ' ');
        put_str(&sink, str_of(event_phase_name(key->phase)));
    }
    *to = sink;
}

size_t event_key_print(const struct event_key *key, char *out, size_t room)
{
    struct sink sink = {out, room, 0};
    put_key(&sink, key);
    return finish(&sink);
}

/* Milliseconds with no more decimals than it takes, so that 120 ms is "120ms" and 1 ns is not lost.
 */
static void put_duration(struct sink *sink, int64_t ns)
{
    uint64_t value = ns < 0 ? 0 : (uint64_t)ns, part = value % 1000000;
    put_number(sink, value / 1000000);
    if (part)
        put(sink, '.');
    for (uint64_t digit = 100000; part; digit /= 10) {
        put(sink, (char)('0' + part / digit));
        part %= digit;
    }
    put_str(sink, STR("ms"));
}

size_t event_hold_print(const struct event_hold *hold, char *out, size_t room)
{
    struct sink sink = {out, room, 0};
    put_str(&sink, STR("hold "));
    put_key(&sink, &hold->event);
    switch (hold->end) {
    case HOLD_TIME:
        put_str(&sink, STR(" for "));
        put_duration(&sink, hold->amount);
        break;
    case HOLD_POLLS:
        put_str(&sink, STR(" for "));
        put_number(&sink, hold->amount < 0 ? 0 : (uint64_t)hold->amount);
        put_str(&sink, STR(" polls"));
        break;
    case HOLD_EVENT:
        put_str(&sink, STR(" until "));
        put_key(&sink, &hold->until);
        break;
    case HOLD_BEFORE:
        put_str(&sink, STR(" until before "));
        put_key(&sink, &hold->until);
        break;
    case HOLD_NONE:
    case HOLD_IDLE:
    case HOLD_END_COUNT:
        put_str(&sink, STR(" until idle"));
        break;
    }
    return finish(&sink);
}

/* Parsing. */

static const char broken_quote[] = "is where a quote is not closed, or a backslash stands before "
                                   "something else than \", \\ or xHH";

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

/* The reader stands behind the opening quote. */
static enum event_token quoted_token(struct str *rest, char **kept, struct str *token)
{
    size_t length = 0, at = 0;
    struct str text = *rest;
    while (at < text.len && text.at[at] != '"') {
        char c = text.at[at++];
        if (c == '\\') {
            char next = at < text.len ? text.at[at] : '\0';
            if (next == '"' || next == '\\') {
                c = next;
                at++;
            } else if (next == 'x' && at + 2 < text.len && hex_digit(text.at[at + 1]) >= 0 &&
                       hex_digit(text.at[at + 2]) >= 0) {
                c = (char)(hex_digit(text.at[at + 1]) * 16 + hex_digit(text.at[at + 2]));
                at += 3;
            } else {
                return TOKEN_BROKEN;
            }
        }
        (*kept)[length++] = c;
    }
    if (at == text.len)
        return TOKEN_BROKEN;
    *rest = str_from(text, at + 1);
    *token = (struct str){*kept, length};
    *kept += length;
    return !rest->len || is_space(rest->at[0]) ? TOKEN_QUOTED : TOKEN_BROKEN;
}

enum event_token event_next_token(struct str *rest, char **kept, struct str *token)
{
    while (rest->len && is_space(rest->at[0]))
        *rest = str_from(*rest, 1);
    *token = (struct str){rest->at, 0};
    if (!rest->len)
        return TOKEN_END;
    if (rest->at[0] == '"') {
        *rest = str_from(*rest, 1);
        return quoted_token(rest, kept, token);
    }
    size_t length = 0;
    while (length < rest->len && !is_space(rest->at[length]))
        length++;
    *token = (struct str){rest->at, length};
    *rest = str_from(*rest, length);
    return TOKEN_WORD;
}

bool event_parse_count(struct str text, uint64_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || value > UINT64_C(99999999999999999))
            return false;
        value = value * 10 + (uint64_t)(text.at[i] - '0');
    }
    *number = value;
    return text.len > 0;
}

static bool is_process_name(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((text.at[i] < '0' || text.at[i] > '9') && text.at[i] != '.')
            return false;
    return text.len > 0 && text.len < 48;
}

/* "@1.2/1", behind the @ */
static bool parse_place(struct str text, struct event_key *key)
{
    bool has_thread = memchr(text.at, '/', text.len) != NULL;
    uint64_t thread = 0;
    key->process = str_cut(&text, '/');
    if (has_thread && (!event_parse_count(text, &thread) || thread > UINT32_MAX))
        return false;
    key->thread = (uint32_t)thread;
    return is_process_name(key->process);
}

static bool parse_delay(struct str word, struct event_key *key)
{
    uint64_t delay;
    if (!str_ends(word, STR("ms")) ||
        !event_parse_count((struct str){word.at, word.len - 2}, &delay) || delay > INT32_MAX)
        return false;
    key->delay = (int32_t)delay;
    return true;
}

const char *event_key_parse(struct str *rest, char **kept, struct event_key *key, struct str *wrong)
{
    *key = (struct event_key){.process = STR("1"), .delay = NO_DELAY};
    enum event_token kind = event_next_token(rest, kept, wrong);
    if (kind == TOKEN_WORD && wrong->at[0] == '@') {
        if (!parse_place(str_from(*wrong, 1), key))
            return "names no process";
        kind = event_next_token(rest, kept, wrong);
    }
    struct str number = *wrong, name = str_cut(&number, '#');
    if (kind != TOKEN_WORD || !event_parse_count(number, &key->number) || key->number < 1)
        return "is not an event such as fs.open#1";
    if (!event_kind_find(name, &key->kind))
        return "is an event of no kind that there is";
    struct str before = *rest;
    kind = event_next_token(rest, kept, wrong);
    if (kind == TOKEN_WORD && parse_delay(*wrong, key)) {
        before = *rest;
        kind = event_next_token(rest, kept, wrong);
    }
    if (kind == TOKEN_QUOTED) {
        key->has_about = true;
        key->about = *wrong;
        before = *rest;
        kind = event_next_token(rest, kept, wrong);
    }
    if (kind == TOKEN_BROKEN)
        return broken_quote;
    for (int phase = PHASE_START; phase < PHASE_COUNT && kind == TOKEN_WORD; phase++)
        if (str_is(*wrong, phases[phase])) {
            key->phase = (enum event_phase)phase;
            return NULL;
        }
    *rest = before; /* belongs to whoever called */
    return NULL;
}

/* Exact to the nanosecond: what was printed comes back. */
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
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!str_ends(text, units[i].unit))
            continue;
        struct str decimals = {text.at, text.len - units[i].unit.len};
        bool has_point = decimals.len && memchr(decimals.at, '.', decimals.len);
        struct str whole_text = str_cut(&decimals, '.');
        uint64_t whole, part = 0;
        if (!event_parse_count(whole_text, &whole) || decimals.len > units[i].digits ||
            (has_point && !event_parse_count(decimals, &part)))
            return false;
        for (size_t digit = decimals.len; digit < units[i].digits; digit++)
            part *= 10;
        return !__builtin_mul_overflow((int64_t)whole, units[i].ns, ns) &&
               !__builtin_add_overflow(*ns, (int64_t)part, ns);
    }
    return false;
}

/* Behind "for": a time, or a number of polls. */
static const char *parse_for(struct str *rest, char **kept, struct event_hold *hold,
                             struct str *wrong)
{
    static const char help[] = "does not say how long: a hold ends 'for 120ms' or 'for 3 polls'";
    if (event_next_token(rest, kept, wrong) != TOKEN_WORD)
        return help;
    hold->end = HOLD_TIME;
    if (parse_duration(*wrong, &hold->amount))
        return NULL;
    struct str polls;
    uint64_t count;
    if (!event_parse_count(*wrong, &count) || event_next_token(rest, kept, &polls) != TOKEN_WORD ||
        (!str_is(polls, "polls") && !str_is(polls, "poll")))
        return help;
    hold->end = HOLD_POLLS;
    hold->amount = (int64_t)count;
    return NULL;
}

/* Behind "until": idle, [after] an event, before a timer. */
static const char *parse_until(struct str *rest, char **kept, struct event_hold *hold,
                               struct str *wrong)
{
    struct str before = *rest;
    enum event_token kind = event_next_token(rest, kept, wrong);
    if (kind == TOKEN_WORD && str_is(*wrong, "idle")) {
        hold->end = HOLD_IDLE;
        return NULL;
    }
    hold->end = kind == TOKEN_WORD && str_is(*wrong, "before") ? HOLD_BEFORE : HOLD_EVENT;
    if (hold->end == HOLD_EVENT && !(kind == TOKEN_WORD && str_is(*wrong, "after")))
        *rest = before;
    const char *problem = event_key_parse(rest, kept, &hold->until, wrong);
    if (problem || hold->end != HOLD_BEFORE || event_kind_family(hold->until.kind) == FAMILY_TIMER)
        return problem;
    *wrong = str_of(event_kind_name(hold->until.kind));
    return "is no timer: only a timer's time is known before it comes";
}

const char *event_hold_parse(struct str *rest, char **kept, struct event_hold *hold,
                             struct str *wrong)
{
    *hold = (struct event_hold){0};
    const char *problem = event_key_parse(rest, kept, &hold->event, wrong);
    if (problem)
        return problem;
    enum event_token kind = event_next_token(rest, kept, wrong);
    if (kind == TOKEN_WORD && str_is(*wrong, "until"))
        return parse_until(rest, kept, hold, wrong);
    if (kind == TOKEN_WORD && str_is(*wrong, "for"))
        return parse_for(rest, kept, hold, wrong);
    return "stands where a hold needs 'until …' or 'for …'";
}

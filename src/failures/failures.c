#include "failures/scan.h"

#include <ctype.h>

enum { MOST_LINES = 200 * 1000, LONGEST_MESSAGE_LINE = 400 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length of an escape sequence at the front, 0 where there is none. */
static size_t escape_length(struct str text)
{
    size_t at = 2;
    if (text.len < 2 || text.at[0] != '\033' || text.at[1] != '[')
        return text.len && text.at[0] == '\033';
    while (at < text.len && !isalpha((unsigned char)text.at[at]))
        at++;
    return at < text.len ? at + 1 : at;
}

static struct str plain_line(struct arena *arena, struct str line)
{
    while (line.len && strchr(" \t\r", line.at[line.len - 1]) && line.at[line.len - 1])
        line.len--;
    if (!line.len || !memchr(line.at, '\033', line.len))
        return line;
    char *kept = arena_alloc(arena, line.len + 1);
    size_t len = 0;
    while (line.len) {
        size_t skip = escape_length(line);
        if (!skip)
            kept[len++] = *line.at;
        line = str_from(line, skip ? skip : 1);
    }
    while (len && kept[len - 1] == ' ')
        len--;
    return (struct str){kept, len};
}

void failures__open(struct scan *self, struct failures *out, const char *folder, struct str output)
{
    *self = (struct scan){.out = out, .folder = folder};
    while (output.len && self->lines.len < MOST_LINES) {
        struct str line = plain_line(&out->arena, str_cut(&output, '\n'));
        *vec_push(&self->lines) = line;
    }
}

void failures__close(struct scan *self)
{
    vec_free(&self->lines);
}

struct str failures__text(const struct scan *self, size_t i, size_t *indent)
{
    struct str line = failures__line(self, i);
    size_t blanks = 0;
    while (blanks < line.len && line.at[blanks] == ' ')
        blanks++;
    *indent = blanks;
    return str_from(line, blanks);
}

/* Cuts ":12" off the end. */
static bool cut_number(struct str *text)
{
    size_t len = text->len;
    while (len && is_digit(text->at[len - 1]))
        len--;
    if (len == text->len || len < 2 || text->at[len - 1] != ':')
        return false;
    text->len = len - 1;
    return true;
}

struct str failures_place(struct str line)
{
    line = str_trim(line);
    while (line.len && strchr("')\",", line.at[line.len - 1]))
        line.len--;
    size_t start = line.len;
    while (start && !strchr("( \"'", line.at[start - 1]))
        start--;
    struct str place = str_from(line, start), file = place;
    if (str_starts(place, STR("file://")))
        place = file = str_from(place, strlen("file://"));
    bool numbered = cut_number(&file);
    cut_number(&file);
    bool is_file = file.len && (memchr(file.at, '.', file.len) || memchr(file.at, '/', file.len) ||
                                str_starts(file, STR("node:")));
    return numbered && is_file ? place : STR("");
}

static bool contains(struct str text, const char *word)
{
    return text.len && memmem(text.at, text.len, word, strlen(word)) != NULL;
}

bool failures_is_own(struct str place)
{
    return place.len && !str_starts(place, STR("node:")) && !str_starts(place, STR("internal/")) &&
           !contains(place, "node_modules/") && !contains(place, "<anonymous>") &&
           (memchr(place.at, '/', place.len) || memchr(place.at, '.', place.len));
}

struct str failures__relative(const struct scan *self, struct str place)
{
    struct str folder = self->folder ? str_of(self->folder) : STR("");
    if (folder.len > 1 && place.len > folder.len && str_starts(place, folder) &&
        place.at[folder.len] == '/')
        return str_from(place, folder.len + 1);
    return place;
}

struct str failures__join(struct scan *self, struct str a, struct str b)
{
    if (!a.len || !b.len)
        return a.len ? a : b;
    return arena_printf(&self->out->arena, STR_FMT " › " STR_FMT, STR_ARG(a), STR_ARG(b));
}

/* "at f (a.js:1:2)", vitest's and ava's marks, or a line of a YAML stack. */
static bool is_frame(struct str text)
{
    static const struct str marks[] = {{"at ", 3}, {"❯ ", 4}, {"› ", 4}};
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (str_starts(text, marks[i]))
            return failures_place(text).len || (i == 0 && contains(text, "<anonymous>"));
    if (str_starts(text, STR("at: ")))
        return failures_place(text).len > 0;
    return str_ends(text, STR(")")) && failures_place(text).len > 0 && contains(text, " (");
}

/* "> 12 | code", "     | ^", "  12: code", tap's rulers. */
static bool is_code_frame(struct str text)
{
    if (str_starts(text, STR("━")) || str_starts(text, STR("^")))
        return true;
    text = str_trim(str_from(text, str_starts(text, STR(">"))));
    size_t digits = 0;
    while (digits < text.len && is_digit(text.at[digits]))
        digits++;
    struct str rest = str_trim(str_from(text, digits));
    return str_starts(rest, STR("|")) || (digits && str_starts(str_from(text, digits), STR(": ")));
}

static bool tells_of_time_limit(struct str message)
{
    static const char *const words[] = {"Timeout of ",
                                        "Exceeded timeout of",
                                        "test timed out after",
                                        "Test timed out in",
                                        "Hook timed out in",
                                        "Timed out while running tests",
                                        "timeout!",
                                        "Timeout - Async function did not complete"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (contains(message, words[i]))
            return true;
    return false;
}

static void add_line(struct buf *out, struct str line)
{
    if (line.len > LONGEST_MESSAGE_LINE)
        line.len = LONGEST_MESSAGE_LINE;
    buf_text(out, out->len ? "\n" : "");
    buf_str(out, line);
}

bool failures__add(struct scan *self, struct str test, struct str message, size_t from, size_t to)
{
    struct buf text = {0};
    struct str at = STR("");
    size_t lines = 0, indent;
    bool ended = false;
    if (message.len)
        add_line(&text, message);
    for (size_t i = from; i < to && i < self->lines.len; i++) {
        struct str line = failures__text(self, i, &indent);
        if (is_frame(line)) {
            struct str place = failures_place(line);
            if (!at.len && failures_is_own(place))
                at = failures__relative(self, place);
            ended |= text.len > 0;
        } else if (is_code_frame(line)) {
            ended |= text.len > 0;
        } else if (line.len && !message.len && !ended && lines < FAILURES_MESSAGE_LINES) {
            add_line(&text, line);
            lines++;
        }
    }
    vec_each (known, &self->out->list)
        if (str_equal(known->test, test) &&
            (test.len || str_equal(known->message, buf_view(&text)))) {
            buf_free(&text);
            return false;
        }
    bool room = self->out->list.len < FAILURES_MOST;
    if (room)
        *vec_push(&self->out->list) =
            (struct test_failure){.test = arena_str(&self->out->arena, test),
                                  .message = arena_str(&self->out->arena, buf_view(&text)),
                                  .at = arena_str(&self->out->arena, at),
                                  .time_limit = tells_of_time_limit(buf_view(&text))};
    buf_free(&text);
    return room;
}

void failures_read(struct failures *self, const char *folder, struct str output)
{
    struct scan scan;
    *self = (struct failures){0};
    failures__open(&scan, self, folder, output);
    for (size_t i = 0; i < failures_runner_count && !self->list.len; i++) {
        failures_runners[i].recognise(&scan);
        if (self->list.len)
            self->runner = failures_runners[i].name;
    }
    failures__close(&scan);
}

void failures_error(struct failures *self, const char *folder, struct str output, size_t line)
{
    struct scan scan;
    failures__open(&scan, self, folder, output);
    size_t end = line + 1;
    bool frames = false;
    for (size_t indent; end < scan.lines.len && end < line + 40; end++) {
        bool frame = is_frame(failures__text(&scan, end, &indent));
        if ((frames && !frame) || str_starts(scan.lines.at[end], STR("Node.js v")))
            break;
        frames |= frame;
    }
    if (!frames) /* nothing belongs to it */
        end = line + 1;
    if (failures__line(&scan, line).len)
        failures__add(&scan, STR(""), STR(""), line, end);
    failures__close(&scan);
}

void failures_free(struct failures *self)
{
    vec_free(&self->list);
    arena_free(&self->arena);
}

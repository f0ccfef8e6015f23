/* Taking out of a line what differs from run to run. A small scanner: at each position the first
 * rule of the table that recognises something there says how long it is and what to write
 * instead. Where a rule does not know for sure, it leaves the text alone: two groups too many are
 * less harm than one too few. */
#include "explore/signature.h"

#include <ctype.h>

struct place {
    struct str line;
    size_t at;
    const char *project;
};

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool hex(char c)
{
    return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool wordly(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static char char_at(const struct place *p, size_t at)
{
    return at < p->line.len ? p->line.at[at] : '\0';
}

static bool at_word_start(const struct place *p)
{
    return p->at == 0 || !wordly(p->line.at[p->at - 1]);
}

static size_t span(const struct place *p, size_t from, bool (*kind)(char))
{
    size_t end = from;
    while (end < p->line.len && kind(p->line.at[end]))
        end++;
    return end - from;
}

/* Does `text` stand right before the current position? */
static bool behind(const struct place *p, struct str text)
{
    return str_ends((struct str){p->line.at, p->at}, text);
}

static bool here(const struct place *p, struct str text)
{
    return str_starts(str_from(p->line, p->at), text);
}

/* ANSI: ESC [ … letter, and OSC up to BEL. */
static size_t escape_sequence(const struct place *p)
{
    if (char_at(p, p->at) != '\033')
        return 0;
    size_t end = p->at + 1;
    if (char_at(p, end) == ']') {
        while (end < p->line.len && p->line.at[end] != '\a')
            end++;
        return end + (end < p->line.len) - p->at;
    }
    if (char_at(p, end) != '[')
        return 1;
    for (end++; end < p->line.len && !isalpha((unsigned char)p->line.at[end]);)
        end++;
    return end + (end < p->line.len) - p->at;
}

static bool path_end(char c)
{
    return !(isspace((unsigned char)c) || c == '\'' || c == '"' || c == '`' || c == ')' ||
             c == ',' || c == ';' || c == '>' || c == ']');
}

static size_t project_path(const struct place *p)
{
    if (!p->project)
        return 0;
    struct str project = str_of(p->project);
    if (project.len < 2 || !here(p, project) || char_at(p, p->at + project.len) != '/')
        return 0;
    return project.len + 1;
}

/* A file in the project keeps its name even where the project lies under /tmp: project_path()
 * comes first in the table. */
static size_t temporary_path(const struct place *p)
{
    static const struct str roots[] = {
        {"/tmp/", 5}, {"/var/tmp/", 9}, {"/dev/shm/", 9}, {"/var/folders/", 13}};
    for (size_t i = 0; i < COUNT_OF(roots); i++)
        if (here(p, roots[i]))
            return span(p, p->at, path_end);
    return 0;
}

static size_t address(const struct place *p)
{
    if (!at_word_start(p) || char_at(p, p->at) != '0' || char_at(p, p->at + 1) != 'x')
        return 0;
    size_t digits = span(p, p->at + 2, hex);
    return digits ? 2 + digits : 0;
}

static size_t uuid(const struct place *p)
{
    static const size_t parts[] = {8, 4, 4, 4, 12};
    size_t at = p->at;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (span(p, at, hex) != parts[i])
            return 0;
        at += parts[i];
        if (i + 1 < COUNT_OF(parts) && char_at(p, at++) != '-')
            return 0;
    }
    return at - p->at;
}

/* Eight or more hexadecimal digits with at least one figure among them, or ten and more figures:
 * ids and time stamps. */
static size_t long_id(const struct place *p)
{
    size_t length = at_word_start(p) ? span(p, p->at, hex) : 0;
    size_t figures = 0;
    for (size_t i = 0; i < length; i++)
        figures += digit(p->line.at[p->at + i]);
    if (length < 8 || !figures || wordly(char_at(p, p->at + length)))
        return 0;
    return figures < length || length >= 10 ? length : 0;
}

/* 2026-11-15T23:13:20.123Z, 23:13:20, 23:13:20.5 */
static size_t date_or_clock(const struct place *p)
{
    static const char *const shapes[] = {"9999-99-99T99:99:99", "9999-99-99 99:99:99", "9999-99-99",
                                         "99:99:99"};
    for (size_t i = 0; at_word_start(p) && i < COUNT_OF(shapes); i++) {
        size_t length = 0;
        while (shapes[i][length] &&
               (shapes[i][length] == '9' ? digit(char_at(p, p->at + length))
                                         : shapes[i][length] == char_at(p, p->at + length)))
            length++;
        if (shapes[i][length])
            continue;
        if (char_at(p, p->at + length) == '.')
            length += 1 + span(p, p->at + length + 1, digit);
        return length + (char_at(p, p->at + length) == 'Z');
    }
    return 0;
}

/* 12ms, 1.5 s, 3 minutes; and the number behind "duration_ms". */
static size_t duration(const struct place *p)
{
    static const char *const units[] = {"ms",      "s",       "sec",    "secs",        "second",
                                        "seconds", "minutes", "minute", "us",          "µs",
                                        "ns",      "m",       "millis", "milliseconds"};
    size_t number = at_word_start(p) ? span(p, p->at, digit) : 0;
    if (!number)
        return 0;
    if (char_at(p, p->at + number) == '.')
        number += 1 + span(p, p->at + number + 1, digit);
    if (behind(p, STR("duration_ms ")) || behind(p, STR("duration_ms: ")))
        return number;
    size_t unit = p->at + number + (char_at(p, p->at + number) == ' ');
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        size_t length = strlen(units[i]);
        if (str_starts(str_from(p->line, unit), str_of(units[i])) &&
            !wordly(char_at(p, unit + length)))
            return unit + length - p->at;
    }
    return 0;
}

static size_t process_id(const struct place *p)
{
    static const struct str before[] = {{"pid ", 4},   {"pid: ", 5},    {"pid=", 4},  {"PID ", 4},
                                        {"(node:", 6}, {"process ", 8}, {"PID: ", 5}, {"[pid ", 5}};
    size_t length = span(p, p->at, digit);
    for (size_t i = 0; length && i < COUNT_OF(before); i++)
        if (behind(p, before[i]))
            return length;
    return 0;
}

/* A port follows an address or the word; file.js:12:7 is a place and stays. */
static size_t port(const struct place *p)
{
    static const struct str before[] = {{"port ", 5},       {"port: ", 6},      {"port=", 5},
                                        {"localhost:", 10}, {"127.0.0.1:", 10}, {"0.0.0.0:", 8},
                                        {"::1:", 4},        {"]:", 2},          {":::", 3}};
    size_t length = span(p, p->at, digit);
    for (size_t i = 0; length && length <= 5 && i < COUNT_OF(before); i++)
        if (behind(p, before[i]))
            return length;
    return 0;
}

static const struct {
    size_t (*length)(const struct place *p);
    const char *instead;
} rules[] = {
    {escape_sequence, ""}, {project_path, ""}, {temporary_path, "<tmp>"},
    {address, "<addr>"},   {uuid, "<id>"},     {date_or_clock, "<time>"},
    {process_id, "<pid>"}, {port, "<port>"},   {duration, "<time>"},
    {long_id, "<id>"},
};

void signature_normalise(const char *project, struct str line, struct buf *out)
{
    struct place p = {.line = str_trim(line), .project = project};
    size_t start = out->len;
    while (p.at < p.line.len) {
        size_t length = 0;
        for (size_t i = 0; i < COUNT_OF(rules) && !length; i++)
            if ((length = rules[i].length(&p)))
                buf_text(out, rules[i].instead);
        if (!length) {
            length = 1;
            if (out->len > start || !isspace((unsigned char)p.line.at[p.at]))
                buf_char(out, p.line.at[p.at]);
        }
        p.at += length;
    }
    while (out->len > start && isspace((unsigned char)out->at[out->len - 1]))
        out->at[--out->len] = '\0';
}

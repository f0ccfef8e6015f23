#include "commands/story_report.h"

#include "base/file.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "commands/run_report.h"
#include "report/frame.h"

enum { LARGEST_SOURCE = 64 * 1024 * 1024, WIDTH = 110, COLUMN = 52 };

void story_report_failure(FILE *out, const char *message, const char *at)
{
    run_report_quoted(out, message);
    if (at && *at) {
        char *line = mem_printf("at %s", at);
        run_report_quoted(out, line);
        free(line);
    }
}

static void print_safe(FILE *out, struct str text)
{
    struct buf safe = {0};
    terminal_safe(&safe, text);
    fputs(buf_view(&safe).at, out);
    buf_free(&safe);
}

/* Words of others, in lines behind a heading of ten columns. */
static void print_wrapped(FILE *out, const char *heading, struct str text)
{
    struct buf safe = {0}, lines = {0};
    terminal_safe(&safe, text);
    report_wrapped(&lines, buf_view(&safe), 14, WIDTH);
    fprintf(out, "    %-10s%s", heading, buf_view(&lines).at + (lines.len > 14 ? 14 : 0));
    buf_free(&safe);
    buf_free(&lines);
}

static void print_frame(FILE *out, const struct story_place *place)
{
    struct buf text = {0}, frame = {0};
    struct place where;
    struct paint paint = {.colour = terminal_has_colour(out), .width = WIDTH - 6};
    char *path = mem_dup_n(place->path.at, place->path.len);
    if (place->line && file_read(path, LARGEST_SOURCE, &text, NULL)) {
        struct source source = {.path = place->text, .text = buf_view(&text)};
        if (frame_place(&source, place->line, place->column, &where)) {
            frame_write(&frame, where, &paint);
            for (struct str rest = buf_view(&frame); rest.len;) {
                struct str line = str_cut(&rest, '\n');
                fprintf(out, "        " STR_FMT "\n", STR_ARG(line));
            }
        }
        source_free(&source);
    }
    buf_free(&text);
    buf_free(&frame);
    free(path);
}

static void print_places(FILE *out, const char *heading, const struct str *places, size_t count)
{
    fputs(heading, out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", out);
        print_safe(out, places[i]);
    }
    fputc('\n', out);
}

static struct str file_of(struct str place)
{
    for (int colons = 0; place.len && colons < 2; place.len--)
        colons += place.at[place.len - 1] == ':';
    return place;
}

/* Where a helper (a sleep() of the tests, say) asked for it, the line that called the helper tells
 * more: the nearest one in another file of the program's. */
static struct str caller_elsewhere(const struct story_event *event)
{
    struct str helper = file_of(event->submitted.text);
    for (size_t i = 0; i < event->stack.len; i++) {
        struct str place = event->stack.at[i], file = file_of(place);
        if (!str_equal(file, helper) && !memmem(file.at, file.len, "node_modules/", 13))
            return place;
    }
    return STR("");
}

static void print_event(FILE *out, const struct story_event *event)
{
    const char *colour =
        terminal_colour(out, event->role == STORY_LATE ? COLOUR_YELLOW : COLOUR_BLUE);
    fprintf(out, "      %s%-9s%s", colour, story_role_name(event->role),
            terminal_colour(out, COLOUR_NONE));
    print_safe(out, event->name);
    if (event->held && event->late_ms > 0)
        fprintf(out, ", by %g ms", event->late_ms);
    fputc('\n', out);
    if (event->submitted.text.len) {
        fputs("        asked for at ", out);
        print_safe(out, event->submitted.text);
        fputc('\n', out);
        print_frame(out, &event->submitted);
        struct str caller = caller_elsewhere(event);
        if (caller.len)
            print_places(out, "        called from  ", &caller, 1);
    }
    if (event->callback.text.len && !str_equal(event->callback.text, event->submitted.text)) {
        fputs("        answered at  ", out);
        print_safe(out, event->callback.text);
        fputc('\n', out);
    }
    if (event->origin.len)
        print_places(out, "        follows from ", event->origin.at, event->origin.len);
}

static void cell_of(const struct story_moment *moment, struct buf *out)
{
    struct buf text = {0};
    buf_printf(&text, "%s", moment->told ? "* " : "  ");
    buf_str(&text, moment->words);
    struct str line = moment->at;
    const char *slash = line.len ? memrchr(line.at, '/', line.len) : NULL;
    if (slash)
        line = str_from(line, (size_t)(slash + 1 - line.at));
    if (moment->never)
        buf_text(&text, " (never came)");
    else if (line.len)
        buf_printf(&text, " " STR_FMT, STR_ARG(line));
    terminal_safe(out, buf_view(&text));
    buf_free(&text);
}

static unsigned columns_of(struct str text)
{
    unsigned columns = 0;
    for (size_t at = 0; at < text.len;) {
        struct utf8_char c = utf8_at(text, at);
        columns += utf8_columns(c.code);
        at += c.bytes;
    }
    return columns;
}

static void print_orders(FILE *out, const struct story *story)
{
    size_t count = story->good.len > story->bad.len ? story->good.len : story->bad.len;
    fprintf(out, "    %-10s%-*s  %s\n", "order", COLUMN, "in the good run", "in the failing run");
    for (size_t i = 0; i < count; i++) {
        struct buf left = {0}, right = {0};
        if (i < story->good.len)
            cell_of(&story->good.at[i], &left);
        if (i < story->bad.len)
            cell_of(&story->bad.at[i], &right);
        unsigned columns = columns_of(buf_view(&left));
        fprintf(out, "              %s%*s  %s\n", buf_view(&left).at,
                columns < COLUMN ? (int)(COLUMN - columns) : 0, "", buf_view(&right).at);
        buf_free(&left);
        buf_free(&right);
    }
}

static const char *const violation_words[VIOLATION_COUNT] = {
    [VIOLATION_ATOMICITY] = "atomicity violation: something came between two steps that belong "
                            "together",
    [VIOLATION_ORDERING] = "ordering violation: what the program takes to be first came second",
    [VIOLATION_COMMUTATIVE] = "commutative ordering violation: of several that are alike, another "
                              "one was last",
    [VIOLATION_TIME_LIMIT] = "time limit: the test's own time-out ended it",
};

void story_report_text(FILE *out, const struct explanation *explanation)
{
    const struct story *story = &explanation->story;
    if (!explanation->done && explanation->trouble)
        fprintf(out, "    %-10s%s\n", "why", explanation->trouble);
    if (!explanation->done || !story->told)
        return;
    if (story->sentence.len)
        print_wrapped(out, "why", story->sentence);
    vec_each (event, &story->events)
        print_event(out, event);
    print_orders(out, story);
    if (story->ended.len)
        print_places(out, "    ended at  ", story->ended.at, story->ended.len);
    if (violation_words[story->violation])
        print_wrapped(out, "kind", str_of(violation_words[story->violation]));
    if (story->hint.len)
        print_wrapped(out, "repair", story->hint);
}

static void json_place(struct json *json, const char *key, const struct story_place *place)
{
    if (place->text.len)
        json_str(json, key, place->text);
    else
        json_null(json, key);
}

static void json_places(struct json *json, const char *key, const struct str *places, size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++)
        json_str(json, NULL, places[i]);
    json_end_array(json);
}

static void json_event(struct json *json, const struct story_event *event)
{
    json_object(json, NULL);
    json_str(json, "event", event->name);
    json_text(json, "role", story_role_name(event->role));
    json_str(json, "words", event->words);
    json_boolean(json, "held", event->held);
    if (event->held)
        json_number(json, "late_ms", event->late_ms, 3);
    json_place(json, "at", &event->submitted);
    json_place(json, "callback", &event->callback);
    json_places(json, "follows_from", event->origin.at, event->origin.len);
    json_places(json, "stack", event->stack.at, event->stack.len);
    json_end_object(json);
}

static void json_order(struct json *json, const char *key, const struct story_moment *moments,
                       size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++)
        if (!moments[i].never)
            json_str(json, NULL, moments[i].name);
    json_end_array(json);
}

/* Where the events of an order were asked for, beside them. */
static void json_order_places(struct json *json, const char *key,
                              const struct story_moment *moments, size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++)
        if (!moments[i].never)
            json_str(json, NULL, moments[i].at);
    json_end_array(json);
}

static void json_or_null(struct json *json, const char *key, struct str text)
{
    if (text.len)
        json_str(json, key, text);
    else
        json_null(json, key);
}

void story_report_json(struct json *json, const struct explanation *explanation)
{
    const struct story *story = &explanation->story;
    json_text(json, "violation", violation_name(story->violation));
    json_or_null(json, "sentence", story->sentence);
    json_or_null(json, "shared", story->shared);
    json_array(json, "story");
    vec_each (event, &story->events)
        json_event(json, event);
    json_end_array(json);
    json_order(json, "good", story->good.at, story->good.len);
    json_order(json, "bad", story->bad.at, story->bad.len);
    json_order_places(json, "good_at", story->good.at, story->good.len);
    json_order_places(json, "bad_at", story->bad.at, story->bad.len);
    json_places(json, "ended_at", story->ended.at, story->ended.len);
    json_or_null(json, "hint", story->hint);
    json_text(json, "unexplained", explanation->done ? NULL : explanation->trouble);
}

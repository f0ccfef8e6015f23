/* Works on the text of lines, not on the tree: a comment that silences must also work in a file
 * with syntax errors. The words would have to stand in a string literal behind something that looks
 * like a comment to be misread. */
#include "report/silence.h"

#include "base/vec.h"

static struct str find(struct str text, struct str what)
{
    const char *at = text.len >= what.len ? memmem(text.at, text.len, what.at, what.len) : NULL;
    return at ? str_from(text, (size_t)(at - text.at)) : (struct str){NULL, 0};
}

/* What stands behind `mark` on the line, if the mark stands in a comment. */
static bool behind_mark(struct str line, struct str mark, struct str *rest)
{
    for (struct str at = find(line, mark); at.at; at = find(str_from(at, 1), mark)) {
        struct str front = {line.at, (size_t)(at.at - line.at)};
        if (find(front, STR("//")).at || find(front, STR("/*")).at ||
            str_starts(str_trim(front), STR("*"))) {
            *rest = str_from(at, mark.len);
            return true;
        }
    }
    return false;
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || c == '-';
}

/* "a, b -- because": the names up to the first word that is none of a rule's. No name: every rule.
 */
static bool names_rule(struct str list, const char *rule)
{
    bool named_any = false;
    for (;;) {
        while (list.len && strchr(" \t,:", list.at[0]))
            list = str_from(list, 1);
        size_t length = 0;
        while (length < list.len && is_name_char(list.at[length]))
            length++;
        struct str name = {list.at, length};
        if (!length || name.at[0] == '-')
            return !named_any;
        if (str_is(name, rule))
            return true;
        named_any = true;
        list = str_from(list, length);
    }
}

/* Who silenced the same complaint of ESLint's does not want to hear it from us. */
static const struct {
    const char *rule, *eslint;
} same_complaints[] = {
    {"floating-promise", "no-floating-promises"},
    {"floating-promise", "promise/catch-or-return"},
    {"missing-catch", "no-floating-promises"},
    {"missing-catch", "promise/catch-or-return"},
    {"async-callback", "no-async-promise-executor"},
    {"async-callback", "no-misused-promises"},
    {"missing-return", "promise/always-return"},
};

static struct str before(struct str text, struct str end)
{
    struct str at = find(text, end);
    return at.at ? (struct str){text.at, (size_t)(at.at - text.at)} : text;
}

/* "promise/catch-or-return, no-undef -- because" */
static bool names_complaint(struct str list, const char *rule)
{
    struct str names = before(list, STR(" --"));
    for (size_t i = 0; i < COUNT_OF(same_complaints); i++)
        if (strcmp(rule, same_complaints[i].rule) == 0 &&
            find(names, str_of(same_complaints[i].eslint)).at)
            return true;
    return false;
}

/* `where`: "eslint-disable-line" on the line itself, "eslint-disable-next-line" above it. */
static bool eslint_silences(struct str line, struct str where, const char *rule)
{
    struct str rest;
    return behind_mark(line, where, &rest) && names_complaint(rest, rule);
}

/* Does the comment that begins `mark` tell of this rule, or, where that is enough, of all? */
static bool comment_names(struct str comment, struct str mark, const char *rule, bool all_count)
{
    struct str list = before(str_from(comment, mark.len), STR("*/"));
    bool is_other = list.len && is_name_char(list.at[0]); /* eslint-disable-line */
    return !is_other && (names_complaint(list, rule) || (all_count && !str_trim(list).len));
}

/* Does a block comment begin right before `at`? */
static bool begins_comment(struct str text, struct str at)
{
    struct str front = str_trim((struct str){text.at, (size_t)(at.at - text.at)});
    return front.len >= 2 && memcmp(front.at + front.len - 2, "/*", 2) == 0;
}

/* What the comments of one file say about one rule, as far as they were read: findings come in the
 * order of their places, so the file is read once for all of them. */
struct reading {
    const struct source *source;
    const struct rule_info *rule;
    size_t end;         /* up to where comments were read that count from there on */
    bool is_off;        /* there */
    uint32_t line;      /* the last one that was asked about; 0: none */
    bool is_line_quiet; /* is it? */
};

static bool has_complaint(const char *rule)
{
    for (size_t i = 0; i < COUNT_OF(same_complaints); i++)
        if (strcmp(rule, same_complaints[i].rule) == 0)
            return true;
    return false;
}

/* From a comment before it on, which no other took back. */
static bool eslint_silences_part(struct reading *self, size_t position)
{
    struct str text = {self->source->text.at, position}, mark = STR("eslint-"),
               disable = STR("eslint-disable"), enable = STR("eslint-enable");
    const char *rule = self->rule->name;
    if (!has_complaint(rule))
        return false;
    for (struct str at = find(str_from(text, self->end), mark); at.at;
         at = find(str_from(at, mark.len), mark)) {
        if (!begins_comment(text, at))
            continue;
        if (str_starts(at, disable) && comment_names(at, disable, rule, false))
            self->is_off = true;
        else if (str_starts(at, enable) && comment_names(at, enable, rule, true))
            self->is_off = false;
    }
    self->end = position;
    return self->is_off;
}

static bool line_silences(struct str line, const char *rule)
{
    struct str rest;
    if (behind_mark(line, STR("interloper-ignore"), &rest) && names_rule(rest, rule))
        return true;
    return strcmp(rule, "broken-promise") == 0 && behind_mark(line, STR("ignore:"), &rest) &&
           str_starts(str_trim(rest), STR("promise-fork"));
}

/* A comment behind code is about that code, not about the line below it; one of several lines
 * counts as a whole. */
static bool is_comment_only(struct str line)
{
    line = str_trim(line);
    return str_starts(line, STR("//")) || str_starts(line, STR("/*")) ||
           str_starts(line, STR("*")) || str_starts(line, STR("{/*"));
}

static bool is_line_silenced(struct source *source, uint32_t number, const char *rule)
{
    struct str own = source_line(source, number);
    if (line_silences(own, rule) || eslint_silences(own, STR("eslint-disable-line"), rule))
        return true;
    for (uint32_t line = number - 1; line > 0; line--) {
        struct str above = source_line(source, line);
        if (!is_comment_only(above))
            return false;
        if (line_silences(above, rule) ||
            eslint_silences(above, STR("eslint-disable-next-line"), rule))
            return true;
    }
    return false;
}

struct readings {
    VEC(struct reading) list; /* one a rule */
};

static struct reading *reading_for(struct readings *self, const struct finding *finding)
{
    const struct source *source = finding->place.source;
    struct reading *found = NULL;
    vec_each (reading, &self->list)
        if (reading->rule == finding->rule)
            found = reading;
    if (!found)
        found = vec_push(&self->list);
    else if (found->source == source && found->end <= finding->place.start)
        return found;
    *found = (struct reading){.source = source, .rule = finding->rule};
    return found;
}

static bool is_silenced(struct readings *readings, const struct finding *finding)
{
    struct source *source = finding->place.source;
    if (!source)
        return false;
    struct reading *reading = reading_for(readings, finding);
    if (reading->line != finding->at.line) {
        reading->line = finding->at.line;
        reading->is_line_quiet = is_line_silenced(source, finding->at.line, finding->rule->name);
    }
    return reading->is_line_quiet || eslint_silences_part(reading, finding->place.start);
}

void findings_silence(struct findings *self)
{
    struct readings readings = {0};
    size_t kept = 0;
    for (size_t i = 0; i < self->list.len; i++)
        if (!is_silenced(&readings, &self->list.at[i]))
            self->list.at[kept++] = self->list.at[i];
    vec_free(&readings.list);
    self->suppressed += self->list.len - kept;
    self->list.len = kept;
}

void findings_at_least(struct findings *self, enum severity least)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->list.len; i++)
        if (self->list.at[i].severity >= least)
            self->list.at[kept++] = self->list.at[i];
    self->list.len = kept;
}

void findings_limit(struct findings *self, size_t most)
{
    if (self->list.len <= most)
        return;
    self->cut = self->list.len - most;
    self->list.len = most;
}

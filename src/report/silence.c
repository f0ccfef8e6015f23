/* Works on the text of lines, not on the tree: a comment that silences must also work in a file
 * with syntax errors. The words would have to stand in a string literal behind something that looks
 * like a comment to be misread. */
#include "report/silence.h"

static struct str find(struct str text, struct str what)
{
    const char *at = text.len >= what.len ? memmem(text.at, text.len, what.at, what.len) : NULL;
    return at ? str_from(text, (size_t)(at - text.at)) : (struct str){NULL, 0};
}

/* What stands behind `mark` on the line, if the mark stands in a comment. */
static bool behind_mark(struct str line, struct str mark, struct str *rest)
{
    for (struct str at = find(line, mark); at.at; at = find(str_from(at, 1), mark)) {
        struct str before = {line.at, (size_t)(at.at - line.at)};
        if (find(before, STR("//")).at || find(before, STR("/*")).at ||
            str_starts(str_trim(before), STR("*"))) {
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

/* `where`: "eslint-disable-line" on the line itself, "eslint-disable-next-line" above it. */
static bool eslint_silences(struct str line, struct str where, const char *rule)
{
    struct str rest;
    if (!behind_mark(line, where, &rest))
        return false;
    struct str reason = find(rest, STR(" --"));
    struct str names = {rest.at, reason.at ? (size_t)(reason.at - rest.at) : rest.len};
    for (size_t i = 0; i < COUNT_OF(same_complaints); i++)
        if (strcmp(rule, same_complaints[i].rule) == 0 &&
            find(names, str_of(same_complaints[i].eslint)).at)
            return true;
    return false;
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

static bool is_silenced(const struct finding *finding)
{
    struct source *source = finding->place.source;
    if (!source)
        return false;
    const char *rule = finding->rule->name;
    struct str own = source_line(source, finding->at.line);
    if (line_silences(own, rule) || eslint_silences(own, STR("eslint-disable-line"), rule))
        return true;
    for (uint32_t line = finding->at.line - 1; line > 0; line--) {
        struct str before = source_line(source, line);
        if (!is_comment_only(before))
            return false;
        if (line_silences(before, rule) ||
            eslint_silences(before, STR("eslint-disable-next-line"), rule))
            return true;
    }
    return false;
}

void findings_silence(struct findings *self)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->list.len; i++)
        if (!is_silenced(&self->list.at[i]))
            self->list.at[kept++] = self->list.at[i];
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

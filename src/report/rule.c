#include "report/rule.h"

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {
        [SEVERITY_OFF] = "off",
        [SEVERITY_NOTE] = "note",
        [SEVERITY_WARNING] = "warning",
        [SEVERITY_ERROR] = "error",
    };
    return names[severity];
}

bool severity_parse(const char *text, enum severity *into)
{
    static const struct {
        const char *word;
        enum severity severity;
    } words[] = {
        {"off", SEVERITY_OFF},         {"note", SEVERITY_NOTE},    {"info", SEVERITY_NOTE},
        {"warning", SEVERITY_WARNING}, {"warn", SEVERITY_WARNING}, {"error", SEVERITY_ERROR},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(text, words[i].word) == 0) {
            *into = words[i].severity;
            return true;
        }
    return false;
}

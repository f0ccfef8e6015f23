/* The formats that a machine reads, or a page that is not ours shows: one list for all commands. */
#include "report/report.h"

report_writer *report_writer_of(const char *format)
{
    static const struct {
        const char *name;
        report_writer *write;
    } formats[] = {
        {"sarif", report_sarif},   {"github", report_github},     {"junit", report_junit_findings},
        {"gitlab", report_gitlab}, {"markdown", report_markdown},
    };
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (strcmp(formats[i].name, format) == 0)
            return formats[i].write;
    return NULL;
}

/* A result of `web` in the words of the common report, for CI and editors: a finding is a cause, at
 * the author's line that asked for the answer; a test of JUnit is a pair. */
#ifndef WEB_FINDINGS_H
#define WEB_FINDINGS_H

#include "base/buf.h"
#include "report/report.h"
#include "web/web.h"

/* `root`: the folder that was served, where places of the page are files below it; NULL: another
 * server's page, whose sources may stand below the working directory. */
void findings_write(report_writer *write, const struct web_result *result, const char *root,
                    struct buf *out);
void findings_junit(const struct web_result *result, struct buf *out);

#endif

/* The formats of all reports, beside text and JSON: `--format` takes their names. */
#ifndef REPORT_FORMATS_H
#define REPORT_FORMATS_H

#define REPORT_FORMATS "sarif|github|junit|gitlab|markdown"

#endif

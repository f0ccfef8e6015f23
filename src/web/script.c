#include "web/script.h"

#include "base/buf.h"

/* Made from the files of inject/ by cmake/embed.cmake. */
extern const struct str embedded_inject;

char *script_source(const char *index_file, const char *mapped)
{
    struct buf text = {0};
    /* once a document: the browser offers it to the first, empty one too */
    buf_text(&text, "(function () {\n'use strict';\n");
    buf_printf(&text, "const indexFile = '%s';\n", index_file);
    buf_printf(&text, "const mappedFiles = %s;\n", mapped);
    buf_str(&text, embedded_inject);
    buf_text(&text, "\n})();\n//# sourceURL=interloper:page\n");
    return buf_take(&text);
}

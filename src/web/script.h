/* The script that runs inside pages: the files of inject/, joined at build time. */
#ifndef WEB_SCRIPT_H
#define WEB_SCRIPT_H

#include "base/base.h"

/* `index_file`: the page's file where its address names a folder; "" where nobody knows. The caller
 * frees the text. */
char *script_source(const char *index_file, const char *mapped);

/* The word with which scripts of ours hand over in the console what is for the tool: no page knows
 * it, so no page can speak for them. */
const char *script_word(void);

/* What of it comes from the tables of wire.h. */
char *script_constants(void);

#endif

/* The script that runs inside pages: the files of inject/, joined at build time. */
#ifndef AJAX_SCRIPT_H
#define AJAX_SCRIPT_H

#include "base/base.h"

char *script_source(void); /* the caller frees it */

#endif

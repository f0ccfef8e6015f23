/* One browser process, spoken to over its pipe.
 *
 * It runs in a process group of its own with a fresh profile folder below the temporary folder.
 * browser_close() kills the group and removes the folder. Should we ourselves be killed, with -9
 * even, a small keeper process does the same; it and the browser notice by the end of a pipe.
 *
 * Threads: open, close and restart belong to one thread; everything else to any. */
#ifndef BROWSER_BROWSER_H
#define BROWSER_BROWSER_H

#include "browser/cdp.h"

struct browser;

struct browser_options {
    const char *program; /* from browser_find() */
    bool visible;        /* with a window, for --record */
    int width, height;
    const atomic_bool *cancel; /* ends every wait; may be NULL */
};

struct browser *browser_open(const struct browser_options *options, struct error *error);
void browser_close(struct browser *self);

struct cdp *browser_cdp(struct browser *self);
struct cdp_session *browser_session(struct browser *self); /* of the opening thread only */
const char *browser_version(const struct browser *self);   /* "Chrome/156.0.8078.79" */
bool browser_is_alive(struct browser *self);

/* How it ended and the last lines it wrote to stderr; the reason of an error that says only "gone".
 */
void browser_explain(struct browser *self, struct error *error);

#endif

/* One page in a browser context of its own: no cookies, storage or cache from anyone else.
 *
 * A page belongs to one thread at a time. Its events go to `handler` while that thread waits (see
 * cdp.h). page_close() disposes of the context and all it opened. */
#ifndef BROWSER_PAGE_H
#define BROWSER_PAGE_H

#include "base/buf.h"
#include "browser/browser.h"

struct page;

struct page_options {
    int width, height;
};

struct page *page_open(struct browser *browser, const struct page_options *options,
                       struct error *error);
void page_close(struct page *self);
void page_listen(struct page *self, cdp_handler *handler, void *context);

json_t *page_call(struct page *self, const char *method, json_t *params, struct error *error);
json_t *page_call_within(struct page *self, const char *method, json_t *params, int timeout_ms,
                         struct error *error);
void page_post(struct page *self, const char *method, json_t *params);
bool page_wait(struct page *self, int timeout_ms, bool *any, struct error *error);

const char *page_target(const struct page *self); /* also the id of its main frame */
const char *page_context(const struct page *self);

/* A picture of the window, or of `clip` (object with x, y, width, height; consumed, may be NULL).
 */
bool page_picture(struct page *self, json_t *clip, struct buf *png, struct error *error);

bool base64_decode(struct str text, struct buf *out);
void base64_encode(struct str bytes, struct buf *out);

#endif

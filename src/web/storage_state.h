/* Cookies and local storage that the page begins with, from a file in Playwright's form:
 * {"cookies": [{"name", "value", "domain", "path", …}], "origins": [{"origin", "localStorage":
 * [{"name", "value"}]}]}.
 *
 * The struct owns both texts. What is wrong with a file is said with the entry (EXIT_BAD_USAGE). */
#ifndef WEB_STORAGE_STATE_H
#define WEB_STORAGE_STATE_H

#include "base/error.h"
#include "base/str.h"

struct storage_state {
    char *cookies; /* JSON, as Network.setCookies takes it; NULL: none */
    char *script;  /* fills local storage in a page of its origin; NULL: nothing */
};

bool storage_state_parse(struct str text, const char *name, struct storage_state *self,
                         struct error *error);
bool storage_state_read(const char *path, struct storage_state *self, struct error *error);
void storage_state_free(struct storage_state *self);

#endif

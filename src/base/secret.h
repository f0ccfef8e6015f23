/* Values that a person gave and that nobody who reads our output is to see: cookies, headers,
 * passwords. Whatever prints foreign text (terminal_safe(), json_quote()) and writes logs leaves
 * them out. One list for the whole process, filled before threads are started: a secret that one
 * printer knows and another does not is none. */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include "base/buf.h"

/* `name` "" or what stands before it ("session="): a value that is too short to be told from any
 * other word is hidden behind its name only. However often it is escaped or unescaped as in an
 * address, in JSON or in HTML, it is a secret too. */
void secret_add(const char *name, struct str value);

/* `text` with ••• for each secret, the beginning of one where the text was cut off too. Returns
 * `text` itself where there is none in it, else a view of `room`. */
struct str secret_mask(struct str text, struct buf *room);

#endif

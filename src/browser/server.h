/* A server of files on a loopback port, for pages given as a path: a folder, or one HTML file whose
 * folder is served. Runs on a thread of its own (libuv). Nothing outside the folder is served,
 * through links neither. */
#ifndef BROWSER_SERVER_H
#define BROWSER_SERVER_H

#include "base/error.h"

struct server;

struct server *server_open(const char *path, struct error *error);
const char *server_url(const struct server *self); /* of the page; lives as long as the server */
void server_close(struct server *self);

#endif

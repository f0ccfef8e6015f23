/* A server of files on a loopback port, for pages given as a path: a folder, or one HTML file whose
 * folder is served. Runs on a thread of its own (libuv). Nothing outside the folder is served,
 * through links neither; files whose name begins with a dot only where
 * `dot_files`. Only requests for 127.0.0.1, localhost and [::1] with its port are answered. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "base/error.h"

struct server;

struct server *server_open(const char *path, bool dot_files, struct error *error);
const char *server_url(const struct server *self); /* of the page; lives as long as the server */
void server_close(struct server *self);

#endif

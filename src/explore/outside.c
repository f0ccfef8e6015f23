#include "explore/outside.h"

#include <stdio.h>

/* A line of /proc/net/tcp: number, local address and port, remote ones, state; all hexadecimal. */
static bool listens_in(const char *path, uint16_t port)
{
    enum { LISTENS = 0x0a };
    FILE *file = fopen(path, "re");
    char line[512];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        unsigned local, state;
        found = sscanf(line, "%*s %*[0-9A-Fa-f]:%4x %*[0-9A-Fa-f]:%*4x %2x", &local, &state) == 2 &&
                local == port && state == LISTENS;
    }
    if (file)
        fclose(file);
    return found;
}

bool outside_listens(uint16_t port)
{
    return listens_in("/proc/net/tcp", port) || listens_in("/proc/net/tcp6", port);
}

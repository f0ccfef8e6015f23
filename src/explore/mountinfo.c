#include "explore/mountinfo.h"

bool mountinfo_open(struct mountinfo *self)
{
    *self = (struct mountinfo){.file = fopen("/proc/self/mountinfo", "re")};
    return self->file != NULL;
}

/* Blanks, and what else would confuse a reader, are written as \040. */
static void unescape_octal(char *text)
{
    char *to = text;
    for (char *from = text; *from; to++) {
        if (from[0] == '\\' && from[1] && from[2] && from[3]) {
            *to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
            from += 4;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

bool mountinfo_next(struct mountinfo *self)
{
    while (self->file && getline(&self->line, &self->room, self->file) > 0) {
        char *save = NULL, *dash = strstr(self->line, " - ");
        char *field = strtok_r(self->line, " ", &save);
        for (int i = 0; field && i < 4; i++) /* id, parent, device, root, mount point */
            field = strtok_r(NULL, " ", &save);
        self->path = field;
        self->type = dash ? strtok_r(dash + 3, " ", &save) : NULL;
        if (!self->path || !self->type)
            continue;
        unescape_octal(self->path);
        return true;
    }
    return false;
}

void mountinfo_close(struct mountinfo *self)
{
    if (self->file)
        fclose(self->file);
    free(self->line);
    *self = (struct mountinfo){0};
}

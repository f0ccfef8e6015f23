/* accesses SHAPE COUNT >FILE: what a made-up program did, as `detect --trace` reads it. `requests`:
 * events that are not ordered touch a little that they share and much that is their own; `shared`:
 * all of them touch the same hundred places; `fresh`: every access is to an object that nobody else
 * has. */
#include "trace/observed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_EVENT = 100, SITES = 500, AT_ONCE = 64 };

static void put(uint32_t op, uint32_t small, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t record[4] = {op | small << 8, a, b, c};
    fwrite(record, sizeof record, 1, stdout);
}

static uint32_t text(const char *words)
{
    static uint32_t count;
    char bytes[32] = "";
    size_t length = strlen(words), records = (length + 15) / 16;
    memcpy(bytes, words, length);
    put(OBSERVED_TEXT, 0, ++count, (uint32_t)length, 0);
    fwrite(bytes, 16, records, stdout);
    return count;
}

static void begin(void)
{
    struct observed_header header = {
        .magic = OBSERVED_MAGIC, .version = OBSERVED_VERSION, .process = "1"};
    fwrite(&header, sizeof header, 1, stdout);
    uint32_t file = text("/srv/app.js");
    put(OBSERVED_MAIN, 0, 0, 0, 0);
    for (uint32_t i = 1; i <= SITES; i++) {
        put(OBSERVED_SITE, 0, i, file, i * 40);
        put(OBSERVED_WHERE, 0, i, 5, 0);
    }
}

static void access_one(const char *shape, uint32_t event, uint32_t i, const uint32_t names[10])
{
    uint32_t object, kind = i % 4 == 0 ? 1 : 0;
    if (strcmp(shape, "shared") == 0)
        object = 1 + (i * 31 + event) % 10;
    else if (strcmp(shape, "fresh") == 0 || i >= 10)
        object = 100 + event * PER_EVENT + i;
    else
        object = 1 + i;
    /* five places of the code touch each of the hundred places of memory */
    uint32_t site = 1 + (object % 10 * 10 + i % 10) * 5 + event % 5;
    put(OBSERVED_ACCESS, kind, object, names[i % 10], site);
    if (kind)
        put(OBSERVED_VALUE, OBSERVED_HASHED, event * 31 + i, 0, 0);
}

int main(int count, char **arguments)
{
    static uint32_t names[10], pending[AT_ONCE];
    char word[16];
    const char *shape = count > 1 ? arguments[1] : "requests";
    long wanted = count > 2 ? strtol(arguments[2], NULL, 10) : 1000;
    uint32_t events = 0, task = 0;
    begin();
    for (int i = 0; i < 10; i++) {
        snprintf(word, sizeof word, "name%d", i);
        names[i] = text(word);
    }
    for (long done = 0; done < wanted; done += PER_EVENT) {
        uint32_t *turn = &pending[(done / PER_EVENT) % AT_ONCE];
        put(OBSERVED_TURN, 0, events + 1, 0, 0);
        if (*turn) { /* each asks for a task, whose completion goes on */
            put(OBSERVED_TRIGGER, 0, *turn, *turn, 0);
            put(OBSERVED_START, 0, *turn, 0, 0);
        }
        for (uint32_t i = 0; i < PER_EVENT; i++)
            access_one(shape, events, i, names);
        put(OBSERVED_DELEGATE, 0, ++task, 0, 1);
        put(OBSERVED_REGISTER, 5, ++events, 0, 1);
        *turn = events;
    }
    return 0;
}

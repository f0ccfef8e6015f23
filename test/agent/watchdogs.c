/* Prints the watchdogs that the loops of a run have published, in ms from now, one a line: for a
 * test program that runs inside of that run. */
#include "segment/segment.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int main(int count, char **words)
{
    int fd = count == 2 ? open(words[1], O_RDONLY) : -1;
    struct segment *segment =
        fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *segment, PROT_READ, MAP_SHARED, fd, 0);
    if (segment == MAP_FAILED || segment->magic != SEGMENT_MAGIC)
        return 2;
    for (int i = 0; i < SEGMENT_SLOTS; i++) {
        const struct segment_slot *slot = &segment->slots[i];
        if (slot->state != SLOT_FREE && slot->watchdog_ns != INT64_MAX)
            printf("%lld\n", (long long)((slot->watchdog_ns - segment->now_ns) / 1000000));
    }
    return 0;
}

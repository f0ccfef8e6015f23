/* Runs a command as `detect` will: observe FOLDER LEVEL COMMAND... leaves the segment and what was
 * observed in FOLDER. The shim and the agent lie beside the tool, in the folder INTERLOPER_BUILD.
 */
#include "base/error.h"
#include "segment/defaults.h"
#include "segment/segment_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words)
{
    const char *build = getenv("INTERLOPER_BUILD");
    char path[4096], preload[4096];
    struct error error;
    if (count < 4 || !build)
        return 2;
    struct segment_config config = segment_config_default();
    config.strategy = STRATEGY_DIRECTED;
    config.observe = words[2][0] == '0'   ? OBSERVE_NOTHING
                     : words[2][0] == '1' ? OBSERVE_FUNCTIONS
                                          : OBSERVE_ALL;
    config.log = 1;
    config.seed = 1;
    snprintf(config.agent, sizeof config.agent, "%s/interloper-agent.cjs", build);
    snprintf(path, sizeof path, "%s/segment", words[1]);
    snprintf(preload, sizeof preload, "%s/libinterloper-shim.so", build);
    struct segment *segment = segment_create(path, &config, &error);
    if (!segment) {
        fprintf(stderr, "%s\n", error.message);
        return 4;
    }
    segment_close(segment);
    setenv("LD_PRELOAD", preload, 1);
    setenv(SEGMENT_VARIABLE, path, 1);
    setenv(PROCESS_VARIABLE, "1", 1);
    execvp(words[3], words + 3);
    perror(words[3]);
    return 127;
}

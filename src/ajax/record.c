#include "ajax/record.h"

bool record_events(const struct ajax_options *options, const char *path, bool visible,
                   struct error *error)
{
    (void)options, (void)path, (void)visible;
    return error_set(error, EXIT_ENVIRONMENT, "not yet");
}

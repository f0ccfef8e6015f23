/* interloper web --record: a visible browser writes down what the person does, as an events file.
 */
#ifndef AJAX_RECORD_H
#define AJAX_RECORD_H

#include "ajax/campaign.h"

/* Ends when the window is closed or the campaign's `cancel` becomes true; the file is kept current
 * all the while. */
bool record_events(const struct ajax_options *options, const char *path, bool visible,
                   struct error *error);

#endif

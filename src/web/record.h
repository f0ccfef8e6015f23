/* interloper web --record: a visible browser writes down what the person does, as an events file.
 */
#ifndef WEB_RECORD_H
#define WEB_RECORD_H

#include "web/campaign.h"

/* Ends when the window is closed or the campaign's `cancel` becomes true; the file is kept current
 * all the while. */
bool record_events(const struct web_options *options, const char *path, bool visible,
                   struct error *error);

#endif

/* The page of a campaign: index.html in its folder. */
#ifndef COMMANDS_RUN_PAGE_H
#define COMMANDS_RUN_PAGE_H

#include "explore/campaign.h"

/* Its path, which the caller frees; NULL where it could not be written. */
char *run_page_write(const struct campaign_options *options, const struct campaign_result *result,
                     struct error *error);

#endif

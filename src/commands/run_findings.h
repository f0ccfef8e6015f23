/* The findings of a campaign as the reports and baselines see them that all commands share. */
#ifndef COMMANDS_RUN_FINDINGS_H
#define COMMANDS_RUN_FINDINGS_H

#include "explore/campaign.h"
#include "report/collect.h"

/* The caller frees it. */
struct collection *run_findings(const struct campaign_options *options,
                                const struct campaign_result *result);

#endif

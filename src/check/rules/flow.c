/* The order of events that a finding is about, for SARIF's codeFlows and the numbered story of the
 * text report.
 *
 * Rules name the other places with relate(); what happens when is the same for every finding of a
 * rule, so it is a table: digits are related places in the order of the rule's relate() calls, `s`
 * is the finding's own place. */
#include "check/rules/rules.h"

struct story {
    const char *steps;
    const char
        *self[2]; /* what happens at the finding's place, the first and the second time it occurs */
};

static const struct story stories[RULE_COUNT] = {
    [RULE_BROKEN_PROMISE] = {"10s", {"this reaction is registered on the same promise"}},
    [RULE_UNEXPECTED_ORDER] = {"1s0", {"it is read here, possibly before it is written"}},
    [RULE_DEAD_PROMISE] = {"s0", {"the promise is made here, and nothing can settle it"}},
    [RULE_MISSING_REACTION] = {"s0", {"the promise is made here"}},
    [RULE_MISSING_CATCH] = {"0s", {"nothing behind this handles the rejection"}},
    [RULE_MISSING_RETURN] = {"s0", {"this reaction returns nothing"}},
    [RULE_MULTIPLE_SETTLE] = {"10s", {"this call comes too late to settle it"}},
    [RULE_UNREACHABLE_REACTION] = {"0s", {"this reaction waits for all of them"}},
    [RULE_MIXED_SCHEDULING] = {"0ss", {"scheduled second", "and may run first"}},
    [RULE_TIMEOUT_ORDER] = {"0ss", {"started second", "fires first"}},
    [RULE_DEAD_LISTENER] = {"0s", {"the listener is added here"}},
    [RULE_DUPLICATE_LISTENER] = {"0s", {"the same function is added again"}},
    [RULE_LISTENER_IN_LISTENER] = {"0s", {"each event adds one more listener here"}},
    [RULE_LATE_REJECTION_HANDLER] = {"01s", {"only here, in a later macrotask, it is handled"}},
    [RULE_STALE_AWAIT] = {"012s", {"written here from the value read before"}},
    [RULE_FLOATING_PROMISE] = {"s0", {"the call is made here and its promise dropped"}},
    [RULE_ASYNC_CALLBACK] = {"s0", {"the promise of this function is ignored"}},
    [RULE_LAST_LAUNCHED] = {"0s", {"the answer to the last one counts as the end of all"}},
};

static struct flow_step step_of(const struct finding *finding, const struct story *story, char step,
                                unsigned seen)
{
    if (step == 's')
        return (struct flow_step){finding->place, str_of(story->self[seen])};
    const struct related *related = &finding->related[step - '0'];
    return (struct flow_step){related->place, related->message};
}

static void add_flow(struct finding *finding, const struct story *story, struct arena *arena)
{
    struct flow_step *steps = arena_array(arena, struct flow_step, strlen(story->steps));
    size_t count = 0;
    unsigned seen = 0;
    for (const char *step = story->steps; *step; step++)
        if (*step == 's' || (size_t)(*step - '0') < finding->related_count) {
            steps[count++] = step_of(finding, story, *step, seen);
            seen += *step == 's';
        }
    finding->flow = steps;
    finding->flow_count = count;
}

void flows_add(struct findings *findings, struct arena *arena)
{
    vec_each (finding, &findings->list) {
        const struct story *story = &stories[finding->rule - check_rules];
        if (story->steps && finding->related_count && !finding->flow_count)
            add_flow(finding, story, arena);
    }
}

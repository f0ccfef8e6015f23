/* The order of events that a finding is about, for SARIF's codeFlows and the numbered story of the
 * text report.
 *
 * Rules name the other places with relate(); what happens when is the same for every finding of a
 * rule and stands in its struct story. */
#include "rules/rules.h"

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
        const struct story *story = &((const struct rule *)finding->rule)->story;
        if (story->steps && finding->related_count && !finding->flow_count)
            add_flow(finding, story, arena);
    }
}

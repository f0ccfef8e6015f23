#include "project/filter.h"

#include "report/silence.h"

static bool parse_one(struct rule_filter *self, const char *option, struct error *error)
{
    struct str rest = str_of(option), name = str_cut(&rest, '=');
    bool has_level = name.len < strlen(option);
    char *word = mem_dup_n(name.at, name.len);
    size_t index;
    bool known = rule_find(self->rules, word, "--rule", &index, error);
    free(word);
    if (!known)
        return false;
    self->chosen[index] = true;
    self->only_chosen |= !has_level;
    if (has_level && !rule_choice_parse(rest.at, &self->choices[index]))
        return error_set(error, EXIT_BAD_USAGE,
                         "--rule %s: off, on, note, warning or error expected behind '='", option);
    return true;
}

bool filter_parse(struct rule_filter *self, const struct texts *options, const char *least,
                  struct error *error)
{
    self->choices = mem_zalloc((self->rules->count + 1) * sizeof *self->choices);
    self->chosen = mem_zalloc(self->rules->count + 1);
    if (least)
        severity_parse(least, &self->least);
    for (size_t i = 0; i < options->len; i++)
        if (!parse_one(self, options->at[i], error))
            return false;
    return true;
}

void filter_free(struct rule_filter *self)
{
    free(self->choices);
    free(self->chosen);
}

static enum rule_choice choice_for(const struct rule_filter *self, size_t rule,
                                   const struct project_file *file)
{
    if (self->chosen[rule])
        return self->choices[rule];
    if (self->only_chosen)
        return RULE_OFF;
    return config_choice(file->config, file->overrides, rule);
}

enum severity *filter_severities(const struct rule_filter *self, const struct project *project)
{
    enum severity *severities = mem_zalloc((self->rules->count + 1) * sizeof *severities);
    for (size_t rule = 0; rule < self->rules->count; rule++)
        vec_each (file, &project->files)
            if (choice_for(self, rule, *file) != RULE_OFF)
                severities[rule] = self->rules->at[rule]->severity;
    return severities;
}

/* A finding's source is the first member of its file. */
static const struct project_file *file_of(const struct finding *finding)
{
    return (const struct project_file *)finding->place.source;
}

static bool is_wanted(const struct rule_filter *self, struct finding *finding)
{
    const struct project_file *file = file_of(finding);
    const struct config *config = file ? file->config : NULL;
    if (!config)
        return false; /* in a module that was only loaded for an import */
    size_t rule = 0;
    while (self->rules->at[rule] != finding->rule)
        rule++;
    enum rule_choice choice = choice_for(self, rule, file);
    if (choice == RULE_OFF)
        return false;
    if (choice != RULE_DEFAULT)
        finding->severity = (enum severity)(choice - RULE_OFF);
    enum severity least = self->least ? self->least : config->least;
    return finding->severity >= least;
}

void filter_findings(const struct rule_filter *self, struct findings *findings)
{
    size_t kept = 0;
    for (size_t i = 0; i < findings->list.len; i++)
        if (is_wanted(self, &findings->list.at[i]))
            findings->list.at[kept++] = findings->list.at[i];
    findings->list.len = kept;
    findings_silence(findings);
}

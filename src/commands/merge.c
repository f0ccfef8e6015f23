/* interloper merge: joins the results of shards (run --shard K/N). */
#include "explore/merge.h"
#include "base/file.h"
#include "base/options.h"
#include "commands/commands.h"
#include "commands/run.h"
#include "report/collect.h"
#include "store/store.h"

static struct {
    const char *out, *format;
} given;

static const struct option_row rows[] = {
    {"out", 'o', OPTION_TEXT, &given.out, "DIR", "folder for the joined results (.interloper)", 0,
     0},
    {"format", 0, OPTION_CHOICE, &given.format, "text|json|" COLLECTION_FORMATS,
     "of the report (text)", 0, 0},
};

static const struct command_usage usage = {
    .command = "merge",
    .synopsis = "interloper merge [options] DIR|postgres://...[#NAME]...",
    .summary = "Joins the results of shards into what one campaign would have given.",
    .examples =
        "  interloper run --shard 1/2 --seed 7f3a --out shard1 -- npm test   (here)\n"
        "  interloper run --shard 2/2 --seed 7f3a --out shard2 -- npm test   (there)\n"
        "  interloper merge shard1 shard2\n"
        "  interloper merge postgres://host/results#nightly   (shards kept by run --store)\n"
        "  interloper merge --format sarif .interloper   (tells a campaign once more)\n\n"
        "Exit status: 0 no run failed, 1 some did, 2 bad usage, or folders that are not\n"
        "shards of one campaign.\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
};

static bool origin_of_result(struct campaign_origin *origin, struct error *error)
{
    char *place = mem_printf("%s/" STORE_NAME, given.out);
    bool ok = campaign_origin(place, origin, NULL, error);
    free(place);
    return ok;
}

static int merge(const struct texts *folders, struct error *error)
{
    struct campaign_origin origin = {0};
    struct buf missing = {0};
    int code = -1;
    if (campaign_merge(folders, given.out, &missing, error) && origin_of_result(&origin, error)) {
        if (missing.len)
            print_line(COLOUR_YELLOW, "interloper: warning: shards", missing.at);
        code =
            run_tell(given.out, buf_view(&origin.words), buf_view(&origin.seed).at, given.format);
    }
    campaign_origin_free(&origin);
    buf_free(&missing);
    return code >= 0 ? code : report_error(error);
}

int cmd_merge(int argc, char **argv)
{
    static const char default_folder[] = ".interloper";
    struct parsed parsed;
    struct error error;
    given.out = default_folder;
    given.format = "text";
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    if (!parsed.rest_count) {
        error_set(&error, EXIT_BAD_USAGE,
                  "merge: no folder given, as in 'interloper merge shard1 shard2'; nor an address, "
                  "as in 'interloper merge postgres://host/results'");
        return report_error(&error);
    }
    if (given.out == default_folder && !folder_is_no_link(default_folder, &error))
        return report_error(&error);
    struct texts folders = {0};
    for (int i = 0; i < parsed.rest_count; i++) {
        *vec_push(&folders) = mem_dup(parsed.rest[i]);
        store_hide(parsed.rest[i]);
    }
    int code = merge(&folders, &error);
    vec_each (folder, &folders)
        free((char *)*folder);
    vec_free(&folders);
    return code;
}

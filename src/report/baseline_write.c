/* Apart from the reading: our JSON writer and jansson use the same names. */
#include "base/file.h"
#include "base/json.h"
#include "report/baseline.h"

static void add_entry(struct buf *out, const struct finding *finding)
{
    char fingerprint[20];
    snprintf(fingerprint, sizeof fingerprint, "%016llx", (unsigned long long)finding->fingerprint);
    struct json json = json_to(out);
    json_object(&json, NULL);
    json_text(&json, "fingerprint", fingerprint);
    json_text(&json, "rule", finding->rule->name);
    if (finding->place.source)
        json_str(&json, "file", finding->place.source->path);
    json_integer(&json, "line", finding->at.line);
    json_str(&json, "message", finding->message);
    json_end_object(&json);
}

bool baseline_write(const char *path, const struct findings *findings, struct error *error)
{
    struct buf out = {0};
    buf_printf(&out, "{\"interloper-baseline\":%d,\"findings\":[", BASELINE_VERSION);
    const char *separator = "\n";
    vec_each (finding, &findings->list) {
        buf_text(&out, separator);
        add_entry(&out, finding);
        separator = ",\n";
    }
    buf_text(&out, "\n]}\n");
    bool ok = file_check_writable(path, error) && file_write(path, buf_view(&out), error);
    buf_free(&out);
    return ok;
}

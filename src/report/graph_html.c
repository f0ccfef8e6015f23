/* The callback graph as one page: our drawing as SVG, the facts as JSON for the script that shows
 * them on hover. The page itself is graph_page.html, with three marks where these go. */
#include "report/graph_layout.h"

#include "base/json.h"
#include "base/terminal.h"
#include "base/utf8.h"

extern const struct str report__graph_page; /* graph_page.html, embedded by the build */

enum { MOST_DRAWN = 1200, LONGEST_LABEL = 36 };

static void add_html(struct buf *out, struct str text) /* that went through terminal_safe() */
{
    for (size_t i = 0; i < text.len; i++) {
        switch (text.at[i]) {
        case '&':
            buf_text(out, "&amp;");
            break;
        case '<':
            buf_text(out, "&lt;");
            break;
        case '"':
            buf_text(out, "&quot;");
            break;
        default:
            buf_char(out, text.at[i]);
        }
    }
}

/* At most LONGEST_LABEL columns, cut between characters; of a path the end. */
static struct str shortened(struct str text, unsigned *columns)
{
    size_t at = 0;
    for (size_t i = 0; text.len > LONGEST_LABEL && i < text.len; i++)
        if (text.at[i] == '/' && text.len - i < LONGEST_LABEL) {
            text = str_from(text, i + 1);
            break;
        }
    *columns = 0;
    while (at < text.len) {
        struct utf8_char c = utf8_at(text, at);
        if (*columns + utf8_columns(c.code) > LONGEST_LABEL)
            break;
        *columns += utf8_columns(c.code);
        at += c.bytes;
    }
    return (struct str){text.at, at};
}

static void location(struct buf *out, const struct graph_node *node)
{
    buf_text(out, node->kind);
    if (!node->place.source)
        return;
    struct position at = source_position(node->place.source, node->place.start);
    struct str path = node->place.source->path;
    for (size_t i = path.len; i > 0; i--)
        if (path.at[i - 1] == '/') {
            path = str_from(path, i);
            break;
        }
    buf_text(out, " \xc2\xb7 ");
    terminal_safe(out, path);
    buf_printf(out, ":%u", at.line);
}

static double box_width(const struct graph_node *node)
{
    unsigned label, below;
    struct buf first = {0}, second = {0};
    terminal_safe(&first, node->label);
    location(&second, node);
    shortened(buf_view(&first), &label);
    shortened(buf_view(&second), &below);
    buf_free(&first);
    buf_free(&second);
    double width = label * 8.4 > below * 6.7 ? label * 8.4 : below * 6.7;
    return (width < 72 ? 72 : width) + 24;
}

static void draw_node(struct buf *out, const struct graph_node *node, size_t index,
                      const struct layout_box *box)
{
    struct buf first = {0}, second = {0};
    unsigned columns;
    terminal_safe(&first, node->label);
    location(&second, node);
    buf_printf(out,
               "<g class=\"node k-%s%s\" tabindex=\"0\" data-node=\"%zu\" "
               "transform=\"translate(%.1f %.1f)\"><rect x=\"%.1f\" y=\"-22\" width=\"%.1f\" "
               "height=\"%d\" rx=\"7\"/><text y=\"-4\">",
               node->kind, node->is_guess ? " guess" : "", index, box->centre.x, box->centre.y,
               -box->width / 2, box->width, LAYOUT_BOX_HEIGHT);
    add_html(out, shortened(buf_view(&first), &columns));
    buf_text(out, "</text><text class=\"sub\" y=\"12\">");
    add_html(out, shortened(buf_view(&second), &columns));
    buf_text(out, "</text></g>\n");
    buf_free(&first);
    buf_free(&second);
}

/* A smooth line through the bends: each piece leaves and arrives vertically. */
static void draw_path(struct buf *out, const struct layout_path *path,
                      const struct graph_edge *edge)
{
    buf_printf(out, "<path class=\"edge e-%s\" data-from=\"%u\" data-to=\"%u\" d=\"", edge->kind,
               edge->from, edge->to);
    size_t last = path->points.len - 1;
    bool down = path->points.at[last].y > path->points.at[0].y;
    double half = (down ? 1 : -1) * LAYOUT_BOX_HEIGHT / 2.0;
    for (size_t i = 0; i <= last; i++) {
        struct layout_point to = path->points.at[i];
        if (i == 0) {
            buf_printf(out, "M%.1f %.1f", to.x, to.y + half);
            continue;
        }
        struct layout_point from = path->points.at[i - 1];
        double start = i == 1 ? from.y + half : from.y;
        double end = i == last ? to.y - half * 1.12 : to.y, middle = (start + end) / 2;
        buf_printf(out, "C%.1f %.1f %.1f %.1f %.1f %.1f", from.x, middle, to.x, middle, to.x, end);
    }
    buf_text(out, "\"/>\n");
}

static void draw(const struct graph *graph, struct buf *out)
{
    struct layout layout = {0};
    double *widths = mem_zalloc((graph->nodes.len + 1) * sizeof *widths);
    for (size_t i = 0; i < graph->nodes.len; i++)
        widths[i] = box_width(&graph->nodes.at[i]);
    layout_compute(&layout, graph, widths);
    buf_printf(out,
               "<svg id=\"drawing\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n",
               layout.width, layout.height, layout.width, layout.height);
    buf_text(out, "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                  "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
                  "<path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n<g id=\"scene\">\n");
    vec_each (path, &layout.paths)
        draw_path(out, path, &graph->edges.at[path->edge]);
    for (size_t i = 0; i < layout.box_count; i++)
        draw_node(out, &graph->nodes.at[i], i, &layout.boxes[i]);
    buf_text(out, "</g></svg>\n");
    layout_free(&layout);
    free(widths);
}

static bool is_in(struct place inner, struct place outer)
{
    return outer.source && outer.source == inner.source && outer.start <= inner.start &&
           inner.end <= outer.end;
}

/* The contexts that a place is about: those it registers, and those whose function is the innermost
 * around it. */
static void mark_at(const struct graph *graph, struct place place, bool *marked)
{
    uint32_t least = UINT32_MAX;
    vec_each (node, &graph->nodes) {
        uint32_t length = node->body.end - node->body.start;
        if (is_in(place, node->body) && length < least)
            least = length;
    }
    for (size_t i = 0; i < graph->nodes.len; i++) {
        const struct graph_node *node = &graph->nodes.at[i];
        bool runs = is_in(place, node->body) && node->body.end - node->body.start == least;
        bool is_site = node->place.source == place.source && node->place.end == place.end &&
                       node->place.start <= place.start && strcmp(node->kind, "main") != 0;
        marked[i] |= runs || is_site;
    }
}

static void mark_finding(const struct graph *graph, const struct finding *finding, bool *marked)
{
    mark_at(graph, finding->place, marked);
    for (size_t i = 0; i < finding->related_count; i++)
        if (finding->related[i].place.source)
            mark_at(graph, finding->related[i].place, marked);
}

/* What is about findings and what is next to it, then the first of the others, until there are as
 * many as a page can show; and the edges among them. */
static bool *choose_nodes(const struct graph *graph, const struct findings *findings)
{
    enum { MOST_FINDINGS = 200 };
    size_t count = graph->nodes.len, chosen = 0;
    bool *marked = mem_zalloc(count + 1), *near = mem_zalloc(count + 1);
    bool is_all = count <= MOST_DRAWN;
    for (size_t i = 0; !is_all && findings && i < findings->list.len && i < MOST_FINDINGS; i++)
        if (findings->list.at[i].place.source)
            mark_finding(graph, &findings->list.at[i], marked);
    vec_each (edge, &graph->edges) {
        if (edge->from >= count || edge->to >= count)
            continue;
        near[edge->from] |= marked[edge->from] || marked[edge->to];
        near[edge->to] |= marked[edge->from] || marked[edge->to];
    }
    for (size_t i = 0; i < count; i++)
        chosen += near[i] = (near[i] || marked[i]) && chosen < MOST_DRAWN;
    for (size_t i = 0; i < count && chosen < MOST_DRAWN; i++)
        if (!near[i])
            chosen += near[i] = true;
    free(marked);
    return near;
}

static struct graph drawable_part(const struct graph *graph, const struct findings *findings)
{
    struct graph part = {0};
    bool *chosen = choose_nodes(graph, findings);
    uint32_t *own = mem_zalloc((graph->nodes.len + 1) * sizeof *own);
    for (size_t i = 0; i < graph->nodes.len; i++) {
        own[i] = (uint32_t)part.nodes.len;
        if (chosen[i])
            *vec_push(&part.nodes) = graph->nodes.at[i];
    }
    vec_each (edge, &graph->edges)
        if (edge->from < graph->nodes.len && edge->to < graph->nodes.len && chosen[edge->from] &&
            chosen[edge->to])
            *vec_push(&part.edges) =
                (struct graph_edge){own[edge->from], own[edge->to], edge->kind};
    free(chosen);
    free(own);
    return part;
}

static void add_finding(struct json *json, const struct graph *graph, const struct finding *finding)
{
    bool *marked = mem_zalloc(graph->nodes.len + 1);
    mark_finding(graph, finding, marked);
    json_object(json, NULL);
    json_text(json, "rule", finding->rule->name);
    json_str(json, "message", finding->message);
    json_str(json, "file", finding->place.source->path);
    json_integer(json, "line", finding->at.line);
    json_array(json, "nodes");
    for (size_t i = 0; i < graph->nodes.len; i++)
        if (marked[i])
            json_integer(json, NULL, (int64_t)i);
    json_end_array(json);
    json_end_object(json);
    free(marked);
}

static void add_findings(struct buf *out, const struct graph *graph,
                         const struct findings *findings)
{
    struct json json = json_to(out);
    json_array(&json, NULL);
    for (size_t i = 0; findings && i < findings->list.len; i++)
        if (findings->list.at[i].place.source)
            add_finding(&json, graph, &findings->list.at[i]);
    json_end_array(&json);
}

static void add_until(struct buf *out, const char **page, const char *mark)
{
    const char *at = strstr(*page, mark);
    if (!at)
        BUG("graph_page.html lacks %s", mark);
    buf_add(out, *page, (size_t)(at - *page));
    *page = at + strlen(mark);
}

void graph_write_html(const struct graph *self, const struct findings *findings, struct str title,
                      struct buf *out)
{
    struct graph part = drawable_part(self, findings);
    struct buf heading = {0};
    terminal_safe(&heading, title);
    const char *page = report__graph_page.at;
    add_until(out, &page, "@title@");
    add_html(out, buf_view(&heading));
    add_until(out, &page, "@heading@");
    add_html(out, buf_view(&heading));
    buf_free(&heading);
    add_until(out, &page, "@counts@");
    buf_printf(out, "%zu contexts, %zu orders", self->nodes.len, self->edges.len);
    if (part.nodes.len < self->nodes.len)
        buf_printf(out, "; %zu drawn, those about findings first; --graph json has all",
                   part.nodes.len);
    add_until(out, &page, "@drawing@");
    if (part.nodes.len)
        draw(&part, out);
    else
        buf_text(out, "<p class=\"empty\">No asynchronous context was found.</p>");
    add_until(out, &page, "@data@");
    graph_write_json(&part, out);
    add_until(out, &page, "@findings@");
    add_findings(out, &part, findings);
    buf_text(out, page);
    graph_free(&part);
}

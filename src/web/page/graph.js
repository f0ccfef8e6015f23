// An event graph as SVG: one row for each depth, so that every edge points down.

const box = { width: 216, height: 52, across: 20, down: 34 };

function depths(graph) {
  const depth = graph.nodes.map(() => 0);
  // Edges point from older to newer nodes, so one pass in order of their targets is enough.
  for (const edge of [...graph.edges].sort((a, b) => a.to - b.to)) {
    depth[edge.to] = Math.max(depth[edge.to], depth[edge.from] + 1);
  }
  return depth;
}

function layout(graph) {
  const filled = [];
  return depths(graph).map((depth) => {
    filled[depth] = (filled[depth] || 0) + 1;
    return {
      x: 2 + (filled[depth] - 1) * (box.width + box.across),
      y: 2 + depth * (box.height + box.down),
    };
  });
}

const shorten = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function drawNode(node, at, isRoot) {
  const wrote = node.writes.length;
  const kinds = [
    isRoot && 'root',
    node.answer && 'answer',
    wrote && 'wrote',
    node.error && 'failed',
  ];
  const under = node.error
    ? `throws ${node.error}`
    : wrote
      ? `writes ${place(node.writes[0].what)}${wrote > 1 ? ` and ${wrote - 1} more` : ''}`
      : place(node.created || '');
  const full = [
    node.id,
    node.label,
    node.url,
    node.created,
    ...node.writes.map((write) => `writes ${write.what}`),
    node.error,
  ];
  return svg(
    'g',
    { class: kinds.filter(Boolean).join(' '), transform: `translate(${at.x} ${at.y})` },
    svg('title', null, full.filter(Boolean).map(place).join('\n')),
    svg('rect', { width: box.width, height: box.height, rx: 9 }),
    svg('text', { x: 11, y: 21 }, shorten(place(`${node.id}  ${node.label || node.kind}`), 32)),
    svg('text', { x: 11, y: 40, class: 'small' }, shorten(under, 36)),
  );
}

function drawEdge(edge, graph, at, arrowId) {
  const from = { x: at[edge.from].x + box.width / 2, y: at[edge.from].y + box.height };
  const to = { x: at[edge.to].x + box.width / 2, y: at[edge.to].y - 3 };
  const middle = (from.y + to.y) / 2;
  // An edge that skips a row goes around the boxes between.
  const aside = to.y - from.y > box.down ? box.width * 0.62 : 0;
  return [
    svg('path', {
      class: edge.join && 'join',
      d: `M${from.x} ${from.y}C${from.x + aside} ${middle} ${to.x + aside} ${middle} ${to.x} ${to.y}`,
      'marker-end': `url(#${arrowId})`,
    }),
    !edge.join &&
      svg('text', { x: to.x + 7, y: to.y - 9, class: 'small' }, graph.nodes[edge.to].kind),
  ];
}

function drawGraph(graph, id) {
  const at = layout(graph);
  const width = Math.max(...at.map((point) => point.x)) + box.width + 40;
  const height = Math.max(...at.map((point) => point.y)) + box.height + 4;
  const arrowId = `arrow-${id}`;
  return svg(
    'svg',
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `Event graph of ${id}`,
    },
    svg(
      'defs',
      null,
      svg(
        'marker',
        {
          id: arrowId,
          viewBox: '0 0 8 8',
          refX: 5,
          refY: 4,
          markerWidth: 7,
          markerHeight: 7,
          orient: 'auto',
        },
        svg('path', { d: 'M0 0 8 4 0 8z' }),
      ),
    ),
    graph.edges.map((edge) => drawEdge(edge, graph, at, arrowId)),
    graph.nodes.map((node, i) => drawNode(node, at[i], i === 0)),
  );
}

// A tree walked by a generator that calls itself, in the midst of ways that are open: it once took minutes.
(() => {
  const load = require('module').createRequire(__filename);
  const tree = load('tree');

  globalThis.describe = function (source, options = {}) {
    const stream = tree.stream({ ...options });
    let result;
    stream.on('data', data => (result = data));
    let document;
    while ((document = source.next()) !== null) stream.write(document);
    const rows = [];
    let widest = 0;
    for (const field of fieldsOf(result.fields)) {
      widest = Math.max(widest, field.path.length);
      for (const { name } of field.types || [{ name: field.type }]) rows.push([field.path, name]);
    }
    for (const row of rows) row[0] = row[0].padEnd(widest);
    return rows;
  };

  function* fieldsOf(list) {
    for (const field of list) {
      yield field;
      for (const type of field.types || []) if (type.fields) yield* fieldsOf(type.fields);
    }
  }
})();

// Loaded on first use.
const loaders = {
  csv: () => import('./csv.mjs'),
  json: () => import('./json.mjs'),
};

export async function parse(kind, text) {
  const { default: parser } = await loaders[kind]();
  return parser(text);
}

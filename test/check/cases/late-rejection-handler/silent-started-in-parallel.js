// Both are under way and handled together.
async function load(name) {
  if (!name) throw new Error('no name');
  return name;
}

async function main() {
  const first = load('a');
  const second = load('b');
  console.log(await Promise.all([first, second]));
}

main().catch(console.error);

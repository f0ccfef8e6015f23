// The other function writes under another key, and this one is called once.
const sizes = { small: 0, large: 0 };
const marks = {};

async function measure(load) {
  const old = marks['a'];
  await load();
  marks['a'] = old + 1;
}

function begin() {
  marks['b'] = sizes.small;
}

measure(() => Promise.resolve());
begin();

// `return await` hands the value on, as without the await; nobody uses it.
const loaded = {};

async function load(url) {
  if (loaded[url]) return Promise.resolve();
  return await import(url).then(async module => {
    await module.init();
    loaded[url] = module;
  });
}

exports.start = async url => {
  await load(url);
};

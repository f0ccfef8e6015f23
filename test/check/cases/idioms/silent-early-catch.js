// Started early; an empty catch keeps Node quiet until it is awaited.
const { loadConfig, loadPlugins } = require('./load');

exports.start = async function start() {
  const plugins = loadPlugins();
  plugins.catch(() => {});
  const config = await loadConfig();
  return { config, plugins: await plugins };
};

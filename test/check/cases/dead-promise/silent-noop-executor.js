// The page is left: nothing is to come any more.
const noop = () => {};
exports.navigate = async (location, url) => {
  location.href = url;
  await new Promise(noop);
};

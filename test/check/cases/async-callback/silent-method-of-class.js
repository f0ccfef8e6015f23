// WatchFilter is no array, and its filter waits.
class WatchFilter {
  async filter(accepts) {
    return await accepts('x');
  }
}
exports.input = async glob => {
  const watchFilter = new WatchFilter();
  return watchFilter.filter(async text => (await glob([text])).length);
};

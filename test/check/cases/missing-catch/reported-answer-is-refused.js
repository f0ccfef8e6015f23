// The reaction itself refuses what came: that is no check of the program's state.
exports.load = (client, show) => {
  const loaded = Promise.resolve(client.version).then(version => {
    if (version < 2) throw new Error('too old');
    return version;
  });
  loaded.then(show); // expect: missing-catch
};

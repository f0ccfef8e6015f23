const open = async uri => {
  try {
    await fetch(uri);
  } catch (error) {
    console.info(error);
  }
};
exports.all = uris => {
  uris.forEach(open);
};

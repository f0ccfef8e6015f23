// rules: callback-twice
exports.visit = (node, cb) => {
  if (node.param) {
    cb(node.param);
  }
  cb(node.body);
};

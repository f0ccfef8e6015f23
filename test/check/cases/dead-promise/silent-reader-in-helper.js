// The reader calls what the helper put there, and that settles.
function read(blob, callback) {
  var reader = new FileReader();
  reader.onloadend = function (e) {
    callback(e.target.result);
  };
  reader.readAsArrayBuffer(blob);
}
exports.load = function (blob) {
  return new Promise(function (resolve) {
    read(blob, resolve);
  }).then(function (b) {
    return b;
  });
};

// The helper puts nothing there: nobody calls its callback.
function read(blob, callback) {
  var reader = new FileReader();
  reader.count = 1;
  reader.readAsArrayBuffer(blob);
}
exports.load = function (blob) {
  return new Promise(function (resolve) { // expect: dead-promise
    read(blob, resolve);
  }).then(function (b) {
    return b;
  });
};

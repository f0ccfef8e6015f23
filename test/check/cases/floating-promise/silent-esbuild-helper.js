// esbuild's __async is an async function: what unknown code may throw is nobody's fault here.
var __async = (__this, __arguments, generator) => {
  return new Promise((resolve, reject) => {
    var fulfilled = value => { try { step(generator.next(value)); } catch (e) { reject(e); } };
    var rejected = value => { try { step(generator.throw(value)); } catch (e) { reject(e); } };
    var step = x => (x.done ? resolve(x.value) : Promise.resolve(x.value).then(fulfilled, rejected));
    step((generator = generator.apply(__this, __arguments)).next());
  });
};
exports.select = (search, show) => {
  const filter = () =>
    __async(void 0, null, function* () {
      show(yield search());
    });
  filter();
};

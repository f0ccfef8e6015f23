// rules: unexpected-order
// The thesis's figure 4.1: both operations take an unknown time, so either may come first.
function Store() {}

Store.prototype.save = function (text, whenSaved) {
  return new Promise(resolve => {
    setTimeout(() => {
      this.text = text;
      resolve(text);
    }, Math.random() * 1000);
  }).then(whenSaved);
};

Store.prototype.verify = function (text) {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (text === this.text) { // expect: unexpected-order
        resolve('as stored');
      } else {
        reject(new Error('not as stored'));
      }
    }, Math.random() * 1000);
  })
    .then(console.log)
    .catch(console.warn);
};

const store = new Store();
const wanted = 'pear';

store.save(wanted);
store.verify(wanted);

// rules: unexpected-order
// The thesis's figure 2.3: storing is a promise job, validating happens at once.
function fail(message) {
  throw new Error(message);
}

function Store() {}

Store.prototype.save = function (text, whenSaved) {
  return Promise.resolve()
    .then(() => {
      this.text = text;
    })
    .then(whenSaved);
};

Store.prototype.verify = function (text) {
  return text === this.text // expect: unexpected-order
    ? console.log('as stored')
    : fail('not as stored');
};

const store = new Store();
const wanted = 'pear';

store.save(wanted);
store.verify(wanted);

// The thesis's figure 2.4, left: verified in the callback that runs after storing.
function fail(message) {
  throw new Error(message);
}

function Store() {}

Store.prototype.save = function (text, whenSaved) {
  return Promise.resolve()
    .then(() => {
      this.text = text;
    })
    .then(whenSaved)
    .catch(console.error);
};

Store.prototype.verify = function (text) {
  return text === this.text ? console.log('as stored') : fail('not as stored');
};

const store = new Store();
const wanted = 'pear';

store.save(wanted, () => {
  store.verify(wanted);
});

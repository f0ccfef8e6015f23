// The thesis's figure 2.4, right: verified in a reaction on the promise of storing.
function fail(message) {
  throw new Error(message);
}

function Store() {}

Store.prototype.save = function (text) {
  return Promise.resolve().then(() => {
    this.text = text;
  });
};

Store.prototype.verify = function (text) {
  return text === this.text ? console.log('as stored') : fail('not as stored');
};

const store = new Store();
const wanted = 'pear';

store
  .save(wanted)
  .then(() => {
    store.verify(wanted);
  })
  .catch(console.error);

// The thesis's figure 7.2: the author says that the fork is meant.
const print = value => console.log(value);

const base = Promise.resolve(1);

base.then(value => {
  print(value);
});

/**ignore: promise-fork */
base.then(value => {
  print(value + 1);
});

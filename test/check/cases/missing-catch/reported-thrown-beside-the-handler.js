// then(a, b): b does not hear of what a throws.
exports.ask = answer => {
  answer.then( // expect: missing-catch @5
    name => {
      if (name.length > 20) throw new Error('name is too long');
      console.log('hello', name);
    },
    () => console.log('no answer'));
};

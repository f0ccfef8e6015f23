exports.ask = answer => {
  answer.then(name => {
    if (name.length > 20) throw new Error('name is too long');
    console.log('hello', name);
  }).then(undefined, () => console.log('no answer'));
};

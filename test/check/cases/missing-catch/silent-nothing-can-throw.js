// Nothing here rejects.
Promise.resolve(2).then(value => value * 2).then(value => console.log(value));

// The last reaction needs no value.
Promise.resolve([1, 2, 3]).then(items => {
  for (const item of items) console.log(item);
});

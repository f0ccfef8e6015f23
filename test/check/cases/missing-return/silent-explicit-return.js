// A bare return says that undefined is meant.
Promise.resolve(process.argv[2])
  .then(name => {
    if (!name) return;
    return name.trim();
  })
  .then(name => console.log(name ?? 'nobody'));

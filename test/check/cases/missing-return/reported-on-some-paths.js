exports.label = source =>
  source
    .read()
    .then(value => { // expect: missing-return
      if (value > 3) return value;
      console.log('too small');
    })
    .then(value => value.toFixed(1));

// The next step knows that there may be nothing.
exports.names = url =>
  fetch(url)
    .catch(error => {
      console.error(error);
    })
    .then(response => (response ? response.json() : []));

exports.label = source =>
  source
    .read()
    .then(value => {
      if (value > 3) return value;
      console.log('too small');
    })
    .then(value => value?.toFixed(1));

// The function returns its chain, whoever calls it uses the value.
const axios = require('axios');

function userName(id) {
  return axios.get('/users/' + id).then(res => { // expect: missing-return
    res.data.name;
  });
}
userName(1).then(name => console.log(name.toUpperCase())).catch(console.error);

function parse(text) {
  return Promise.resolve(text)
    .then(t => t.trim())
    .then(t => { // expect: missing-return
      JSON.parse(t);
    });
}
exports.port = function (text) {
  const parsed = parse(text);
  return parsed.then(conf => conf.port + 1);
};

exports.Store = class {
  load() {
    return axios.get('/items').then(res => { // expect: missing-return
      this.items = res.data;
    });
  }
  first() {
    return this.load().then(items => items[0]);
  }
};

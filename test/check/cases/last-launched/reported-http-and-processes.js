// rules: last-launched
const http = require('http');
const { execFile } = require('child_process');

exports.crawl = (hosts, done) => {
  const found = [];
  hosts.forEach(host => {
    http.get('http://' + host, response => {
      found.push(response.statusCode);
      if (host === hosts.at(-1)) done(found); // expect: last-launched
    });
  });
};

exports.run = (commands, done) => {
  commands.forEach((command, i) => {
    execFile(command, () => {
      if (i < commands.length - 1) return; // expect: last-launched
      done();
    });
  });
};

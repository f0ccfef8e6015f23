function ping(host, answer) { setTimeout(answer, Math.random() * 10, host); }

exports.pingAll = (hosts, done) => {
  const up = new Set();
  for (const host of hosts) {
    ping(host, answered => {
      up.add(answered);
      if (answered === hosts.at(-1)) done(up.size); // expect: last-launched
    });
  }
};
exports.pingEach = (hosts, done) => {
  hosts.forEach(host => ping(host, () => {
    if (host === hosts[hosts.length - 1]) done(); // expect: last-launched
  }));
};

function ping(host, answer) { setTimeout(answer, Math.random() * 10, host); }

exports.pingAll = (hosts, known, done) => {
  const up = new Set();
  for (const host of hosts) {
    ping(host, answered => {
      up.add(answered);
      if (answered === known.at(-1)) done('newest');
      if (host === hosts.at(-1)) console.log('the last is up');
    });
  }
};

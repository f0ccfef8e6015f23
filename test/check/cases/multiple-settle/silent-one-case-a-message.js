// rules: multiple-settle
// One message, one case.
module.exports = device =>
  new Promise(resolve => {
    device.subscribe('all', buf => {
      while (buf[0] <= buf.length) {
        const message = buf.slice(0, buf[0]);
        buf = buf.slice(buf[0]);
        switch (message[5]) {
          case 1: resolve('hub'); break;
          case 2: resolve('train'); break;
        }
      }
    });
  });

// rules: last-launched
// A stream takes what is written in order.
exports.send = (writer, packets, drained) => {
  for (let i = 0; i < packets.length; i++) {
    const isLast = i === packets.length - 1;
    writer.write(packets[i]).then(() => {
      if (isLast) drained();
    });
  }
};

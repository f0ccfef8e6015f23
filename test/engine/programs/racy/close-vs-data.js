'use strict';
// Close against data: the answer and the control message travel on two connections; the client
// closes the data connection when told that all was sent, 150 ms after it was.
// fails: late delay pct
// guilty: 12
const { echoPair, main, pause } = require('./rig');

main(async () => {
  const [data, control] = await Promise.all([echoPair(), echoPair()]);
  let received = '';
  data.socket.on('data', part => (received += part));
  control.socket.on('data', () => data.socket.destroy());
  const closed = new Promise(resolve => data.socket.on('close', resolve));
  data.write('the whole file');
  await pause(150);
  control.write('all sent');
  await closed;
  if (received !== 'the whole file') throw new Error(`received "${received}"`);
});

addEventListener('message', e => { send(e.source, { type: 'KEEPALIVE_RESPONSE' }); });
function send(client, message) {
  return new Promise((resolve, reject) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = e => { if (e.data.error) return reject(e.data.error); resolve(e.data); };
    client.postMessage(message, [channel.port2]);
  });
}

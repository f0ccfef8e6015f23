// A debugger for the tests: attaches itself to the Node that waits at a port, lets it wait and stand at its first line for a
// while each, and then go on. Prints why the program paused.
const [port, wait] = process.argv.slice(2).map(Number);
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
const targets = async () => {
  try {
    return await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  } catch {
    return [];
  }
};

let list = [];
for (let i = 0; i < 600 && !list.length; i++) {
  list = await targets();
  await pause(100);
}
if (!list.length) throw new Error('nobody waits for a debugger');
const socket = new WebSocket(list[0].webSocketDebuggerUrl);
await new Promise(resolve => (socket.onopen = resolve));
let id = 0;
const send = method => socket.send(JSON.stringify({ id: ++id, method }));
socket.onmessage = ({ data }) => {
  const { method, params } = JSON.parse(data);
  if (method === 'Debugger.paused') console.log(params.reason);
};
socket.onclose = () => process.exit(0);
send('Runtime.enable');
send('Debugger.enable');
await pause(wait);
send('Runtime.runIfWaitingForDebugger');
await pause(wait);
send('Debugger.resume');
await pause(wait);
socket.close(); // Node waits for that before it ends

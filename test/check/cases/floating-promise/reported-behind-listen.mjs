// Behind awaits that only unknown code can settle.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';

async function main() {
  const server = createServer();
  await new Promise(resolve => server.listen(0, resolve));
  const socket = new WebSocket('ws://localhost/await');
  await new Promise(resolve => (socket.onopen = resolve));
  writeFile('port', String(server.address().port)); // expect: floating-promise
}
main().catch(console.error);

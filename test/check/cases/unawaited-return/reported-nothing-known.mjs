// rules: unawaited-return
// Nothing is known of what is called: a note, unless the caller counts on the answer of the catch, or the finally ends
// what the call works with.
import { send, read, connect } from 'somewhere';
export async function answer(response) {
  const reply = async () => {
    if (await read('a')) return response;
    return send(response);
  };
  try {
    await read('b');
    return reply(); // expect: unawaited-return note
  } catch {
    response.writeHead(500);
  }
}
export async function value(name) {
  const ask = async () => (await read(name)).text;
  try {
    await read('b');
    return ask(); // expect: unawaited-return warning
  } catch {
    return '';
  }
}
export async function closing(name) {
  const connection = await connect();
  const ask = async () => (await connection.read(name)).text;
  try {
    await read('b');
    return ask(); // expect: unawaited-return warning
  } catch {
    console.error('no answer');
  } finally {
    connection.close();
  }
}

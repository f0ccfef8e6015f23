// What most applications have: one function that all of it asks the server through.
export async function get(path) {
  const answer = await fetch(`/api/${path}`);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

export async function send(method, path, body) {
  const answer = await fetch(`/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

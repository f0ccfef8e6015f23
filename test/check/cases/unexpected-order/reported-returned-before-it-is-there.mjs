// rules: unexpected-order
// The commonest of all: the caller gets undefined.
export function load(url) {
  let result;
  fetch(url)
    .then(answer => answer.json())
    .then(body => {
      result = body;
    })
    .catch(console.error);
  return result; // expect: unexpected-order
}

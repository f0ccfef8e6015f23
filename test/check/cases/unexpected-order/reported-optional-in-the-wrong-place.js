// The theme may be missing, says this; but it is the whole that is.
let remote;

setTimeout(() => {
  remote = { theme: { name: 'dark' } };
}, 20);

console.log(remote.theme?.name); // expect: unexpected-order

// rules: missing-reaction
// The value is computed, the promise settled, and nobody asks.
function area(width, height) {
  const result = new Promise(resolve => { // expect: missing-reaction
    resolve(width * height);
  });
  console.log('computing', width, height);
}

area(3, 4);

// before: counted 1 refused
// after: counted 0 refused
let counted = 0;
const count = value => ++counted && value;
function get(ok) {
  return new Promise((resolve, reject) => {
    if (!ok) reject(new Error('refused'));
    resolve(count('value'));
  });
}
get(false).then(console.log, error => console.log(`counted ${counted} ${error.message}`));

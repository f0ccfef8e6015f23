// rules: broken-promise
// What finally returns rejects as well, and nobody handles that.
const page = fetch('/page');
page.catch(error => console.error(error));
page.finally(() => console.log('over')); // expect: broken-promise warning

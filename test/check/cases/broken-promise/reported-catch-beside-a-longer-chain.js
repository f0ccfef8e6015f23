// rules: broken-promise
const page = fetch('/page');
page.then(response => response.json()).then(found => console.log(found));
page.catch(error => console.error(error)); // expect: broken-promise warning

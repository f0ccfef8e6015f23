// rules: broken-promise
// Each further registration is a fork of its own.
const price = Promise.resolve({ net: 100 });
price.then(order => ({ ...order, gross: order.net * 1.2 }));
price.then(order => console.log(order.gross)); // expect: broken-promise warning
price.then(order => console.log('paid', order.gross)); // expect: broken-promise warning

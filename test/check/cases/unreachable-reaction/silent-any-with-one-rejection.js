// One rejects, one fulfils: any is content.
const broken = Promise.reject(new Error('mirror down'));
const fine = Promise.resolve('main');

Promise.any([broken, fine]).then(source => console.log(source)).catch(console.error);

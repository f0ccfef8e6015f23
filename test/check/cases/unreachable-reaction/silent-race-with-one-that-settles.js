// A promise that never settles is harmless in a race.
const never = new Promise(() => {});
const soon = new Promise(resolve => setTimeout(resolve, 5));

Promise.race([never, soon]).then(() => console.log('soon'));

setTimeout(() => console.log('late'), 60000);
setTimeout(() => console.log('soon'), 10);

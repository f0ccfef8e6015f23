// Nothing in common but the console: two functions, and one that is called with the delays of its callers.
function startMonitor() {
  setTimeout(() => console.log('memory', process.memoryUsage().rss), 60);
}

function greet() {
  setTimeout(() => console.log('welcome'), 10);
}

const enter = (name, ms) => setTimeout(() => console.log(`${name} is here`), ms);

startMonitor();
greet();
enter('ann', 40);
enter('bob', 20);

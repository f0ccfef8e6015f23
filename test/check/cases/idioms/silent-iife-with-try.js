// An async block at the top of a script.
(async () => {
  try {
    const answer = await fetch('https://example.org/status');
    console.log(answer.status);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
})();

// rules: listener-in-listener
// Every message adds a listener to the process.
process.on('message', request => {
  process.on('message', answer => { // expect: listener-in-listener
    console.log(request, answer);
  });
});

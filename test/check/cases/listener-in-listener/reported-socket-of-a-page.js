const socket = new WebSocket('wss://example.org/feed');
socket.addEventListener('message', first => {
  const answer = second => console.log(first.data, second.data);
  socket.addEventListener('message', answer, { passive: true }); // expect: listener-in-listener
});

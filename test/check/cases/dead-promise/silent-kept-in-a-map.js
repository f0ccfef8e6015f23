// Answers come later, by number: the usual table of pending requests.
const pending = new Map();
let last = 0;

exports.ask = function ask(socket, question) {
  return new Promise((resolve, reject) => {
    last += 1;
    pending.set(last, { resolve, reject });
    socket.write(JSON.stringify({ id: last, question }));
  });
};

exports.receive = function receive(message) {
  const { id, answer, error } = JSON.parse(message);
  const waiting = pending.get(id);
  pending.delete(id);
  if (error) waiting.reject(new Error(error));
  else waiting.resolve(answer);
};

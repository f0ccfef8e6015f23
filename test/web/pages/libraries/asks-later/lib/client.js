// As axios does: what is asked for goes through interceptors first, and is sent when nobody who asked is on the stack.
window.client = {
  get: (url) =>
    Promise.resolve({ url })
      .then((request) => ({ ...request, cache: 'no-store' }))
      .then(({ url: address, ...options }) => fetch(address, options))
      .then((answer) => answer.text()),
};

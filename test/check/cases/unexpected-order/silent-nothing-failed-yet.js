// No error is what there is until something fails.
const state = { loading: true, error: null };

fetch('/x')
  .then(() => {
    state.loading = false;
  })
  .catch(error => {
    state.error = error;
    state.loading = false;
  });
console.log(state.loading ? 'loading' : 'done', state.error);

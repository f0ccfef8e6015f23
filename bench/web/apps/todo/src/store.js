import { reactive } from 'vue';

const ask = (method, path, body) =>
  fetch(`/api/${path}`, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) });

// What is on the screen; the server has the truth.
export const store = reactive({
  todos: [],
  filter: 'all',
  left: '',

  // Planted: the filter whose list comes last is shown, whatever was chosen last.
  async show(name) {
    store.filter = name;
    const answer = await ask('GET', `todos?filter=${name}`);
    store.todos = await answer.json();
    store.left = `${store.todos.length} shown`;
  },

  // Planted: todos stand in the order of the answers, not as they were added; and who presses Enter twice adds two.
  async add(title) {
    const answer = await ask('POST', 'todos', { title });
    store.todos.push(await answer.json());
  },

  // Planted: the answer brings the whole list, as it was for the filter of then.
  async destroy({ id }) {
    const answer = await ask('DELETE', `todos/${id}?filter=${store.filter}`);
    store.todos = await answer.json();
  },

  // Planted: what is sent is what is shown, and that changes with the answer only: two clicks send the same twice.
  async toggle(todo) {
    const answer = await ask('PATCH', `todos/${todo.id}`, { done: !todo.done });
    Object.assign(todo, await answer.json());
  },
});

store.show('all');

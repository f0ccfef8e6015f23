import { createApp, h, reactive } from 'vue';
import { store } from './store.js';
import { statistics } from './statistics.js';

const item = (todo) =>
  h('li', { key: todo.id, 'data-id': todo.id }, [
    h('button', { class: 'toggle', 'aria-label': `toggle ${todo.title}`, onClick: () => store.toggle(todo) }, todo.done ? '☑' : '☐'),
    h('span', { class: { done: todo.done } }, todo.title),
    h('button', { class: 'destroy', 'aria-label': `delete ${todo.title}`, onClick: () => store.destroy(todo) }, '×'),
  ]);

const filter = (name) =>
  h('button', { id: name, 'aria-pressed': String(store.filter === name), onClick: () => store.show(name) }, name);

const field = reactive({ text: '' });
const add = async (event) => {
  event.preventDefault();
  await store.add(field.text);
  field.text = '';
};

createApp(() => [
  h('h1', 'todos'),
  h('form', { onSubmit: add }, [
    h('input', { id: 'new', placeholder: 'What needs to be done?', value: field.text, onInput: (event) => (field.text = event.target.value) }),
  ]),
  h('ul', store.todos.map(item)),
  h('footer', [h('span', store.left), filter('all'), filter('active'), filter('completed')]),
  h('aside', [h('button', { id: 'refresh', onClick: statistics.refresh }, 'Statistics'), h('p', statistics.text)]),
]).mount('#app');

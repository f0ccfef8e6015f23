'use strict';

const wanted = { active: ({ done }) => !done, completed: ({ done }) => done };
const list = ({ todos }, filter) => todos.filter(wanted[filter] || (() => true));

exports.initial = () => ({
  last: 2,
  todos: [
    { id: 1, title: 'Buy milk', done: false },
    { id: 2, title: 'Write a letter', done: true },
  ],
});
exports.routes = {
  'GET /api/todos': ({ filter }, body, state) => list(state, filter),
  'POST /api/todos': (query, { title }, state) => {
    const todo = { id: ++state.last, title, done: false };
    state.todos.push(todo);
    return todo;
  },
  'PATCH /api/todos/:id': ({ id }, change, state) => Object.assign(state.todos.find((todo) => todo.id === Number(id)) || {}, change),
  'DELETE /api/todos/:id': ({ id, filter }, body, state) => {
    state.todos = state.todos.filter((todo) => todo.id !== Number(id));
    return list(state, filter);
  },
  'GET /api/statistics': (query, body, { todos }) => ({ total: todos.length }),
};

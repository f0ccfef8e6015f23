// Exported, or given to somebody who adds it.
import { attach } from './attach.js';

export function onKey(event) {
  console.log(event.key);
}
const onPress = event => console.log(event.key);
const onWheel = event => console.log(event.deltaY);
attach(onPress);
const handlers = { onWheel };

export function stop() {
  document.removeEventListener('keydown', onKey);
  document.removeEventListener('keypress', onPress);
  document.removeEventListener('wheel', onWheel);
  return handlers;
}

// bind makes a new function each time.
export class Shortcuts {
  keys = new Set<string>();
  attach() { document.addEventListener('keydown', this.handle.bind(this)); }
  detach() { document.removeEventListener('keydown', this.handle); } // expect: invalid-listener-removal @4
  handle(event: KeyboardEvent) { this.keys.add(event.key); }
}

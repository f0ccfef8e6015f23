export function watch(socket: any, name: string): () => void {
  socket.on('open', () => console.log('open', name));
  return () => socket.off('open', () => console.log('open', name)); // expect: invalid-listener-removal
}

// Nobody here makes an instance: whoever imports the class does.
export abstract class Connection {
  ready: Promise<{ write(text: string): void }>;
  constructor(private host: string) {
    this.ready = this.open();
    this.ready.then(socket => {
      return { socket, send: (text: string) => socket.write(text) };
    });
    this.ready.then((wire: any) => { // expect: broken-promise warning @6
      wire.send('HELLO ' + this.host);
    });
  }
  open(): Promise<any> {
    return new Promise(resolve => {
      setTimeout(() => resolve({ write: (t: string) => console.log('>', t) }), 5);
    });
  }
}

export class Bridge {
  connect(source: any): void {
    source.on('value', this.show);
    source.once('end', () => console.log('end'));
    source.addListener('value', this.show); // expect: duplicate-listener
  }
  show = (value: number): void => console.log(value);
}

class Widget {
  constructor(element) {
    this.element = element;
  }
  mount() {
    this.element.addEventListener('click', this.onClick.bind(this));
  }
  unmount() {
    this.element.removeEventListener('click', this.onClick.bind(this)); // expect: invalid-listener-removal
  }
  onClick() {
    console.log('clicked');
  }
}

module.exports = Widget;

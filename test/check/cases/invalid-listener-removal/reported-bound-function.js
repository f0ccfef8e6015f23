function resized() { this.draw(); }
exports.start = view => window.addEventListener('resize', resized.bind(view));
exports.stop = () => window.removeEventListener('resize', resized); // expect: invalid-listener-removal

// rules: multiple-settle
exports.load = url =>
  new Promise((resolve, reject) => {
    if (typeof window === 'undefined') {
      reject(new Error('only in a page'));
    }
    const frame = window.document.createElement('iframe');
    frame.onload = () => resolve(frame);
    frame.src = url;
  });

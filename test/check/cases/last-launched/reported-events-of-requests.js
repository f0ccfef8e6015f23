// rules: last-launched
exports.images = (urls, done) => {
  urls.forEach((url, i) => {
    const image = new Image();
    image.onload = () => {
      if (i === urls.length - 1) done(); // expect: last-launched
    };
    image.src = url;
  });
};

exports.texts = (urls, done) => {
  for (let i = 0; i < urls.length; i++) {
    const request = new XMLHttpRequest();
    request.open('GET', urls[i]);
    request.addEventListener('load', () => {
      if (i === urls.length - 1) done(); // expect: last-launched
    });
    request.send();
  }
};

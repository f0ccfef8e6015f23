window.words = { hello: 'Good morning' };

window.words = { hello: 'Guten Morgen' };

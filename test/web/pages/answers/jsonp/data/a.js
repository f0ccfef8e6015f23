show('Apples: Elstar, Boskoop, Gala');

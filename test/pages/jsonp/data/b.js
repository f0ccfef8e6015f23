show('Bananas: Cavendish, Plantain');

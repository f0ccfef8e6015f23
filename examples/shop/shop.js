'use strict';

// A shop as many are written. Two of its parts race, two are right:
//
//   categories  RACE   whichever answer comes last fills the grid
//   search      RACE   the same, and against the categories too
//   cart        right  each answer adds its own part: the order does not matter
//   nearby      right  a new request aborts the one before
(() => {
  const $ = (id) => document.getElementById(id);
  const json = (url, options) => fetch(url, options).then((answer) => answer.json());

  const card = (product) => `
    <li>
      <svg viewBox="0 0 200 150" role="img" aria-label="${product.name}"><use href="#${product.id}" /></svg>
      <div><span>${product.name}<small>${product.note}</small></span><b>${product.price} €</b></div>
    </li>`;

  function showProducts(products) {
    $('grid').innerHTML = products.map(card).join('') || '<li class="none">Nothing here yet.</li>';
    $('count').textContent = products.length === 1 ? '1 product' : `${products.length} products`;
  }

  function press(category) {
    for (const button of $('categories').children) {
      button.setAttribute('aria-pressed', String(button.dataset.category === category));
    }
  }

  // The heading changes at once, the grid when the answer comes. Nothing asks whether it is still wanted.
  $('categories').addEventListener('click', (event) => {
    const category = event.target.dataset.category;
    if (!category) return;
    press(category);
    $('search').value = '';
    $('title').textContent = event.target.textContent;
    json(`api/category/${category}.json`).then(showProducts);
  });

  // The index is split by the first letter, as static search engines do it.
  $('search').addEventListener('input', () => {
    const words = $('search').value.trim().toLowerCase();
    if (!/^[a-z]/.test(words)) return;
    press(null);
    $('title').textContent = `Results for “${words}”`;
    json(`api/search/${words[0]}.json`).then((found) => {
      showProducts(found.filter((product) => product.name.toLowerCase().includes(words)));
    });
  });

  let cart = 0;
  $('add').addEventListener('click', (event) => {
    json(`api/stock/${event.target.dataset.product}.json`).then((stock) => {
      cart += Math.min(1, stock.left);
      $('badge').textContent = String(cart);
    });
  });

  let asking = new AbortController();
  $('stock').addEventListener('click', () => {
    asking.abort();
    asking = new AbortController();
    $('near').textContent = 'Asking the shops near you…';
    json('api/stock/near.json', { signal: asking.signal })
      .then((shops) => ($('near').textContent = `In stock in ${shops.join(' and ')}.`))
      .catch((error) => {
        if (error.name !== 'AbortError') $('near').textContent = 'Pick up today in most towns.';
      });
  });

  json('api/category/new.json').then(showProducts);
})();

import { useEffect, useState } from 'react';
import { get } from './api.js';

// Planted: the answer for what was typed first may come last, and nobody asks whether it is still wanted.
export function Customers() {
  const [words, setWords] = useState('');
  const [found, setFound] = useState([]);
  useEffect(() => {
    if (words) get(`customers?q=${encodeURIComponent(words)}`).then(setFound);
  }, [words]);
  return (
    <section>
      <h2>Customers</h2>
      <input id="customer" placeholder="Search" value={words} onChange={(event) => setWords(event.target.value)} />
      <ul>{found.map((name) => <li key={name}>{name}</li>)}</ul>
    </section>
  );
}

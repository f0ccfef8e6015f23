import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get } from './api.js';

// Right: the answer is kept under what was asked for.
function Stock({ kind }) {
  const { data } = useQuery({ queryKey: ['stock', kind], queryFn: () => get(`stock?kind=${kind}`), enabled: kind !== '' });
  return <p>{data ? `${data.count} in stock` : '…'}</p>;
}

// Right: an answer that is not wanted any more is not looked at.
function Price({ kind }) {
  const [price, setPrice] = useState('');
  useEffect(() => {
    let wanted = kind !== '';
    if (wanted) get(`prices?kind=${kind}`).then((answer) => wanted && setPrice(answer.price));
    return () => {
      wanted = false;
    };
  }, [kind]);
  return <p>{price}</p>;
}

export function Products() {
  const [kind, setKind] = useState('');
  return (
    <section>
      <h2>Products</h2>
      <button id="cars" onClick={() => setKind('cars')}>Cars</button>
      <button id="bikes" onClick={() => setKind('bikes')}>Bikes</button>
      <Stock kind={kind} />
      <Price kind={kind} />
    </section>
  );
}

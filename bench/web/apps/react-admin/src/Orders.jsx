import { useState } from 'react';
import { get } from './api.js';

// Planted: the details of the order that was chosen first may be shown below the name of the other.
export function Orders() {
  const [chosen, setChosen] = useState(null);
  const [order, setOrder] = useState(null);
  const open = async (id) => {
    setChosen(id);
    setOrder(await get(`orders/${id}`));
  };
  return (
    <section>
      <h2>Orders</h2>
      <button id="order-71" onClick={() => open(71)}>Order 71</button>
      <button id="order-72" onClick={() => open(72)}>Order 72</button>
      <p>{chosen ? `Order ${chosen}` : 'none chosen'}</p>
      {order && <p>{order.goods}: {order.total}</p>}
    </section>
  );
}

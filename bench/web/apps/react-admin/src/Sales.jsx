import { useState } from 'react';

// Planted: the period whose figures come last is shown.
export function Sales() {
  const [period, setPeriod] = useState('');
  const [figures, setFigures] = useState(null);
  const choose = (event) => {
    setPeriod(event.target.value);
    fetch(`/api/sales?period=${event.target.value}`)
      .then((answer) => answer.json())
      .then(setFigures);
  };
  return (
    <section>
      <h2>Sales</h2>
      <select id="period" value={period} onChange={choose}>
        <option value="">Period</option>
        <option value="day">Today</option>
        <option value="year">This year</option>
      </select>
      {figures && <p>{figures.sold} sold for {figures.sum}</p>}
    </section>
  );
}

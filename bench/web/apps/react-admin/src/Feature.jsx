import { useState } from 'react';
import { send } from './api.js';

// Planted: the switch stands as the answer says that comes last, not as it was put last.
export function Feature() {
  const [on, setOn] = useState(false);
  const put = (wanted) => {
    setOn(wanted);
    send('PUT', 'features/chat', { on: wanted }).then((answer) => setOn(answer.on));
  };
  return (
    <section>
      <h2>Feature</h2>
      <button id="on" onClick={() => put(true)}>On</button>
      <button id="off" onClick={() => put(false)}>Off</button>
      <p>Chat is {on ? 'on' : 'off'}</p>
    </section>
  );
}

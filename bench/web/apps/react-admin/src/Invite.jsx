import { useState } from 'react';
import { send } from './api.js';

// Planted: who clicks twice sends two letters.
export function Invite() {
  const [said, setSaid] = useState('');
  return (
    <section>
      <h2>Invite</h2>
      <button id="invite" onClick={() => send('POST', 'invitations', { to: 'ann' }).then(({ text }) => setSaid(text))}>
        Invite Ann
      </button>
      <p>{said}</p>
    </section>
  );
}

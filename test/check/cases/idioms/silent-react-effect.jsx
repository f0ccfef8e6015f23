// The usual effect: a flag keeps a late answer from being used.
import { useEffect, useState } from 'react';
import { loadUser } from './api';

export function User({ id }) {
  const [user, setUser] = useState(null);
  const [error, setError] = useState(null);

  useEffect(() => {
    let alive = true;
    loadUser(id)
      .then(found => {
        if (alive) setUser(found);
      })
      .catch(reason => {
        if (alive) setError(reason);
      });
    return () => {
      alive = false;
    };
  }, [id]);

  if (error) return <p className="error">{error.message}</p>;
  return <button onClick={async () => setUser(await loadUser(id))}>{user ? user.name : '...'}</button>;
}

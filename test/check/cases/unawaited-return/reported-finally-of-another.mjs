// rules: unawaited-return
// The finally ends what the call does not work with: a note. What it does see, in its text, by what that was made of or
// as a function of the file, is ended too early.
import { pool, log } from 'somewhere';
const work = async (sql, ...rest) => (await pool.query(sql)).concat(rest);
export async function elsewhere(sql) {
  let connection;
  try {
    if (sql.startsWith('insert')) return work(sql); // expect: unawaited-return note
    connection = await pool.connect();
    return work(sql, connection); // expect: unawaited-return warning
  } finally {
    if (connection) connection.release();
    log('released');
  }
}
export async function madeOfIt(sql) {
  const connection = await pool.connect();
  const table = connection.table;
  try {
    return work(sql, table); // expect: unawaited-return warning
  } finally {
    connection.release();
  }
}
let busy = false;
export async function flag(sql) {
  busy = true;
  try {
    return work(sql); // expect: unawaited-return warning
  } finally {
    busy = false;
  }
}
export async function closure(sql) {
  const connection = await pool.connect();
  const ask = async () => (await connection.query(sql)).rows;
  try {
    return ask(); // expect: unawaited-return warning
  } finally {
    connection.release();
  }
}
export async function clock(sql, abort) {
  const timer = setTimeout(abort, 1000);
  try {
    return work(sql); // expect: unawaited-return warning
  } finally {
    clearTimeout(timer);
  }
}
export async function locked(sql, turns) {
  const release = await turns.take();
  try {
    return work(sql); // expect: unawaited-return warning
  } finally {
    release();
  }
}
export async function held(sql, turns) {
  const turn = await turns.acquire();
  try {
    return work(sql); // expect: unawaited-return warning
  } finally {
    turn.end();
  }
}

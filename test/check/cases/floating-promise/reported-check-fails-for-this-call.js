// The check is one of type, but for this very call its answer is known.
async function audit(action) {
  if (typeof action !== 'string') throw new TypeError('action must be text');
  console.log('audit', action);
}

exports.remove = async (db, id) => {
  const user = await db.find(id);
  audit({ removed: user.name }); // expect: floating-promise @3
  return user;
};

async function audit(action) {
  if (typeof action !== 'string') throw new TypeError('action must be text');
  console.log('audit', action);
}

exports.remove = async (db, id) => {
  const user = await db.find(id);
  audit('removed ' + user.name);
  return user;
};

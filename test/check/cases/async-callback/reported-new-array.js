exports.load = async (count, get) => {
  const list = new Array(count).fill('x');
  const slots = new Array(count);
  list.filter(async x => (await get(x)).ok); // expect: async-callback
  slots.forEach(async x => { // expect: async-callback
    await get(x);
  });
};

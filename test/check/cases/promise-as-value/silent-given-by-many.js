const find = (entry, arg) => (entry.first <= arg && arg <= entry.last ? entry : null);
const open = async () => 1;
exports.all = entry => [find(entry, open()), find(entry, 3)];

module.exports = [require.main === module, module.children.length, Object.keys(require.cache).length];

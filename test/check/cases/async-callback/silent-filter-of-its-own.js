// A class's own filter and forEach are no array's: they may well wait.
class Composer {
  filter(predicate, ...middleware) {
    return this.branch(predicate, middleware);
  }

  drop(predicate, ...middleware) {
    return this.filter(async context => !(await predicate(context)), ...middleware);
  }

  all(visit) {
    return this.forEach(async item => visit(await item));
  }
}
exports.Composer = Composer;
exports.watch = (bot, handler) => bot.filter(async context => context.ok, handler, handler);

// Only start() writes it, and a flow is started once.
class Flow {
  async start(evaluate) {
    this.env = { ...this.env, ...(await evaluate()) };
  }
}
exports.Flow = Flow;

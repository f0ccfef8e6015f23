// rules: stale-await
// connect() may have put another wallet there meanwhile.
class Provider {
  async ready() {
    const provider = this.wallet;
    await provider.open();
    this.wallet = provider; // expect: stale-await
  }
  connect(wallet) {
    this.wallet = wallet;
  }
}
module.exports = Provider;

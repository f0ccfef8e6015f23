// rules: unexpected-order
// The field is handed on as it is: the picture is drawn again when the ship is there.
class Game {
  start(driver) {
    setTimeout(() => {
      this.ship = { x: 0 };
      draw(this, driver);
    }, 1000);
    draw(this, driver);
  }
}
function draw(game, driver) {
  driver.update([game.ship]); // expect: unexpected-order note
}
new Game().start({ update() {} });

'use strict';
// origin: check-then-act between requests (Node.fz, GHO), with fs-extra 8. `move` promises not to overwrite, and looks
// before it renames: of two uploads of one name both may see that there is none.
const fs = require('fs-extra');
const { folder, pause, fail } = require('../rig');

const dir = folder();
async function upload(who) {
  await fs.writeFile(`${dir}/${who}.part`, who);
  return fs.move(`${dir}/${who}.part`, `${dir}/avatar.png`).then(() => true, () => false); // guilty: pathExists, then rename
}
(async () => {
  const moved = await Promise.all([upload('ann'), pause(120).then(() => upload('bob'))]);
  if (moved[0] && moved[1]) fail('both uploads were accepted, one is lost');
})();

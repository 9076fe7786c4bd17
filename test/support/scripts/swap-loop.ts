// Swaps a directory for a link to another one and back, as fast as it can, until its parent is gone.
// Arguments: the directory, where the link leads.
import { renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

const [directory = '', elsewhere = ''] = process.argv.slice(2);
const away = `${directory}.away`;
let made = 0;
let isOver = false;
process.stdin.resume().once('end', () => {
  isOver = true;
});
process.stdout.write('swapping\n');
while (!isOver) {
  for (let i = 0; i < 50; i++) {
    renameSync(directory, away);
    insist(() => symlinkSync(elsewhere, directory));
    unlinkSync(directory);
    insist(() => renameSync(away, directory));
  }
  await setImmediate();
}

/** Between two steps the other side may have made the directory anew; that one goes out of the way. */
function insist(act: () => void): void {
  for (;;) {
    try {
      act();
      return;
    } catch {
      renameSync(directory, `${directory}.made-${made++}`);
    }
  }
}

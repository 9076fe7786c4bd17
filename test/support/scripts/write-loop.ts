// Writes a file over and over, all of one letter each time, until it is killed or its parent is gone.
// Arguments: directory, data directory.
import { filesIn, whole } from '../files-engine.ts';

const [root = '', dataDir = ''] = process.argv.slice(2);
const files = filesIn(root, dataDir);
process.stdin.resume().once('end', () => process.exit());
for (let round = 0; ; round++) {
  await files.write('file.txt', whole('ab'.charAt(round % 2).repeat(500_000)));
  if (round === 0) process.stdout.write('writing\n');
}

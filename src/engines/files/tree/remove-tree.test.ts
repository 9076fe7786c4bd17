import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { emptyDirectory, removeTree } from './remove-tree.ts';

const FILES = 3000;

/** Exchanges `d` for a link to the victim as soon as somebody begins to delete in it, again and again. */
const SWAP = `
import os, sys, time
place, victim = sys.argv[1:]
os.chdir(place)
print('ready', flush=True)
n = len(os.listdir('d'))
while len(os.listdir('d')) == n: pass
os.rename('d', 'moved'); os.symlink(victim, 'd')
`;

async function deleteWhileSwapped(remove: (place: string) => Promise<void>): Promise<readonly string[]> {
  const [place, victim] = [temporaryDirectory(), temporaryDirectory()];
  mkdirSync(join(place, 'd'));
  for (let i = 0; i < FILES; i++) {
    writeFileSync(join(place, 'd', `f${i}`), '');
    writeFileSync(join(victim, `f${i}`), '');
  }
  const swapper = spawn('python3', ['-c', SWAP, place, victim], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void swapper.kill());
  await new Promise((ready) => swapper.stdout.once('data', ready));
  await remove(place);
  return readdirSync(victim);
}

test('a directory that is exchanged for a link while it is emptied leads nowhere', async () => {
  const bare = await deleteWhileSwapped((place) =>
    rm(place, { recursive: true, force: true }).catch(() => {}),
  );
  expect(bare.length, 'removing by paths deletes what the link leads to').toBeLessThan(FILES);
  expect(await deleteWhileSwapped((place) => removeTree(place))).toHaveLength(FILES);
});

test('links, closed directories and depths without end are removed, and what is kept is kept', async () => {
  const [place, outside] = [temporaryDirectory(), temporaryDirectory()];
  writeFileSync(join(outside, 'precious'), '');
  symlinkSync(outside, join(place, 'link'));
  mkdirSync(join(place, 'closed', 'inner'), { recursive: true });
  writeFileSync(join(place, 'closed', 'inner', 'file'), '');
  chmodSync(join(place, 'closed'), 0);
  mkdirSync(join(place, 'kept'));
  execFileSync('python3', ['-c', 'import os\nfor i in range(3000): os.mkdir("deep"); os.chdir("deep")'], {
    cwd: place,
  });
  await emptyDirectory(place, ['kept']);
  expect(readdirSync(place)).toEqual(['kept']);
  expect(existsSync(join(outside, 'precious'))).toBe(true);
});

test.runIf(process.platform === 'linux')('names that are no UTF-8 are removed like any other', async () => {
  const place = temporaryDirectory();
  const odd = Buffer.concat([Buffer.from(`${place}/k`), Buffer.of(0xff)]);
  mkdirSync(Buffer.concat([odd, Buffer.from('/in'), Buffer.of(0xfe)]), { recursive: true });
  writeFileSync(Buffer.concat([odd, Buffer.from('/v')]), 'seen');
  writeFileSync(Buffer.concat([odd, Buffer.from('f')]), 'seen');
  expect(await emptyDirectory(place)).toBe(true);
  expect(readdirSync(place)).toEqual([]);
});

import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { heldFiles } from './held-files.ts';
import { inTurns } from './in-turns.ts';
import { createBudget } from './look-budget.ts';
import { tmpWatch } from './tmp-quota.ts';

const MIB = 1_048_576;
const none = async () => ({ bytes: 0, files: 0 });

async function look25(why: () => Promise<string | undefined>): Promise<(string | undefined)[]> {
  const answers = [];
  for (let i = 0; i < 25; i++) answers.push(await why());
  return answers;
}

test('what grows beyond its bytes is told, wherever in it they lie', async () => {
  const tmp = temporaryDirectory();
  const why = tmpWatch(tmp, { bytes: 10 * MIB, files: 1000 }, none);
  mkdirSync(join(tmp, 'a/b'), { recursive: true });
  writeFileSync(join(tmp, 'a/b/c'), Buffer.alloc(7 * MIB, 1));
  expect(await look25(why)).not.toContainEqual(expect.anything());
  writeFileSync(join(tmp, 'd'), Buffer.alloc(7 * MIB, 1));
  expect((await look25(why)).at(-1)).toContain('limit');
});

test('files count as well, however small they are, and whatever others do with the disk', async () => {
  const tmp = temporaryDirectory();
  const look = tmpWatch(tmp, { bytes: 60 * MIB, files: 50 }, none);
  for (let i = 0; i < 60; i++) writeFileSync(join(tmp, String(i)), '');
  expect((await look25(look)).at(-1)).toContain('50 files');
});

test('a /tmp that is gone is not full', async () => {
  const why = tmpWatch(join(temporaryDirectory(), 'gone'), { bytes: 1, files: 1 }, none);
  expect(await why()).toBeUndefined();
});

test.runIf(process.platform === 'linux')(
  'a file without a name counts for as long as it is open',
  async () => {
    const tmp = temporaryDirectory();
    const own = [{ pid: process.pid, isHeadless: false }];
    const held = () => inTurns(heldFiles(own, createBudget({ bytes: 1e8, entries: 1e5, ms: 1e4 })));
    const { bytes: before } = await held();
    const why = tmpWatch(tmp, { bytes: before + 10 * MIB, files: 1000 }, held);
    const fd = openSync(join(tmp, 'a'), 'w');
    writeSync(fd, Buffer.alloc(12 * MIB, 1));
    rmSync(join(tmp, 'a'));
    expect((await look25(why)).at(-1)).toContain('deleted from /tmp');
    closeSync(fd);
    expect(await look25(why)).not.toContainEqual(expect.anything());
  },
);

test.runIf(process.platform === 'linux')('what lies below a name that is no UTF-8 counts, too', async () => {
  const tmp = temporaryDirectory();
  const odd = Buffer.concat([Buffer.from(`${tmp}/f`), Buffer.of(0xff)]);
  mkdirSync(odd);
  writeFileSync(Buffer.concat([odd, Buffer.from('/v')]), Buffer.alloc(12 * MIB, 1));
  const why = tmpWatch(tmp, { bytes: 10 * MIB, files: 1000 }, none);
  expect((await look25(why)).at(-1)).toContain('limit');
});

test.runIf(process.platform === 'linux')('a path that is too long to look into is told', async () => {
  const tmp = temporaryDirectory();
  const deep = Array.from({ length: 15 }, () => 'd'.repeat(200)).join('/');
  mkdirSync(join(tmp, deep), { recursive: true });
  const why = tmpWatch(tmp, { bytes: 10 * MIB, files: 1000 }, none);
  expect((await look25(why)).at(-1)).toContain('too long');
});

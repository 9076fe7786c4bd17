import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killWhileIndexing } from '../support/kill-indexing.ts';
import { knowledge, statusOf } from '../support/knowledge-program.ts';
import { temporaryDirectory } from '../support/program.ts';
import { runOnMount } from '../support/run-on-mount.ts';
import { SHORT_LIVED } from '../support/stdio-agent.ts';
import { runAtTerminal } from '../support/terminal.ts';
import { writeFiles } from '../support/write-files.ts';

const FILES = {
  'guide.md': '# Guide\n\nLet the dough rest over night.\n',
  'src/read-lines.ts': 'export function readLines(path: string): string[] {\n  return [];\n}\n',
  '.env': 'KEY=value\n',
};

test('a person adds a directory, sees how far it is, searches it and takes it out again', async () => {
  const [dataDir, root] = [temporaryDirectory(), temporaryDirectory()];
  writeFiles(root, FILES);
  expect((await knowledge(dataDir, 'status')).stdout).toBe(
    `There is nothing yet; toolgate --data-dir ${dataDir} knowledge add PATH begins.\n`,
  );
  const added = await knowledge(dataDir, 'add', root);
  expect(added).toMatchObject({ code: 0 });
  expect(added.stdout).toBe(
    `${root}: 2 files, watching; left out 1 secret\ndefault: 2 of 2 vectors by builtin:all-MiniLM-L6-v2:u8:1\n`,
  );
  const found = await knowledge(dataDir, 'search', 'making bread', '--limit', '1');
  expect(found.stdout).toMatch(new RegExp(`^${join(root, 'guide.md')}:1-3 {2}0\\.\\d+\n {4}# Guide`));
  expect(await statusOf(dataDir)).toMatchObject([{ documents: 2, sources: [{ path: root }] }]);
  const reindexed = await knowledge(dataDir, 'reindex');
  expect(reindexed.stdout).toMatch(/^default: 2 documents, 2 of 2 vectors by builtin/);
  expect((await knowledge(dataDir, 'remove', root)).stdout).toBe(
    `Removed ${root} from "default": 2 documents. Files on the disk stay.\n`,
  );
  expect((await knowledge(dataDir, 'remove')).stdout).toContain(
    'Removed the collection "default": 0 documents.',
  );
  expect(await knowledge(dataDir, 'remove', root)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not in the collection'),
  });
  expect(await knowledge(dataDir, 'add', join(root, 'missing'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('missing'),
  });
});

test('a person at a narrow terminal sees a bar that is drawn over itself, and then the result', async () => {
  const [dataDir, root] = [temporaryDirectory(), temporaryDirectory()];
  const notes = Array.from({ length: 40 }, (_, at) => [
    `${at}.md`,
    `# Note ${at}\n\n${'The host lets running calls finish before it leaves. '.repeat(8)}\n`,
  ]);
  writeFiles(root, Object.fromEntries(notes));
  const args = ['knowledge', 'add', root, '--data-dir', dataDir];
  const terminal = runAtTerminal({ project: root, env: SHORT_LIVED }, args, { columns: 80 });
  expect(await terminal.exit).toBe(0);
  const [report = '', ...bars] = terminal.raw().split('\r\x1b[K').filter(Boolean).toReversed();
  expect(report).toContain(`${root}: 40 files, watching\r\ndefault: 40 of 40 vectors`);
  expect(bars).not.toEqual([]);
  for (const bar of bars) expect(bar).toMatch(/^\[#*-*\] \d+\/\d+ [^\n]{1,50}$/);
  expect(Math.max(...bars.map(({ length }) => length))).toBeLessThan(80);
});

test('a host that is killed while it indexes goes on, and indexes nothing twice', { timeout: 60_000 }, () =>
  killWhileIndexing(3),
);

test('a full disk is said in words, and what was indexed before is still found', {
  timeout: 60_000,
}, async () => {
  const [dataDir, root] = [temporaryDirectory(), temporaryDirectory()];
  writeFiles(root, { 'small/a.md': 'Zebras graze.' });
  const big = Array.from({ length: 200 }, (_, at) => [`big/${at}.md`, `Text ${at} `.repeat(8000)]);
  writeFiles(root, Object.fromEntries(big));
  const { stdout, stderr } = await runOnMount(
    dataDir,
    `mount -t tmpfs -o size=6m tmpfs "$DIR" || exit 99
     toolgate knowledge add ${root}/small --data-dir "$DIR"
     toolgate knowledge add ${root}/big --data-dir "$DIR"; echo "code $?"
     toolgate knowledge search zebras --limit 1 --data-dir "$DIR"`,
  );
  expect(stdout + stderr).toMatch(/could not be indexed: The disk is too full: /);
  expect(stdout).toMatch(/code [12]\n/);
  expect(stdout).toMatch(/small\/a\.md:1-1/);
});

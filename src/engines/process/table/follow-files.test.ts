import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { followFiles } from './follow-files.ts';

const follow = (paths: ReturnType<typeof outputs>, onData: (stream: string, chunk: Buffer) => void) =>
  followFiles(paths, {
    onData,
    onFailed: (error) => {
      throw error;
    },
  });

const MEGABYTE = 1_048_576;

function outputs() {
  const directory = temporaryDirectory();
  const paths = { stdout: join(directory, 'stdout'), stderr: join(directory, 'stderr') };
  for (const path of Object.values(paths)) writeFileSync(path, '');
  return paths;
}

test('a file that grows faster than it is read is read in part, and what is skipped is told', async () => {
  const paths = outputs();
  let [written, heard, told] = [0, 0, 0];
  let mostAtOnce = 0;
  // Whatever is read, more is there before the reading is over.
  const print = (): void => {
    if (written >= 40 * MEGABYTE) return;
    appendFileSync(paths.stdout, 'y\n'.repeat(MEGABYTE));
    written += 2 * MEGABYTE;
  };
  let thisTurn = 0;
  const files = follow(paths, (_, chunk) => {
    const note = /^\n\[\.\.\. (\d+) bytes left out: .*\]\n$/.exec(chunk.subarray(0, 200).toString());
    if (note) told += Number(note[1]);
    else {
      heard += chunk.length;
      thisTurn += chunk.length;
    }
    print();
  });
  print();
  const deadline = performance.now() + 20_000;
  while (heard + told < 40 * MEGABYTE && performance.now() < deadline) {
    // It looks by itself, too.
    thisTurn = 0;
    files.look();
    mostAtOnce = Math.max(mostAtOnce, thisTurn);
    await nextTurn();
  }
  await expect.poll(() => statSync(paths.stdout).size).toBeLessThan(40 * MEGABYTE);
  files.stop();
  expect(mostAtOnce).toBeLessThanOrEqual(MEGABYTE);
  expect(told).toBeGreaterThan(MEGABYTE);
  expect(heard + told).toBe(written);
});

test('what is written slowly is read in full, also when its file was emptied meanwhile', () => {
  const paths = outputs();
  const heard: string[] = [];
  const files = follow(paths, (stream, chunk) => heard.push(`${stream}: ${chunk}`));
  appendFileSync(paths.stdout, 'one');
  files.look();
  writeFileSync(paths.stdout, '');
  files.look();
  appendFileSync(paths.stdout, 'two');
  appendFileSync(paths.stderr, 'three');
  files.stop();
  files.look();
  expect(heard).toEqual(['stdout: one', 'stdout: two', 'stderr: three']);
});

// Elsewhere the system itself refuses such a length.
test('a file that says it is longer than any is emptied, and read on', async () => {
  const directory = mkdtempSync('/dev/shm/toolgate-');
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const paths = { stdout: join(directory, 'stdout'), stderr: join(directory, 'stderr') };
  for (const path of Object.values(paths)) writeFileSync(path, 'one');
  const heard: string[] = [];
  const files = follow(paths, (stream, chunk) => heard.push(`${stream}: ${chunk}`));
  // Node itself knows no such number.
  execFileSync('/usr/bin/truncate', ['--size', String(2n ** 62n), paths.stdout]);
  files.look();
  await expect.poll(() => statSync(paths.stdout).size).toBe(0);
  appendFileSync(paths.stdout, 'two');
  await expect.poll(() => heard.at(-1)).toBe('stdout: two');
  files.stop();
  const lost = heard.splice(2, 1);
  expect(lost[0]).toMatch(/^stdout: \n\[\.\.\. \d+ bytes left out/);
  expect(heard).toEqual(['stdout: one', 'stderr: one', 'stdout: two']);
});

test('what cannot be read on is told once, and throws nowhere', () => {
  const failed: unknown[] = [];
  const paths = outputs();
  const files = followFiles(paths, {
    onData: () => {
      throw new Error('no room');
    },
    onFailed: (error) => failed.push(error),
  });
  appendFileSync(paths.stdout, 'one');
  files.look();
  files.look();
  files.stop();
  expect(failed).toEqual([new Error('no room')]);
});

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { bytesToCopy, isRoomFor, noteBytes } from './room-for-copies.ts';

const MEBIBYTE = 1024 * 1024;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { stdio: 'ignore' });

test('what a repository borrows counts as its own, packed or not', async () => {
  const directory = temporaryDirectory();
  const [lender, borrower] = ['lender', 'borrower'].map((name) => join(directory, name)) as [string, string];
  git('init', '--quiet', lender);
  for (const name of ['packed', 'loose']) {
    writeFileSync(join(lender, name), randomBytes(MEBIBYTE));
    git('-C', lender, 'add', '--all');
    git('-C', lender, 'commit', '--quiet', '--message', name);
    if (name === 'packed') git('-C', lender, 'repack', '-adq');
  }
  git('clone', '--quiet', '--shared', '--no-checkout', lender, borrower);
  for (const repository of [lender, borrower]) {
    const bytes = await bytesToCopy(join(repository, '.git'), 20_000);
    expect(bytes, repository).toBeGreaterThan(2 * MEBIBYTE);
    expect(bytes, repository).toBeLessThan(3 * MEBIBYTE);
  }
  expect(await bytesToCopy(directory, 20_000)).toBeUndefined();
});

test('copies fill no disk: neither one of them nor all together', async () => {
  const copies = join(temporaryDirectory(), 'git-objects');
  const [first, second] = ['first', 'second'].map((name) => join(copies, name)) as [string, string];
  expect(await isRoomFor(MEBIBYTE, first)).toBe(true);
  expect(await isRoomFor(2e9, first)).toBe(false);
  expect(await isRoomFor(Infinity, first)).toBe(false);
  mkdirSync(first);
  await noteBytes(first, 10e9);
  expect(await isRoomFor(MEBIBYTE, second)).toBe(false);
  expect(await isRoomFor(MEBIBYTE, first)).toBe(true);
});

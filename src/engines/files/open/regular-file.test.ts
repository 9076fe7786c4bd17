import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

import { readIfSmall, readRegularBytes, readRegularFile } from './regular-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'tg-'));
afterAll(() => rmSync(directory, { recursive: true }));
const at = (name: string): string => join(directory, name);

writeFileSync(at('plain'), 'text');
symlinkSync('plain', at('link'));
mkdirSync(at('folder'));
execFileSync('mkfifo', [at('pipe')]);
symlinkSync('pipe', at('to-pipe'));
symlinkSync('/dev/zero', at('zero'));
writeFileSync(at('sparse'), '');
truncateSync(at('sparse'), 2 ** 40);

test('a small file is read, through a link where that is wanted', () => {
  expect(readRegularFile(at('plain'), 4)).toBe('text');
  expect(readRegularFile(at('link'), 4)).toBe('text');
  expect(readIfSmall(at('plain'))).toBe('text');
  expect(readIfSmall(at('link'))).toBeUndefined();
  expect(readIfSmall(at('link'), { followsLink: true })).toBe('text');
});

test.each(['folder', 'pipe', 'to-pipe', 'zero', 'sparse'])('a %s is neither waited for nor read', (name) => {
  expect(readRegularBytes(at(name), 1_048_576)).toBeUndefined();
  expect(readIfSmall(at(name), { followsLink: true })).toBeUndefined();
});

test('a file that is larger than allowed is not read, nor one that says it is empty and has no end', () => {
  expect(readRegularFile(at('plain'), 3)).toBeUndefined();
  if (process.platform === 'linux') expect(readRegularBytes('/proc/kallsyms', 1000)).toBeUndefined();
});

test('where nothing is, the caller chooses what that means', () => {
  expect(() => readRegularFile(at('none'), 1)).toThrow('ENOENT');
  expect(readIfSmall(at('none'))).toBeUndefined();
});

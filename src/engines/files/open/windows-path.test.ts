import { expect, test } from 'vitest';
import { checkWindowsPath } from './windows-path.ts';

test.each([
  String.raw`C:\work\a.txt`,
  String.raw`C:\work\console.log`,
  String.raw`\\server\share\a.txt`,
  'C:/work/communication.md',
])('%s is a plain path', (path) => {
  expect(checkWindowsPath(path)).toBe(path);
});

test.each([
  String.raw`C:\work\a.txt:stream`,
  String.raw`C:\work\NUL`,
  String.raw`C:\work\com1.txt`,
  String.raw`\\?\C:\work\a.txt`,
  String.raw`\\.\PhysicalDrive0`,
  String.raw`C:\work\a.txt.`,
  String.raw`C:\work\a.txt `,
  String.raw`C:\PROGRA~1\a.txt`,
])('%s is refused', (path) => {
  expect(() => checkWindowsPath(path)).toThrow(/takes for something else/);
});

import { expect, test } from 'vitest';
import { createTransferProgress, withoutProgress } from './transfer-progress.ts';

const PRINTED = [
  'remote: Enumerating objects: 5, done.\n',
  'remote: Counting objects:  50% (1/2)\rremote: Counting objects: 100% (2/2)\rremote: Coun',
  'ting objects: 100% (2/2), done.\nReceiving objects:  10% (1/10)\rReceiving objects: 100% (10/10), done.\n',
  'Delta compression using up to 8 threads\n',
  'From ../bare\n * branch main -> FETCH_HEAD\n',
];

test('the phases of a transfer are one number that grows, however the text is cut', () => {
  const told: unknown[] = [];
  const take = createTransferProgress((done, _total, message) => told.push([done, message]));
  for (const text of PRINTED) take(text);
  expect(told).toEqual([
    [50, 'Counting objects 50%'],
    [100, 'Counting objects 100%'],
    [110, 'Receiving objects 10%'],
    [200, 'Receiving objects 100%'],
  ]);
});

test('what git says besides its progress stays', () => {
  expect(withoutProgress(PRINTED.join(''))).toBe('From ../bare\n * branch main -> FETCH_HEAD');
});

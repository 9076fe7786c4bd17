import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { judgeSettings } from './judge-settings.ts';

test.each([
  ['{"disableAllHooks":true}', 'deny'],
  ['{"model":"x"}', 'pass'],
  ['{broken', 'pass'],
])('settings that say %s: %s', (text, decision) => {
  const file = join(temporaryDirectory(), 'settings.json');
  writeFileSync(file, text);
  expect(judgeSettings(file)).toMatchObject({ decision });
});

test('settings that nobody can look into do not take effect, and are not waited for', () => {
  const directory = temporaryDirectory();
  execFileSync('mkfifo', [join(directory, 'pipe.json')]);
  symlinkSync('/dev/zero', join(directory, 'zero.json'));
  writeFileSync(join(directory, 'long.json'), `{"disableAllHooks":true,"x":"${'x'.repeat(2_000_000)}"}`);
  for (const name of ['pipe.json', 'zero.json', 'long.json'])
    expect(judgeSettings(join(directory, name))).toMatchObject({ decision: 'deny' });
  expect(judgeSettings(join(directory, 'removed.json'))).toMatchObject({ decision: 'pass' });
});

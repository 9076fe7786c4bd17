import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { realPathOf } from '../../engines/files/open/real-path.ts';
import { meaningsOf } from './meanings.ts';

test('a path that goes up behind a link means two places, and any other one', () => {
  const top = realpathSync(temporaryDirectory());
  mkdirSync(join(top, 'src/deep'), { recursive: true });
  mkdirSync(join(top, 'lib/inner'), { recursive: true });
  symlinkSync('../lib/inner', join(top, 'src/link'));
  symlinkSync('deep', join(top, 'src/beside'));
  const meant = (path: string) =>
    meaningsOf(`${top}/${path}`, realPathOf).map((one) => one.slice(top.length + 1));
  expect(meant('src/link/../x')).toEqual(['src/x', 'lib/x']);
  expect(meant('src/link/../../x')).toEqual(['x']);
  expect(meant('src/link/./..//../lib/../x')).toEqual(['x']);
  expect(meant('src/link/../inner/../../x')).toEqual(['x']);
  expect(meant('src/link/..')).toEqual(['src', 'lib']);
  // Beside where it leads is beside the link, too.
  expect(meant('src/beside/../x')).toEqual(['src/x']);
  for (const path of ['src/deep/../x', 'src/missing/../x', 'src/link/x', '../x'])
    expect(meant(path), path).toHaveLength(1);
});

import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { packageRoot } from './package-root.ts';
import { startersPath } from './starters-path.ts';

const BEHIND = '/usr/local/bin:/usr/bin:/opt/late';
const own = join(packageRoot(), 'node_modules', '.bin');

test('what the starter finds before the system programs is for agents without an environment', () => {
  const gone = join(homedir(), '.no-such', 'bin');
  expect(startersPath({ PATH: `${own}:${gone}:${BEHIND}` }, [])).toEqual({ PATH: `${own}:${gone}` });
  expect(startersPath({ PATH: BEHIND }, [])).toEqual({});
  expect(startersPath({}, [])).toEqual({});
});

test('directories that agents write into, and relative ones, are left out, also through a link', () => {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'bin'));
  symlinkSync(join(root, 'bin'), join(root, 'link'));
  const wanted = [join(root, 'bin'), join(root, 'link'), '/tmp/x', '/tmp/../tmp/y', '.', 'bin', '', own];
  expect(startersPath({ PATH: `${wanted.join(':')}:${BEHIND}` }, [root])).toEqual({ PATH: own });
  expect(startersPath({ PATH: `${own}:${BEHIND}` }, [packageRoot()])).toEqual({});
});

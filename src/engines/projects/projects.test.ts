import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';
import { createProjectStore } from '../../store/projects.ts';
import { openState } from '../../store/state.ts';
import { insideOf } from '../files/open/reach.ts';
import { createProjects } from './projects.ts';

function createSample() {
  const root = realpathSync(temporaryDirectory());
  const dataDir = temporaryDirectory();
  const state = openState(join(dataDir, 'toolgate.db'));
  const records = createProjectStore(state);
  writeFiles(root, { 'a/package.json': { name: 'a' }, 'b/Makefile': 'all:\n' });
  const projects = createProjects({ records, dataDir, home: '/home/me', judge: insideOf([]).judge })({
    caller: { cwd: undefined, roots: [root], env: {} },
    denied: undefined,
  });
  return { root, projects, close: () => state.close() };
}

test('without a current directory the only registered project is meant; of several, none', async () => {
  const { root, projects, close } = createSample();
  await expect(projects.directory(undefined)).rejects.toMatchObject({
    code: 'VALIDATION',
    hint: expect.stringContaining('register_project'),
  });
  await projects.register(`${root}/a`, undefined);
  expect(await projects.directory(undefined)).toBe(`${root}/a`);
  expect(await projects.plan('restore', { path: undefined, ecosystem: undefined, args: [] })).toMatchObject({
    directory: `${root}/a`,
    commands: [['npm', 'install']],
  });
  await projects.register(`${root}/b`, undefined);
  await expect(projects.directory(undefined)).rejects.toMatchObject({
    code: 'VALIDATION',
    hint: `Registered are: ${root}/a, ${root}/b`,
  });
  close();
});

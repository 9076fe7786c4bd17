import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

const FILES = {
  'private/lib.ts': '/** walrusdoc */\nexport const walrusvalue = 1;\n',
  'private/lib.py': 'def f():\n    """walrusdoc"""\n',
  'private/requirements.txt': 'pkg==1.walrusversion\n',
  'src/use.ts': 'export const seen = 1;\n',
  'src/use.py': 'import pkg\nimport other\n',
  'requirements.txt': 'other==2.0\n',
};

test('what a rule refuses is in no outline and tells no versions, and the rest is', async () => {
  const { host, root, call } = createTestHost();
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const asked = async (): Promise<string> =>
    JSON.stringify([
      dataOf(await call('context_outline', { path: '.' })),
      dataOf(await call('context_get_dependencies', { path: 'src/use.py' })),
    ]);
  const before = await asked();
  expect(before).toContain('walrusdoc');
  expect(before).toContain('walrusversion');
  const pattern = { paths: [`${root}/private/**`] };
  host.rules.add({ verdict: 'deny', tool: '*', pattern, session: null, createdBy: 't', expiresAt: null });
  const after = await asked();
  expect(after).not.toMatch(/walrus|private/);
  expect(after).toMatch(/use\.ts/);
  expect(after).toContain('2.0');
});

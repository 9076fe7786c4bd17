import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';

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

const TYPED = {
  'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"esnext","moduleResolution":"bundler"}}',
  'vault/plan.ts': "export const plan = 'walrusplan' as const;\n",
  'src/use.ts': "import { plan } from '../vault/plan';\nexport const n: 'one' | 'two' = plan;\n",
  'src/plain.ts': "export const text: number = 'seen';\n",
};

inSandbox.each(['vault/**', '**/plan.ts'])(
  'a language server does not see what a rule refuses: %s',
  async (glob) => {
    const { host, root, call } = createTestHost();
    for (const [name, text] of Object.entries(TYPED)) {
      mkdirSync(join(root, name, '..'), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const said = async (path: string) => dataOf(await call('context_diagnostics', { path }));
    expect(JSON.stringify(await said('src/use.ts'))).toContain('walrusplan');
    const pattern = { paths: [`${root}/${glob}`] };
    host.rules.add({ verdict: 'deny', tool: '*', pattern, session: null, createdBy: 't', expiresAt: null });
    const after = await said('src/use.ts');
    expect(after).toMatchObject({ tier: 'semantic' });
    expect(JSON.stringify(after)).not.toContain('walrusplan');
    // Saved anew, as editors do it: what hides a file lies over the one that was there.
    rmSync(join(root, 'vault'), { recursive: true });
    mkdirSync(join(root, 'vault'));
    writeFileSync(join(root, 'vault/plan.ts'), "export const plan = 'walrusother' as const;\n");
    expect(JSON.stringify(await said('src/use.ts'))).not.toContain('walrusother');
    // The rest is answered as before.
    const plain = await said('src/plain.ts');
    expect(plain).toMatchObject({
      tier: 'semantic',
      complete: true,
      diagnostics: [{ file: 'src/plain.ts' }],
    });
  },
);

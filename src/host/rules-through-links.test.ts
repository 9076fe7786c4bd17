import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../test/support/host.ts';
import { codeOf } from '../../test/support/repository.ts';

test('what a rule refuses by a link is refused where that leads, also when the link is gone', async () => {
  const { host, call, root } = createTestHost();
  mkdirSync(join(root, 'private'));
  for (const file of ['private/x', 'open']) writeFileSync(join(root, file), 'text\n');
  symlinkSync('private', join(root, 'link'));
  host.rules.add({
    verdict: 'deny',
    tool: '*',
    pattern: { paths: [join(root, 'link/**')] },
    session: null,
    createdBy: 'test',
    expiresAt: null,
  });
  const codes = async () => [
    codeOf(await call('read_file', { path: 'link/x' })),
    codeOf(await call('read_file', { path: 'private/x' })),
  ];
  expect(await codes()).toEqual(['BLOCKED_BY_POLICY', 'BLOCKED_BY_POLICY']);
  renameSync(join(root, 'link'), join(root, 'other'));
  expect(codeOf(await call('read_file', { path: 'other/x' }))).toBe('BLOCKED_BY_POLICY');
  expect(codeOf(await call('read_file', { path: 'private/x' }))).toBe('BLOCKED_BY_POLICY');
  expect(await call('read_file', { path: 'open' })).toMatchObject({ kind: 'result', ok: true });
});

test.each(['app/[slug]', 'pri{v,w}ate', 'a*b', 'what?', 'a\\b'])(
  'what a rule refuses by a link is refused in %s too, which is a name and no pattern',
  async (name) => {
    const { host, call, root } = createTestHost();
    for (const folder of [name, 'app/s', 'private', 'axb']) {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, 'x.txt'), 'walrus\n');
    }
    symlinkSync(name, join(root, 'link'));
    const deny = { verdict: 'deny', tool: '*', session: null, createdBy: 'test', expiresAt: null } as const;
    host.rules.add({ ...deny, pattern: { paths: [join(root, 'link/**')] } });
    expect(codeOf(await call('read_file', { path: 'link/x.txt' }))).toBe('BLOCKED_BY_POLICY');
    expect(codeOf(await call('read_file', { path: `${name}/x.txt` }))).toBe('BLOCKED_BY_POLICY');
    const { matches } = dataOf(await call('search_text', { query: 'walrus' })) as {
      matches: { path: string }[];
    };
    expect(matches.map(({ path }) => path.replace(`${root}/`, '')).sort()).toEqual([
      'app/s/x.txt',
      'axb/x.txt',
      'private/x.txt',
    ]);
  },
);

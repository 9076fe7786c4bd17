import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../support/host.ts';
import { codeOf, createRepository } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

// A person allowed a script for the session, as long as it stays as it is; the attack wants another one to run.
const MARK = 'PWNED-MARK';

function project(): TestHost {
  const made = createTestHost();
  mkdirSync(join(made.root, 'sub'));
  const packageOf = (name: string, build: string, more = {}) =>
    JSON.stringify({ name, version: '1.0.0', scripts: { build }, ...more });
  const planted = `touch ${join(made.root, MARK)}`;
  const files = {
    'package.json': packageOf('root', 'touch out.txt', { workspaces: ['sub'] }),
    'sub/package.json': packageOf('s', planted),
    Makefile: 'build:\n\ttouch out.txt\n',
    'sub/Makefile': `build:\n\t${planted}\n`,
    'other.mk': `build:\n\t${planted}\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(made.root, name), text);
  return made;
}

async function allow({ host, call }: TestHost, command: string): Promise<void> {
  const asked = await call('shell_execute', { command });
  const hint = asked.kind === 'result' && !asked.ok ? (asked.error.hint ?? '') : '';
  const [id = ''] = /[0-9a-f-]{36}/.exec(hint) ?? [];
  host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' });
  expect(await call('shell_execute', { command })).toMatchObject({ ok: true });
}

inSandbox.each([
  ['npm run build', 'npm run build -w sub'],
  ['npm run build', 'npm run build --workspace=s'],
  ['npm run build', 'npm run build --ws'],
  ['npm run build', 'npm run build --workspaces'],
  ['npm run build', 'npm run build --prefix sub'],
  ['npm run build', 'npm run build --prefix . --prefix sub'],
  ['npm run build', 'o=--ws; npm run build $o'],
  ['npm run build', 'npm run build $(echo --ws)'],
  ['make build', 'make build --dir=sub'],
  ['make build', 'make build --direc sub'],
  ['make build', 'make build -sCsub'],
  ['make build', 'make build -Csub'],
  ['make build', 'make build --makef=other.mk'],
  ['make build', 'make build -sfother.mk'],
])('a yes to %s is none to %s', { timeout: 60_000 }, async (allowed, attack) => {
  const made = project();
  const mark = join(made.root, MARK);
  spawnSync('bash', ['-c', attack], { cwd: made.root });
  expect(existsSync(mark), 'it works when nothing stops it').toBe(true);
  rmSync(mark);
  await allow(made, allowed);
  expect(await made.call('shell_execute', { command: attack })).toMatchObject({
    ok: false,
    error: { code: 'APPROVAL_PENDING' },
  });
  expect(existsSync(mark)).toBe(false);
  expect(await made.call('shell_execute', { command: allowed })).toMatchObject({ ok: true });
});

inSandbox.each([
  ['npm run build', 'npm run build --silent'],
  ['npm run build', 'npm run build --if-present --loglevel error'],
  ['make build', 'make build -j4 -s'],
  ['make build', 'make build --no-print-directory --keep-going'],
])('a yes to %s is one to %s', { timeout: 60_000 }, async (allowed, same) => {
  const made = project();
  await allow(made, allowed);
  expect(await made.call('shell_execute', { command: same })).toMatchObject({ ok: true });
});

test('the card says that the script was not found, and not that of another package', async () => {
  const { host, call } = project();
  await call('shell_execute', { command: 'npm run build -w sub' });
  const [card] = host.approvals.list();
  const shown = JSON.stringify(card);
  expect(shown).toContain('scripts of other packages of the workspace (npm run build -w sub)');
  expect(shown).not.toContain('touch out.txt');
});

inSandbox('scripts that nobody could read are allowed once, and not for ever', async () => {
  const host = createTestHost();
  const write = (name: string, value: object) => {
    mkdirSync(dirname(join(host.root, name)), { recursive: true });
    writeFileSync(join(host.root, name), JSON.stringify(value));
  };
  write('package.json', { name: 'v', workspaces: ['pk/*'], scripts: { build: 'echo root' } });
  write('pk/a/package.json', { name: 'a', version: '1.0.0', scripts: { build: 'echo good' } });
  write('large/package.json', { name: 'l', pad: 'x'.repeat(1_200_000), scripts: { lint: 'echo good' } });
  const more = { access: ['write'], reason: 'it builds' };
  const scopesOf = async (args: object) => {
    expect(codeOf(await host.call('shell_execute', { ...args, ...more }))).toBe('APPROVAL_PENDING');
    return host.host.approvals.list('pending').at(-1)?.card.scopes;
  };
  expect(await scopesOf({ command: 'npm run build -w a' })).toEqual(['once']);
  expect(await scopesOf({ command: 'npm run build' })).toContain('always');
  // This one is read: its text is what the answer holds for.
  expect(await scopesOf({ command: 'npm run lint', cwd: 'large' })).toContain('always');
  const card = host.host.approvals.list('pending').at(-1)?.card;
  expect(card?.details?.join('\n')).toContain('echo good');
});

inSandbox('a standing commit runs no hook of another repository below', async () => {
  const host = createTestHost();
  const mine = createRepository(host.root);
  mine.commit('first', { a: '1\n' });
  const inner = createRepository(join(host.root, 'vendor/evil'));
  inner.commit('first', { a: '1\n' });
  inner.write('.git/hooks/post-commit', '#!/bin/sh\ntouch ../../pwned\n');
  chmodSync(join(host.root, 'vendor/evil/.git/hooks/post-commit'), 0o755);
  const always = async (tool: string, args: object) => {
    expect(codeOf(await host.call(tool, args))).toBe('APPROVAL_PENDING');
    const asked = host.host.approvals.list('pending').at(-1);
    const yes = { verdict: 'approve', scope: 'always', by: 'test', via: 'terminal' } as const;
    host.host.approvals.decide(asked?.id ?? '', yes);
    expect(await host.call(tool, args)).toMatchObject({ ok: true });
  };
  const command = 'git commit --allow-empty -m x';
  await always('shell_execute', { command });
  expect(await host.call('shell_execute', { command: `${command}y` })).toMatchObject({ ok: true });
  expect(codeOf(await host.call('shell_execute', { command, cwd: 'vendor/evil' }))).toBe('APPROVAL_PENDING');
  mine.write('a', '2\n');
  mine.git('add', 'a');
  await always('git_commit', { message: 'second' });
  inner.write('a', '2\n');
  inner.git('add', 'a');
  expect(codeOf(await host.call('git_commit', { message: 'x', repositoryPath: 'vendor/evil' }))).toBe(
    'APPROVAL_PENDING',
  );
  expect(existsSync(join(host.root, 'pwned'))).toBe(false);
});

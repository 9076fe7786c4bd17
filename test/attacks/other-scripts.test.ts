import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../support/host.ts';
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
  ['npm run build --ws', 'npm run build --ws'],
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

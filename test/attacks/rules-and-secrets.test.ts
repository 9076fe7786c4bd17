import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

// A person allowed one thing for the session; the attack wants to see a secret under that rule.
const VALUE = 'planted-heron-7712';
const MOVED = 'qmboufe-ifspo-7712';
const BACKWARDS = [...VALUE].reverse().join('');

type Arguments = Readonly<Record<string, unknown>>;

function project(): TestHost {
  const made = createTestHost();
  mkdirSync(join(made.root, 'sub'));
  writeFileSync(join(made.root, '.env'), `STRIPE=${VALUE}\n`);
  writeFileSync(join(made.root, '.npmrc'), 'fund=false\n');
  writeFileSync(join(made.root, 'a.ts'), 'export const a = 1;\n');
  symlinkSync('.env', join(made.root, 'notes.txt'));
  writeFileSync(
    join(made.root, 'package.json'),
    JSON.stringify({ scripts: { build: "node -e \"require('fs').readFileSync('.env')\"" } }),
  );
  spawnSync('git', ['init', '--quiet'], { cwd: made.root });
  return made;
}

async function allow({ host, call }: TestHost, tool: string, args: Arguments): Promise<void> {
  const asked = await call(tool, args);
  const hint = asked.kind === 'result' && !asked.ok ? (asked.error.hint ?? '') : '';
  const [id = ''] = /[0-9a-f-]{36}/.exec(hint) ?? [];
  host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' });
  const answer = await call(tool, args);
  if (answer.kind !== 'result' || !answer.ok) throw new Error(`Not allowed: ${JSON.stringify(answer)}`);
}

const SHOWN = new RegExp(`${VALUE}|${MOVED}|${BACKWARDS}`);
const BUILD = 'npm run build';

inSandbox.each([
  ['git add a.ts', 'git add a.ts; grep -r STRIPE . | rev'],
  ['git add a.ts', 'git add a.ts; ls -A | xargs rev'],
  [BUILD, `${BUILD}; tr a-z b-za < $(ls -A | head -1)`],
  [BUILD, `${BUILD}; f=$(ls -A | grep env); tr a-z b-za < $f`],
  [BUILD, `${BUILD}; tr a-z b-za < notes.txt`],
  [BUILD, `${BUILD}; cat notes.txt | tr a-z b-za`],
  ['tee q.txt < a.ts', 'tee sub/q.txt < $(ls -A | grep env); rev sub/q.txt'],
])('a yes to %s shows no secret to %s', async (allowed, attack) => {
  const made = project();
  const bare = spawnSync('bash', ['-c', attack], { cwd: made.root, encoding: 'utf8' });
  expect(bare.stdout, 'it works when nothing stops it').toMatch(SHOWN);
  spawnSync('rm', ['-rf', 'x.tar', 'sub/q.txt'], { cwd: made.root });
  await allow(made, 'shell_execute', { command: allowed });
  for (const part of [attack, ...attack.split(/ && |; (?=rev)/)])
    expect(JSON.stringify(await made.call('shell_execute', { command: part })), part).not.toMatch(SHOWN);
  expect(await made.call('shell_execute', { command: allowed })).toMatchObject({ ok: true });
});

test.each([
  [
    'edit_file',
    { path: 'a.ts', edits: [{ oldText: '1', newText: '2' }] },
    'copy_path',
    { from: '.env', to: 'x.txt' },
  ],
  ['copy_path', { from: 'a.ts', to: 'b.ts' }, 'copy_path', { from: '.env', to: 'x.txt' }],
  ['read_file', { path: '.npmrc' }, 'read_file', { path: '.env' }],
  ['git_create_branch', { name: 'feat-x', repositoryPath: '.' }, 'git_commit', { message: 'x' }],
] as const)('a yes to %s is none to something else (%#)', async (tool, args, other, wanted) => {
  const made = project();
  spawnSync('bash', ['-c', 'git add a.ts && git -c user.name=t -c user.email=t@t commit -qm first'], {
    cwd: made.root,
  });
  await allow(made, tool, args);
  writeFileSync(join(made.root, 'new.ts'), '');
  spawnSync('git', ['add', 'new.ts'], { cwd: made.root });
  expect(codeOf(await made.call(other, wanted))).toBe('APPROVAL_PENDING');
});

test('a yes to a script that is not there covers none that is put there later', async () => {
  const made = project();
  const command = 'npm run later';
  const asked = await made.call('shell_execute', { command, access: ['write'], reason: 'x' });
  const hint = asked.kind === 'result' && !asked.ok ? (asked.error.hint ?? '') : '';
  const [id = ''] = /[0-9a-f-]{36}/.exec(hint) ?? [];
  made.host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' });
  writeFileSync(join(made.root, 'package.json'), JSON.stringify({ scripts: { later: 'rev .env' } }));
  const answer = await made.call('shell_execute', { command, access: ['write'], reason: 'x' });
  expect(codeOf(answer)).toBe('APPROVAL_PENDING');
});

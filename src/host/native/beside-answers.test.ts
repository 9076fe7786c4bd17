import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';

const SECRET = 'hunter2-behind-a-link';

/** Links to what is asked about, and files that git takes for a repository of its own, with a program to run. */
function fill(root: string): void {
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'private'));
  execFileSync('git', ['init', '-q', root]);
  execFileSync('git', ['init', '-q', '--bare', join(root, 'docs/x')]);
  for (const setting of [
    ['core.bare', 'false'],
    ['core.worktree', '.'],
    ['core.fsmonitor', `touch ${root}/made-by-git; false`],
  ])
    execFileSync('git', ['-C', join(root, 'docs/x'), 'config', '--file', 'config', ...setting]);
  writeFileSync(join(root, '.env'), `KEY=${SECRET}\n`);
  writeFileSync(join(root, 'private/x'), `${SECRET}\n`);
  writeFileSync(join(root, 'plain'), 'plain\n');
  for (const [to, name] of [
    ['.env', 'notes'],
    ['plain', 'same'],
    ['private', 'open'],
    ['private/x', 'also'],
  ] as const)
    symlinkSync(to, join(root, name));
}

const limits = { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 };

function createProject(settings: Record<string, unknown> = {}) {
  const hooked = createHooked({ limits, ...settings });
  const { ask, host, root, call } = hooked;
  fill(root);
  const settle = (verdict: 'approve' | 'deny', scope: 'once' | 'session') => {
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict, scope, by: 'tester', via: 'terminal' });
  };
  const judge = async (command: string, answer: 'approve' | 'deny' = 'deny') => {
    const { decision } = await ask(...bash(command));
    settle(answer, answer === 'approve' ? 'session' : 'once');
    return decision;
  };
  const run = async (command: string, answer: 'approve' | 'deny' = 'deny') => {
    const made = await call('shell_execute', { command });
    settle(answer, answer === 'approve' ? 'session' : 'once');
    return made.kind === 'result' && made.ok ? 'ran' : 'asked';
  };
  return { ...hooked, judge, run };
}

const printed = (command: string, cwd: string): string =>
  spawnSync('bash', ['-c', command], { cwd, input: '', encoding: 'utf8' }).stdout;

const SHOWS = [
  'touch src/b; cat notes',
  'touch src/b && head -1 < notes',
  'x=notes; touch src/b; cut -c1- $x',
];
const STEERED = [
  'touch src/b; cd docs/x && git status',
  'touch src/b; git -C docs/x status',
  'cd docs && touch ../src/b; cd x; git status --short',
];
const EVERYDAY = [
  'touch src/b',
  'touch src/b; cat plain same',
  'touch src/b && git status --short',
  'cd src && touch b && git log --oneline -1; ls',
];

test("beside what was allowed, an agent's own shell gets no secret and no program through links and repositories", async () => {
  const { judge, root } = createProject();
  await judge('touch src/a', 'approve');
  for (const command of SHOWS) {
    expect(printed(command, root), command).toContain(SECRET);
    expect(await judge(command), command).not.toBe('allow');
  }
  for (const command of STEERED) expect(await judge(command), command).not.toBe('allow');
  for (const command of EVERYDAY) expect(await judge(command), command).toBe('allow');
  expect(existsSync(join(root, 'made-by-git'))).toBe(false);
  printed(STEERED[0] ?? '', root);
  expect(existsSync(join(root, 'made-by-git'))).toBe(true);
}, 60_000);

test('nor do our own tools without a sandbox', async () => {
  const { run, root } = createProject({ sandbox: 'off' });
  await run('touch src/a', 'approve');
  for (const command of [...SHOWS, ...STEERED]) expect(await run(command), command).toBe('asked');
  for (const command of EVERYDAY) expect(await run(command), command).toBe('ran');
  expect(existsSync(join(root, 'made-by-git'))).toBe(false);
}, 60_000);

inSandbox(
  'with one, a repository of the project runs no program beside what was allowed',
  async () => {
    const { run, root } = createProject();
    await run('touch src/a', 'approve');
    for (const command of STEERED) expect(await run(command), command).toBe('asked');
    for (const command of EVERYDAY) expect(await run(command), command).toBe('ran');
    expect(existsSync(join(root, 'made-by-git'))).toBe(false);
  },
  60_000,
);

test('a path that a rule refuses is refused under its other names', async () => {
  const { judge, run, host, root } = createProject({ sandbox: 'off' });
  host.rules.add({
    verdict: 'deny',
    tool: '*',
    pattern: { paths: [join(root, 'private')] },
    session: null,
    createdBy: 'tester',
    expiresAt: null,
  });
  for (const command of ['cat also', 'cat open/x', 'cd open && cat x', 'cat < also', 'grep hunter also']) {
    expect(printed(command, root), command).toContain(SECRET);
    expect(await judge(command), command).toBe('deny');
    expect(await run(command), command).toBe('asked');
  }
  expect(await judge('cat plain same')).toBe('pass');
  expect(await run('cat plain same')).toBe('ran');
}, 60_000);

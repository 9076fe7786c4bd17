import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

/** A repository whose settings make a program run its script when it is asked for its version. */
function createProject() {
  const made = createTestHost();
  const { root, host, call } = made;
  const files = {
    '.mvn/jvm.config': '-Xmx4m -XX:OnOutOfMemoryError=tools/x\n',
    'tools/x': '#!/bin/sh\ntouch made-by-script\n',
    'package.json': '{"scripts":{"test":"node --version"}}',
    'src/a.ts': '',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text, { mode: 0o755 });
  }
  symlinkSync(join(dirname(root), 'elsewhere'), join(root, 'link'));
  symlinkSync('/etc', join(root, 'system'));
  const allow = async (tool: string, args: Record<string, unknown>) => {
    expect(codeOf(await call(tool, args))).toBe('APPROVAL_PENDING');
    const [asked] = host.approvals.list('pending');
    host.approvals.decide(asked?.id ?? '', {
      verdict: 'approve',
      scope: 'session',
      by: 'test',
      via: 'terminal',
    });
    expect(await call(tool, args)).toMatchObject({ ok: true });
  };
  const isAsked = async (command: string) => {
    const answer = await call('shell_execute', { command });
    const pending = host.approvals.list('pending');
    for (const { id } of pending)
      host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'test', via: 'terminal' });
    return answer.kind === 'result' && !answer.ok && answer.error.code === 'APPROVAL_PENDING';
  };
  return { ...made, allow, isAsked };
}

/** They read settings of the project first, or are no programs that anybody knows. */
const LOADS = [
  'mvn --version',
  'mvn -V',
  'yarn --version',
  'pnpm --version',
  'pytest --version',
  'pylint --help',
  'rake version',
  'sbt version',
  'bazel version',
  'cargo version',
  'unheard-of --version',
  './node --version',
];

const TELLS = ['node --version', 'node -v', 'npm --version', 'npm -v', 'git --version'];

inSandbox(
  'beside an answered command nothing tells its version that reads the project first',
  async () => {
    const { allow, isAsked, root } = createProject();
    await allow('shell_execute', { command: 'touch src/new' });
    for (const command of LOADS) expect(await isAsked(`touch src/b; ${command}`), command).toBe(true);
    for (const command of TELLS) expect(await isAsked(`${command} && touch src/b`), command).toBe(false);
    expect(existsSync(join(root, 'made-by-script'))).toBe(false);
    if (spawnSync('bash', ['-c', 'command -v mvn']).status !== 0) return;
    spawnSync('bash', ['-c', 'touch src/b; mvn --version'], { cwd: root });
    expect(existsSync(join(root, 'made-by-script'))).toBe(true);
  },
  60_000,
);

inSandbox(
  'nor beside what an allowance to edit covers',
  async () => {
    const { allow, isAsked } = createProject();
    await allow('write_file', { path: 'src/w.ts', content: 'x\n' });
    for (const command of LOADS) expect(await isAsked(`touch src/b; ${command}`), command).toBe(true);
    expect(await isAsked('touch src/b; node --version; npm --version')).toBe(false);
    expect(await isAsked('touch link/b')).toBe(true);
  },
  60_000,
);

inSandbox(
  'versions stand beside a test that was allowed, and alone they all run unasked',
  async () => {
    const { allow, isAsked } = createProject();
    await allow('shell_execute', { command: 'npm test', access: ['write'] });
    for (const command of TELLS) expect(await isAsked(`${command} && npm test`), command).toBe(false);
    for (const command of [...TELLS, ...LOADS.slice(0, -2)])
      expect(await isAsked(command), command).toBe(false);
  },
  60_000,
);

inSandbox('a word that leads out of the open directories through a link is asked about', async () => {
  const { allow, isAsked, root } = createProject();
  const elsewhere = join(dirname(root), 'elsewhere');
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, 'index.json'), '{}');
  await allow('shell_execute', { command: 'touch src/new' });
  for (const command of [
    'touch link/made',
    'touch src/a.ts l*k/index.json',
    'cd link && touch made',
    'x=link; touch $x/made',
    'touch system/made',
    'touch src/a.ts s*m/hostname',
  ])
    expect(await isAsked(command), command).toBe(true);
  expect(await isAsked('touch src/../src/a.ts src/*.ts')).toBe(false);
  execFileSync('touch', ['link/made'], { cwd: root });
  expect(existsSync(join(elsewhere, 'made'))).toBe(true);
});

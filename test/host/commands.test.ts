import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { type Home, makeHome } from '../support/home.ts';
import { hostPid, startProgram, until } from '../support/program.ts';

function makeProject(): Home {
  const home = makeHome();
  writeFileSync(join(home.project, 'a.txt'), 'hello\n');
  return home;
}

test('tools lists names, risks and titles by pack, without a host', async () => {
  const home = makeHome();
  const { code, stdout, stderr } = await home.run(['tools', '--pack', 'gate,ci']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^ci - .+\n(.*\n)* {2}get_diagnostics +SAFE +Machine details\n(.*\n)*gate - .+\n(.*\n)* {2}query_audit +SAFE /,
  );
  const { stdout: json } = await home.run(['tools', '--pack', 'gate', '--json']);
  expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ name: 'query_audit', pack: 'gate' }));
  expect(hostPid(home.dataDir)).toBeUndefined();
});

test('call ends with 0 when the tool did its work', async () => {
  const { code, stdout, stderr } = await makeProject().run(['call', 'read_file', '{"path":"a.txt"}']);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'hello\n', stderr: '' });
});

test('a rule for an older name is one for the tool; "*" is for all', async () => {
  const home = makeHome();
  const ruleOf = async (tool: string) => {
    const { stdout } = await home.run(['rules', 'add', 'deny', tool, '--json']);
    return (JSON.parse(stdout) as { tool: string }).tool;
  };
  expect([await ruleOf('CommitAsync'), await ruleOf('git_commit'), await ruleOf('*')]).toEqual([
    'git_commit',
    'git_commit',
    '*',
  ]);
});

test('an agent that nobody has seen is held all the same, and that is said', async () => {
  expect(await makeHome().run(['agents', 'pause', 'nobody'])).toEqual({
    code: 0,
    stdout: 'nobody is paused.\nNo agent of that name is connected; the next one of that name obeys.\n',
    stderr: '',
  });
});

test('the record is asked for times in any zone', async () => {
  const home = makeProject();
  await home.run(['call', 'read_file', '{"path":"a.txt"}']);
  const count = async (...flags: readonly string[]) =>
    (await home.run(['audit', 'query', ...flags])).stdout.split('\n').length - 1;
  const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(0, 19);
  const all = await count();
  expect(all).toBeGreaterThan(0);
  expect(await count('--since', hour(-1), '--until', `${hour(1)}Z`)).toBe(all);
  // Three hours east of UTC, two hours from now by the clock on the wall was an hour ago.
  expect(await count('--since', `${hour(2)}+03:00`)).toBe(all);
  expect(await count('--since', hour(1))).toBe(0);
});

test('call ends with 1 when the tool failed', async () => {
  const home = makeProject();
  expect(await home.run(['call', 'read_file', '{"path":"none.txt"}'])).toEqual({
    code: 1,
    stdout: `NOT_FOUND: ${home.project}/none.txt does not exist\nlist_directory and search_files show what is there.\n`,
    stderr: '',
  });
});

const WRONG_USE: readonly (readonly [string, readonly string[], string])[] = [
  ['no tool', [], 'TOOL is missing: toolgate call TOOL [JSON]. toolgate help call shows more.'],
  ['an unknown tool', ['raed_file'], 'There is no tool "raed_file". Did you mean "read_file"?'],
  [
    'a list for arguments',
    ['read_file', '[]'],
    `The arguments must be a JSON object, like '{"path": "README.md"}'.`,
  ],
];

for (const [what, args, says] of WRONG_USE) {
  test(`call with ${what} is wrong use: it ends with 2`, async () => {
    const expected = { code: 2, stdout: '', stderr: `toolgate: ${says}\n` };
    expect(await makeProject().run(['call', ...args])).toEqual(expected);
  });
}

test('arguments as deep as they may be reach the tool', async () => {
  const deep = `{"path":${'['.repeat(197)}${']'.repeat(197)}}`;
  const { code, stdout } = await makeProject().run(['call', 'read_file', deep]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^VALIDATION: /) });
});

test('call ends with 3 when the call is refused, or when nobody is there to be asked', async () => {
  const home = makeProject();
  const env = { TOOLGATE_APPROVALS_WAIT_MS: '100' };
  const call = (args: string) => home.run(['call', 'read_file', args], { env });
  const outside = await call('{"path":"/etc/hostname"}');
  expect(outside.stdout).toMatch(/^OUTSIDE_ROOT: \/etc\/hostname is outside/);
  home.writeProjectFile({ toolPermissions: { read_file: 'blocked' } });
  const blocked = await call('{"path":"a.txt"}');
  expect(blocked.stdout).toMatch(/^BLOCKED_BY_POLICY: read_file is refused/);
  home.writeProjectFile({ toolPermissions: { read_file: 'confirm' } });
  const asked = await call('{"path":"a.txt"}');
  expect(asked.stdout).not.toContain('hello');
  expect([outside.code, blocked.code, asked.code]).toEqual([3, 3, 3]);
  // Nobody was asked, so nobody can have said no.
  expect(asked.stdout).not.toContain('did not allow');
});

test('call says in words what happened when the host is killed under it', async () => {
  const home = makeHome();
  const program = startProgram(['call', 'slow_compute', '{"seconds":60}', '--pack', 'conformance'], {
    cwd: home.project,
    env: home.env,
  });
  const log = join(home.dataDir, 'audit.db');
  const pid = await until('a host', () => existsSync(log) && hostPid(home.dataDir));
  await until('the call to begin', () => isRecorded(home.dataDir));
  process.kill(pid, 'SIGKILL');
  expect(await program.exit).toEqual({ code: 1, signal: null });
  expect(program.stderr()).not.toMatch(/\n +at /);
});

/** The file is there before its table is. */
function isRecorded(dataDir: string): boolean {
  try {
    return readAudit(dataDir).length > 0;
  } catch {
    return false;
  }
}

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesOf } from '../../../test/support/processes-of.ts';
import { temporaryDirectory, until } from '../../../test/support/program.ts';
import { createShellHost } from '../../../test/support/shell.ts';

test('shell_execute runs a harmless command unasked, in the closed sandbox', async () => {
  const { unasked, root, sandbox } = await createShellHost();
  writeFileSync(join(root, 'a.txt'), 'hello\n');
  expect(await unasked.call('shell_execute', { command: 'cat a.txt' })).toEqual({
    ok: true,
    data: {
      status: 'completed',
      stdout: 'hello\n',
      stderr: '',
      exitCode: 0,
      durationMs: expect.any(Number),
      timedOut: false,
      truncated: false,
      sandbox,
      ...(sandbox === 'bwrap' && { profile: 'closed' }),
    },
    text: 'hello',
  });
});

test('shell_execute takes the shell by its name and by its path', async () => {
  const { unasked } = await createShellHost();
  for (const shell of ['bash', '/bin/bash'])
    expect(await unasked.call('shell_execute', { command: 'echo "$BASH"', shell })).toMatchObject({
      ok: true,
      data: { stdout: expect.stringContaining('/bash') },
    });
});

test('leave to edit files covers commands that only write them, locked in so that a link leads nowhere', async () => {
  const { unasked, host, root, sandbox } = await createShellHost();
  // Without a sandbox nothing keeps the write where it was allowed, so a person is asked.
  if (sandbox === 'none') return;
  writeFileSync(join(root, 'a.txt'), 'new\n');
  const outside = join(temporaryDirectory(), 'outside.txt');
  writeFileSync(outside, 'old\n');
  symlinkSync(outside, join(root, 'link.txt'));
  const copy = (to: string) => unasked.call('shell_execute', { command: `cp a.txt ${to}` });
  expect(await copy('b.txt')).toMatchObject({ ok: false, code: 'APPROVAL_PENDING' });
  const pattern = { paths: [root] };
  host.rules.add({
    verdict: 'allow',
    tool: 'edit_file',
    pattern,
    session: null,
    createdBy: 't',
    expiresAt: null,
  });
  expect(await copy('b.txt')).toMatchObject({ ok: true, data: { profile: 'open', access: ['write'] } });
  expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('new\n');
  await copy('link.txt');
  expect(readFileSync(outside, 'utf8')).toBe('old\n');
  expect(await unasked.call('shell_execute', { command: 'cp a.txt b.txt && make' })).toMatchObject({
    code: 'APPROVAL_PENDING',
  });
});

test('a command with effects waits for a person, and then runs exactly as it was judged', async () => {
  const { unasked, approved, root, sandbox } = await createShellHost();
  const command = `node -e "require('fs').writeFileSync('made', 'x')" && printf '%s|' "$GREETING" 'a  b' '$(id)'`;
  const args = { command, env: { GREETING: 'good "day"' } };
  expect(await unasked.call('shell_execute', args)).toMatchObject({ ok: false, code: 'APPROVAL_PENDING' });
  expect(existsSync(join(root, 'made'))).toBe(false);
  expect(await approved.call('shell_execute', args)).toMatchObject({
    ok: true,
    data: { stdout: 'good "day"|a  b|$(id)|', sandbox, ...(sandbox === 'bwrap' && { profile: 'open' }) },
  });
  expect(readFileSync(join(root, 'made'), 'utf8')).toBe('x');
});

test('a command that fails shows its words, its exit code and what it printed', async () => {
  const { approved } = await createShellHost();
  expect(
    await approved.call('shell_execute', { command: 'echo compiling; echo "line 3: error" >&2; exit 2' }),
  ).toMatchObject({
    ok: false,
    code: 'EXEC_FAILED',
    message: 'The command exited with 2',
    data: { stdout: 'compiling\n', stderr: 'line 3: error\n', exitCode: 2, status: 'failed' },
    text: 'compiling\n[stderr]\nline 3: error\n[exit code 2]',
  });
});

test('an exit code that is an answer is none that failed', async () => {
  const { unasked, root } = await createShellHost();
  writeFileSync(join(root, 'a'), 'one\n');
  writeFileSync(join(root, 'b'), 'two\n');
  for (const command of [
    'grep nothing a',
    'diff a b',
    'test -e c',
    '[ -e c ]',
    '[[ -e c ]]',
    'cat a | grep nothing',
    'cd . && grep -q x a',
  ])
    expect(await unasked.call('shell_execute', { command })).toMatchObject({
      ok: true,
      data: { exitCode: 1 },
    });
  for (const command of ['cat c', 'grep x c', 'grep x c; ls c'])
    expect(await unasked.call('shell_execute', { command })).toMatchObject({
      ok: false,
      code: 'EXEC_FAILED',
    });
});

test('wrong arguments are refused before anything runs, with a hint', async () => {
  const { approved, root } = await createShellHost();
  const refused = async (args: Record<string, unknown>) => {
    const { code, message, hint } = await approved.call('shell_execute', { command: 'touch made', ...args });
    return `${code} ${message} ${hint}`;
  };
  expect(await refused({ timeoutMs: 30 })).toMatch(/VALIDATION.*milliseconds: at least 1000/);
  expect(await refused({ timeoutMs: 600_000 })).toMatch(/VALIDATION.*at most 60000.*shell_start/);
  expect(await refused({ shell: 'zsh' })).toMatch(/VALIDATION.*"shell" is "zsh"/);
  expect(await refused({ shell: '/bin/zsh' })).toMatch(/VALIDATION.*"bash"\|"\/bin\/bash"/);
  expect(await refused({ cwd: '/etc' })).toMatch(/OUTSIDE_ROOT/);
  expect(await refused({ env: { 'A B': 'x' } })).toMatch(/VALIDATION/);
  expect(await refused({ cwd: 'missing' })).toMatch(/NOT_FOUND.*no directory/);
  expect(existsSync(join(root, 'made'))).toBe(false);
});

test('a hard deny stays one in any disguise, and dangerous variables are judged', async () => {
  const { unasked } = await createShellHost();
  expect(await unasked.call('shell_execute', { command: 'rm -rf ~' })).toMatchObject({
    code: 'BLOCKED_BY_POLICY',
  });
  expect(await unasked.call('shell_execute', { command: '$X', env: { X: 'rm -rf /' } })).toMatchObject({
    ok: false,
  });
  expect(
    await unasked.call('shell_execute', { command: 'ls', env: { LD_PRELOAD: '/tmp/x.so' } }),
  ).toMatchObject({
    code: 'APPROVAL_PENDING',
  });
});

test('a command that takes longer than it asked for is ended, and what it printed is there', async () => {
  const { approved } = await createShellHost();
  const command = `echo begun; trap '' TERM; sleep 60`;
  expect(await approved.call('shell_execute', { command, timeoutMs: 1000 })).toMatchObject({
    ok: false,
    code: 'TIMEOUT',
    data: { status: 'timed_out', timedOut: true, exitCode: null, stdout: 'begun\n' },
  });
});

test('a cancelled command is gone with everything it started', async () => {
  const { approved, root } = await createShellHost();
  const stop = new AbortController();
  const mark = `60.${process.pid}`;
  const command = `(setsid sh -c 'trap "" TERM; touch begun; exec sleep ${mark}' &); sleep ${mark}`;
  const running = approved.call('shell_execute', { command }, { signal: stop.signal });
  await until('its start', () => existsSync(join(root, 'begun')) && processesOf(mark).length >= 2);
  stop.abort();
  expect(await running).toMatchObject({ ok: false, code: 'CANCELLED' });
  expect(processesOf(mark)).toEqual([]);
});

test('a command that is cancelled while its sandbox is made never gets to its work', async () => {
  const { approved, root } = await createShellHost();
  await approved.call('shell_execute', { command: 'touch warm' });
  for (let waitMs = 0; waitMs <= 120; waitMs += 10) {
    const stop = new AbortController();
    const command = `sleep 1; touch late-${waitMs}`;
    const running = approved.call('shell_execute', { command }, { signal: stop.signal });
    setTimeout(() => stop.abort(), waitMs);
    expect(await running).toMatchObject({ ok: false, code: 'CANCELLED' });
  }
  expect(readdirSync(root).filter((name) => name.startsWith('late'))).toEqual([]);
});

test('output comes as progress, in order and without holes', async () => {
  const { approved } = await createShellHost();
  const told: { done: number; message?: string }[] = [];
  const command =
    'for i in $(seq 1 400); do echo "line $i"; [ $((i % 100)) = 0 ] && sleep 0.15; done; printf end';
  const { data } = await approved.call(
    'shell_execute',
    { command },
    { onProgress: (progress) => told.push(progress) },
  );
  expect(told.map(({ message }) => message).join('')).toBe(data.stdout);
  expect(told.length).toBeGreaterThan(2);
  expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
});

test('long output keeps head and tail, and all of it can be read afterwards', async () => {
  const { approved, unasked } = await createShellHost();
  const { data, text } = await approved.call('shell_execute', { command: 'seq -f "number %g" 1 20000' });
  expect(data).toMatchObject({ truncated: true, exitCode: 0 });
  expect(data.stdout).toMatch(/^number 1\n[\s\S]*bytes left out[\s\S]*number 20000\n$/);
  expect(text).toContain(`[the rest: process ${data.processId}]`);
  const seen: string[] = [];
  for (let sinceSeq = 0; seen.length < 20_000; ) {
    const page = await unasked.call('get_background_process_output', {
      processId: data.processId,
      sinceSeq,
      tailLines: 5000,
    });
    const { lines, nextSeq, dropped } = page.data as {
      lines: { text: string }[];
      nextSeq: number;
      dropped: number;
    };
    if (dropped > 0 || lines.length === 0) break;
    seen.push(...lines.map((line) => line.text));
    sinceSeq = nextSeq;
  }
  expect(seen).toEqual(Array.from({ length: 20_000 }, (_, i) => `number ${i + 1}`));
});

test('many quick commands at once lose nothing', async () => {
  const { approved } = await createShellHost();
  const runs = Array.from({ length: 40 }, (_, i) =>
    approved.call('shell_execute', { command: `echo run ${i}` }),
  );
  expect((await Promise.all(runs)).map(({ data }) => data.stdout)).toEqual(
    Array.from({ length: 40 }, (_, i) => `run ${i}\n`),
  );
});

test('the older names take the older parameters', async () => {
  const { unasked, root } = await createShellHost();
  mkdirSync(join(root, 'sub'));
  for (const name of ['shell.execute', 'shell'])
    expect(await unasked.call(name, { command: 'pwd', cwd: 'sub', timeout: 5000 })).toMatchObject({
      ok: true,
      data: { stdout: `${join(root, 'sub')}\n` },
    });
});

test('what was left running is ended and said', async () => {
  const { approved } = await createShellHost();
  const mark = `61.${process.pid}`;
  const { data, text } = await approved.call('shell_execute', { command: `sleep ${mark} & echo done` });
  // In a sandbox it ends with the sandbox, and nobody has to look for it.
  if (data.sandbox === 'none') expect(text).toContain('left running');
  expect(processesOf(mark)).toEqual([]);
});

test('a rule that refuses a path holds for commands that name it, and its uses are counted', async () => {
  const { unasked, host, root } = await createShellHost();
  mkdirSync(join(root, 'vault'));
  writeFileSync(join(root, 'vault', 'a.txt'), 'kept\n');
  const pattern = { paths: [join(root, 'vault')] };
  host.rules.add({ verdict: 'deny', tool: '*', pattern, session: null, createdBy: 't', expiresAt: null });
  const commands = ['cat vault/a.txt', 'cd vault && cat a.txt', 'wc -l < ./src/../vault/a.txt', 'ls vault'];
  for (const command of commands)
    expect(await unasked.call('shell_execute', { command })).toMatchObject({ code: 'BLOCKED_BY_POLICY' });
  expect(await unasked.call('shell_execute', { command: 'ls' })).not.toMatchObject({
    code: 'BLOCKED_BY_POLICY',
  });
  expect(host.rules.list()).toMatchObject([{ uses: commands.length }]);
});

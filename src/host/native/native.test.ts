import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';
import { temporaryDirectory, until } from '../../../test/support/program.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';
import { findProgram } from '../../engines/process/child/missing-program.ts';

test('what only looks passes; what changes something is left to the prompt; what is hard denied stays so', async () => {
  const { decided, ask, root } = createHooked();
  writeFileSync(join(root, 'a.txt'), 'x');
  expect(await decided(...bash('ls && cat a.txt'))).toBe('pass');
  expect(await decided('Read', { file_path: 'a.txt' })).toBe('pass');
  expect(await decided('TodoWrite', { todos: [] })).toBe('pass');
  expect(await decided(...bash('touch b'))).toBe('ask');
  expect(await decided('Write', { file_path: 'b', content: 'x' })).toBe('ask');
  expect(await decided('WebFetch', { url: 'https://example.com/' })).toBe('ask');
  expect(await ask(...bash('rm -rf ~'))).toMatchObject({
    decision: 'deny',
    reason: expect.stringMatching(/^Toolgate CRITICAL: Bash is refused: .* would be wiped/),
  });
  expect(await decided('WebFetch', { url: 'http://169.254.169.254/' })).toBe('deny');
});

test('a command that our sandbox would make harmless is asked about, since it runs outside of it', async () => {
  const { ask, call, rows } = createHooked();
  // In our sandbox this runs unasked wherever one works: closed, it can change nothing.
  await call('shell_execute', { command: 'node -e 0' });
  expect(await ask(...bash('node -e 0'))).toMatchObject({ decision: 'ask' });
  expect(rows().findLast(({ body }) => body.tool === 'native_shell')?.body).toMatchObject({
    sandbox: 'none',
  });
});

test('HIGH and CRITICAL are never left to the client, and a client without a prompt gets a refusal', async () => {
  const { ask } = createHooked();
  expect(await ask(...bash('git push --force'))).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('toolgate approvals approve'),
  });
  expect(await ask(...bash('touch b'), { client: 'codex' })).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining("waits for a person's approval"),
  });
});

test('outside the roots a person is asked; protected files are refused through any tool, links included', async () => {
  const { decided, root } = createHooked();
  const elsewhere = temporaryDirectory();
  expect(await decided('Read', { file_path: join(elsewhere, 'plan.md') })).toBe('ask');
  expect(await decided('Write', { file_path: join(elsewhere, 'plan.md'), content: 'x' })).toBe('ask');
  mkdirSync(join(root, '.claude'));
  symlinkSync(join(root, '.claude'), join(root, 'harmless'));
  for (const path of [
    '.claude/settings.json',
    '.claude/settings.local.json',
    'harmless/settings.json',
    '.codex/config.toml',
    '.gemini/settings.json',
    '.qwen/settings.json',
    '.github/hooks/off.json',
    '.opencode/plugin/x.js',
    '/etc/claude-code/managed-settings.json',
    join(process.env.HOME ?? '/root', '.copilot/hooks/toolgate.json'),
  ]) {
    expect(await decided('Write', { file_path: path, content: '{}' }), path).toBe('deny');
    if (!path.startsWith('harmless')) {
      expect(await decided(...bash(`echo '{}' > ${path}`)), path).toBe('deny');
      expect(await decided(...bash(`rm -f ${path}`)), path).toBe('deny');
    }
  }
  const patch = '*** Begin Patch\n*** Update File: .codex/hooks.json\n+x\n*** End Patch';
  expect(await decided('apply_patch', { command: patch }, { client: 'codex' })).toBe('deny');
});

test('what may show secrets is asked about, since nobody masks what an agent reads itself', async () => {
  const { decided, root } = createHooked();
  expect(await decided('Read', { file_path: join(root, '.git/config') })).toBe('ask');
  expect(await decided('Grep', { pattern: 'x', glob: '*.e*' })).toBe('ask');
  expect(await decided('Grep', { pattern: 'x', glob: '*.ts' })).toBe('pass');
  writeFileSync(join(root, 'prod.env'), 'KEY=x\n');
  writeFileSync(join(root, 'a.ts'), 'x\n');
  expect(await decided('Grep', { pattern: '', path: join(root, 'prod.env') })).toBe('ask');
  expect(await decided('Grep', { pattern: '', path: 'a.ts' })).toBe('pass');
});

test('an answer in the inbox counts for exactly that call, and its outcome closes the record', async () => {
  const { ask, host, rows, root } = createHooked({ hooks: { inboxMs: 30_000, waitMs: 30_000 } });
  const event = { tool: 'Bash', input: { command: 'touch b' }, client: 'claude-code', session: 's' } as const;
  const waiting = ask(event.tool, event.input, { callId: 'x', subagent: 'agent-1' });
  const open = await until('a question', () => host.approvals.list('pending')[0]);
  expect(open).toMatchObject({ tool: 'native_shell', client: 'claude-code', session: 'claude-code:s' });
  host.approvals.decide(open.id, { verdict: 'approve', scope: 'once', by: 'tester', via: 'terminal' });
  expect(await waiting).toMatchObject({ decision: 'allow' });
  await host.native.after({
    kind: 'after',
    ...event,
    callId: 'x',
    cwd: root,
    ok: false,
    message: 'Exit code 1',
  });
  const [intent, outcome] = rows().slice(-2);
  expect(intent).toMatchObject({
    kind: 'intent',
    body: {
      tool: 'native_shell',
      client: 'claude-code',
      subagent: 'agent-1',
      transport: 'hook',
      approval: open.id,
    },
  });
  expect(outcome).toMatchObject({
    kind: 'outcome',
    body: { intent: intent?.seq, ok: false, code: 'EXEC_FAILED', message: 'Exit code 1' },
  });
});

test('a yes in the prompt of the client is a decision too, and is used up by the call that ran', async () => {
  const { ask, host } = createHooked();
  const event = { tool: 'Bash', input: { command: 'touch b' }, client: 'claude-code', session: 's' } as const;
  expect(await ask(event.tool, event.input, { callId: 'x' })).toMatchObject({ decision: 'ask' });
  await host.native.after({ kind: 'after', ...event, callId: 'x', ok: true });
  expect(host.approvals.list().map(({ status, decidedVia }) => [status, decidedVia])).toEqual([
    ['consumed', 'client'],
  ]);
  expect(await ask(event.tool, event.input)).toMatchObject({ decision: 'ask' });
});

test('calls without an id are joined with their outcome by what they are about, in their order', async () => {
  const { ask, host, rows } = createHooked();
  const event = {
    client: 'gemini',
    session: 'g',
    tool: 'run_shell_command',
    input: { command: 'ls' },
  } as const;
  for (const _ of [1, 2])
    await host.native.before(request(event), { stop: new AbortController(), isConnected: () => false });
  for (const ok of [true, false]) await host.native.after({ kind: 'after', ...event, ok });
  await host.native.after({ kind: 'after', ...event, ok: true });
  const outcomes = rows().filter(({ kind }) => kind === 'outcome');
  expect(outcomes.map(({ body }) => body.ok)).toEqual([true, false]);
  expect(ask).toBeDefined();

  function request(call: typeof event) {
    return {
      event: { kind: 'before' as const, ...call },
      pid: process.pid,
      projectDir: process.cwd(),
      answerWithinMs: 1000,
    };
  }
});

test('our own MCP tools pass only while that very agent is connected; others of any name are asked about', async () => {
  const { ask, decided } = createHooked();
  const mcp = { server: 'toolgate', name: 'shell_execute' };
  const own = ['mcp__toolgate__shell_execute', { command: 'ls' }] as const;
  expect(await decided(...own, { mcp, isConnected: true })).toBe('pass');
  expect(await decided(...own, { mcp })).toBe('ask');
  expect(await decided('x', {}, { mcp: { server: 'toolgate', name: 'made_up' }, isConnected: true })).toBe(
    'ask',
  );
  expect(
    await ask('x', {}, { mcp: { server: 'other', name: 'shell_execute' }, isConnected: true }),
  ).toMatchObject({
    decision: 'ask',
    reason: expect.stringContaining('other'),
  });
});

test('a rule for one tool of one server covers no other, and what is refused for ours is refused for its own', async () => {
  const { decided, host } = createHooked();
  const rule = { session: null, createdBy: 't', expiresAt: null } as const;
  const list = { mcp: { server: 'github', name: 'list_issues' } };
  expect(await decided('a', {}, list)).toBe('ask');
  const open = host.approvals.list('pending')[0];
  host.approvals.decide(open?.id ?? '', { verdict: 'approve', scope: 'session', by: 't', via: 'terminal' });
  expect(await decided('a', { page: 2 }, list)).toBe('allow');
  expect(await decided('b', {}, { mcp: { server: 'github', name: 'delete_repository' } })).toBe('ask');
  host.rules.add({ ...rule, verdict: 'allow', tool: 'shell_execute', pattern: { commands: [['touch']] } });
  expect(await decided(...bash('touch b'))).toBe('ask');
  host.rules.add({ ...rule, verdict: 'deny', tool: 'shell_execute', pattern: { commands: [['ls']] } });
  expect(await decided(...bash('ls'))).toBe('deny');
});

test('modes, blocked tools, a stopped agent and sandbox = required hold for native calls', async () => {
  const readOnly = createHooked({ permissionLevel: 'read_only' });
  expect(await readOnly.decided(...bash('touch b'))).toBe('deny');
  expect(await readOnly.decided(...bash('ls'))).toBe('pass');
  const blocked = createHooked({ toolPermissions: { shell_execute: 'blocked' } });
  expect(await blocked.decided(...bash('ls'))).toBe('deny');
  const required = createHooked({ sandbox: 'required' });
  expect(await required.ask(...bash('ls'))).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('sandbox = required'),
  });
  const stopped = createHooked();
  stopped.host.agents.set('claude-code', 'stopped', 'tester');
  expect(await stopped.decided('Read', { file_path: 'a' })).toBe('deny');
});

test('what Toolgate does not know is refused by name, or asked about where a person chose so', async () => {
  const { ask } = createHooked();
  expect(await ask('LaunchRocket', {})).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('LaunchRocket'),
  });
  const asking = createHooked({ hooks: { unknownTools: 'ask', inboxMs: 0 } });
  expect(await asking.decided('LaunchRocket', {})).toBe('ask');
});

test('an argument nested a thousand deep is refused, and the record stays readable', async () => {
  const { ask, call } = createHooked();
  const nested = JSON.parse('['.repeat(1200) + ']'.repeat(1200));
  expect(await ask('LaunchRocket', { x: nested })).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('nested deeper than 200 levels'),
  });
  expect(await call('query_audit', { failed: true })).toMatchObject({ ok: true });
});

test('a hook that goes away ends the waiting, and nothing of it can run later', async () => {
  const { ask, host, rows } = createHooked({ hooks: { inboxMs: 60_000 } });
  const stop = new AbortController();
  const waiting = ask(...bash('touch b'), { stop });
  await until('a question', () => host.approvals.list('pending')[0]);
  stop.abort();
  expect(await waiting).toMatchObject({ decision: 'deny' });
  expect(rows().at(-1)).toMatchObject({ kind: 'refusal' });
});

test('with sandboxNative, what our sandbox makes harmless is replaced by a command that runs there', async () => {
  const { ask, decided, rows, call } = createHooked({
    hooks: { sandboxNative: true, inboxMs: 0, waitMs: 0 },
  });
  const ran = await call('shell_execute', { command: 'node -e 0' });
  // Without a sandbox nothing is replaced; the command is asked about as ever.
  const isSandboxed = ran.kind === 'result' && ran.ok && ran.data.sandbox === 'bwrap';
  const answer = await ask(...bash(`node -e 'console.log("it''s")'`));
  if (!isSandboxed) return expect(answer.decision).toBe('ask');
  expect(answer).toMatchObject({
    decision: 'allow',
    command: expect.stringMatching(/toolgate\.js' sandboxed 'node -e /),
  });
  expect(rows().at(-1)?.body).toMatchObject({ tool: 'native_note', decision: 'allow' });
  expect(await decided(...bash('touch b'))).toBe('ask');
  expect(await decided(...bash('rm -rf ~'))).toBe('deny');
  expect((await ask(...bash('node -e 0'), { client: 'qwen' })).command).toBeUndefined();
});

inSandbox(
  'by default, a line that prints contents of files or is not bare is replaced, and no other',
  async () => {
    const { ask, root } = createHooked({ hooks: { inboxMs: 0, waitMs: 0 } });
    writeFileSync(join(root, 'a.ts'), 'x');
    for (const line of [
      'for f in *.ts; do wc -l "$f"; done',
      'n=$(ls | wc -l); echo "$n files"',
      'cat {a,b}.ts',
      'cat *.ts',
      'wc -l *.ts',
      'NO_COLOR=1 ls # all of it',
      'cd . && head -3 *.ts',
    ]) {
      expect(await ask(...bash(line)), line).toMatchObject({
        decision: 'allow',
        command: expect.stringContaining(' sandboxed '),
      });
      // It cannot be told to run another command, and asks.
      expect(await ask(...bash(line), { client: 'qwen' }), line).toMatchObject({ decision: 'ask' });
    }
    for (const line of [
      'cat a.ts',
      'od -c a.ts',
      'base64 a.ts',
      'grep -rn x . | head -3',
      'ls && tail -n 2 a.ts',
    ]) {
      expect((await ask(...bash(line))).command, line).toContain(' sandboxed ');
      expect(await ask(...bash(line), { client: 'qwen' }), line).toMatchObject({ decision: 'pass' });
    }
    // Claude Code has an rg of its own, which the sandbox has not.
    const { command: search } = await ask(...bash('rg x'));
    expect(search === undefined).toBe(findProgram('rg', '/', process.env.PATH ?? '') === undefined);
    for (const line of ['wc -l a.ts', 'ls -la', 'pwd', 'ls | head -3 2>/dev/null && echo "all of it" | sort'])
      expect(await ask(...bash(line)), line).toMatchObject({ decision: 'pass' });
    for (const line of [
      'for f in *.ts; do rm "$f"; done',
      'for f in *.ts; do node "$f"; done',
      'for f in .env; do cat "$f"; done',
      'cd /tmp; for f in *; do wc -l "$f"; done',
      'curl "$URL"',
    ]) {
      const { command } = await ask(...bash(line));
      expect(command, line).toBeUndefined();
    }
  },
);

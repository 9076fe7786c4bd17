import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../test/support/gate.ts';
import { defineTool, type Effect, type ToolSpec } from '../core/tool/tool.ts';

const text = z.strictObject({ text: z.string().describe('Any text') });

const define = (spec: Partial<ToolSpec<typeof text, typeof text>> & { name: string }) =>
  defineTool({
    pack: 'ci',
    title: 'A tool of this test',
    description: 'Answers with its text',
    input: text,
    output: text,
    effects: ['read'],
    risk: 'SAFE',
    run: (_ctx, args) => args,
    ...spec,
  });

const echo = define({ name: 'echo' });
const write = define({ name: 'write', effects: ['write'], risk: 'MEDIUM' });
const exec = define({ name: 'exec', effects: ['exec'], risk: 'HIGH' });

test('a call that runs leaves an intent and an outcome', async () => {
  const gate = createTestGate([echo]);
  expect(await gate.call('echo', { text: 'hi' })).toMatchObject({
    kind: 'result',
    ok: true,
    data: { text: 'hi' },
  });
  const entries = gate.entries();
  expect(entries.map(({ kind }) => kind)).toEqual(['intent', 'outcome']);
  expect(entries[0]?.body).toMatchObject({
    principal: 'local:test',
    tool: 'echo',
    args: { text: 'hi' },
    risk: 'SAFE',
    decision: 'allow',
  });
  expect(entries[1]?.body).toMatchObject({ intent: 1, ok: true });
});

test.each([
  ['unknown', {}, 'UNKNOWN_TOOL'],
  ['echo', {}, 'VALIDATION'],
  ['echo', 'no object', 'VALIDATION'],
  ['echo', { text: 'a', extra: 1 }, 'VALIDATION'],
])('a refused call of %s with %j still leaves one record', async (tool, args, code) => {
  const gate = createTestGate([echo]);
  expect(await gate.call(tool, args)).toMatchObject({ ok: false, error: { code } });
  expect(gate.entries()).toMatchObject([{ kind: 'refusal', body: { tool, args, ok: false, code } }]);
});

test('a wrong argument is named with its value and what is allowed', async () => {
  const gate = createTestGate([echo]);
  const answer = await gate.call('echo', { text: 7, txet: 1 });
  expect(answer).toMatchObject({
    error: { message: expect.stringMatching(/"text" is 7: .*string.*"txet", did you mean "text"/) },
  });
});

test('snake_case spellings are accepted, and both spellings at once are refused', async () => {
  const input = z.strictObject({ startLine: z.number().describe('A line') });
  const tool = defineTool({ ...echo, input, output: input, aliases: {}, run: (_ctx, args) => args });
  const gate = createTestGate([tool]);
  expect(await gate.call('echo', { start_line: 3 })).toMatchObject({ ok: true, data: { startLine: 3 } });
  expect(await gate.call('echo', { start_line: 3, startLine: 3 })).toMatchObject({
    error: { code: 'VALIDATION' },
  });
});

test('an older name takes its own parameter names and answers in its own words', async () => {
  const gate = createTestGate([
    { ...echo, aliases: { EchoAsync: { params: { words: 'text' }, text: () => 'older' } } },
  ]);
  expect(await gate.call('EchoAsync', { words: 'hi' })).toMatchObject({
    data: { text: 'hi' },
    content: [{ type: 'text', text: 'older' }],
  });
});

test('without a record nothing runs', async () => {
  let runs = 0;
  const gate = createTestGate([
    define({
      name: 'count',
      run: (_ctx, args) => {
        runs++;
        return args;
      },
    }),
  ]);
  gate.breakRecord();
  expect(await gate.call('count', { text: '' })).toMatchObject({ ok: false, error: { code: 'UNAVAILABLE' } });
  expect(runs).toBe(0);
});

test('what a read found out is not shown when its outcome cannot be recorded; what was done is', async () => {
  const breaking = (name: string, effects: readonly Effect[]) =>
    define({
      name,
      effects,
      run: (_ctx, args) => {
        gate.breakRecord();
        return args;
      },
    });
  let gate = createTestGate([breaking('look', ['read'])]);
  expect(await gate.call('look', { text: 'found' })).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  gate = createTestGate([breaking('change', ['write'])], { config: { permissionLevel: 'full_access' } });
  expect(await gate.call('change', { text: 'done' })).toMatchObject({ ok: true, data: { text: 'done' } });
});

test('a call past its time is stopped and told so', async () => {
  const stopped: unknown[] = [];
  const slow = define({
    name: 'slow',
    timeoutMs: 30,
    run: (ctx, args) =>
      new Promise((resolve) => {
        ctx.signal.addEventListener('abort', () => {
          stopped.push(ctx.signal.reason);
          resolve(args);
        });
      }),
  });
  const gate = createTestGate([slow]);
  expect(await gate.call('slow', { text: '' })).toMatchObject({
    error: { code: 'TIMEOUT', hint: expect.any(String) },
  });
  expect(stopped).toMatchObject([{ code: 'TIMEOUT' }]);
  expect(gate.entries().at(-1)?.body).toMatchObject({ ok: false, code: 'TIMEOUT' });
});

test('a cancelled call stops and is recorded as cancelled', async () => {
  const stop = new AbortController();
  const wait = define({ name: 'wait', run: () => new Promise(() => stop.abort()) });
  const gate = createTestGate([wait]);
  expect(await gate.call('wait', { text: '' }, { signal: stop.signal })).toMatchObject({
    error: { code: 'CANCELLED' },
  });
  expect(gate.entries().at(-1)?.body).toMatchObject({ ok: false, code: 'CANCELLED' });
});

test('the calls of a minute are counted for each principal, and the error names the wait', async () => {
  const gate = createTestGate([write], {
    config: { permissionLevel: 'full_access', limits: { writesPerMinute: 2 } },
  });
  await gate.call('write', { text: '' });
  await gate.call('write', { text: '' });
  expect(await gate.call('write', { text: '' })).toMatchObject({
    error: { code: 'RATE_LIMITED', hint: expect.stringMatching(/in \d+ s/) },
  });
  const other = { ...gate.caller, session: 'another agent' };
  expect(await gate.call('write', { text: '' }, { caller: other })).toMatchObject({ ok: true });
});

test('all agents of a user have a rate together', async () => {
  const gate = createTestGate([write], {
    config: { permissionLevel: 'full_access', limits: { writesPerMinute: 1 } },
  });
  const codes = [];
  for (let i = 0; i < 5; i++) {
    const answer = await gate.call(
      'write',
      { text: '' },
      { caller: { ...gate.caller, session: `agent ${i}` } },
    );
    codes.push(answer.kind === 'result' && (answer.ok || answer.error.code));
  }
  expect(codes).toEqual([true, true, true, true, 'RATE_LIMITED']);
});

test('sixteen executions inside one finish, and so do eight that each wait for another', async () => {
  const leaf = define({ name: 'leaf', effects: ['exec'] });
  const outer = define({
    name: 'outer',
    effects: ['exec'],
    run: async (ctx, args) => {
      const answers = await Promise.all(
        Array.from({ length: Number(args.text) }, () => ctx.call('leaf', { text: '' })),
      );
      return { text: answers.map((answer) => (answer.kind === 'result' && answer.ok ? '+' : '-')).join('') };
    },
  });
  const gate = createTestGate([leaf, outer], { config: { limits: { executionsInFlight: 2 } } });
  expect(await gate.call('outer', { text: '16' })).toMatchObject({ data: { text: '+'.repeat(16) } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => gate.call('outer', { text: '1' })));
  expect(answers.map((answer) => answer.kind === 'result' && answer.ok && answer.data.text)).toEqual(
    Array.from({ length: 8 }, () => '+'),
  );
});

test('only so many executions run at once; the rest wait for their turn', async () => {
  let now = 0;
  let most = 0;
  const busy = define({
    name: 'busy',
    effects: ['exec'],
    run: async (_ctx, args) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
      return args;
    },
  });
  const gate = createTestGate([busy], { config: { limits: { executionsInFlight: 2 } } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => gate.call('busy', { text: '' })));
  expect(answers.every((answer) => answer.kind === 'result' && answer.ok)).toBe(true);
  expect(most).toBe(2);
});

test.each([
  ['read_only', 'echo', 'allow'],
  ['read_only', 'write', 'BLOCKED_BY_POLICY'],
  ['execute_with_confirm', 'echo', 'allow'],
  ['execute_with_confirm', 'write', 'APPROVAL_PENDING'],
  ['full_access', 'write', 'allow'],
  ['full_access', 'exec', 'allow'],
] as const)('in mode %s a client that cannot ask gets %s: %s', async (mode, tool, expected) => {
  const gate = createTestGate([echo, write, exec], { config: { permissionLevel: mode } });
  const answer = await gate.call(tool, { text: '' });
  expect(answer).toMatchObject(
    expected === 'allow' ? { ok: true } : { ok: false, error: { code: expected } },
  );
});

test.each([
  [{ toolPermissions: { write: 'allowed' } }, true],
  [{ toolPermissions: { write: 'blocked' }, permissionLevel: 'full_access' }, false],
  [{ toolPermissions: { write: 'allowed' }, permissionLevel: 'read_only' }, false],
  [{ toolPermissions: { write: 'confirm' }, permissionLevel: 'full_access' }, false],
  [{ autoApprove: { enabled: true, tools: ['write'] } }, true],
  [{ autoApprove: { enabled: false, tools: ['write'] } }, false],
])('with %j a write runs unasked: %s', async (config, runs) => {
  const gate = createTestGate([write], { config });
  expect(await gate.call('write', { text: '' })).toMatchObject({ ok: runs });
});

test('a path outside the roots is refused before the tool runs', async () => {
  const reach = define({
    name: 'reach',
    touches: ({ text: path }) => [{ kind: 'path', access: 'read', path }],
  });
  const gate = createTestGate([reach]);
  expect(await gate.call('reach', { text: 'inside.txt' })).toMatchObject({ ok: true });
  for (const path of ['/etc/passwd', '../x', `${gate.directory}-evil/x`]) {
    expect(await gate.call('reach', { text: path })).toMatchObject({ error: { code: 'OUTSIDE_ROOT' } });
  }
});

test('a secret of the environment leaves neither in results nor in errors, record or log', async () => {
  const leak = define({ name: 'leak', run: (_ctx, args) => ({ text: `${args.text} hunter2hunter2` }) });
  const gate = createTestGate([leak], { env: { MY_TOKEN: 'hunter2hunter2' } });
  const answer = await gate.call('leak', { text: 'hunter2hunter2' });
  expect(answer).toMatchObject({ data: { text: '[REDACTED] [REDACTED]' } });
  expect(JSON.stringify([answer, gate.entries(), gate.log])).not.toContain('hunter2');
});

test('text over the budget keeps head and tail and says what is missing', async () => {
  const long = define({ name: 'long', run: () => ({ text: '' }), toText: () => 'a line\n'.repeat(2000) });
  const gate = createTestGate([long], { config: { outputBudgetBytes: 1000 } });
  const answer = await gate.call('long', { text: '' });
  const [block] = answer.kind === 'result' && answer.ok ? answer.content : [];
  const shown = block?.type === 'text' ? block.text : '';
  expect(Buffer.byteLength(shown)).toBeLessThan(1200);
  expect(shown).toMatch(/^a line\n[\s\S]*\d+ of 14000 bytes left out[\s\S]*a line\n$/);
});

test('an undeclared field in a result is a defect, not an answer', async () => {
  const wrong = define({ name: 'wrong', run: () => ({ text: '', extra: 1 }) as { text: string } });
  const gate = createTestGate([wrong]);
  expect(await gate.call('wrong', { text: '' })).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
});

test('where everything is open, files with secrets are asked about all the same', async () => {
  const peek = defineTool({
    name: 'peek',
    pack: 'filesystem',
    title: 'Peek',
    description: 'Looks at a file',
    input: z.strictObject({ path: z.string() }),
    output: z.strictObject({}),
    effects: ['read'],
    risk: 'SAFE',
    touches: ({ path }) => [{ kind: 'path', access: 'read', path }],
    run: () => ({}),
  });
  const { call } = createTestGate([peek], { caller: { roots: ['/'] } });
  expect(await call('peek', { path: '/project/.env' })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  expect(await call('peek', { path: '/project/a.txt' })).toMatchObject({ ok: true });
});

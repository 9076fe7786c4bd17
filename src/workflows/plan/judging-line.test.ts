import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { callerWith } from '../../host/agent.ts';

/** Each of its steps takes a while to judge: what a step before prints could be anything. */
function large(name: string, steps: number) {
  const command = Array.from({ length: 500 }, (_, at) => `echo "$X" "a${at}b"`).join('; ');
  const first = { stepId: 'look', command: 'ls', outputs: { text: {} } };
  const step = { command, env: { X: '{{steps.look.outputs.text}}' } };
  return { name, steps: [first, ...Array.from({ length: steps }, () => ({ ...step, needs: ['look'] }))] };
}

test('many large workflows that one agent wants judged make nobody else wait, and end with who wanted them', async () => {
  const { host, root } = createTestHost();
  writeFileSync(join(root, 'a.txt'), 'x');
  const [greedy, other] = ['greedy', 'other'].map((session) =>
    callerWith(host.config, 'stdio', { cwd: root }, session),
  );
  if (!greedy || !other) throw new Error('Both are there');
  const gone = new AbortController();
  const judged = Array.from({ length: 20 }, (_, at) =>
    host.call({
      ...{ tool: 'create_workflow', args: large(`Large ${at}`, 30), caller: greedy },
      signal: gone.signal,
    }),
  );
  await pause(500);
  // The work of others, a small workflow among it, comes in between.
  const startedAt = performance.now();
  const small = { name: 'Small', steps: [{ command: 'ls' }] };
  for (const [tool, args] of [
    ['read_file', { path: 'a.txt' }],
    ['create_workflow', small],
    ['read_file', { path: 'a.txt' }],
  ] as const)
    expect(await host.call({ tool, args, caller: other })).toMatchObject({ kind: 'result' });
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  gone.abort();
  const answers = await Promise.all(judged);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(answers.map((one) => one.kind === 'result' && !one.ok && one.error.code)).toContain('CANCELLED');
});

test('small workflows of one agent are all judged, however many come at once', async () => {
  const { call } = createTestHost({ limits: { writesPerMinute: 1000 }, permissionLevel: 'full_access' });
  const made = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      call('create_workflow', { name: `Small ${at}`, steps: [{ command: 'ls' }] }),
    ),
  );
  expect(made.filter((one) => one.kind === 'result' && one.ok)).toHaveLength(100);
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { AFTERNOON, AFTERNOON_FILES } from './afternoon.ts';

test('two hundred native calls of an afternoon ask at most ten questions', async () => {
  const { host, root } = createTestHost({
    approvals: { waitMs: 0 },
    hooks: { inboxMs: 0, waitMs: 0 },
    // The afternoon passes in seconds here.
    limits: { executionsPerMinute: 1000, writesPerMinute: 1000, externalPerMinute: 1000 },
  });
  for (const file of AFTERNOON_FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), 'x\n');
  }
  const scripts = { test: 'vitest run', lint: 'biome check' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'shop', scripts }));
  // As after npm install: npx then runs what is there, and loads nothing.
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/.bin/tsc'), '#!/usr/bin/env node\n', { mode: 0o755 });
  execFileSync('git', ['init', '-q'], { cwd: root });
  const judge = (callId: string, tool: string, input: Record<string, unknown>) =>
    host.native.before(
      {
        event: { kind: 'before', client: 'claude-code', session: 's', cwd: root, callId, tool, input },
        pid: process.pid,
        projectDir: root,
        answerWithinMs: 10_000,
      },
      { stop: new AbortController(), isConnected: () => false },
    );
  const questions: string[] = [];
  for (const [i, [tool, input]] of AFTERNOON.entries()) {
    const first = await judge(`${i}`, tool, input);
    const said = JSON.stringify(input).slice(0, 80);
    const open = host.approvals.list('pending');
    if (first.decision === 'deny' && open.length === 0)
      throw new Error(`${tool} ${said} was refused: ${first.reason}`);
    if (open.length === 0) continue;
    questions.push(`${tool} ${said}`);
    for (const { id } of open)
      host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'tester', via: 'terminal' });
    expect((await judge(`${i} again`, tool, input)).decision).toBe('allow');
  }
  expect(AFTERNOON).toHaveLength(200);
  expect(questions.length, questions.join('\n')).toBeLessThanOrEqual(10);
}, 60_000);

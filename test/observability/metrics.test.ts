import { randomUUID } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prometheusText } from '../../src/transports/http/prometheus.ts';
import { ask, createToken, type Serve, serveForFile, startServe } from '../support/http.ts';
import { callTool } from '../support/mcp-http.ts';
import { parsePrometheus } from '../support/prometheus.ts';

const server = serveForFile(() => ({
  args: ['--pack', 'filesystem,gate,shell,processes'],
  env: { TOOLGATE_APPROVALS_WAIT_MS: '4000' },
}));

const newToken = (scope: string) => createToken(server(), `t-${randomUUID()}`, '--scope', scope);

const scrape = (token: string, method = 'GET') =>
  ask(server(), { path: '/metrics', method, headers: { authorization: `Bearer ${token}` } });

async function valuesOf(token: string) {
  const { text } = await scrape(token);
  const { samples } = parsePrometheus(text);
  return (name: string, labels: Record<string, string> = {}) =>
    samples.find((sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels))
      ?.value;
}

test('/metrics needs a token with its scope, and that token opens nothing else', async () => {
  const reader = await newToken('metrics:read');
  const admin = await newToken('admin');
  expect((await ask(server(), { path: '/metrics' })).status).toBe(401);
  expect((await scrape(server().token)).status).toBe(403);
  for (const token of [reader, admin]) {
    const { status, headers } = await scrape(token);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  }
  expect((await scrape(reader, 'POST')).status).toBe(405);
  for (const path of ['/api/status', '/api/tools', '/api/approvals', '/mcp'])
    expect((await ask(server(), { path, headers: { authorization: `Bearer ${reader}` } })).status).toBe(403);
});

test('calls are counted by tool and outcome, with their durations and decisions', async () => {
  const token = await newToken('metrics:read');
  const before = await valuesOf(token);
  writeFileSync(join(server().root, 'a.txt'), 'one\n');
  for (let i = 0; i < 3; i++) await callTool(server(), 'read_file', { path: join(server().root, 'a.txt') });
  await callTool(server(), 'read_file', { path: join(server().root, 'missing.txt') });
  await callTool(server(), 'made-up-tool', {});
  const after = await valuesOf(token);
  const grown = (name: string, labels: Record<string, string>) =>
    (after(name, labels) ?? 0) - (before(name, labels) ?? 0);
  expect(grown('toolgate_calls_total', { tool: 'read_file', outcome: 'ok' })).toBe(3);
  expect(grown('toolgate_calls_total', { tool: 'read_file', outcome: 'NOT_FOUND' })).toBe(1);
  expect(grown('toolgate_calls_total', { tool: 'unknown', outcome: 'UNKNOWN_TOOL' })).toBe(1);
  expect(grown('toolgate_call_duration_seconds_count', { tool: 'read_file' })).toBe(4);
  expect(grown('toolgate_call_duration_seconds_bucket', { tool: 'read_file', le: '+Inf' })).toBe(4);
  expect(grown('toolgate_call_duration_seconds_sum', { tool: 'read_file' })).toBeGreaterThan(0);
  expect(grown('toolgate_decisions_total', { risk: 'SAFE', decision: 'allow' })).toBe(4);
});

test('what waits, what runs and what the record takes are shown as they are now', async () => {
  const token = await newToken('metrics:read');
  const before = await valuesOf(token);
  expect(before('toolgate_approvals_waiting')).toBe(0);
  await startProcess(server());
  const path = join(server().root, 'new.txt');
  const asked = callTool(server(), 'write_file', { path, content: 'x' });
  const value = async (name: string, labels = {}) => (await valuesOf(token))(name, labels);
  await expect.poll(() => value('toolgate_approvals_waiting')).toBe(1);
  expect(await value('toolgate_calls_in_flight')).toBe(1);
  expect(await value('toolgate_processes', { status: 'running' })).toBe(1);
  expect(await value('toolgate_runs_open')).toBe(0);
  expect(await value('toolgate_record_size_bytes')).toBeGreaterThanOrEqual(
    statSync(join(server().dataDir, 'audit.db')).size,
  );
  expect(await value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(await value('process_cpu_seconds_total')).toBeGreaterThan(0);
  await asked;
}, 60_000);

/** One that the mode allows unasked: it runs in the closed sandbox, or is a plain read. */
async function startProcess(at: Serve): Promise<void> {
  const { answer } = await callTool(at, 'shell_start', { command: 'sleep 300', cwd: at.root });
  expect(answer?.result?.isError).not.toBe(true);
}

test('where no token is needed, none is needed here either', async () => {
  const open = await startServe({ args: ['--auth', 'none'] });
  const { status, text } = await ask(open, { path: '/metrics' });
  expect(status).toBe(200);
  expect(parsePrometheus(text).types.toolgate_calls_total).toBe('counter');
});

test('labels and help are escaped', () => {
  const text = prometheusText([
    {
      name: 'a.b',
      help: 'one\\two\nthree',
      type: 'gauge',
      points: [{ labels: { said: 'a "b"\\\nc' }, value: 1.5 }],
    },
  ]);
  expect(text).toBe('# HELP a_b one\\\\two\\nthree\n# TYPE a_b gauge\na_b{said="a \\"b\\"\\\\\\nc"} 1.5\n');
  expect(parsePrometheus(text).samples).toEqual([
    { name: 'a_b', labels: { said: 'a "b"\\\nc' }, value: 1.5 },
  ]);
});

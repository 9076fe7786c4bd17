import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Collector, startCollector } from '../support/collector.ts';
import { type Serve, startServe, toolgate } from '../support/http.ts';
import { callTool, openSession } from '../support/mcp-http.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = (flags = '01') => `00-${TRACE}-${PARENT}-${flags}`;

const serveWith = ({ origin }: Pick<Collector, 'origin'>, env: Readonly<Record<string, string>> = {}) =>
  startServe({
    args: ['--pack', 'filesystem,gate'],
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: origin, OTEL_BSP_SCHEDULE_DELAY: '50', ...env },
  });

const readFile = (server: Serve, name: string, meta?: Record<string, unknown>) =>
  callTool(server, 'read_file', { path: join(server.root, name) }, meta && { meta });

test('a call is a span in the trace of its caller, without arguments and secrets', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector, {
    OTEL_SERVICE_NAME: 'desk',
    OTEL_RESOURCE_ATTRIBUTES: 'team=a%20b',
  });
  writeFileSync(join(server.root, 'marker-name.txt'), 'marker-content');
  await readFile(server, 'marker-name.txt', { traceparent: traceparent(), tracestate: 'vendor=1' });
  await expect.poll(() => collector.spans().length).toBe(1);
  const [span] = collector.spans();
  expect(span).toEqual({
    traceId: TRACE,
    spanId: expect.any(String),
    parentSpanId: PARENT,
    traceState: 'vendor=1',
    name: 'tools/call read_file',
    kind: 2,
    startTimeUnixNano: expect.any(String),
    endTimeUnixNano: expect.any(String),
    status: {},
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_file',
      'mcp.method.name': 'tools/call',
      'toolgate.call.id': expect.any(String),
      'toolgate.pack': 'filesystem',
      'toolgate.risk': 'SAFE',
      'toolgate.decision': 'allow',
      'toolgate.outcome': 'ok',
      'toolgate.transport': 'http',
      'toolgate.principal': 'token:first',
      'toolgate.client': expect.any(String),
    },
  });
  const took = BigInt(span?.endTimeUnixNano ?? 0) - BigInt(span?.startTimeUnixNano ?? 0);
  expect(took > 0n && took < 60_000_000_000n).toBe(true);
  expect(Math.abs(Number(BigInt(span?.startTimeUnixNano ?? 0) / 1_000_000n) - Date.now())).toBeLessThan(
    60_000,
  );
  expect(collector.resource()).toMatchObject({ 'service.name': 'desk', team: 'a b' });
  await readFile(server, 'marker-missing.txt');
  await callTool(server, 'marker-tool', { x: 'marker-argument' });
  await expect.poll(() => collector.spans().length).toBe(3);
  expect(collector.spans().slice(1)).toMatchObject([
    { status: { code: 2, message: 'NOT_FOUND' }, attributes: { 'error.type': 'NOT_FOUND' } },
    { name: 'tools/call unknown', attributes: { 'toolgate.outcome': 'UNKNOWN_TOOL' } },
  ]);
  expect(collector.spans().every(({ traceId }, i) => (traceId === TRACE) === (i === 0))).toBe(true);
  expect(collector.bodies.join('')).not.toMatch(/marker|tg_/);
  expect(collector.bodies.join('')).not.toContain(server.root);
});

test('clients with a handshake have their traces continued too', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector);
  const session = await openSession(server);
  const params = { name: 'list_directory', arguments: { path: server.root } };
  await session.request('tools/call', { ...params, _meta: { traceparent: traceparent() } });
  await expect.poll(() => collector.spans().length).toBe(1);
  expect(collector.spans()).toMatchObject([{ traceId: TRACE, parentSpanId: PARENT }]);
});

test('a call that another one makes is a part of its trace', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector, { TOOLGATE_APPROVALS_WAIT_MS: '0' });
  const path = join(server.root, 'new.txt');
  await callTool(server, 'write_file', { path, content: 'x' });
  const [{ id }] = JSON.parse(await toolgate(server, 'approvals', '--json')) as [{ id: string }];
  await toolgate(server, 'approvals', 'approve', id);
  const meta = { traceparent: traceparent() };
  await callTool(server, 'wait_for_approval', { approvalId: id }, { meta });
  expect(readFileSync(path, 'utf8')).toBe('x');
  await expect.poll(() => collector.spans().length).toBe(3);
  const [asked, inner, outer] = collector.spans();
  expect(asked?.attributes).toMatchObject({
    'toolgate.risk': 'MEDIUM',
    'toolgate.outcome': 'APPROVAL_PENDING',
  });
  expect(outer).toMatchObject({ name: 'tools/call wait_for_approval', traceId: TRACE, parentSpanId: PARENT });
  expect(inner).toMatchObject({
    name: 'tools/call write_file',
    kind: 1,
    traceId: TRACE,
    parentSpanId: outer?.spanId,
    attributes: { 'toolgate.approval.id': id, 'toolgate.outcome': 'ok' },
  });
});

test('a caller that does not sample is not sampled, and what is no traceparent begins a trace', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector);
  await readFile(server, 'a', { traceparent: traceparent('00') });
  const wrong = [
    '',
    'x',
    7,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `ff-${TRACE}-${PARENT}-01`,
    `${traceparent()}-x`,
  ];
  for (const given of wrong) await readFile(server, 'a', { traceparent: given });
  await expect.poll(() => collector.spans().length).toBe(wrong.length);
  for (const { traceId, parentSpanId } of collector.spans()) {
    expect(traceId).not.toBe(TRACE);
    expect(parentSpanId).toBeUndefined();
  }
});

test('headers, compression, sampler and exporters follow their variables; the headers stay secret', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector, {
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=collector%2Dkey%2D123,x-team=a',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_TRACES_SAMPLER: 'always_off',
  });
  writeFileSync(join(server.root, 'key.txt'), 'the key is collector-key-123');
  const { answer } = await readFile(server, 'key.txt', { traceparent: traceparent() });
  expect(JSON.stringify(answer)).not.toContain('collector-key-123');
  await server.stop();
  expect(collector.spans()).toEqual([]);
  expect(collector.headers[0]).toMatchObject({
    'x-key': 'collector-key-123',
    'x-team': 'a',
    'content-encoding': 'gzip',
  });
  const calls = collector.metrics().find(({ name }) => name === 'toolgate.calls');
  expect(calls).toMatchObject({
    sum: { dataPoints: [{ attributes: { tool: 'read_file', outcome: 'ok' }, asDouble: 1 }] },
  });
  const named = collector.metrics().map(({ name }) => name);
  for (const name of ['toolgate.call.duration', 'toolgate.approvals.waiting', 'toolgate.record.size'])
    expect(named).toContain(name);
});

test('metrics are sent at their interval, and alone where traces are not wanted', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector, {
    OTEL_METRIC_EXPORT_INTERVAL: '100',
    OTEL_TRACES_EXPORTER: 'none',
  });
  await readFile(server, 'a');
  await expect.poll(() => collector.bodies.length).toBeGreaterThan(2);
  expect(collector.spans()).toEqual([]);
});

test('a collector that is busy is asked again, one that is away is told of once and holds up nobody', async () => {
  const busy = await startCollector([(response) => response.writeHead(503, { 'retry-after': '0.05' }).end()]);
  const patient = await serveWith(busy, { OTEL_METRICS_EXPORTER: 'none' });
  await readFile(patient, 'a');
  await expect.poll(() => busy.spans().length).toBe(1);
  expect(busy.bodies).toHaveLength(2);
  const server = await serveWith(
    { origin: 'http://127.0.0.1:9' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=marker-key' },
  );
  for (let i = 0; i < 3; i++) {
    const { answer } = await readFile(server, 'a');
    expect(answer?.result?.isError).toBe(true);
  }
  await expect.poll(() => server.stderr()).toContain('Telemetry could not be sent');
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(4000);
  expect(server.stderr().match(/could not be sent to \S+traces/g)).toHaveLength(1);
  expect(server.stderr()).not.toContain('marker-key');
});

test('what cannot be done is said in words, and the host serves all the same', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector, {
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc',
    OTEL_METRICS_EXPORTER: 'console',
    OTEL_BSP_MAX_QUEUE_SIZE: 'many',
  });
  await readFile(server, 'a');
  await expect.poll(() => server.stderr()).toContain('OTEL_EXPORTER_OTLP_PROTOCOL=http/json');
  expect(server.stderr()).toContain('OTEL_METRICS_EXPORTER is "console"');
  expect(server.stderr()).toContain('OTEL_BSP_MAX_QUEUE_SIZE is "many"');
  await server.stop();
  expect(collector.bodies).toEqual([]);
});

test('without the variables, and with OTEL_SDK_DISABLED, nothing is sent', async () => {
  const collector = await startCollector();
  const server = await serveWith(collector, { OTEL_SDK_DISABLED: 'true' });
  await readFile(server, 'a', { traceparent: traceparent() });
  await server.stop();
  expect(collector.bodies).toEqual([]);
  expect(readFileSync(join(server.dataDir, 'audit.db')).length).toBeGreaterThan(0);
});

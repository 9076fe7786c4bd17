import { expect, test } from 'vitest';
import { labelOf, readAudit } from '../support/audit-file.ts';
import { connectHttpAgent, serveOn } from '../support/http-agent.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, temporaryDirectory, until } from '../support/program.ts';
import { callNow, sendCall, startAgent, textOf } from '../support/stdio-agent.ts';

/** How the call with this mark ended, as far as the record knows. */
function endingOf(dataDir: string, label: string): unknown {
  const rows = readAudit(dataDir);
  const intent = rows.find((row) => row.kind === 'intent' && labelOf(row) === label);
  const outcome = rows.find(({ kind, callId }) => kind === 'outcome' && callId === intent?.callId);
  return outcome && { ok: outcome.body.ok, code: outcome.body.code };
}

const begun = (dataDir: string, labels: readonly string[]): boolean => {
  const made = readAudit(dataDir).filter(({ kind }) => kind === 'intent');
  return labels.every((label) => made.some((row) => labelOf(row) === label));
};

test('kill -9 of a pipe cancels its calls and leaves the other agents alone', async () => {
  const dataDir = temporaryDirectory();
  const served = await serveOn(dataDir);
  const http = await connectHttpAgent(served, served.token);
  const [killed, other] = [startAgent(dataDir), startAgent(dataDir)];
  await Promise.all([killed.initialize(), other.initialize()]);
  const pid = hostPid(dataDir);

  sendCall(killed, 'k1', 60);
  sendCall(killed, 'k2', 60);
  sendCall(other, 'o1', 1);
  const overHttp = http.callTool({ name: 'slow_compute', arguments: { seconds: 1, label: 'h1' } });
  await until('all calls to begin', () => begun(dataDir, ['k1', 'k2', 'o1', 'h1']));
  killed.child.kill('SIGKILL');

  await until('the outcome of k1 and k2', () => endingOf(dataDir, 'k1') && endingOf(dataDir, 'k2'));
  expect(endingOf(dataDir, 'o1')).toBeUndefined();
  expect([endingOf(dataDir, 'k1'), endingOf(dataDir, 'k2')]).toEqual([
    { ok: false, code: 'CANCELLED' },
    { ok: false, code: 'CANCELLED' },
  ]);
  expect(await textOf(other, 'o1')).toBe('Computed o1 in 1 s');
  expect((await overHttp).content).toEqual([{ type: 'text', text: 'Computed h1 in 1 s' }]);
  expect(await callNow(other, 'o2')).toBe('Computed o2 in 0 s');
  const health = await (await fetch(new URL('/health', served.address))).json();
  expect(health).toMatchObject({ status: 'ok', inFlight: 0 });
  expect(hostPid(dataDir)).toBe(pid);

  other.child.stdin?.end();
  expect(await served.stop()).toBe(0);
  await until('every process to be gone', () => processesOf(dataDir).length === 0);
});

test('an agent that closes its side has its calls cancelled, and its pipe ends with 0', async () => {
  const dataDir = temporaryDirectory();
  const [leaving, other] = [startAgent(dataDir), startAgent(dataDir)];
  await Promise.all([leaving.initialize(), other.initialize()]);
  sendCall(leaving, 'l1', 60);
  await until('the call to begin', () => begun(dataDir, ['l1']));
  leaving.child.stdin?.end();
  expect(await leaving.exit).toEqual({ code: 0, signal: null });
  await until('the outcome of l1', () => endingOf(dataDir, 'l1'));
  expect(endingOf(dataDir, 'l1')).toEqual({ ok: false, code: 'CANCELLED' });
  expect(await callNow(other, 'o1')).toBe('Computed o1 in 0 s');
});

test('a call that waits in line is dropped with its agent and never begins', async () => {
  const dataDir = temporaryDirectory();
  const oneAtATime = { TOOLGATE_LIMITS_READS_IN_FLIGHT: '1' };
  const other = startAgent(dataDir, { env: oneAtATime });
  await other.initialize();
  const killed = startAgent(dataDir, { env: oneAtATime });
  await killed.initialize();
  sendCall(other, 'o1', 60);
  // An agent has a line of its own: its second call waits for its first.
  sendCall(killed, 'k0', 60);
  await until('the first calls to begin', () => begun(dataDir, ['o1', 'k0']));
  sendCall(killed, 'k1', 60);
  expect((await killed.request('ping')).result).toEqual({});
  killed.child.kill('SIGKILL');
  await until('the record of the dropped call', () =>
    readAudit(dataDir).find((row) => row.kind === 'refusal' && labelOf(row) === 'k1'),
  );
  const ofDropped = readAudit(dataDir)
    .filter(({ kind }) => kind !== 'outcome')
    .filter((row) => labelOf(row) === 'k1');
  expect(ofDropped.map((row) => [row.kind, row.body.code])).toEqual([['refusal', 'CANCELLED']]);
  other.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'o1' } });
  expect(await callNow(other, 'o2')).toBe('Computed o2 in 0 s');
});

import { expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { modernMeta } from '../support/line-client.ts';
import { temporaryDirectory } from '../support/program.ts';
import { createGitHost } from '../support/repository.ts';
import { startAgent } from '../support/stdio-agent.ts';

// A line may be as long as the largest write needs; what stands where a word is expected may not.
const LONG = 6_000_000;
const word = 'ab '.repeat(LONG / 3);

/** How long another agent waits for its next answer while this is dealt with. */
async function longestWait(message: object, ends: string | number | null) {
  const dataDir = temporaryDirectory();
  const [agent, other] = [startAgent(dataDir), startAgent(dataDir)];
  await Promise.all([agent.initialize(), other.initialize()]);
  agent.send(message);
  const answered = agent.answer(ends, 60_000);
  let isOver = false;
  void answered.finally(() => (isOver = true));
  let longest = 0;
  while (!isOver) {
    const asked = performance.now();
    await other.request('ping', undefined, 60_000);
    longest = Math.max(longest, performance.now() - asked);
  }
  return { longest, answer: await answered };
}

const toolCall = (params: object, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params,
});
const listening = (uri: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: { notifications: { resourceSubscriptions: [uri] }, _meta: modernMeta() },
});
const members = Object.fromEntries(Array.from({ length: 700_000 }, (_, at) => [at.toString(36), 1]));

test.each([
  ['name of a tool', toolCall({ name: word, arguments: {} }), 1],
  ['id', toolCall({ name: 'get_diagnostics', arguments: {} }, word), null],
  ['cursor', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: word } }, 1],
  ['address to listen for', listening(`file:///${'x'.repeat(LONG)}`), 1],
  ['list of arguments', toolCall({ name: 'get_diagnostics', arguments: members }), 1],
])('a %s without end keeps no other agent waiting', { timeout: 120_000 }, async (_name, message, id) => {
  const { longest, answer } = await longestWait(message, id);
  expect(longest).toBeLessThan(1500);
  expect(JSON.stringify(answer).length).toBeLessThan(2000);
});

test('the name of a tool without end does not stand in the record', async () => {
  const { host, call } = createTestHost();
  expect(await call(word, {})).toMatchObject({
    ok: false,
    error: { code: 'UNKNOWN_TOOL', message: expect.stringMatching(/^.{1,400}$/) },
  });
  const [row] = await host.auditReader.query({ limit: 1 });
  expect(row?.kind).toBe('refusal');
  expect(JSON.stringify(row).length).toBeLessThan(2000);
});

test('the record keeps the first of a thousand long paths, and how many there are', async () => {
  const { host, root: repositoryPath, call } = createGitHost();
  const files = Array.from({ length: 1000 }, (_, at) => `${'a'.repeat(3000)}/${at}`);
  await call('git_add', { repositoryPath, files });
  const [row] = await host.auditReader.query({ tool: 'git_add', limit: 1 });
  expect(row?.body).toMatchObject({ touchesCount: expect.any(Number) });
  expect(JSON.stringify(row).length).toBeLessThan(100_000);
  await call('git_add', { repositoryPath, files: ['b', 'c'] });
  const [short] = await host.auditReader.query({ tool: 'git_add', limit: 1 });
  expect(JSON.stringify(short?.body.touches)).toContain('/c"');
  expect(short?.body).not.toHaveProperty('touchesCount');
});

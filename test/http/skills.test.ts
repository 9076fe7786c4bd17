import { expect, test } from 'vitest';
import { serveForFile } from '../support/http.ts';
import { modernMeta } from '../support/line-client.ts';
import { modern, openSession } from '../support/mcp-http.ts';
import { startStdio } from '../support/stdio.ts';

const server = serveForFile();

const DIRECTORY = { uri: 'skill://onboard-project' };
const LISTED = [expect.objectContaining({ uri: 'skill://onboard-project/SKILL.md' })];

test('a handshake says the same of what the server can do over HTTP and stdio, and that is true', async () => {
  const session = await openSession(server());
  const client = startStdio('in-process');
  const onStdio = await client.initialize();
  expect(session.initialized.answer?.result?.capabilities).toEqual(onStdio.result?.capabilities);
  expect(onStdio.result?.capabilities).toMatchObject({
    extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
  });
  const { answer } = await session.request('resources/directory/read', DIRECTORY);
  expect(answer?.result?.resources).toEqual(LISTED);
  expect((await client.request('resources/directory/read', DIRECTORY)).result?.resources).toEqual(LISTED);
});

test('so does server/discover', async () => {
  const client = startStdio('in-process');
  const { answer } = await modern(server(), 'server/discover');
  const onStdio = await client.request('server/discover', { _meta: modernMeta() });
  expect(answer?.result?.capabilities).toEqual(onStdio.result?.capabilities);
});

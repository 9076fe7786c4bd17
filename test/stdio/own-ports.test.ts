import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startLineClient } from '../support/line-client.ts';
import { temporaryDirectory, until } from '../support/program.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { SHORT_LIVED } from '../support/stdio-agent.ts';

const PAGE = '<!doctype html><title>Mine</title>\n';
const SERVER = `import { createServer } from 'node:http';
const server = createServer((_, answer) => answer.end(${JSON.stringify(PAGE)}));
server.listen(0, '127.0.0.1', () => console.log('Listening'));`;

inSandbox('an agent starts a server, which a person allows, and then fetches its page unasked', async () => {
  const root = temporaryDirectory();
  writeFileSync(join(root, 'server.mjs'), SERVER);
  const agent = startLineClient(['stdio', '--data-dir', temporaryDirectory(), '--pack', 'shell,processes'], {
    cwd: root,
    env: SHORT_LIVED,
  });
  await agent.initialize('2025-06-18', { elicitation: {} });
  const call = async (name: string, args: Record<string, unknown>) =>
    (await agent.request('tools/call', { name, arguments: args })).result;
  const starting = call('shell_start', {
    command: 'node server.mjs',
    successPattern: 'Listening',
  });
  const question = await until(
    'the question',
    () => agent.received.find(({ method }) => method === 'elicitation/create'),
    20_000,
  );
  const content = { decision: 'once' };
  agent.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content } });
  const started = await starting;
  expect(started).toMatchObject({ structuredContent: { status: 'running', ports: [expect.any(Number)] } });
  const { ports, processId } = (started?.structuredContent ?? {}) as { ports: number[]; processId: string };
  const command = `curl -s http://127.0.0.1:${ports[0]}/`;
  expect(await call('shell_execute', { command })).toMatchObject({
    structuredContent: { stdout: PAGE, exitCode: 0, profile: 'closed' },
  });
  // Stopping what is one's own asks nothing either.
  expect(await call('stop_background_process', { processId })).toMatchObject({
    structuredContent: { stopped: true },
  });
  expect(agent.received.filter(({ method }) => method === 'elicitation/create')).toHaveLength(1);
});

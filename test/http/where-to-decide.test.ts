import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';

type Data = Record<string, unknown>;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'opens-pages', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } },
};

async function callTool(address: string, token: string, name: string, params: Data): Promise<Data> {
  const response = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, ...params, _meta: META },
    }),
  });
  return ((await response.json()) as { result: Data }).result;
}

test('a client that opens pages is given one for a CRITICAL call, which gives it no power', async () => {
  const { serve, tokens, root, person } = await startServer();
  writeFileSync(join(root, 'a.txt'), 'x\n');
  const params = { arguments: { command: 'rm -rf .' } };
  const call = (more: Data) => callTool(serve.address, tokens.agent, 'shell_execute', { ...params, ...more });
  const asked = await call({});
  expect(asked).toMatchObject({ resultType: 'input_required' });
  const { approval } = asked.inputRequests as { approval: { params: Data } };
  const open = await person.nextApproval();
  expect(approval.params).toMatchObject({ mode: 'url', url: `${serve.address}/?approval=${open.id}` });
  // Neither opening the page nor saying that it was opened allows anything.
  expect((await fetch(String(approval.params.url))).status).toBe(200);
  const waiting = call({
    requestState: asked.requestState,
    inputResponses: { approval: { action: 'accept', content: { decision: 'once' } } },
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(existsSync(join(root, 'a.txt'))).toBe(true);
  await person.decide(open.id, { verdict: 'deny', feedback: 'not here' });
  expect(await waiting).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('not here') }],
  });
  expect(existsSync(join(root, 'a.txt'))).toBe(true);
});

test('arguments that a person changed are named in the answer', async () => {
  const { agent, person, root } = await startServer();
  const writing = agent.call('write_file', { path: join(root, 'a.txt'), content: 'by the agent\n' });
  const open = await person.nextApproval();
  const editedArgs = { ...open.args, content: 'by the person\n' };
  await person.decide(open.id, { verdict: 'approve', editedArgs });
  expect(await writing).toMatchObject({
    content: [
      {
        text: 'A person changed the arguments before they allowed the call: content is now "by the person\\n".',
      },
      expect.any(Object),
    ],
  });
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('by the person\n');
});

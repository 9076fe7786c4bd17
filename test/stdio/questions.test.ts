import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { modernMeta } from '../support/line-client.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const ASKING = modernMeta({ elicitation: {} });

test.each(AGENTS)(
  '$name puts questions to its person and carries the answer back, $way',
  async ({ way, connect }) => {
    const asked: string[] = [];
    const content = { username: 'ada', email: 'ada@example.org' };
    const { callTool } = await connect(way, {
      answer: (question) => {
        asked.push(question);
        return question === 'No?' ? { action: 'decline' } : { action: 'accept', content };
      },
    });
    const text = (action: string, given: object) =>
      `User response: action: ${action}, content: ${JSON.stringify(given)}`;
    expect(await callTool('test_elicitation', { message: 'Who?' })).toMatchObject({
      content: [{ type: 'text', text: text('accept', content) }],
    });
    expect(await callTool('test_elicitation', { message: 'No?' })).toMatchObject({
      content: [{ type: 'text', text: text('decline', {}) }],
    });
    expect(asked).toEqual(['Who?', 'No?']);
  },
);

describe.each(WAYS)('questions to the person at the client, %s', (way) => {
  test('a client of 2026-07-28 gets them as a result and answers with a new request', async () => {
    const client = startStdio(way);
    const call = { name: 'test_elicitation', arguments: { message: 'Who?' }, _meta: ASKING };
    const first = await client.request('tools/call', call);
    expect(first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { answer: { method: 'elicitation/create', params: { message: 'Who?' } } },
      requestState: expect.any(String),
    });
    const inputResponses = { answer: { action: 'accept', content: { username: 'a', email: 'b' } } };
    const requestState = first.result?.requestState;
    const again = { ...call, inputResponses, requestState };
    expect((await client.request('tools/call', again)).result).toMatchObject({
      resultType: 'complete',
      content: [{ text: expect.stringContaining('action: accept') }],
    });
    const refusal = { code: -32602, data: { reason: 'invalid_request_state' } };
    const changed = [
      { ...again, requestState: `${requestState}x` },
      { ...again, requestState: '' },
      { ...again, arguments: { message: 'Else?' } },
    ];
    for (const forged of changed)
      expect((await client.request('tools/call', forged)).error).toMatchObject(refusal);
    expect(client.received.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test('a client that cannot ask is told what it lacks', async () => {
    const client = startStdio(way);
    const call = { name: 'test_elicitation', arguments: { message: 'Who?' } };
    const refusal = { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } };
    expect((await client.request('tools/call', { ...call, _meta: modernMeta() })).error).toMatchObject(
      refusal,
    );
    await client.initialize('2025-11-25', {});
    expect((await client.request('tools/call', call)).error).toMatchObject(refusal);
  });

  test('an older client that answers with an error or not at all holds nothing up', async () => {
    const client = startStdio(way);
    await client.initialize('2025-06-18', { elicitation: {} });
    const call = { name: 'test_elicitation', arguments: { message: 'Who?' } };
    client.send({ jsonrpc: '2.0', id: 'open', method: 'tools/call', params: call });
    client.send({ jsonrpc: '2.0', id: 'failed', method: 'tools/call', params: call });
    const questions = await client.messages('elicitation/create', 2);
    client.send({ jsonrpc: '2.0', id: questions[1]?.id, error: { code: -1, message: 'No window' } });
    expect((await client.answer('failed')).result).toMatchObject({
      content: [{ text: 'User response: action: cancel, content: {}' }],
    });
    expect(await client.call('greet', { name: 'Ada' })).toBeDefined();
    expect(client.received.some(({ id }) => id === 'open')).toBe(false);
  });
});

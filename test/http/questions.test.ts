import { expect, test } from 'vitest';
import { auditRows, serveForFile } from '../support/http.ts';
import { callTool, modern } from '../support/mcp-http.ts';

const server = serveForFile();
const OPTIONS = { capabilities: { elicitation: {} } };
const STATEFUL = 'test_input_required_result_tampered_state';
const CONFIRMED = { confirm: { action: 'accept', content: { ok: true } } };
const INVALID_STATE = {
  code: -32602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};

const retry = (name: string, requestState: unknown, inputResponses: object, args = {}) =>
  modern(server(), 'tools/call', { name, arguments: args, requestState, inputResponses }, OPTIONS);

const stateOf = async (name: string, args = {}): Promise<string> =>
  String((await callTool(server(), name, args, OPTIONS)).answer?.result?.requestState);

const text = (content: string) => ({ resultType: 'complete', content: [{ type: 'text', text: content }] });

test('a question comes as a result, and its answer finishes the call', async () => {
  const asked = await callTool(server(), STATEFUL, {}, OPTIONS);
  expect(asked.status).toBe(200);
  expect(asked.answer?.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: {
      confirm: {
        method: 'elicitation/create',
        params: {
          message: 'Please confirm',
          requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
        },
      },
    },
    requestState: expect.any(String),
  });
  const { answer } = await retry(STATEFUL, asked.answer?.result?.requestState, CONFIRMED);
  expect(answer?.result).toMatchObject(text('The state came back as it was'));
  const kinds = auditRows(server()).filter(({ body }) => body.tool === STATEFUL || body.intent !== undefined);
  expect(kinds.map(({ kind }) => kind)).toEqual(['intent', 'asked', 'intent', 'outcome']);
});

test('a question may follow a question', async () => {
  const name = 'test_input_required_result_multi_round';
  const first = await stateOf(name);
  const second = await retry(name, first, { step1: { action: 'accept', content: { name: 'Ann' } } });
  expect(second.answer?.result).toMatchObject({ resultType: 'input_required', inputRequests: { step2: {} } });
  const third = await retry(name, second.answer?.result?.requestState, {
    step2: { action: 'accept', content: { color: 'red' } },
  });
  expect(third.answer?.result).toMatchObject(text('Ann likes red'));
});

test('an answer that does not fit is asked for again', async () => {
  const state = await stateOf(STATEFUL);
  for (const answers of [{}, { other: CONFIRMED.confirm }, { confirm: { action: 'perhaps' } }]) {
    const { answer } = await retry(STATEFUL, state, answers);
    expect(answer?.result).toMatchObject({ resultType: 'input_required' });
  }
});

test('a changed requestState is refused', async () => {
  const state = await stateOf(STATEFUL);
  const [body = '', signature = ''] = state.split('.');
  const open = JSON.parse(Buffer.from(body, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...open, state: { round: 2 } })).toString('base64url');
  const flipped = `${body.startsWith('e') ? 'f' : 'e'}${body.slice(1)}`;
  const changed = [
    `${forged}.${signature}`,
    `${flipped}.${signature}`,
    `${body}.${signature.slice(0, -1)}`,
    `${body}.${signature.replace(/./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `${body}.`,
    body,
    `.${signature}`,
    `${state}.more`,
    `${state}=`,
    ` ${state}`,
    '',
    '.',
    'null',
  ];
  for (const other of changed) {
    const { answer } = await retry(STATEFUL, other, CONFIRMED);
    expect({ other, error: answer?.error }).toEqual({ other, error: INVALID_STATE });
  }
  expect((await retry(STATEFUL, state, CONFIRMED)).answer?.result).toMatchObject({ resultType: 'complete' });
});

test('a requestState is good for the very call that asked', async () => {
  const name = 'confirm_delete';
  const state = await stateOf(name, { filename: 'a.txt' });
  const answers = { confirm: { action: 'accept', content: { confirm: true } } };
  const otherArguments = await retry(name, state, answers, { filename: 'b.txt' });
  expect(otherArguments.answer?.error).toEqual(INVALID_STATE);
  const otherTool = await retry(STATEFUL, state, CONFIRMED);
  expect(otherTool.answer?.error).toEqual(INVALID_STATE);
});

test('a requestState of another type is an error of the request', async () => {
  for (const other of [5, null, {}, ['x']])
    expect((await retry(STATEFUL, other, CONFIRMED)).answer?.error?.code).toBe(-32602);
});

test('a call with a forged requestState leaves a record', async () => {
  const before = auditRows(server()).length;
  await retry(STATEFUL, 'forged.forged', CONFIRMED);
  expect(auditRows(server()).slice(before)).toMatchObject([
    { kind: 'refusal', body: { tool: STATEFUL, ok: false } },
  ]);
});

test('a client that cannot ask its person is told which capability is missing', async () => {
  const { status, answer } = await callTool(server(), STATEFUL);
  expect({ status, error: answer?.error }).toMatchObject({
    status: 400,
    error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } },
  });
});

test('a prompt can ask too, and its state is no good elsewhere', async () => {
  const params = { name: 'test_input_required_result_prompt' };
  const asked = await modern(server(), 'prompts/get', params, OPTIONS);
  expect(asked.answer?.result).toMatchObject({ resultType: 'input_required' });
  const { requestState } = asked.answer?.result ?? {};
  const inputResponses = { user_context: { action: 'accept', content: { context: 'tests' } } };
  const done = await modern(server(), 'prompts/get', { ...params, requestState, inputResponses }, OPTIONS);
  expect(done.answer?.result).toMatchObject({
    messages: [{ role: 'user', content: { type: 'text', text: 'Use this context: tests' } }],
  });
  expect((await retry(STATEFUL, requestState, CONFIRMED)).answer?.error).toEqual(INVALID_STATE);
  const forged = { ...params, requestState: `${requestState}x`, inputResponses };
  expect((await modern(server(), 'prompts/get', forged, OPTIONS)).answer?.error).toEqual(INVALID_STATE);
});

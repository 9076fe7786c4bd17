import { expect, test } from 'vitest';
import { serveForFile } from '../support/http.ts';
import { modern, openSession } from '../support/mcp-http.ts';

const server = serveForFile();
const INVALID_PARAMS = -32602;

type Wrong = readonly [string, Record<string, unknown>];

const WRONG_VALUES: readonly Wrong[] = [
  ['prompts/get', { name: 'no_such_prompt' }],
  ['prompts/get', { name: 'test_prompt_with_arguments', arguments: { arg1: 'only one of two' } }],
  ['resources/read', { uri: 'no address' }],
  ['resources/read', { uri: 'test://no-such' }],
  ['resources/read', { uri: 'file:///etc/passwd' }],
  ['resources/read', { uri: 'toolgate://audit/none' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'no_such' }, argument: { name: 'a', value: '' } },
  ],
  ['tools/list', { cursor: 'made-up' }],
];

const WRONG_TYPES: readonly Wrong[] = [
  ['prompts/get', { name: 4 }],
  ['prompts/get', { name: 'test_prompt_with_arguments', arguments: [] }],
  ['resources/read', {}],
  ['resources/read', { uri: 5 }],
  ['completion/complete', {}],
  ['completion/complete', { ref: { type: 'ref/other' }, argument: { name: 'a', value: '' } }],
  ['tools/list', { cursor: 5 }],
];

const BROKEN_ADDRESSES: readonly Wrong[] = [
  ['resources/read', { uri: 'file:///%zz' }],
  ['resources/read', { uri: 'test://template/%zz/data' }],
];

const CASES = [
  ['values', WRONG_VALUES],
  ['types', WRONG_TYPES],
  ['addresses that cannot be decoded', BROKEN_ADDRESSES],
] as const;

const expected = (wrong: readonly Wrong[]) => wrong.map((asked) => ({ asked, code: INVALID_PARAMS }));

test.each(CASES)('wrong parameters are the fault of the request: %s', async (_, wrong) => {
  const answers = await Promise.all(
    wrong.map(async (asked) => ({ asked, code: (await modern(server(), ...asked)).answer?.error?.code })),
  );
  expect(answers).toEqual(expected(wrong));
});

test.each(CASES)('in a session wrong parameters are the fault of the request: %s', async (_, wrong) => {
  const session = await openSession(server());
  const answers = await Promise.all(
    wrong.map(async (asked) => ({ asked, code: (await session.request(...asked)).answer?.error?.code })),
  );
  expect(answers).toEqual(expected(wrong));
  expect((await session.request('ping')).answer?.result).toEqual({});
});

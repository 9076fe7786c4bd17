import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_VALUES } from '../../../core/text/json-depth.ts';
import { asMessage, idOf, parseLine } from './parse-line.ts';
import { RpcError } from './rpc.ts';

/** What comes out, or the code of the error that answers it; anything else that is thrown fails the test. */
function outcome<T>(act: () => T): T | number {
  try {
    return act();
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  }
}

const parse = (text: string) => outcome(() => parseLine(Buffer.from(text)));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('parseLine', () => {
  test('no bytes make it throw anything but an error that can be answered', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void outcome(() => parseLine(Buffer.from(bytes)))));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parse(text)));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'[]{}",:\\01aue ')), (text) => void parse(text.join(''))),
    );
  });

  test('any JSON comes out as it went in', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('nesting is counted outside strings only, and up to its limit', () => {
    expect(parse(nested(200))).toEqual(JSON.parse(nested(200)));
    expect(parse(nested(201))).toBe(-32700);
    expect(parse(nested(100_000))).toBe(-32700);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', 'a'), minLength: 300 }), (text) => {
        expect(parse(JSON.stringify([text]))).toEqual([text]);
      }),
    );
  });

  test('values are counted outside strings only, and up to their limit', () => {
    const values = (count: number, value: string) => `[${Array(count).fill(value).join()}]`;
    expect(parse(values(MOST_VALUES, '1'))).toHaveLength(MOST_VALUES);
    expect(parse(values(MOST_VALUES + 1, '1'))).toBe(-32700);
    expect(parse(values(MOST_VALUES / 2 + 1, '[]'))).toBe(-32700);
    expect(parse(`{${Array.from({ length: MOST_VALUES + 1 }, (_, at) => `"${at}":0`).join()}}`)).toBe(-32700);
    const text = ',[{\\"'.repeat(MOST_VALUES);
    expect(parse(JSON.stringify([text, text]))).toEqual([text, text]);
  });

  test('an id has a longest length', () => {
    const withId = (id: string) => ({ jsonrpc: '2.0', id, method: 'ping' });
    expect(outcome(() => asMessage(withId('x'.repeat(4096))))).toMatchObject({ method: 'ping' });
    expect(outcome(() => asMessage(withId('x'.repeat(4097))))).toBe(-32600);
    expect(idOf(withId('x'.repeat(4097)))).toBeNull();
  });

  test('bytes that are not UTF-8 are refused, not replaced', () => {
    const notText = fc.constantFrom([0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]);
    fc.assert(
      fc.property(notText, (bytes) => {
        const line = Buffer.concat([Buffer.from('"'), Buffer.from(bytes), Buffer.from('"')]);
        expect(outcome(() => parseLine(line))).toBe(-32700);
      }),
    );
  });
});

const field = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.integer()), fc.object());
const almostMessage = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant('2.0'), field),
    id: fc.oneof(field, fc.double()),
    method: fc.oneof(fc.constant('ping'), field),
    params: field,
    result: field,
    error: field,
  },
  { requiredKeys: [] },
);

describe('asMessage', () => {
  test('no value makes it throw anything but an invalid request', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), almostMessage), (value) => {
        const message = outcome(() => asMessage(value));
        if (message !== -32600) expect(message).toBe(value);
      }),
    );
  });

  test('what it lets through has the shape of a request, a notification or a response', () => {
    fc.assert(
      fc.property(almostMessage, (value) => {
        const message = outcome(() => asMessage(value));
        if (typeof message === 'number') return;
        expect(message.jsonrpc).toBe('2.0');
        if ('id' in message) expect(idOf(message)).toBe(message.id);
        else expect('method' in message && typeof message.method).toBe('string');
      }),
    );
  });

  test.each([
    ['a request', { jsonrpc: '2.0', id: 0, method: 'ping' }],
    ['a request with params', { jsonrpc: '2.0', id: '', method: 'ping', params: {} }],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/cancelled' }],
    ['a result', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'No' } }],
  ])('%s is a message', (_name, value) => {
    expect(asMessage(value)).toBe(value);
  });
});

test('the id of what is not valid is used where it can be', () => {
  const ids = [{ id: 1 }, { id: 'a' }, { id: null }, { id: {} }, { id: Number.NaN }, {}, 5, null, ['id']];
  expect(ids.map(idOf)).toEqual([1, 'a', null, null, null, null, null, null, null]);
});

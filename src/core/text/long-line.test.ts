import { expect, test } from 'vitest';
import { createLineReader } from './lines.ts';
import { idOfLongLine } from './long-line.ts';

/** The id found in a line far beyond the limit, which comes in pieces of this size. */
function idOf(message: unknown, pieceBytes = 1000): unknown {
  const line = Buffer.from(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const found: unknown[] = [];
  const reader = createLineReader({
    maxBytes: 700,
    onLine: () => found.push('a line'),
    onTooLong: (ends) => found.push(idOfLongLine(ends)),
  });
  for (let at = 0; at < line.length; at += pieceBytes) reader.push(line.subarray(at, at + pieceBytes));
  expect(found).toHaveLength(1);
  return found[0];
}

const method = 'tools/call';
const params = { name: 'write_file', arguments: { content: 'x'.repeat(5000), id: 'inner', method: 'inner' } };

test.each([1, 7, 1000, 100_000])('the id of a request is found in pieces of %i bytes', (pieceBytes) => {
  expect(idOf({ jsonrpc: '2.0', id: 5, method, params }, pieceBytes)).toBe(5);
  expect(idOf({ method, params, jsonrpc: '2.0', id: 'a "b" ü' }, pieceBytes)).toBe('a "b" ü');
  expect(idOf({ jsonrpc: '2.0', method, params, id: 0 }, pieceBytes)).toBe(0);
});

test('what is no request, or does not say whose it is, has no id', () => {
  const result = params;
  expect(idOf({ jsonrpc: '2.0', id: 5, result })).toBe(null);
  expect(idOf({ jsonrpc: '2.0', method, params })).toBe(null);
  expect(idOf({ params, method, id: null })).toBe(null);
  expect(idOf({ jsonrpc: '2.0', method, params: { text: 'x'.repeat(5000), id: 5 } })).toBe(null);
  expect(idOf(`{"method":"${'\\'.repeat(5000)}`)).toBe(null);
  expect(idOf(' '.repeat(5000))).toBe(null);
});

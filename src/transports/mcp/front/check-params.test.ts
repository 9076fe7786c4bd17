import { expect, test } from 'vitest';
import { checkParams } from './check-params.ts';

const outcome = (method: string, params: object, modern = false): string => {
  try {
    checkParams(method, params, { modern });
    return 'taken';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
const uriOf = (length: number): string => `file:///${'x'.repeat(length)}`;
const listen = (...resourceSubscriptions: string[]) =>
  outcome('subscriptions/listen', { notifications: { resourceSubscriptions } }, true);

test('addresses that are kept have a longest length; the longest path with every byte escaped fits', () => {
  expect(outcome('resources/subscribe', { uri: `file:///${'%c3%a4'.repeat(2048)}` })).toBe('taken');
  expect(outcome('resources/subscribe', { uri: uriOf(16_384) })).toMatch(/"uri" must have at most 16384/);
  expect(listen(uriOf(12_288))).toBe('taken');
  expect(listen('file:///a', uriOf(16_384))).toMatch(/must have at most 16384/);
});

test('what a connection or a stream keeps is short; a thousand addresses of deep files fit', () => {
  expect(listen(...Array<string>(1000).fill(uriOf(450)))).toBe('taken');
  expect(listen(...Array<string>(1000).fill(uriOf(600)))).toMatch(/too long/);
  const handshake = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  expect(outcome('initialize', handshake)).toBe('taken');
  expect(outcome('initialize', { ...handshake, more: uriOf(600_000) })).toMatch(/too long/);
});

test('what is only asked for once may be long', () => {
  expect(outcome('tools/call', { name: 'write_file', arguments: { content: uriOf(5_000_000) } })).toBe(
    'taken',
  );
});

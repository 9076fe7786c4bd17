import { expect, test } from 'vitest';
import { MOST_PENDING } from '../../core/address/hello.ts';
import { createPending } from './pending.ts';

const line = (message: object): Buffer => Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
const about = (id: number, method: string, uri: string): Buffer => line({ id, method, params: { uri } });

test('only subscriptions that the host took, and that were not given up, are remembered', () => {
  const pending = createPending();
  pending.sent(line({ id: 0, method: 'initialize', params: {} }));
  for (const [id, uri] of ['file:///taken', 'file:///refused', 'file:///over'].entries())
    pending.sent(about(id + 1, 'resources/subscribe', uri));
  for (const id of [0, 1, 3]) pending.received(line({ id, result: {} }));
  pending.received(line({ id: 2, error: { code: -32602, message: 'no' } }));
  pending.sent(about(4, 'resources/unsubscribe', 'file:///over'));
  pending.received(line({ id: 4, result: {} }));
  expect(pending.unanswered).toEqual([]);
  expect(pending.handshake.map((text) => JSON.parse(text).params.uri)).toEqual([undefined, 'file:///taken']);
});

test('a request beyond the limit is not taken, until others are answered', () => {
  const pending = createPending();
  const send = (id: number): boolean => pending.sent(line({ id, method: 'ping' }));
  for (let id = 0; id < MOST_PENDING; id++) expect(send(id)).toBe(true);
  expect(send(MOST_PENDING)).toBe(false);
  expect(pending.sent(line({ method: 'notifications/initialized' }))).toBe(true);
  expect([pending.unanswered.length, pending.hasRoomFor(100)]).toEqual([MOST_PENDING, false]);
  pending.received(line({ id: 7, result: {} }));
  expect(send(MOST_PENDING)).toBe(true);
});

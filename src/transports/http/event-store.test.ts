import { expect, test } from 'vitest';
import { createEventStores, type SessionEvents } from './event-store.ts';

const message = (size: number) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/message',
  params: { data: 'x'.repeat(size) },
});

const opened = (stores: ReturnType<typeof createEventStores>): SessionEvents => {
  const session = stores.open();
  session.begin();
  return session;
};

const isKept = async ({ store }: SessionEvents, id: string): Promise<boolean> =>
  (await store.getStreamIdForEventId?.(id)) !== undefined;

test('a client goes on after the last event that it saw, on its own stream', async () => {
  const { store } = opened(createEventStores());
  const first = await store.storeEvent('a', message(1));
  await store.storeEvent('b', message(2));
  const last = await store.storeEvent('a', message(3));
  const sent: string[] = [];
  await store.replayEventsAfter(first, { send: async (id) => void sent.push(id) });
  expect(sent).toEqual([last]);
});

test('a session keeps its last events as far as they fit', async () => {
  const session = opened(createEventStores());
  const large = await session.store.storeEvent('a', message(10_000_000));
  const next = await session.store.storeEvent('a', message(10_000_000));
  expect([await isKept(session, large), await isKept(session, next)]).toEqual([false, true]);
  const first = await session.store.storeEvent('a', message(1));
  for (let i = 0; i < 1000; i++) await session.store.storeEvent('a', message(1));
  expect(await isKept(session, first)).toBe(false);
});

test('all sessions together keep so much, and the one that keeps most gives first', async () => {
  const stores = createEventStores();
  const small = opened(stores);
  const id = await small.store.storeEvent('a', message(10));
  const others = Array.from({ length: 12 }, () => opened(stores));
  const ids: string[] = [];
  for (const { store } of others) ids.push(await store.storeEvent('a', message(15_000_000)));
  const kept = await Promise.all(others.map((other, i) => isKept(other, ids[i] ?? '')));
  expect(kept.filter(Boolean)).toHaveLength(8);
  expect(await isKept(small, id)).toBe(true);
});

test('a session that is over keeps nothing, and makes room for others once', async () => {
  const stores = createEventStores();
  const over = opened(stores);
  const gone = await over.store.storeEvent('a', message(15_000_000));
  over.drop();
  over.drop();
  expect(await isKept(over, gone)).toBe(false);
  expect(await isKept(over, await over.store.storeEvent('a', message(1)))).toBe(false);
  const others = Array.from({ length: 9 }, () => opened(stores));
  const ids: string[] = [];
  for (const { store } of others) ids.push(await store.storeEvent('a', message(15_000_000)));
  const kept = await Promise.all(others.map((other, i) => isKept(other, ids[i] ?? '')));
  expect(kept.filter(Boolean)).toHaveLength(8);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { createOutbox } from './outbox.ts';
import { openState } from './state.ts';

const paused = (name: string) => ({ name, state: 'paused' as const, by: 'me' });

test('a change that fails leaves no event and tells nobody', () => {
  const db = openState(join(temporaryDirectory(), 'toolgate.db'));
  const outbox = createOutbox(db);
  const heard: unknown[] = [];
  outbox.subscribe(['agent.state'], ({ seq, data }) => heard.push([seq, data]));
  expect(() =>
    outbox.write((emit) => {
      emit('agent.state', paused('a'));
      db.exec('INSERT INTO no_such_table VALUES (1)');
    }),
  ).toThrow();
  outbox.write((emit) => {
    outbox.write((inner) => inner('agent.state', paused('b')));
    emit('agent.state', paused('c'));
  });
  expect(heard).toEqual([
    [1, paused('b')],
    [2, paused('c')],
  ]);
  expect(outbox.read(1, 10)).toMatchObject([{ seq: 2, name: 'agent.state', data: paused('c') }]);
  db.close();
});

test('events beyond the most that are kept go, the oldest first', () => {
  const db = openState(join(temporaryDirectory(), 'toolgate.db'));
  const outbox = createOutbox(db);
  outbox.write((emit) => {
    for (let i = 0; i < 10_400; i++) emit('agent.state', paused(`${i}`));
  });
  expect(outbox.range()).toEqual({ first: 401, last: 10_400 });
  db.prepare(`UPDATE event SET at = '2020-01-01T00:00:00.000Z' WHERE seq <= 5000`).run();
  outbox.write((emit) => {
    for (let i = 0; i < 200; i++) emit('agent.state', paused(`${i}`));
  });
  expect(outbox.range().first).toBe(5001);
  db.close();
});

test('what no table holds is told and not kept', () => {
  const db = openState(join(temporaryDirectory(), 'toolgate.db'));
  const outbox = createOutbox(db);
  expect(outbox.hears('audit.appended')).toBe(false);
  const heard: unknown[] = [];
  const stop = outbox.subscribe(['audit.appended'], ({ seq, data }) => heard.push([seq, data]));
  outbox.emit('audit.appended', { seq: 7 });
  stop();
  outbox.emit('audit.appended', { seq: 8 });
  expect(heard).toEqual([[null, { seq: 7 }]]);
  expect(outbox.range()).toEqual({ first: 0, last: 0 });
  db.close();
});

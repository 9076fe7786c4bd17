import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { describeRunPort } from '../../../test/support/run-port-contract.ts';
import { createLog } from '../../core/log.ts';
import { openRunStore } from '../../store/runs.ts';
import { openWorkflowTables } from '../../store/workflow-tables.ts';
import { EmbeddedRuns } from './embedded.ts';
import type { Interpret } from './run-port.ts';
import { createStepPool } from './step-pool.ts';

const log = createLog({ level: 'silent', format: 'json', write: () => {} });

const openAt = (path: string, interpret: Interpret): EmbeddedRuns => {
  openWorkflowTables(path).close();
  const engine = new EmbeddedRuns({
    store: openRunStore(path),
    interpret,
    log,
    limits: { runs: 4, steps: 2 },
  });
  // Interpreters that never end belong to a host that is dead; nobody waits for them.
  onTestFinished(() => void engine.close());
  return engine;
};

describeRunPort('runs in SQLite', (interpret) => {
  const path = join(temporaryDirectory(), 'workflows.db');
  return { engine: openAt(path, interpret), again: (next) => openAt(path, next) };
});

test('steps of the oldest run come first, and no more than there is room for', async () => {
  const pool = createStepPool({ perAgent: 1, inAll: 4 });
  const order: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const never = new AbortController().signal;
  const at = (n: number) => ({ agent: 'a', order: n });
  const first = pool.run(at(9), () => promise, never);
  const rest = [3, 1, 2].map((n) => pool.run(at(n), async () => void order.push(n), never));
  resolve();
  await Promise.all([first, ...rest]);
  expect(order).toEqual([1, 2, 3]);
});

test('a place that becomes free goes to the agent that holds fewest, and one that left gets none', async () => {
  const pool = createStepPool({ perAgent: 2, inAll: 3 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, signal = new AbortController().signal) =>
    pool.run(
      { agent: name.slice(0, 1), order: Number(name.slice(1)) },
      () =>
        new Promise<void>((end) => {
          started.push(name);
          ends.set(name, end);
        }),
      signal,
    );
  const tired = new AbortController();
  const works = ['a1', 'a2', 'a3', 'b5'].map((name) => run(name));
  const left = run('c7', tired.signal);
  works.push(...['c8', 'b6'].map((name) => run(name)));
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b5']);
  tired.abort();
  await expect(left).rejects.toBe(tired.signal.reason);
  for (const [end, next] of [
    ['a1', 'c8'],
    ['b5', 'b6'],
    ['c8', 'a3'],
  ] as const) {
    ends.get(end)?.();
    await expect.poll(() => started.at(-1)).toBe(next);
  }
  for (const end of ends.values()) end();
  await Promise.all(works);
});

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
  const pool = createStepPool(1);
  const order: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const never = new AbortController().signal;
  const work = (n: number) => async () => void order.push(n);
  const first = pool.run(9, () => promise, never);
  const rest = [3, 1, 2].map((n) => pool.run(n, work(n), never));
  resolve();
  await Promise.all([first, ...rest]);
  expect(order).toEqual([1, 2, 3]);
});

import { describe, expect, test } from 'vitest';
import {
  type Interpret,
  RunCancelled,
  type RunEngine,
  type RunStart,
  Superseded,
} from '../../src/workflows/runs/run-port.ts';

/** Opens an adapter on storage of its own; opened again on the same storage, the first host counts as dead. */
export type OpenAdapter = (interpret: Interpret) => {
  engine: RunEngine;
  again(interpret: Interpret): RunEngine;
};

const START: RunStart = {
  kind: 'workflow',
  name: 'test',
  trigger: 'manual',
  startedBy: 'me',
  client: 'test',
  inputs: {},
  work: null,
};
const LONG_MS = 10_000;
const done = async () => ({ status: 'completed' as const });

const run = async (engine: RunEngine, start: Partial<RunStart> = {}) => {
  const { runId } = await engine.start({ ...START, ...start });
  return { runId, end: await engine.ended(runId, LONG_MS) };
};

/** What every adapter of the port promises, whatever it keeps its rows in. */
const PROMISES: Readonly<Record<string, (open: OpenAdapter) => Promise<void>>> = {
  'a step runs once for its name, and what it answered is there after a crash': async (open) => {
    const calls: string[] = [];
    let isKept = false;
    const interpret =
      (isFirst: boolean): Interpret =>
      async (port) => {
        const first = await port.step('a', async () => {
          calls.push('a');
          return { n: 1 };
        });
        isKept = true;
        if (isFirst) await new Promise(() => {});
        const second = await port.step('b', async () => {
          calls.push('b');
          return 'text';
        });
        return { status: 'completed', outputs: { first, second } };
      };
    const { engine, again } = open(interpret(true));
    const { runId } = await engine.start(START);
    await expect.poll(() => isKept).toBe(true);
    const next = again(interpret(false));
    next.resume();
    expect(await next.ended(runId, LONG_MS)).toMatchObject({
      status: 'completed',
      outputs: { first: { kind: 'done', value: { n: 1 } }, second: { kind: 'done', value: 'text' } },
    });
    expect(calls).toEqual(['a', 'b']);
  },
  'a step that was begun and not ended is said to be cut off, and is not run': async (open) => {
    let calls = 0;
    const interpret: Interpret = async (port) => {
      const { kind } = await port.step('a', () => {
        calls++;
        return new Promise(() => {});
      });
      return { status: 'completed', outputs: { kind } };
    };
    const { engine, again } = open(interpret);
    const { runId } = await engine.start(START);
    await expect.poll(() => calls).toBe(1);
    const next = again(interpret);
    next.resume();
    expect(await next.ended(runId, LONG_MS)).toMatchObject({ outputs: { kind: 'cut-off' } });
    expect(calls).toBe(1);
  },
  'what a host writes after another has taken over counts for nothing': async (open) => {
    const { promise: held, resolve } = Promise.withResolvers<string>();
    const failures: unknown[] = [];
    let hasBegun = false;
    const { engine, again } = open(async (port) => {
      const work = () => {
        hasBegun = true;
        return held;
      };
      await port.step('a', work).catch((error: unknown) => failures.push(error));
      return { status: 'completed' };
    });
    const { runId } = await engine.start(START);
    await expect.poll(() => hasBegun).toBe(true);
    const next = again(async (port) => ({
      status: 'completed',
      outputs: { kind: (await port.step('a', async () => 'new')).kind },
    }));
    next.resume();
    expect(await next.ended(runId, LONG_MS)).toMatchObject({ outputs: { kind: 'cut-off' } });
    resolve('old');
    await expect.poll(() => failures[0]).toBeInstanceOf(Superseded);
  },
  'a message is kept until somebody waits for it, and the first one counts': async (open) => {
    const { engine } = open(async (port) => ({
      status: 'completed',
      outputs: { got: await port.waitFor('news') },
    }));
    const { runId } = await engine.start({
      ...START,
      concurrency: { key: 'k', limit: 1, onConflict: 'queue' },
    });
    await engine.send(runId, 'news', { n: 1 });
    await engine.send(runId, 'news', { n: 2 });
    expect(await engine.ended(runId, LONG_MS)).toMatchObject({ outputs: { got: { n: 1 } } });
  },
  'a wait ends when its time is over, counted from its first beginning also across a crash': async (open) => {
    const interpret: Interpret = async (port) => ({
      status: 'completed',
      outputs: { got: (await port.waitFor('never', 300)) ?? 'nothing' },
    });
    const startedAt = Date.now();
    const { engine, again } = open(interpret);
    const { runId } = await engine.start(START);
    const next = again(interpret);
    next.resume();
    expect(await next.ended(runId, LONG_MS)).toMatchObject({ outputs: { got: 'nothing' } });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(300);
  },
  'a timer fires once at the time its first call said': async (open) => {
    let fired = 0;
    const at = Date.now() + 200;
    const interpret =
      (later: number): Interpret =>
      async (port) => {
        await port.sleepUntil('nap', at + later);
        fired++;
        return { status: 'completed' };
      };
    const { engine, again } = open(interpret(0));
    const { runId } = await engine.start(START);
    const next = again(interpret(60_000));
    next.resume();
    await next.ended(runId, LONG_MS);
    expect([fired, Date.now() >= at]).toEqual([1, true]);
  },
  'a child runs once, and its parent takes up how it ended': async (open) => {
    const began: string[] = [];
    const interpret: Interpret = async (port, { work, runId }) => {
      began.push(String(work));
      if (work === 'child') return { status: 'completed', outputs: { from: runId } };
      const end = await port.child('x', { ...START, work: 'child' }, port.cancelled);
      return { status: 'completed', outputs: { child: end.outputs } };
    };
    const { engine } = open(interpret);
    const { runId, end } = await run(engine, { work: 'parent' });
    expect(end).toMatchObject({ outputs: { child: { from: `${runId}.x` } } });
    expect(began).toEqual(['parent', 'child']);
  },
  'cancelling rejects what waits, and children with it': async (open) => {
    const { engine } = open(async (port, { work }) => {
      if (work === 'parent') await port.child('x', { ...START, work: 'child' }, port.cancelled);
      else await port.waitFor('never').catch((error: unknown) => expect(error).toBeInstanceOf(RunCancelled));
      return { status: port.cancelled.aborted ? 'cancelled' : 'completed' };
    });
    const { runId } = await engine.start({ ...START, work: 'parent' });
    expect(await engine.cancel(runId)).toBe(true);
    expect(await engine.ended(runId, LONG_MS)).toMatchObject({ status: 'cancelled' });
    expect(await engine.cancel(runId)).toBe(false);
  },
  'a second start with the same key is the first one': async (open) => {
    const { engine } = open(done);
    const first = await engine.start({ ...START, idempotencyKey: 'tick' });
    const second = await engine.start({ ...START, idempotencyKey: 'tick' });
    expect(second).toEqual({ runId: first.runId, isNew: false });
  },
  'an interpreter that throws fails its run and no other': async (open) => {
    const { engine } = open(async (_, { work }) => {
      if (work === 'bad') throw new Error('a bug');
      return { status: 'completed' };
    });
    const [bad, good] = await Promise.all([run(engine, { work: 'bad' }), run(engine, { work: 'good' })]);
    expect(bad.end).toMatchObject({ status: 'failed', error: expect.stringContaining('a bug') });
    expect(good.end).toMatchObject({ status: 'completed' });
  },
};

export function describeRunPort(name: string, open: OpenAdapter): void {
  describe(name, () => {
    for (const [title, check] of Object.entries(PROMISES)) test(title, () => check(open));
  });
}

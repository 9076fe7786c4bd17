import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createTestGate } from '../../../../test/support/gate.ts';
import { processesOf } from '../../../../test/support/processes-of.ts';
import type { Answer } from '../../../core/call/call.ts';
import { defineTool, type ToolContext } from '../../../core/tool/tool.ts';
import type { Executed, ProcessOutput } from '../processes.ts';

type Data = Record<string, unknown>;

/** A tool that does with the processes of its call what a test wants. */
function createProcessesGate(config: Data = {}) {
  let work: (processes: ToolContext['processes']) => Promise<unknown> = async () => ({});
  const tool = defineTool({
    name: 'use_processes',
    pack: 'shell',
    title: 'Use processes',
    description: 'Does what the test says.',
    input: z.strictObject({}),
    output: z.looseObject({}),
    effects: ['exec'],
    risk: 'SAFE',
    timeoutMs: 20_000,
    run: async (ctx) => ({ result: await work(ctx.processes) }),
  });
  const gate = createTestGate([tool], { config });
  return {
    directory: gate.directory,
    use: async <T>(
      wanted: (processes: ToolContext['processes']) => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> => {
      work = wanted;
      return resultOf<T>(await gate.call('use_processes', {}, signal && { signal }));
    },
  };
}

function resultOf<T>(answer: Answer): T {
  if (answer.kind !== 'result' || !answer.ok) throw new Error(JSON.stringify(answer));
  return (answer.data as Data).result as T; // Sound: the tool puts it there.
}

const COUNT = 'for i in $(seq 1 12); do echo "line $i"; sleep 0.1; done; echo last >&2; exit 3';

test('what takes longer than somebody waits goes on in the table, and not a line is lost', async () => {
  const { directory, use } = createProcessesGate();
  const executed = await use<Executed>((processes) =>
    processes.execute({ argv: ['bash', '-c', COUNT], command: COUNT, cwd: directory, patienceMs: 400 }),
  );
  expect(executed).toMatchObject({
    status: 'running',
    exitCode: null,
    timedOut: false,
    stdout: { truncated: false },
  });
  const { processId = '' } = executed;
  const printed: string[] = [];
  let output: ProcessOutput | undefined;
  for (let sinceSeq = 0; printed.at(-1) !== 'last'; sinceSeq = output.nextSeq) {
    const from = sinceSeq;
    output = await use((processes) => processes.output(processId, { sinceSeq: from, waitMs: 3000 }));
    printed.push(...output.lines.map(({ text }) => text));
  }
  expect(printed).toEqual([...Array.from({ length: 12 }, (_, i) => `line ${i + 1}`), 'last']);
  const ended = await use((processes) => processes.output(processId, { sinceSeq: 13, waitMs: 2000 }));
  expect(ended).toMatchObject({ status: 'failed', exitCode: 3 });
});

test('long output that goes on after the answer is followed to its end', async () => {
  const { directory, use } = createProcessesGate({ outputBudgetBytes: 1000 });
  const command = 'seq 1 3000; sleep 0.5; seq 3001 6000';
  const { processId = '', stdout } = await use<Executed>((processes) =>
    processes.execute({
      argv: ['bash', '-c', command],
      command,
      cwd: directory,
      patienceMs: 250,
    }),
  );
  expect(stdout.truncated).toBe(true);
  await expect
    .poll(() => use(async (processes) => (await processes.get(processId)).status))
    .toBe('completed');
  const { lines } = await use((processes) => processes.output(processId, { tailLines: 3000 }));
  expect(lines.at(-1)?.text).toBe('6000');
  const before = await use((processes) => processes.output(processId, { sinceSeq: 2000, tailLines: 3 }));
  expect(before.lines.map(({ text }) => text)).toEqual(['2001', '2002', '2003']);
  expect(await use((processes) => processes.list())).toHaveLength(1);
});

test('programs that print fast do not hold the others up when they go to the background', async () => {
  const { directory, use } = createProcessesGate();
  let worst = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - last);
    last = performance.now();
  }, 5);
  const start = () =>
    use<Executed>((processes) =>
      processes.execute({ argv: ['yes'], command: 'yes', cwd: directory, patienceMs: 2000 }),
    );
  const executed = await Promise.all([start(), start(), start()]);
  clearInterval(timer);
  for (const { processId = '' } of executed) await use((processes) => processes.stop(processId));
  expect(worst).toBeLessThan(500);
});

test('what it takes to start counts as waiting', async () => {
  const { directory, use } = createProcessesGate();
  const startedAt = performance.now();
  const { processId = '' } = await use<Executed>((processes) => {
    const answer = processes.execute({
      argv: ['sleep', `83.${process.pid}`],
      command: 'sleep',
      cwd: directory,
      patienceMs: 1500,
    });
    // Others that start, too, keep this one from it.
    for (const until = performance.now() + 1200; performance.now() < until; );
    return answer;
  });
  expect(performance.now() - startedAt).toBeLessThan(2400);
  await use((processes) => processes.stop(processId));
});

test('the end of its call ends what was not let go, and nothing else', async () => {
  const { directory, use } = createProcessesGate();
  const [mark, other] = [`81.${process.pid}`, `82.${process.pid}`];
  const letGo = await use<Executed>((processes) =>
    processes.execute({ argv: ['sleep', mark], command: 'sleep', cwd: directory, patienceMs: 100 }),
  );
  const stop = new AbortController();
  const waiting = use(
    (processes) =>
      processes.execute({ argv: ['sleep', other], command: 'sleep', cwd: directory, patienceMs: 9000 }),
    stop.signal,
  );
  await expect.poll(() => processesOf(other).length).toBe(1);
  stop.abort();
  await expect(waiting).resolves.toMatchObject({ cancelled: true, exitCode: null });
  expect([processesOf(mark).length, processesOf(other).length]).toEqual([1, 0]);
  await use((processes) => processes.stop(letGo.processId ?? ''));
  expect(processesOf(mark)).toEqual([]);
});

test('output that is too long for an answer is all there afterwards', async () => {
  const { directory, use } = createProcessesGate({ outputBudgetBytes: 1000 });
  const executed = await use<Executed>((processes) =>
    processes.execute({ argv: ['seq', '1', '3000'], command: 'seq', cwd: directory }),
  );
  expect(executed).toMatchObject({
    status: 'completed',
    exitCode: 0,
    stdout: { truncated: true, bytes: 13_893 },
  });
  const { processId = '' } = executed;
  const { lines } = await use((processes) => processes.output(processId, { sinceSeq: 2990, tailLines: 100 }));
  expect(lines.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, i) => String(2991 + i)));
  expect(await use((processes) => processes.list())).toMatchObject([{ processId, status: 'completed' }]);
});

test('a program that is missing and one that cannot start are told before anything is written down', async () => {
  const { directory, use } = createProcessesGate();
  const missing = (processes: ToolContext['processes']) =>
    processes.start({ argv: ['no-such-program'], command: 'x', cwd: join(directory, 'nowhere') });
  await expect(use(missing)).rejects.toThrow('NOT_FOUND');
  expect(await use((processes) => processes.list())).toEqual([]);
});

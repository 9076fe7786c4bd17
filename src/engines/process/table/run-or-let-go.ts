import { wordsOf, wordsOfFailure } from '../../sandbox/guard/guard-words.ts';
import type { HeldOutput } from '../../sandbox/guard/held-output.ts';
import { first } from '../child/first.ts';
import { readBootId } from '../child/proc-files.ts';
import { createSpill } from '../child/spill-files.ts';
import { KEEP_BYTES, type Run, startRun } from '../child/start-run.ts';
import { accessIn, type Finished, type Kept, type ProcessSpec, type Stream } from '../process.ts';
import type { Executed, ExecuteSpec } from '../processes.ts';
import { Background, type BackgroundFacts } from './background.ts';
import type { ProcessTable } from './process-table.ts';
import { lastHeard } from './start-kept.ts';

interface Wanted {
  readonly spec: ExecuteSpec & ProcessSpec;
  /** Called for the few programs that end up in the table. */
  readonly facts: () => BackgroundFacts;
  readonly table: ProcessTable;
}

const STREAMS = ['stdout', 'stderr'] as const;

/** Runs a program while somebody waits; after that it goes on in the table. Output that is too long goes to files. */
export async function runOrLetGo({ spec, facts: makeFacts, table }: Wanted): Promise<Executed> {
  let facts: BackgroundFacts | undefined;
  let isWaitedFor = true;
  const { keepBytes = KEEP_BYTES, patienceMs } = spec;
  const startedAt = performance.now();
  let spill: ReturnType<typeof createSpill> | undefined;
  let held: HeldOutput | undefined;
  // What bubblewrap says before the program begins is in the output, and comes before there is a run.
  let current: Run | undefined;
  const run = await startRun({
    ...spec,
    onData: (stream, chunk) => {
      if (current && isWaitedFor && !spill && current.output[stream].bytes + chunk.length > keepBytes) {
        facts = makeFacts();
        spill = createSpill(table.outputs(facts.id));
        for (const each of STREAMS) spill.add(each, current.output[each].whole());
      }
      if (isWaitedFor) spill?.add(stream, chunk);
      held?.add(stream, chunk);
    },
  });
  current = run;
  const finished = patienceMs === undefined ? await run.finished : await first([run.finished], patienceMs);
  isWaitedFor = false;
  await spill?.end();
  if (finished) {
    if (facts) table.addEnded(recordOf(facts, run, finished));
    return { ...finished, status: 'completed', ...(facts && { processId: facts.id }) };
  }
  facts ??= makeFacts();
  run.letGo();
  const { stdout, stderr } = { stdout: run.output.stdout.read(), stderr: run.output.stderr.read() };
  const background = goOn(facts, run, { table, readReport: spec.readReport, seen: spec.reach });
  // What comes from now on goes there; what came before is told if nothing was to be seen that must not be.
  held = run.hold(background.add);
  await run.look().catch(async (error: unknown) => {
    await run.child.end(0);
    throw error;
  });
  table.add(await background.start({ stdout, stderr }, held));
  return {
    status: 'running',
    processId: facts.id,
    exitCode: null,
    signal: null,
    stdout,
    stderr,
    durationMs: Math.round(performance.now() - startedAt),
    timedOut: false,
    cancelled: false,
    leftovers: 0,
    setAside: [],
    sandbox: facts.sandbox,
    access: accessIn(spec),
  };
}

interface GoOnParts extends Pick<ExecuteSpec, 'readReport'> {
  readonly table: ProcessTable;
  readonly seen: ProcessSpec['reach'];
}

/** What was printed until now is there as far as it was kept; from now on every line is. */
function goOn(facts: BackgroundFacts, { child, finished }: Run, { table, readReport, seen }: GoOnParts) {
  const early: (readonly [Stream, Buffer])[] = [];
  let follow: ((stream: Stream, chunk: Buffer) => void) | undefined;
  return {
    add: (stream: Stream, chunk: Buffer): void => {
      if (follow) follow(stream, chunk);
      else early.push([stream, Buffer.from(chunk)]);
    },
    start: async (printed: Readonly<Record<Stream, Kept>>, { settle }: HeldOutput): Promise<Background> => {
      const background = new Background({
        facts,
        seen,
        logPath: table.path(facts.id, 'log'),
        start: async (onData) => {
          for (const stream of STREAMS) onData(stream, Buffer.from(printed[stream].text));
          for (const [stream, chunk] of early) onData(stream, chunk);
          follow = onData;
          return lastHeard(child, async () => {
            const words = await finished.then(({ setAside }) => wordsOf(setAside), wordsOfFailure);
            if (words !== '') onData('stderr', Buffer.from(`\n${words}\n`));
            await settle();
          });
        },
        onChange: table.onChange,
        readReport,
      });
      await background.start();
      return background;
    },
  };
}

const recordOf = (facts: BackgroundFacts, { child }: Run, finished: Finished) => {
  const { exitCode, signal, timedOut, cancelled } = finished;
  const { pid, startTicks, marker } = child.root;
  const status =
    timedOut || cancelled
      ? ('stopped' as const)
      : exitCode === 0
        ? ('completed' as const)
        : ('failed' as const);
  const endedAt = new Date().toISOString();
  return {
    ...facts,
    pid,
    startTicks,
    marker,
    bootId: readBootId(),
    status,
    endedAt,
    exitCode,
    signal,
    restarts: 0,
  };
};

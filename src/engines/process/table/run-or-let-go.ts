import { inSharedTurns } from '../../../core/timing/shared-turns.ts';
import { wordsOf, wordsOfFailure } from '../../sandbox/guard/guard-words.ts';
import { handingOn, type Piece } from '../../sandbox/guard/held-output.ts';
import { first } from '../child/first.ts';
import { type Run, startRun } from '../child/start-run.ts';
import { accessIn, type Finished, type ProcessSpec, type Stream } from '../process.ts';
import type { Executed, ExecuteSpec } from '../processes.ts';
import { Background } from './background.ts';
import type { BackgroundFacts } from './background-parts.ts';
import { STREAMS } from './kept-streams.ts';
import { createOverflow, statusOf } from './overflow.ts';
import type { ProcessTable } from './process-table.ts';
import { lastHeard } from './start-kept.ts';

interface Wanted {
  /** Its reach may take a while to find out. */
  readonly starting: Promise<ExecuteSpec & ProcessSpec>;
  /** Called for the few programs that end up in the table. */
  readonly facts: () => BackgroundFacts;
  readonly table: ProcessTable;
}

/** Runs a program while somebody waits; after that it goes on in the table. Output that is too long goes to files. */
export async function runOrLetGo({ starting, facts: makeFacts, table }: Wanted): Promise<Executed> {
  // Where many start at once, that takes a part of their patience.
  const startedAt = performance.now();
  const spec = await starting;
  const { patienceMs } = spec;
  const overflow = createOverflow(table, makeFacts);
  let background: ReturnType<typeof goOn> | undefined;
  // What bubblewrap says before the program begins is in the output, and comes before there is a run.
  let current: Run | undefined;
  const run = await startRun({
    ...spec,
    onData: (stream, chunk) => {
      if (background) background.add(stream, chunk);
      else if (current) overflow.add(stream, chunk, current.output);
    },
  });
  current = run;
  const leftMs = patienceMs === undefined ? undefined : startedAt + patienceMs - performance.now();
  const finished = leftMs === undefined ? await run.finished : await first([run.finished], leftMs);
  if (finished) {
    await overflow.close();
    const processId = overflow.keep(endOf(run, finished));
    return { ...finished, status: 'completed', ...(processId !== undefined && { processId }) };
  }
  // What comes from now on waits there until what came before is told, which it is if nothing was seen that must not be.
  const facts = overflow.facts ?? makeFacts();
  background = goOn(facts, run, { table, readReport: spec.readReport, seen: spec.reach });
  run.letGo();
  const { stdout, stderr } = run.output.read();
  await overflow.close();
  await run.look().catch(async (error: unknown) => {
    await run.child.end(0);
    throw error;
  });
  const long = await overflow.take().catch(() => undefined);
  const shown = [stdout, stderr].map(({ text }, at) => [STREAMS[at] ?? 'stdout', Buffer.from(text)] as const);
  table.add(await background.start(long ?? shown));
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

/** What was printed until now comes first. */
function goOn(facts: BackgroundFacts, run: Run, { table, readReport, seen }: GoOnParts) {
  const isTold = Promise.withResolvers<void>();
  let follow = (_stream: Stream, _chunk: Buffer): void => {};
  const held = run.hold((stream, chunk) => follow(stream, chunk), isTold.promise);
  return {
    add: held.add,
    start: async (printed: readonly Piece[]): Promise<Background> => {
      const background = new Background({
        facts,
        seen,
        logPath: table.path(facts.id, 'log'),
        start: async (onData) => {
          await inSharedTurns(handingOn(printed, onData));
          follow = onData;
          isTold.resolve();
          return lastHeard(run.child, async () => {
            const words = await run.finished.then(({ setAside }) => wordsOf(setAside), wordsOfFailure);
            if (words !== '') onData('stderr', Buffer.from(`\n${words}\n`));
            await held.settle();
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

const endOf = ({ child }: Run, { exitCode, signal, timedOut, cancelled }: Finished) => {
  const { pid, startTicks, marker } = child.root;
  return { pid, startTicks, marker, exitCode, signal, status: statusOf({ exitCode, timedOut, cancelled }) };
};

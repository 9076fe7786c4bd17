import { Background, type BackgroundFacts } from './background.ts';
import { first } from './first.ts';
import type { ProcessSpec, Stream } from './process.ts';
import type { ProcessTable } from './process-table.ts';
import type { Executed, ExecuteSpec } from './processes.ts';
import { KEEP_BYTES, type Run, startRun } from './start-run.ts';

interface Wanted {
  readonly spec: ExecuteSpec & ProcessSpec;
  readonly facts: () => BackgroundFacts;
  readonly table: ProcessTable;
}

/** Runs a program while somebody waits; after that it goes on in the table, and so does output that is too long. */
export async function runOrLetGo({ spec, facts, table }: Wanted): Promise<Executed> {
  const { keepBytes = KEEP_BYTES, patienceMs } = spec;
  let background: Background | undefined;
  let record: ((stream: Stream, chunk: Buffer) => void) | undefined;
  const intoTable = (): Background => {
    const { id, ...rest } = facts();
    const added = new Background({
      facts: { id, ...rest },
      logPath: table.path(id, 'log'),
      start: async (onData) => {
        record = onData;
        return run.child;
      },
      onChange: table.onChange,
    });
    void added.start();
    for (const stream of ['stdout', 'stderr'] as const) added.log.add(stream, run.output[stream].whole());
    table.add(added);
    return added;
  };
  const startedAt = performance.now();
  const run: Run = await startRun({
    ...spec,
    onData: (stream, chunk) => {
      if (run.output[stream].bytes + chunk.length > keepBytes) background ??= intoTable();
      record?.(stream, chunk);
    },
  });
  const finished = patienceMs === undefined ? await run.finished : await first([run.finished], patienceMs);
  if (finished) {
    await background?.ended;
    return { ...finished, status: 'completed', ...(background && { processId: background.facts.id }) };
  }
  run.letGo();
  background ??= intoTable();
  return {
    status: 'running',
    processId: background.facts.id,
    exitCode: null,
    signal: null,
    stdout: run.output.stdout.read(),
    stderr: run.output.stderr.read(),
    durationMs: Math.round(performance.now() - startedAt),
    timedOut: false,
    cancelled: false,
    leftovers: 0,
    sandbox: spec.sandbox ?? 'none',
  };
}

import { closeSync, openSync } from 'node:fs';
import { sandboxed } from '../sandbox/sandboxed.ts';
import { Background, type BackgroundFacts } from './background.ts';
import { childEnvironment } from './environment.ts';
import { first } from './first.ts';
import { followFiles } from './follow-files.ts';
import type { Reach, Stream } from './process.ts';
import type { ProcessTable } from './process-table.ts';
import type { Started, StartSpec } from './processes.ts';
import { initialOutput } from './read-output.ts';
import { createReadyPattern } from './ready-pattern.ts';
import { type Child, type ChildSpec, startChild } from './start-child.ts';
import { startPty } from './start-pty.ts';

interface Launch {
  readonly facts: BackgroundFacts;
  readonly spec: StartSpec;
  readonly reach: Reach;
  readonly table: ProcessTable;
}

const READY_TIMEOUT_MS = 20_000;
/** Without a pattern: long enough to see a program fail at once. */
const FIRST_LOOK_MS = 500;
const INITIAL_LINES = 50;

/** Starts it and answers when it is ready, has ended, or the time to wait for that is over. */
export async function startInBackground(launch: Launch & { readonly signal: AbortSignal }): Promise<Started> {
  const { spec, table, signal } = launch;
  const background = prepare(launch);
  await background.start();
  table.add(background);
  const hasPattern = spec.successPattern !== undefined;
  const limitMs = hasPattern ? (spec.readyTimeoutMs ?? READY_TIMEOUT_MS) : FIRST_LOOK_MS;
  await first([hasPattern ? background.ready : background.ended, over(signal)], limitMs);
  return { ...background.info(), initialOutput: initialOutput(background, INITIAL_LINES) };
}

/** A background process, not yet started: with pipes, with a terminal, or writing into files that outlive the host. */
function prepare({ facts, spec, reach, table }: Launch): Background {
  const isReadyLine = spec.successPattern === undefined ? undefined : createReadyPattern(spec.successPattern);
  let files: ReturnType<typeof followFiles> | undefined;
  let tidy: (() => unknown) | undefined;
  return new Background({
    facts,
    ...(!facts.isKept && { logPath: table.path(facts.id, 'log') }),
    start: async (onData) => {
      const { argv, cwd, pty = false } = spec;
      const { sandbox, isKept } = facts;
      const env = await childEnvironment(spec.env);
      const { tidyUp, ...started } = sandboxed({ argv, cwd, sandbox, reach, isKept, hasTerminal: pty }, env);
      const child = { ...started, installation: table.installation };
      tidy = tidyUp;
      if (pty) return startPty({ ...child, onData });
      if (!isKept) return startChild({ ...child, stdin: 'open', onData });
      const paths = table.outputs(facts.id);
      const kept = await startWithFiles(child, paths);
      files ??= followFiles(paths, onData);
      return kept;
    },
    restart: spec.restart,
    isReadyLine,
    onChange: table.onChange,
    onEnd: () => {
      tidy?.();
      files?.stop();
    },
  });
}

/** It has no input: one that ends with the host would end many a server, too. */
async function startWithFiles(
  child: Omit<ChildSpec, 'outputFds'>,
  { stdout, stderr }: Readonly<Record<Stream, string>>,
): Promise<Child> {
  const outputFds = [openSync(stdout, 'a', 0o600), openSync(stderr, 'a', 0o600)] as const;
  try {
    return await startChild({ ...child, outputFds });
  } finally {
    for (const fd of outputFds) closeSync(fd);
  }
}

const over = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

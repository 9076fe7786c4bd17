import type { BoundFile } from '../../../core/call/call.ts';
import { ToolError } from '../../../core/errors.ts';
import type { DecidedReach } from '../../../core/process/process-record.ts';
import { underGuard } from '../../sandbox/guard/guard-run.ts';
import { type HeldOutput, holdOutput } from '../../sandbox/guard/held-output.ts';
import { first } from '../child/first.ts';
import { createHearing } from '../child/hearing.ts';
import { type Child, startChild } from '../child/start-child.ts';
import { startPty } from '../child/start-pty.ts';
import { createTeller, GRACE_MS } from '../child/start-run.ts';
import { accessIn, type Reach, type Stream } from '../process.ts';
import type { Started, StartSpec } from '../processes.ts';
import { Background, type BackgroundFacts } from './background.ts';
import { followFiles } from './follow-files.ts';
import type { ProcessTable } from './process-table.ts';
import { initialOutput } from './read-output.ts';
import { createEchoTest, createReadyPattern } from './ready-pattern.ts';
import { inSandbox, lastHeard, lastRead, lookedAfter, type Startable, startKept } from './start-kept.ts';

interface Launch {
  readonly facts: BackgroundFacts;
  readonly spec: StartSpec;
  readonly reach: Reach;
  readonly expects?: readonly BoundFile[] | undefined;
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
  // A cancelled call never learns the id to stop it by.
  if (signal.aborted) {
    await background.stop(GRACE_MS);
    throw new ToolError('CANCELLED', 'The start was cancelled, and what was started has been ended');
  }
  const info = await background.info();
  const { tests } = background;
  return {
    ...info,
    initialOutput: initialOutput(background, INITIAL_LINES),
    access: accessIn({ sandbox: info.sandbox, reach: launch.reach }),
    ...(tests && { tests }),
  };
}

/** A background process, not yet started: with pipes, with a terminal, or writing into files that outlive the host. */
function prepare({ facts, spec, reach, expects, table }: Launch): Background {
  const readyPattern =
    spec.successPattern === undefined ? undefined : createReadyPattern(spec.successPattern);
  const { argv, env = {}, restart = 'never', onOutput } = spec;
  const teller = onOutput && createTeller(onOutput);
  const telling = createHearing();
  let files: ReturnType<typeof followFiles> | undefined;
  let held: HeldOutput | undefined;
  return new Background({
    facts,
    seen: reach,
    ...(!facts.isKept && { logPath: table.path(facts.id, 'log') }),
    start: async (onData) => {
      const hear = (stream: Stream, chunk: Buffer): void => {
        onData(stream, chunk);
        telling.hear(() => teller?.add(stream, chunk));
      };
      const startable = { argv, env, reach, expects, facts, table };
      if (!facts.isKept) return startAttached(startable, { hasTerminal: spec.pty ?? false, onData: hear });
      const kept = await startKept(startable, hear);
      held = kept.held;
      files ??= followFiles(table.outputs(facts.id), {
        onData: (stream, chunk) => held?.add(stream, chunk),
        onFailed: (error) => table.noteUnread(facts.id, error),
      });
      return lastHeard(kept.child, () => lastRead(files, kept.held));
    },
    restart,
    ...(facts.isKept &&
      restart !== 'never' && {
        relaunch: { restart, argv, env, reach: decidedOf(reach), expects: expects ?? [] },
      }),
    readyPattern,
    ...(spec.echoed && { isEcho: createEchoTest(spec.echoed) }),
    onChange: table.onChange,
    onEnd: () => {
      files?.stop();
      void (held?.settle() ?? Promise.resolve()).then(() => telling.hear(() => teller?.end()));
    },
    readReport: spec.readReport,
  });
}

/** What the next host has to know of it: its own directories are another matter. */
function decidedOf({
  readOnly,
  home,
  scratch,
  tmp,
  ownPorts,
  cleanObjects,
  ...decided
}: Reach): DecidedReach {
  return decided;
}

interface Attached {
  readonly hasTerminal: boolean;
  readonly onData: (stream: Stream, chunk: Buffer) => void;
}

/** One that ends with the host. */
async function startAttached(spec: Startable, { hasTerminal, onData }: Attached): Promise<Child> {
  const { guard, group, ...child } = await inSandbox(spec, { hasTerminal });
  const held = holdOutput(guard, onData, () => void started.end(0));
  const more = { ...child, onData: held.add };
  const started: Child = await underGuard(guard, async () =>
    hasTerminal ? startPty(more) : startChild({ ...more, stdin: 'open' }),
  );
  const tell = (words: string): void => onData('stderr', Buffer.from(words));
  return lastHeard(lookedAfter(started, { guard, group, tell }, spec.reach), held.settle);
}

/** It may have been aborted while the program was starting. */
const over = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

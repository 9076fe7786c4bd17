import { ToolError } from '../../../core/errors.ts';
import { underGuard } from '../../sandbox/guard/guard-run.ts';
import { type HeldOutput, holdOutput } from '../../sandbox/guard/held-output.ts';
import { first } from '../child/first.ts';
import { createHearing } from '../child/hearing.ts';
import { type Child, startChild } from '../child/start-child.ts';
import { startPty } from '../child/start-pty.ts';
import { createTeller, GRACE_MS } from '../child/start-run.ts';
import type { Stream } from '../process.ts';
import type { ProcessOwner, Started, StartSpec } from '../processes.ts';
import { Background } from './background.ts';
import type { BackgroundFacts } from './background-parts.ts';
import { followFiles } from './follow-files.ts';
import type { OnData, ProcessTable } from './process-table.ts';
import { lastingReach, reachOf } from './reach-of.ts';
import { initialOutput } from './read-output.ts';
import { createEchoTest, createReadyPattern } from './ready-pattern.ts';
import {
  inSandbox,
  lastHeard,
  lastRead,
  lookedAfter,
  type Startable,
  startKept,
  tellKept,
} from './start-kept.ts';

interface Launch {
  readonly facts: BackgroundFacts;
  readonly spec: StartSpec;
  /** Whom it is started for at first. */
  readonly owner: ProcessOwner;
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
    access: info.sandbox === 'none' ? [] : (launch.owner.access ?? []),
    ...(tests && { tests }),
  };
}

/** A background process, not yet started: with pipes, with a terminal, or writing into files that outlive the host. */
function prepare({ facts, spec, owner, table }: Launch): Background {
  const readyPattern =
    spec.successPattern === undefined ? undefined : createReadyPattern(spec.successPattern);
  const { argv, env = {}, restart = 'never', onOutput, shares = [] } = spec;
  const teller = onOutput && createTeller(onOutput);
  const telling = createHearing();
  const outputs = table.outputs(facts.id);
  let files: ReturnType<typeof followFiles> | undefined;
  let held: HeldOutput | undefined;
  const startFor = async (now: ProcessOwner, onData: OnData): Promise<Child> => {
    const hear = (stream: Stream, chunk: Buffer): void => {
      onData(stream, chunk);
      telling.hear(() => teller?.add(stream, chunk));
    };
    const startable = { argv, env, expects: now.bound, facts, table };
    if (!facts.isKept) {
      const reach = await reachOf(table, now, spec);
      return startAttached({ ...startable, reach }, { hasTerminal: spec.pty ?? false, onData: hear });
    }
    const kept = await startKept({ ...startable, reach: lastingReach(table, now, spec) }, hear);
    held = kept.held;
    files ??= followFiles(outputs, {
      onData: (stream, chunk) => held?.add(stream, chunk),
      onFailed: (error) => table.noteUnread(facts.id, error),
    });
    return lastHeard(kept.child, () => lastRead(files, kept.held));
  };
  const call = restart === 'never' ? undefined : owner.started?.();
  return new Background({
    facts,
    seen: lastingReach(table, owner, spec),
    ...(!facts.isKept && { logPath: table.path(facts.id, 'log') }),
    start: (onData, again) =>
      again ? table.startAgain(call, again, (now) => startFor(now, onData)) : startFor(owner, onData),
    tell: facts.isKept ? (words) => tellKept(outputs, words, { files, held }) : undefined,
    restart,
    ...(facts.isKept && call && { relaunch: { restart, argv, env, call, shares } }),
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

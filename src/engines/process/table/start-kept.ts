import { closeSync } from 'node:fs';
import type { BoundFile } from '../../../core/call/call.ts';
import { type Guard, underGuard } from '../../sandbox/guard/guard-run.ts';
import { type HeldOutput, holdOutput } from '../../sandbox/guard/held-output.ts';
import { lookNowAndThen } from '../../sandbox/guard/look-now-and-then.ts';
import { emptyTmp } from '../../sandbox/machine/session-tmp.ts';
import { terminalSignals } from '../../sandbox/machine/terminal-signals.ts';
import { sandboxed } from '../../sandbox/sandboxed.ts';
import type { RunGroup } from '../child/cgroup.ts';
import { childEnvironment, terminalEnvironment } from '../child/environment.ts';
import { fileTooLarge, isFileTooLarge, mostFileBytes } from '../child/file-size.ts';
import { type Child, type ChildSpec, startChild } from '../child/start-child.ts';
import { sizeLimits, watchSize } from '../child/watch-size.ts';
import type { Reach, Stream } from '../process.ts';
import type { StartSpec } from '../processes.ts';
import type { BackgroundFacts } from './background-parts.ts';
import type { followFiles } from './follow-files.ts';
import { openOutput, TO_APPEND, tellInOutput } from './output-files.ts';
import type { ProcessTable } from './process-table.ts';

/** A background process that is to be started, or started again. */
export interface Startable extends Pick<StartSpec, 'argv'> {
  readonly env: Readonly<Record<string, string>>;
  readonly reach: Reach;
  readonly expects?: readonly BoundFile[] | undefined;
  readonly facts: Pick<BackgroundFacts, 'id' | 'cwd' | 'sandbox' | 'isKept'>;
  readonly table: Pick<ProcessTable, 'installation' | 'outputs'>;
}

/** It has ended when the last of what it printed is handed on. */
export const lastHeard = (child: Child, settle: () => Promise<void>): Child => ({
  ...child,
  ended: child.ended.then(async (end) => {
    await settle();
    return end;
  }),
});

/** The same for one that writes into files. */
export async function lastRead(
  files: ReturnType<typeof followFiles> | undefined,
  held: HeldOutput,
): Promise<void> {
  files?.look();
  await held.settle();
}

/** One that writes into files, which outlive the host. It has no input: one that ends with the host would end many a server, too. */
export async function startKept(
  spec: Startable,
  pass: (stream: Stream, chunk: Buffer) => void,
): Promise<{ readonly child: Child; readonly held: HeldOutput }> {
  const { guard, group, ...started } = await inSandbox(spec);
  const outputs = spec.table.outputs(spec.facts.id);
  const child = await underGuard(guard, () => startWithFiles(started, outputs));
  const held = holdOutput(guard, pass, () => void child.end(0));
  // Into the file, where the next host finds it, too.
  const tell = (words: string): void => tellInOutput(outputs.stderr, words);
  const limit = mostFileBytes(spec.reach.access, true);
  const ended = child.ended.then((end) => {
    if (limit !== undefined && isFileTooLarge(end)) tell(fileTooLarge(limit));
    return end;
  });
  return { child: lookedAfter({ ...child, ended }, { guard, group, tell }, spec.reach), held };
}

/** Adds to what such a one printed, in its file and, from there, in what is kept here. */
export async function tellKept(
  { stderr }: Readonly<Record<Stream, string>>,
  words: string,
  {
    files,
    held,
  }: { readonly files: ReturnType<typeof followFiles> | undefined; readonly held: HeldOutput | undefined },
): Promise<void> {
  tellInOutput(stderr, words);
  if (held) await lastRead(files, held);
}

export async function inSandbox(
  { argv, env, reach, expects, facts, table }: Startable,
  { hasTerminal = false } = {},
) {
  const { cwd, sandbox, isKept } = facts;
  const { installation } = table;
  const terminal = hasTerminal ? await terminalSignals() : undefined;
  const started = await sandboxed(
    { argv, cwd, sandbox, reach, expects, isKept, terminal },
    await (hasTerminal ? terminalEnvironment(env) : childEnvironment(env)),
  );
  // What has no sandbox is given its limit as soon as it runs.
  return { ...started, installation, ...(isKept && { fileBytes: mostFileBytes(reach.access, isKept) }) };
}

interface After {
  readonly guard?: Guard | undefined;
  readonly group?: RunGroup | undefined;
  /** Adds to what it prints. */
  readonly tell: (words: string) => void;
}

/**
 * While it runs and afterwards: what it made must not pass for something that was always there. It has ended when the last
 * look is over.
 */
export function lookedAfter(
  child: Child,
  { guard, group, tell }: After,
  { access, tmp }: Pick<Reach, 'access' | 'tmp'>,
): Child {
  // Nobody waits for it to end; its log and its status say that it was ended.
  const watched = { pid: child.root.pid, limits: sizeLimits(access), tmp, group };
  const stopWatching = watchSize(watched, (why) => {
    void child
      .end(0)
      .then(() =>
        why.includes('/tmp') && tmp !== undefined
          ? emptyTmp(tmp, { isAllowed: access.length > 0 })
          : undefined,
      )
      .catch(() => {});
  });
  void child.ended
    .finally(() => {
      stopWatching();
      return group?.remove();
    })
    .catch(() => {});
  if (!guard) return child;
  const looks = lookNowAndThen(guard, child, (words) => tell(`\n${words}\n`)).catch(() => {});
  return lastHeard(child, () => looks);
}

async function startWithFiles(
  child: Omit<ChildSpec, 'outputFds'>,
  { stdout, stderr }: Readonly<Record<Stream, string>>,
): Promise<Child> {
  const outputFds = [openOutput(stdout, TO_APPEND), openOutput(stderr, TO_APPEND)] as const;
  try {
    return await startChild({ ...child, outputFds });
  } finally {
    for (const fd of outputFds) closeSync(fd);
  }
}

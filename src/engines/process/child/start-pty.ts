import { randomUUID } from 'node:crypto';
import { inTurns } from './in-turns.ts';
import { lowerPriority } from './lower-priority.ts';
import { findProgram, missingProgram } from './missing-program.ts';
import { readProc } from './proc-files.ts';
import { endTree, findTree, MARKER, type TreeRoot } from './process-tree.ts';
import { signalName } from './spawn-program.ts';
import type { Child, ChildSpec } from './start-child.ts';

/** A child with a terminal of its own, for programs that ask, edit and draw. Both streams are one there. */
export async function startPty(spec: Omit<ChildSpec, 'stdin' | 'outputFds'>): Promise<Child> {
  const [program, ...args] = spec.argv;
  // The terminal would start, and the program fail inside it.
  if (findProgram(program, spec.cwd, spec.env.PATH ?? '') === undefined) {
    spec.entry?.abandon();
    throw missingProgram(program, spec.cwd);
  }
  // A native module; most hosts never need it.
  const { spawn } = await import('@lydell/node-pty');
  const marker = `${spec.installation ?? ''}.${randomUUID()}`;
  const terminal = spawn(program, args, {
    name: 'xterm-256color',
    cols: 120,
    rows: 40,
    cwd: spec.cwd,
    env: { ...spec.env, TERM: 'xterm-256color', [MARKER]: marker },
    encoding: null,
  });
  const { pid } = terminal;
  const { isUnasked = false, entry } = spec;
  if (isUnasked && !entry) lowerPriority(pid);
  const outer: TreeRoot = {
    pid,
    startTicks: readProc(pid)?.startTicks ?? 0,
    marker,
    outputs: [],
    isSandboxed: spec.isSandboxed,
  };
  const exit = new Promise<{ exitCode: number; signal: number | undefined }>((resolve) =>
    terminal.onExit(({ exitCode, signal }) => resolve({ exitCode, signal })),
  );
  // Without an encoding it hands out bytes, whatever its types say.
  terminal.onData((data) => spec.onData?.('stdout', data as unknown as Buffer));
  const first = await entry?.admit({ pid, isUnasked, exited: exit, end: () => endTree(outer, 0) });
  const root = { ...outer, first };
  let ending: Promise<boolean> | undefined;
  const ended = exit.then(async ({ exitCode, signal }) => {
    const leftovers = ending === undefined ? (await inTurns(findTree(root))).length : 0;
    await (ending ?? endTree(root, 0));
    const isSignalled = signal !== undefined && signal !== 0;
    return {
      exitCode: isSignalled ? null : exitCode,
      signal: isSignalled ? signalName(signal) : null,
      leftovers,
    };
  });
  return {
    root,
    input: { enter: '\r', write: (text) => terminal.write(text) },
    ended,
    end: (graceMs) => (ending ??= endTree(root, graceMs)),
  };
}

import type { Caller } from '../../core/caller.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import type { Finished, ProcessSpec, Reach } from './process.ts';
import { runProcess } from './run-process.ts';

/** A program a tool runs: where it runs in is for the gate to say. */
export type CallSpec = Omit<ProcessSpec, 'sandbox' | 'reach'>;

/** Processes of one call, in the sandbox the gate chose for it. */
export interface Processes {
  /** Runs a program to its end, or to the end of the call. */
  run(spec: CallSpec): Promise<Finished>;
}

interface Owner {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly sandbox: Sandbox;
}

/** What the processes of one host have in common. */
type Place = Omit<Reach, 'roots'>;

export const createProcesses =
  (place: Place) =>
  ({ caller, signal, sandbox }: Owner): Processes => ({
    run: (spec) =>
      runProcess({
        signal,
        ...spec,
        env: { ...caller.env, ...spec.env },
        sandbox,
        reach: { ...place, roots: caller.roots },
      }),
  });

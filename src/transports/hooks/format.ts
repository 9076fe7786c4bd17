import type { NativeAnswer, NativeEvent } from '../../core/call/native-call.ts';

export type Data = Record<string, unknown>;

/** What a hook process prints and how it ends. */
export interface Written {
  readonly stdout: string;
  readonly stderr?: string;
  readonly code?: number;
}

/** One client's own JSON. Clients run the call when they read something they do not expect: each has its own writer. */
export interface HookFormat {
  read(event: Data): NativeEvent;
  /** `event` is what was read; a rewritten command is put into its arguments. */
  write(answer: NativeAnswer, event: NativeEvent): Written;
}

/** Nothing against it: the client goes on as it would without a hook. */
export const SILENT: Written = { stdout: '' };

export const json = (value: unknown): Written => ({ stdout: JSON.stringify(value) });

/** For events that only an exit code answers. */
export const blocked = (reason: string): Written => ({ stdout: '', stderr: `${reason}\n`, code: 2 });

/** The arguments of a call with another command in them. */
export const rewritten = (event: NativeEvent, command: string): Data =>
  event.kind === 'before' ? { ...event.input, command } : { command };

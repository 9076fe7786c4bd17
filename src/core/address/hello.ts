import type { AgentChoice } from '../call/agent-choice.ts';

/** The first line a pipe or the command line sends to the host. */
export interface Hello extends AgentChoice {
  readonly version: string;
  readonly kind: 'agent' | 'cli' | 'hook' | 'leave';
  /** By it the hooks of the same agent are known. */
  readonly pid?: number;
  /** Stays the same when the pipe connects again after a restart of the host. */
  readonly connectionId: string;
  readonly cwd: string;
  /** The configuration it was told to use, where it was. */
  readonly configFile?: string;
  /** What children of this agent may see of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly resume?: {
    /** Lines that set the connection up; they are replayed without an answer. */
    readonly handshake: readonly string[];
    /** Requests that were not answered. */
    readonly pending: readonly string[];
  };
}

/** So many unanswered requests of a connection are remembered for the next host; more of them are refused. */
export const MOST_PENDING = 10_000;
/** Lines that set a connection up: some of its own, and as many subscriptions as an agent may have. */
export const MOST_HANDSHAKE = 1100;

export const TOO_MANY_PENDING = `More than ${MOST_PENDING} requests of this connection wait for their answers. Wait for some of them, then send this one again.`;

/** The host's answer: from now on lines are MCP messages. */
export interface Welcome {
  readonly version: string;
  readonly pid: number;
  readonly lineBytes: number;
}

export type HelloLine = { readonly toolgate: Hello };
export type WelcomeLine = { readonly toolgate: Welcome | { readonly error: string } };

/** 1 if `a` is newer than `b`, -1 if older, 0 if they are the same release. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string): number[] => version.split('-', 1).join('').split('.').map(Number);
  const [left, right] = [parts(a), parts(b)];
  for (const i of [0, 1, 2]) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

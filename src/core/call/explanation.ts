import type { Access, Sandbox } from '../process/sandbox.ts';
import type { Risk } from '../risk.ts';
import type { Decision } from './call.ts';

/** One command of a line, with what it alone would be. */
export interface Segment {
  readonly text: string;
  readonly risk: Risk;
  readonly reasons: readonly string[];
}

/** What the gate would decide about something, and why. */
export interface Explanation {
  readonly risk: Risk;
  readonly decision: Decision['verdict'];
  readonly reasons: readonly string[];
  readonly rule?: string;
  readonly segments?: readonly Segment[];
  /** What its children would run in, if it was allowed, and what they could do there. */
  readonly sandbox?: Sandbox;
  readonly access?: readonly Access[];
}

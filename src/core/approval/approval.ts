import type { Segment } from '../call/explanation.ts';
import type { Risk } from '../risk.ts';
import type { PreviewPart } from './preview.ts';
import type { RulePattern } from './rule.ts';

/** What the person who is asked sees: built from the call itself, never from the model's words. */
export interface ApprovalCard {
  readonly title: string;
  readonly risk: Risk;
  readonly reasons: readonly string[];
  /** Which rule led to the question, in words. */
  readonly rule?: string;
  /** The commands of a line, each with a risk of its own. */
  readonly segments?: readonly Segment[];
  /** A diff, a resolved script, the parts of a command: what will really happen. */
  readonly preview: string;
  /** The same as data, where the tool has more than words. */
  readonly parts?: readonly PreviewPart[];
  /** What it may do there, the files it executes, and last what the agent says of it. */
  readonly details?: readonly string[];
  /** How far an answer may reach: the riskier, the less. */
  readonly scopes: readonly ApprovalScope[];
  /** What a standing answer would cover. */
  readonly remember: RulePattern;
}

export const APPROVAL_SCOPES = ['once', 'session', 'always'] as const;
export type ApprovalScope = (typeof APPROVAL_SCOPES)[number];

/** What a person presses. */
export const SCOPE_TITLES: Readonly<Record<ApprovalScope, string>> = {
  once: 'Allow once',
  session: 'Allow for this session',
  always: 'Always allow',
};

export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'consumed'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export interface Approval {
  readonly id: string;
  readonly principal: string;
  readonly session: string;
  readonly client: string;
  readonly tool: string;
  readonly risk: Risk;
  readonly card: ApprovalCard;
  /** As they would run. */
  readonly args: Record<string, unknown>;
  readonly status: ApprovalStatus;
  readonly scope: ApprovalScope | null;
  readonly decidedBy: string | null;
  readonly decidedVia: DecisionChannel | null;
  readonly feedback: string | null;
  /** The person changed the arguments; these run instead. */
  readonly editedArgs: Record<string, unknown> | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
  /** Long arguments and what the card says of them are cut: in lists, in events, and once the question is closed. */
  readonly isShortened?: true;
}

/** How an answer arrived; a client can answer without a person, so it counts for less. */
export const DECISION_CHANNELS = ['client', 'terminal', 'api', 'link', 'page'] as const;
export type DecisionChannel = (typeof DECISION_CHANNELS)[number];

/** What a person says to a card; the command line, the inbox, the web and the client's question all use this form. */
export interface ApprovalAnswer {
  readonly verdict: 'approve' | 'deny';
  readonly scope: ApprovalScope;
  /** What the agent should do instead, or know. */
  readonly feedback?: string | undefined;
  /** The arguments as the person changed them. */
  readonly editedArgs?: Record<string, unknown> | undefined;
}

/** An answer with who gave it. */
export interface ApprovalDecision extends ApprovalAnswer {
  readonly by: string;
  readonly via: DecisionChannel;
}

/** Everything a person has to read before they answer. */
export const cardText = ({ preview, details = [] }: Pick<ApprovalCard, 'preview' | 'details'>): string =>
  [preview, ...details].join('\n\n');

import { ACCESSES, type Access } from '../../core/process/sandbox.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';

/** One reason why a command has its risk. */
export interface Finding {
  readonly risk: Risk;
  readonly reason: string;
  /** No approval helps. */
  readonly isForbidden?: boolean;
  /** It talks to other machines. */
  readonly isNetwork?: boolean;
  /** It could not be read at all. */
  readonly isSyntax?: boolean;
  /** It reads something secret. */
  readonly isSecret?: boolean;
  /** All it does is write this file, an ordinary one in an open directory. */
  readonly writes?: string;
  /** What the command needs for this. */
  readonly needs?: readonly Access[];
}

export const finding = (
  risk: Risk,
  reason: string,
  more: Omit<Finding, 'risk' | 'reason'> = {},
): Finding => ({ risk, reason, ...more });

/** What a command needs by all that was found about it. */
export const needsOf = (findings: readonly Finding[]): Access[] => {
  const needs = new Set(
    findings.flatMap(({ needs = [], isNetwork }) => [...needs, ...(isNetwork ? (['network'] as const) : [])]),
  );
  return ACCESSES.filter((need) => needs.has(need));
};

/** How many programs may run one another in one command. */
export const DEEPEST_WRAPPERS = 12;

export const WRAPPED_TOO_OFTEN: Finding = finding('CRITICAL', 'It is nested too deeply to judge');

/** The reasons that make up the risk, the weightiest first. */
export const byWeight = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => Number(isAtLeast(b.risk, a.risk)) - Number(isAtLeast(a.risk, b.risk)));

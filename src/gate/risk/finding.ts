import { isAtLeast, type Risk } from '../../core/risk.ts';

/** One reason why a command has its risk. */
export interface Finding {
  readonly risk: Risk;
  readonly reason: string;
  /** No approval helps. */
  readonly isForbidden?: boolean;
  /** It talks to other machines. */
  readonly isNetwork?: boolean;
  /** It reads something secret. */
  readonly isSecret?: boolean;
}

export const finding = (
  risk: Risk,
  reason: string,
  more: Omit<Finding, 'risk' | 'reason'> = {},
): Finding => ({ risk, reason, ...more });

/** The reasons that make up the risk, the weightiest first. */
export const byWeight = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => Number(isAtLeast(b.risk, a.risk)) - Number(isAtLeast(a.risk, b.risk)));

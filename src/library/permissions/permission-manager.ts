import { approvalIn, approvalRefusal } from '../../core/approval/approval-refusal.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Risk } from '../../core/risk.ts';
import { defaultToolgate } from '../default-toolgate.ts';
import type { Toolgate } from '../toolgate.ts';

/** A call of a tool. */
export interface Operation {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

export interface PermissionRequest {
  readonly id: string;
  readonly operation: Operation;
  readonly agent: string;
  /** For the program's own log; what a person reads is made from the operation. */
  readonly context: string;
  readonly timestamp: number;
}

export interface PermissionDecision {
  readonly granted: boolean;
  readonly risk: Risk;
  readonly reason: string;
  /** Why not. */
  readonly code?: ErrorCode;
  /** The question that a person answered. */
  readonly approvalId?: string;
}

/** The gate's decision about one call, a person's answer included. A grant is for exactly this call of this agent, once. */
export class PermissionManager {
  readonly #toolgate: Toolgate | undefined;

  constructor(toolgate?: Toolgate) {
    this.#toolgate = toolgate;
  }

  async toolgate(): Promise<Toolgate> {
    return this.#toolgate ?? defaultToolgate();
  }

  /** Waits for a person where the gate asks one. */
  async requestPermission(
    { id, operation, agent }: PermissionRequest,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<PermissionDecision> {
    const { host, callerFor } = await this.toolgate();
    const caller = callerFor(agent);
    const { decision, risk, rule, reasons } = await host.explain({ ...operation }, caller);
    if (decision === 'allow') return { granted: true, risk, reason: rule ?? reasons.join('; ') };
    const answer = await host.call({ ...operation, caller, toolCallId: id, signal, onlyAsk: true });
    if (answer.kind !== 'result' || answer.ok)
      return {
        granted: false,
        risk,
        reason: 'The tool asks its client something',
        code: 'CLIENT_CAPABILITY',
      };
    const approvalId = approvalIn(answer.error);
    if (approvalId === undefined)
      return { granted: false, risk, reason: answer.error.message, code: answer.error.code };
    const decided = await host.approvals.wait(approvalId, host.config.approvals.ttlMs, signal);
    if (decided?.status === 'approved')
      return { granted: true, risk, reason: `Approved by ${decided.decidedBy ?? 'a person'}`, approvalId };
    const refusal = decided ? approvalRefusal(decided) : answer.error;
    return { granted: false, risk, reason: refusal.message, code: refusal.code, approvalId };
  }
}

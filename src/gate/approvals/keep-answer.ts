import type { Approval, ApprovalDecision } from '../../core/approval/approval.ts';
import { answersFor } from '../../core/call/owner.ts';
import { ToolError, UsageError } from '../../core/errors.ts';
import type { ApprovalStore } from '../../store/approvals.ts';
import type { AuditLog } from '../../store/audit/audit-log.ts';
import type { RuleStore } from '../../store/rules.ts';
import type { Redactor } from '../redact/redactor.ts';
import { redactDeep } from '../redact/scan/redact-deep.ts';

interface KeeperParts {
  readonly store: ApprovalStore;
  readonly rules: RuleStore;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly redactor: Redactor;
  /** How long a row that found no room waits for it. */
  readonly retryMs?: number;
}

const RETRY_MS = 5000;
/** An hour of them. */
const MOST_TRIES = 720;

const SESSION_GRANT_MS = 86_400_000;

/** Writes an answer to a question: on the disk with its row in the record and its rule, or not in force. */
export function keeperOfAnswers({ store, rules, audit, redactor, retryMs = RETRY_MS }: KeeperParts) {
  /** Says that the answer of the row before did not come into force. */
  const withdraw = (about: { approval: string }, triesLeft = MOST_TRIES): void => {
    const ending = {
      ok: false,
      code: 'UNAVAILABLE',
      message: 'the answer could not be kept; it is not in force',
    };
    try {
      audit.append('decision', about.approval, { ...about, ...ending }, { durable: true });
    } catch {
      // The disk that refused the answer refuses this row as well, until somebody makes room.
      if (triesLeft > 0) setTimeout(withdraw, retryMs, about, triesLeft - 1).unref();
    }
  };
  return (asked: Approval, decision: ApprovalDecision): void => {
    const { id, tool, principal, risk } = asked;
    const isForSession = risk === 'LOW' && asked.card.scopes.includes('session') && !decision.editedArgs;
    const about = { approval: id, tool, principal, risk };
    let isRecorded = false;
    try {
      // None of the three is there without the others: the answer, the rule, and the row that says who decided.
      store.together(() => {
        if (!store.decide(id, decision))
          throw new UsageError(`The approval ${id} is ${statusInWords(store, asked)} already.`);
        if (decision.scope !== 'once' || (decision.verdict === 'approve' && isForSession))
          remember(rules, asked, decision);
        const row = { ...about, ...redactDeep(decision, redactor) };
        audit.append('decision', id, row, { durable: true });
        isRecorded = true;
      });
    } catch (error) {
      rules.reload();
      if (error instanceof UsageError) throw error;
      if (isRecorded) withdraw(about);
      throw notKept(error);
    }
  };
}

const notKept = (cause: unknown): ToolError =>
  new ToolError('UNAVAILABLE', 'The answer cannot be written, so it is not in force', {
    cause,
    hint: 'Check the disk of the data directory, then answer again; toolgate doctor shows more.',
  });

/** LOW is asked once a session, so one answer holds for the rest of it. */
function remember(rules: RuleStore, asked: Approval, { verdict, scope, by }: ApprovalDecision): void {
  const isAlways = scope === 'always';
  rules.add({
    verdict: verdict === 'approve' ? 'allow' : 'deny',
    tool: asked.tool,
    // What was LOW covers nothing riskier of the same kind, such as a file with secrets among others.
    pattern: {
      ...asked.card.remember,
      ...(asked.risk === 'LOW' && { upTo: 'LOW' as const }),
      // What is refused to one is refused to all.
      ...(verdict === 'approve' && { principal: answersFor(asked.principal) }),
    },
    session: isAlways ? null : asked.session,
    createdBy: by,
    expiresAt: isAlways ? null : new Date(Date.now() + SESSION_GRANT_MS).toISOString(),
  });
}

const statusInWords = (store: ApprovalStore, { id, expiresAt }: Approval): string =>
  expiresAt <= new Date().toISOString() ? 'expired' : (store.get(id)?.status ?? 'gone');

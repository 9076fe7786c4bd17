import { EventEmitter, once } from 'node:events';
import type { Approval, ApprovalDecision, ApprovalStatus } from '../../core/approval/approval.ts';
import { PER_USER } from '../../core/call/per-user.ts';
import { ToolError, UsageError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import { visibleLine, visibleWithin } from '../../core/text/visible.ts';
import type { ApprovalStore, Held, NewApproval } from '../../store/approvals.ts';
import type { AuditLog } from '../../store/audit/audit-log.ts';
import type { RuleStore } from '../../store/rules.ts';
import type { Redactor } from '../redact/redactor.ts';
import { keeperOfAnswers } from './keep-answer.ts';

/** The inbox: questions to people, and their answers. */
export interface Approvals {
  /** The open question about this call, asked now if it was not before. */
  ask(question: NewApproval): Approval;
  /** An approval of exactly this call that nobody has used; taking it uses it. */
  take(digest: string): Approval | undefined;
  /** A person said no to exactly this call while it did not wait; it is told so once, and may then ask again. */
  refused(digest: string): Approval | undefined;
  get(id: string): Approval | undefined;
  /** Long ones are shortened. */
  list(status?: ApprovalStatus): readonly Approval[];
  /** Waits until it is decided, expired, or the time is over. */
  wait(id: string, limitMs: number, signal: AbortSignal): Promise<Approval | undefined>;
  /** Writes a person's answer; the first one counts. */
  decide(id: string, decision: ApprovalDecision): Approval;
  /** A person said yes to an open question in the prompt of their client, and the call has run. */
  settleInClient(id: string, by: string): void;
  /** Called with each question and each answer. */
  onChange(listener: (approval: Approval) => void): () => void;
}

interface ApprovalParts {
  readonly store: ApprovalStore;
  readonly rules: RuleStore;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly maxPending: number;
  readonly redactor: Redactor;
}

/** A question has many makers; none of them can bring in characters that draw another one over it. */
const readable = (question: NewApproval): NewApproval => ({
  ...question,
  client: visibleLine(question.client),
  // What is remembered is compared, and so stays as it is.
  card: { ...visibleWithin(question.card), remember: question.card.remember },
});

/** Of the questions of an agent. */
const MOST_BYTES = 50_000_000;

export function createApprovals({ store, rules, audit, maxPending, redactor }: ApprovalParts): Approvals {
  const events = new EventEmitter().setMaxListeners(0);
  const announce = (approval: Approval): void => {
    events.emit('change', approval);
    events.emit(approval.id);
  };
  const keep = keeperOfAnswers({ store, rules, audit, redactor });
  const decide: Approvals['decide'] = (id, decision) => {
    const asked = store.get(id);
    if (!asked) throw new UsageError(`There is no approval "${id}".`);
    if (decision.editedArgs && decision.scope !== 'once')
      throw new UsageError(
        'An answer with other arguments is for once; nobody has asked about calls like that.',
      );
    // The riskier a call, the less may be allowed; it may be refused for good whatever it is.
    const mayLast = decision.verdict === 'deny' || asked.card.scopes.includes(decision.scope);
    const scope = mayLast ? decision.scope : 'once';
    keep(asked, { ...decision, scope });
    const decided = store.get(id) ?? asked;
    announce(decided);
    return decided;
  };
  return {
    ask: (question) => {
      const open = store.find(question.digest, 'pending');
      if (open) return open;
      store.expire();
      assertRoom(store.holds(question.session, question.principal), maxPending);
      const asked = store.insert(readable(question));
      announce(asked);
      return asked;
    },
    take: (digest) => {
      const approved = store.find(digest, 'approved');
      return approved && store.consume(approved.id) ? approved : undefined;
    },
    refused: (digest) => {
      const denied = store.find(digest, 'denied');
      return denied && store.hear(denied.id) ? denied : undefined;
    },
    get: store.get,
    list: (status) => {
      store.expire();
      return store.list(status);
    },
    wait: async (id, limitMs, signal) => {
      const decided = await waitForAnswer(store, events, id, limitMs, signal);
      if (decided?.status === 'denied') store.hear(id);
      return decided;
    },
    decide,
    settleInClient: (id, by) => {
      if (store.get(id)?.status !== 'pending') return;
      decide(id, { verdict: 'approve', scope: 'once', by, via: 'client' });
      // It was for the call that has run, and for no other.
      store.consume(id);
    },
    onChange: (listener) => {
      events.on('change', listener);
      return () => void events.off('change', listener);
    },
  };
}

function assertRoom({ ofAgent, ofUser }: ReturnType<ApprovalStore['holds']>, maxPending: number): void {
  if (ofAgent.pending >= maxPending) throw noRoom(`This agent has ${counted(ofAgent.pending, 'question')}`);
  if (ofUser.pending >= maxPending * PER_USER)
    throw noRoom(`All agents of this user have ${counted(ofUser.pending, 'question')}`);
  // The one that goes beyond is taken: a large question must not be impossible.
  if (ofAgent.bytes >= MOST_BYTES) throw noRoom(`This agent has ${inMegabytes(ofAgent)} of questions`);
  if (ofUser.bytes >= MOST_BYTES * PER_USER)
    throw noRoom(`All agents of this user have ${inMegabytes(ofUser)} of questions`);
}

const noRoom = (waiting: string): ToolError =>
  new ToolError('RATE_LIMITED', `${waiting} waiting for a person`, {
    hint: 'Wait until some are answered; list_approvals shows them.',
  });

const inMegabytes = ({ bytes }: Held): string => `${Math.round(bytes / 1e6)} MB`;

async function waitForAnswer(
  store: ApprovalStore,
  events: EventEmitter,
  id: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<Approval | undefined> {
  store.expire();
  const asked = store.get(id);
  if (asked?.status !== 'pending') return asked;
  const leftMs = Math.max(0, Math.min(limitMs, Date.parse(asked.expiresAt) - Date.now()));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
  await once(events, id, { signal: limit }).catch(() => {});
  store.expire();
  return store.get(id);
}

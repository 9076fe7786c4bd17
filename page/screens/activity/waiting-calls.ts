import type { Approval } from '../../live/use-pending.ts';
import { summaryOf } from '../approvals/summary-of.ts';
import type { ShownCall } from './use-calls.ts';

/**
 * Questions of calls that are not in the list: the record has a call once it ends or runs, and a call that waits for a
 * person does neither.
 */
export function missingFrom(calls: readonly ShownCall[], waiting: readonly Approval[]): ShownCall[] {
  const known = new Map<string, number>();
  for (const call of calls) {
    if (call.state !== 'pending_confirmation') continue;
    known.set(keyOf(call), (known.get(keyOf(call)) ?? 0) + 1);
  }
  return waiting.flatMap((approval) => {
    const count = known.get(keyOf(approval)) ?? 0;
    known.set(keyOf(approval), count - 1);
    return count > 0 ? [] : [toCall(approval)];
  });
}

const keyOf = ({ tool, session }: Pick<Approval, 'tool' | 'session'>): string => `${tool}\n${session}`;

const toCall = ({
  id,
  tool,
  principal,
  client,
  session,
  risk,
  createdAt,
  args,
  card,
}: Approval): ShownCall => ({
  callId: id,
  approvalId: id,
  seq: 0,
  at: createdAt,
  state: 'pending_confirmation',
  tool,
  target: summaryOf({ args, card }) || card.title,
  principal,
  client,
  session,
  risk,
  decision: card.rule ?? null,
  durationMs: null,
  code: null,
  setAside: [],
});

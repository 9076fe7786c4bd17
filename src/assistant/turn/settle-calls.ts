import { approvalIn, approvalRefusal } from '../../core/approval-refusal.ts';
import { type ConversationCall, isEnded } from '../../core/assistant/conversation.ts';
import type { Answer } from '../../core/call.ts';
import { ToolError } from '../../core/errors.ts';
import { endCall, resultOf, tellCall } from './call-outcome.ts';
import { lostOutcome, requestKeyOf } from './lost-outcome.ts';
import { refuseRepetition } from './repetition.ts';
import { type TurnPlace, TurnStopped } from './turn-place.ts';

/**
 * Brings every call of the last answer to its end. Reads run side by side, everything else one after the other; one
 * that waits for a person holds up no other, and none is left out.
 */
export async function settleCalls(place: TurnPlace): Promise<void> {
  const open = place.store.calls(place.id).filter((call) => !isEnded(call));
  let waiting = 0;
  const whileWaiting = async <T>(answer: Promise<T>): Promise<T> => {
    if (++waiting === open.filter(isStillOpen(place)).length) place.setStatus('waiting');
    try {
      return await answer;
    } finally {
      waiting--;
      if (!place.signal.aborted) place.setStatus('working');
    }
  };
  let before: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(tool: string, work: () => Promise<T>): Promise<T> => {
    if (isRead(place, tool)) return work();
    const done = before.then(work);
    before = done.catch(() => {});
    return done;
  };
  // All of them, even where one fails for a reason of ours: what runs is never left behind.
  const settled = await Promise.allSettled(
    open.map((call) => settle(place, call, { whileWaiting, inOrder })),
  );
  place.signal.throwIfAborted();
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  assertAnswered(place, open);
}

/** Where nobody is, nothing goes on. */
function assertAnswered({ store, id }: TurnPlace, settled: readonly ConversationCall[]): void {
  const ids = new Set(settled.map((call) => call.id));
  const expired = store.calls(id).find((call) => ids.has(call.id) && call.errorCode === 'APPROVAL_EXPIRED');
  if (expired) throw new TurnStopped(`Nobody answered the question about ${expired.tool} in time`);
}

interface Ways {
  readonly whileWaiting: <T>(answer: Promise<T>) => Promise<T>;
  readonly inOrder: <T>(tool: string, work: () => Promise<T>) => Promise<T>;
}

async function settle(place: TurnPlace, call: ConversationCall, ways: Ways): Promise<void> {
  const { store, services, signal } = place;
  const lost = call.state === 'running' ? lostOutcome(place, call) : undefined;
  if (lost) return endCall(place, call, resultOf(lost));
  const repeated = call.state === 'queued' ? refuseRepetition(place, call) : undefined;
  if (repeated) return endCall(place, call, resultOf(repeated));
  let approvalId = call.state === 'waiting' ? call.approvalId : null;
  for (let attempts = call.attempts; ; ) {
    if (approvalId !== null) {
      store.updateCall(call.id, { state: 'waiting', approvalId });
      tellCall(place, call, 'waiting', approvalId);
      const decided = await ways.whileWaiting(
        services.approvals.wait(approvalId, Number.POSITIVE_INFINITY, signal),
      );
      signal.throwIfAborted();
      if (decided?.status === 'pending') continue;
      if (decided?.status === 'denied' || decided?.status === 'expired')
        return endCall(place, call, resultOf(approvalRefusal(decided)));
      // Whatever else it says, or if there is no such question: the gate decides, and asks again where it must.
    }
    attempts++;
    const answer = await ways.inOrder(call.tool, () => {
      signal.throwIfAborted();
      store.updateCall(call.id, { state: 'running', attempts });
      tellCall(place, call, 'running');
      return make(place, { ...call, attempts });
    });
    if (place.isClosing()) throw new ToolError('CANCELLED', 'The host leaves');
    approvalId = pendingIn(answer);
    if (approvalId === null) return endCall(place, call, resultOf(answer));
  }
}

const make = (place: TurnPlace, call: ConversationCall): Promise<Answer> =>
  place.services.call({
    tool: call.tool,
    args: call.args,
    caller: place.caller,
    signal: place.signal,
    requestKey: requestKeyOf(call),
    // A turn waits by itself, and holds nothing meanwhile.
    waitMs: 0,
    toolCallId: call.id,
    parent: { kind: 'turn', id: call.messageId },
    ...(call.malformed !== null && { malformed: call.malformed }),
  });

const pendingIn = (answer: Answer): string | null =>
  answer.kind === 'result' && !answer.ok ? (approvalIn(answer.error) ?? null) : null;

const isRead = ({ services, caller }: TurnPlace, tool: string): boolean =>
  services.toolsFor(caller).find(({ name }) => name === tool)?.annotations.readOnlyHint === true;

const isStillOpen = ({ store, id }: TurnPlace) => {
  const now = new Map(store.calls(id).map((call) => [call.id, call]));
  return ({ id: callId }: ConversationCall): boolean => {
    const call = now.get(callId);
    return call !== undefined && !isEnded(call);
  };
};

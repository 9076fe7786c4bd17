import { approvalIn, approvalRefusal } from '../../core/approval/approval-refusal.ts';
import { type ConversationCall, isEnded } from '../../core/assistant/conversation.ts';
import type { Answer } from '../../core/call/call.ts';
import { ToolError } from '../../core/errors.ts';
import { endCall, resultOf, tellCall } from './call-outcome.ts';
import { type CallQueue, createCallQueue } from './call-queue.ts';
import { lostOutcome, requestKeyOf } from './lost-outcome.ts';
import { watchRepetition } from './repetition.ts';
import { type TurnPlace, TurnStopped } from './turn-place.ts';

/**
 * Brings every call of the last answer to its end. Reads run side by side, everything else one after the other; one
 * that waits for a person holds up no other, and none is left out.
 */
export async function settleCalls(place: TurnPlace): Promise<void> {
  const open = place.store.calls(place.id).filter((call) => !isEnded(call));
  const queue = createCallQueue(place, open.length);
  const refuseRepetition = watchRepetition(place);
  // All of them, even where one fails for a reason of ours: what runs is never left behind.
  const settled = await Promise.allSettled(
    open.map((call) => settle(place, call, { queue, refuseRepetition }).finally(queue.ended)),
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

interface Settling {
  readonly queue: CallQueue;
  readonly refuseRepetition: ReturnType<typeof watchRepetition>;
}

async function settle(
  place: TurnPlace,
  call: ConversationCall,
  { queue, refuseRepetition }: Settling,
): Promise<void> {
  const { store, services, signal } = place;
  const lost = call.state === 'running' ? lostOutcome(place, call) : undefined;
  if (lost) return endCall(place, call, resultOf(lost));
  const repeated = call.state === 'queued' ? refuseRepetition(call) : undefined;
  if (repeated) return endCall(place, call, resultOf(repeated));
  let approvalId = call.state === 'waiting' ? call.approvalId : null;
  for (let attempts = call.attempts; ; ) {
    if (approvalId !== null) {
      store.updateCall(call.id, { state: 'waiting', approvalId });
      tellCall(place, call, 'waiting', approvalId);
      const decided = await queue.whileWaiting(
        services.approvals.wait(approvalId, Number.POSITIVE_INFINITY, signal),
      );
      signal.throwIfAborted();
      if (decided?.status === 'pending') continue;
      if (decided?.status === 'denied' || decided?.status === 'expired')
        return endCall(place, call, resultOf(approvalRefusal(decided)));
      // Whatever else it says, or if there is no such question: the gate decides, and asks again where it must.
    }
    attempts++;
    const answer = await queue.inOrder(call.tool, () => {
      signal.throwIfAborted();
      store.updateCall(call.id, { state: 'running', attempts });
      tellCall(place, call, 'running');
      return make(place, { ...call, attempts });
    });
    if (place.isClosing()) throw new ToolError('CANCELLED', 'The host leaves');
    approvalId = pendingIn(answer);
    if (approvalId !== null) continue;
    if (!isCrowded(answer) || !queue.isAnyWaiting()) return endCall(place, call, resultOf(answer));
    // It would be one question too many: it is asked once another is answered.
    store.updateCall(call.id, { state: 'queued' });
    await queue.whileWaiting(queue.nextAnswer());
    signal.throwIfAborted();
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

const isCrowded = (answer: Answer): boolean =>
  answer.kind === 'result' && !answer.ok && answer.error.code === 'RATE_LIMITED';

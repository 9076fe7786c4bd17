import { hash } from 'node:crypto';
import type { ConversationCall } from '../../core/assistant/conversation.ts';
import { ToolError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { type TurnPlace, TurnStopped } from './turn-place.ts';

/** As often as a call may be the same in one turn: a test is run again, a server is looked at twice. */
const MOST_EQUAL = 5;
/** Told and told again. */
const MOST_REFUSED = 3;

/**
 * A model that makes the same call over and over is told so, and nothing runs; one that goes on is stopped. What the turn
 * has done is read once for all calls of an answer: there can be thousands, and reading it for each kept others waiting.
 */
export function watchRepetition(place: TurnPlace): (call: ConversationCall) => ToolError | undefined {
  const ended = callsOfTurn(place)
    .filter(({ result }) => result !== null)
    .map(keyOf);
  const counts = new Map<string, number>();
  for (const key of ended) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (call) => {
    const key = keyOf(call);
    const same = counts.get(key) ?? 0;
    // In a row: what lies between may have changed what the call answers.
    if (same < MOST_EQUAL || !ended.slice(-same).every((one) => one === key)) return undefined;
    if (same >= MOST_EQUAL + MOST_REFUSED)
      throw new TurnStopped(
        `The model made the same call of ${call.tool} ${same + 1} times in a row, so it was stopped`,
      );
    ended.push(key);
    counts.set(key, same + 1);
    return new ToolError(
      'CONFLICT',
      `${call.tool} was called ${same} times in a row with the same arguments; it was not called again`,
      { hint: 'Read the results you have, try something else, or say what is missing.' },
    );
  };
}

function callsOfTurn({ store, id }: TurnPlace): ConversationCall[] {
  const messages = store.messages(id);
  const asked = messages.findLast(({ role }) => role === 'user')?.seq ?? 0;
  const ofTurn = new Set(messages.flatMap((message) => (message.seq > asked ? [message.id] : [])));
  return store.calls(id).filter(({ messageId }) => ofTurn.has(messageId));
}

const keyOf = ({ tool, malformed, args }: ConversationCall): string =>
  hash('sha256', canonicalJson([tool, malformed, args]));

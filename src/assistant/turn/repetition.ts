import type { ConversationCall } from '../../core/assistant/conversation.ts';
import { ToolError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { type TurnPlace, TurnStopped } from './turn-place.ts';

/** As often as a call may be the same in one turn: a test is run again, a server is looked at twice. */
const MOST_EQUAL = 5;
/** Told and told again. */
const MOST_REFUSED = 3;

/** A model that makes the same call over and over is told so, and nothing runs; one that goes on is stopped. */
export function refuseRepetition(place: TurnPlace, call: ConversationCall): ToolError | undefined {
  const ofTurn = callsOfTurn(place);
  const same = ofTurn.filter((one) => isSame(one, call) && one.id !== call.id && one.result !== null);
  // In a row: what lies between may have changed what the call answers.
  const latest = ofTurn.filter(({ result }) => result !== null).slice(-same.length);
  if (same.length < MOST_EQUAL || !latest.every((one) => isSame(one, call))) return undefined;
  if (same.length >= MOST_EQUAL + MOST_REFUSED)
    throw new TurnStopped(
      `The model made the same call of ${call.tool} ${same.length + 1} times in a row, so it was stopped`,
    );
  return new ToolError(
    'CONFLICT',
    `${call.tool} was called ${same.length} times in a row with the same arguments; it was not called again`,
    { hint: 'Read the results you have, try something else, or say what is missing.' },
  );
}

function callsOfTurn({ store, id }: TurnPlace): ConversationCall[] {
  const asked = store.messages(id).findLast(({ role }) => role === 'user')?.seq ?? 0;
  const ofTurn = new Set(store.messages(id).flatMap((message) => (message.seq > asked ? [message.id] : [])));
  return store.calls(id).filter(({ messageId }) => ofTurn.has(messageId));
}

const isSame = (a: ConversationCall, b: ConversationCall): boolean =>
  a.tool === b.tool && a.malformed === b.malformed && canonicalJson(a.args) === canonicalJson(b.args);

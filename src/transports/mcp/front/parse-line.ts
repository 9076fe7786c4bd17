import { isUtf8 } from 'node:buffer';
import { DEEPEST_JSON, holdsMoreThan, isDeeperThan, MOST_VALUES } from '../../../core/text/json-depth.ts';
import { isObject } from './era.ts';
import { invalidRequest, RPC_CODES, RpcError, type RpcId, type RpcMessage } from './rpc.ts';

/** A line that is JSON as far as one can tell, and is not taken apart. */
export class NotTakenApart extends RpcError {}

/** A pipe looks for it in the first bytes of an answer. */
const LONGEST_ID = 4096;

/** One line of input as JSON; throws the error that answers it. */
export function parseLine(line: Buffer): unknown {
  if (!isUtf8(line)) throw new RpcError(RPC_CODES.parseError, 'Parse error: the line is not valid UTF-8');
  const text = line.toString('utf8');
  // A nesting that would overflow the stack later is refused before it is built.
  if (isDeeperThan(text, DEEPEST_JSON))
    throw new NotTakenApart(RPC_CODES.parseError, `Parse error: nested deeper than ${DEEPEST_JSON} levels`);
  if (holdsMoreThan(text, MOST_VALUES))
    throw new NotTakenApart(RPC_CODES.parseError, `Parse error: more than ${MOST_VALUES} values`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RpcError(
      RPC_CODES.parseError,
      `Parse error: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The message in a parsed value; throws what is wrong with it. */
export function asMessage(value: unknown): RpcMessage {
  if (!isObject(value)) throw invalidRequest('a message is an object');
  if (value.jsonrpc !== '2.0') throw invalidRequest('"jsonrpc" must be "2.0"');
  if (Object.hasOwn(value, 'id') && !isId(value.id))
    throw invalidRequest(`"id" must be a string or a number, of at most ${LONGEST_ID} characters`);
  const isResponse = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');
  if (!isResponse && typeof value.method !== 'string') throw invalidRequest('"method" must be a string');
  if (isResponse && value.id === undefined) throw invalidRequest('a response needs the "id" of its request');
  if (value.params !== undefined && !isObject(value.params))
    throw invalidRequest('"params" must be an object');
  return value as unknown as RpcMessage; // Sound: every field we read was checked above.
}

/** The id to answer a message that is not valid; null where it has none that can be used. */
export const idOf = (value: unknown): RpcId | null => (isObject(value) && isId(value.id) ? value.id : null);

const isId = (id: unknown): id is RpcId =>
  (typeof id === 'string' && id.length <= LONGEST_ID) || (typeof id === 'number' && Number.isFinite(id));

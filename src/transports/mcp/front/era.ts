import type { ClientName } from '../../../core/call/caller.ts';
import { visibleLine } from '../../../core/text/visible.ts';
import { LOG_LEVELS } from '../serve/log-levels.ts';
import { RPC_CODES, RpcError } from './rpc.ts';

/** The revision without a handshake: every request carries who asks and what the client can do. */
export const MODERN_VERSION = '2026-07-28';
/** The revisions that begin with `initialize`, newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

type Data = Readonly<Record<string, unknown>>;

/** What a client said of itself, in the handshake or with the request. */
export interface ClientFacts {
  readonly capabilities: Data;
  readonly client: ClientName | undefined;
}

export const isObject = (value: unknown): value is Data =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export const metaOf = (params: unknown): Data =>
  isObject(params) && isObject(params._meta) ? params._meta : {};

export const isModern = (params: unknown): boolean => VERSION_KEY in metaOf(params);

/** Reads and checks what a modern request must carry. */
export function modernFacts(params: unknown): ClientFacts {
  const meta = metaOf(params);
  const requested = meta[VERSION_KEY];
  if (requested !== MODERN_VERSION) {
    throw new RpcError(RPC_CODES.unsupportedVersion, `Unsupported protocol version: ${String(requested)}`, {
      supported: [MODERN_VERSION],
      requested,
    });
  }
  const capabilities = meta[CAPABILITIES_KEY];
  if (!isObject(capabilities))
    throw new RpcError(RPC_CODES.invalidParams, `_meta needs ${CAPABILITIES_KEY}, an object`);
  return { capabilities, client: clientName(meta[CLIENT_KEY]) };
}

/** The least a log message must be for this request; undefined: none is wanted. */
export const levelIn = (meta: unknown): string | undefined =>
  isObject(meta) && typeof meta[LOG_LEVEL_KEY] === 'string' ? meta[LOG_LEVEL_KEY] : undefined;

/** Whether a modern request's `_meta` has all it must, in shapes that leave nothing to complain about. */
export function isWholeMeta(meta: Data): boolean {
  const { [CAPABILITIES_KEY]: capabilities, [CLIENT_KEY]: client, [LOG_LEVEL_KEY]: level } = meta;
  const { progressToken: token } = meta;
  return (
    meta[VERSION_KEY] === MODERN_VERSION &&
    isObject(capabilities) &&
    Object.values(capabilities).every(isObject) &&
    isObject(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    (level === undefined || LOG_LEVELS.includes(String(level))) &&
    (token === undefined || isProgressToken(token))
  );
}

export const isProgressToken = (token: unknown): token is string | number =>
  typeof token === 'string' || Number.isInteger(token);

/** Reads what a client says of itself in `initialize`. */
export const handshakeFacts = (params: unknown): ClientFacts => {
  const { capabilities, clientInfo } = isObject(params) ? params : {};
  return { capabilities: isObject(capabilities) ? capabilities : {}, client: clientName(clientInfo) };
};

const LONGEST_NAME = 100;

/** What a client calls itself stands in questions to people, in lists and in the record. */
export function clientName(info: unknown): ClientName | undefined {
  if (!isObject(info) || typeof info.name !== 'string') return undefined;
  const [name, version] = [info.name, String(info.version ?? '')].map((text) =>
    visibleLine(text.slice(0, LONGEST_NAME)),
  );
  return { name: name ?? '', version: version ?? '' };
}

export const canFollowTasks = ({ capabilities }: ClientFacts): boolean =>
  isObject(capabilities.extensions) && TASKS_EXTENSION in capabilities.extensions;

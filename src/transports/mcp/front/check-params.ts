import { roughSize } from '../../../core/text/rough-size.ts';
import { MOST_SUBSCRIPTIONS } from '../../../host/watch-resource.ts';
import { LOG_LEVELS } from '../serve/log-levels.ts';
import { isObject, isProgressToken, LOG_LEVEL_KEY, metaOf } from './era.ts';
import { RPC_CODES, RpcError } from './rpc.ts';

type Data = Readonly<Record<string, unknown>>;
type Check = (params: Data) => string | undefined;

const isText = (value: unknown): value is string => typeof value === 'string';

const isLevel = (value: unknown): boolean => isText(value) && LOG_LEVELS.includes(value);
const ONE_OF_LEVELS = `must be one of ${LOG_LEVELS.join(', ')}`;

const cursor: Check = (params) =>
  params.cursor === undefined || isText(params.cursor) ? undefined : '"cursor" must be a string';

/** What is short enough for one page has no cursor to give. */
const onlyPage: Check = (params) =>
  cursor(params) ??
  (params.cursor === undefined ? undefined : `unknown cursor ${JSON.stringify(params.cursor)}`);

const uri: Check = (params) => {
  if (!isText(params.uri)) return '"uri" must be a string';
  try {
    decodeURIComponent(params.uri);
    return undefined;
  } catch {
    return `"uri" has a broken escape: ${params.uri}`;
  }
};

/** The longest path there is, with every byte escaped. */
const LONGEST_URI = 16_384;

/** Each is kept until its client has heard enough, so a thousand long ones would fill the memory. */
const keptUri: Check = (params) =>
  isText(params.uri) && params.uri.length > LONGEST_URI
    ? `"uri" must have at most ${LONGEST_URI} characters`
    : uri(params);

const CHECKS: Readonly<Record<string, Check>> = {
  'logging/setLevel': ({ level }) => (isLevel(level) ? undefined : `"level" ${ONE_OF_LEVELS}`),
  'tools/list': cursor,
  'prompts/list': onlyPage,
  'resources/list': cursor,
  'resources/templates/list': onlyPage,
  'resources/read': uri,
  'resources/subscribe': keptUri,
  'resources/unsubscribe': uri,
  'subscriptions/listen': ({ notifications }) => {
    const uris = isObject(notifications) ? notifications.resourceSubscriptions : undefined;
    if (!Array.isArray(uris)) return undefined;
    if (uris.length > MOST_SUBSCRIPTIONS)
      return `"resourceSubscriptions" must hold at most ${MOST_SUBSCRIPTIONS}`;
    return uris.some((one) => isText(one) && one.length > LONGEST_URI)
      ? `an address in "resourceSubscriptions" must have at most ${LONGEST_URI} characters`
      : undefined;
  },
  'prompts/get': ({ name, arguments: args }) => {
    if (!isText(name)) return '"name" must be a string';
    return args === undefined || (isObject(args) && Object.values(args).every(isText))
      ? undefined
      : '"arguments" must be an object of strings';
  },
  'completion/complete': ({ ref, argument }) => {
    if (
      !isObject(ref) ||
      !(ref.type === 'ref/prompt' ? isText(ref.name) : ref.type === 'ref/resource' && isText(ref.uri))
    )
      return '"ref" must name a prompt or a resource';
    return isObject(argument) && isText(argument.name) && isText(argument.value)
      ? undefined
      : '"argument" must have a name and a value';
  },
};

// These do not exist any more for a modern client, whatever their parameters.
const GONE: ReadonlySet<string> = new Set([
  'initialize',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** What stays in memory with the connection or the stream that it opens, all of it. */
const KEPT: ReadonlySet<string> = new Set(['initialize', 'resources/subscribe', 'subscriptions/listen']);
const MOST_KEPT = 524_288;

/** Refuses parameters of the wrong shape in words, before the SDK would with its own. */
export function checkParams(method: string, params: unknown, { modern }: { modern: boolean }): void {
  if (modern && GONE.has(method)) return;
  if (KEPT.has(method) && roughSize(params) > MOST_KEPT)
    throw new RpcError(RPC_CODES.invalidParams, `Invalid params of ${method}: they are too long`);
  const check = Object.hasOwn(CHECKS, method) ? CHECKS[method] : undefined;
  const wrong = check?.(isObject(params) ? params : {}) ?? wrongMeta(metaOf(params), { modern });
  if (wrong !== undefined)
    throw new RpcError(RPC_CODES.invalidParams, `Invalid params of ${method}: ${wrong}`);
}

function wrongMeta(meta: Data, { modern }: { modern: boolean }): string | undefined {
  const { progressToken, [LOG_LEVEL_KEY]: level } = meta;
  if (progressToken !== undefined && !isProgressToken(progressToken))
    return '"progressToken" must be a string or an integer';
  return modern && level !== undefined && !isLevel(level) ? `"${LOG_LEVEL_KEY}" ${ONE_OF_LEVELS}` : undefined;
}

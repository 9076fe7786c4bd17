import type { Input, Output } from '../../../api/client.ts';
import { parseJson } from '../../../ui/json-text.ts';

export type Action = Output<'actions/list'>['actions'][number];
export type ActionType = Action['actionType'];
type Config = Input<'actions/save'>['config'];

export type ConfigField =
  | 'command'
  | 'args'
  | 'cwd'
  | 'env'
  | 'url'
  | 'method'
  | 'headers'
  | 'payload'
  | 'secret'
  | 'retryCount'
  | 'timeout'
  | 'workflowId'
  | 'inputs';

export type ConfigTexts = Readonly<Record<ConfigField, string>>;

const EMPTY: ConfigTexts = {
  command: '',
  args: '',
  cwd: '',
  env: '',
  url: '',
  method: 'POST',
  headers: '',
  payload: '',
  secret: '',
  retryCount: '3',
  timeout: '',
  workflowId: '',
  inputs: '',
};

/** The configuration of an action as texts for a form. */
export function textsOf(config: Action['config'] = {}): ConfigTexts {
  const { args, env, headers, payload, inputs, timeoutMs, retryCount, ...plain } = config;
  const texts = Object.entries(plain).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    ...EMPTY,
    ...Object.fromEntries(texts),
    ...(Array.isArray(args) && { args: args.join('\n') }),
    ...(env !== undefined && { env: pairs(env, '=') }),
    ...(headers !== undefined && { headers: pairs(headers, ': ') }),
    ...(payload !== undefined && { payload: JSON.stringify(payload, null, 2) }),
    ...(inputs !== undefined && { inputs: JSON.stringify(inputs, null, 2) }),
    ...(typeof timeoutMs === 'number' && { timeout: String(timeoutMs / 1000) }),
    ...(typeof retryCount === 'number' && { retryCount: String(retryCount) }),
  };
}

/** What a form holds, as the host takes it; what is empty is taken away. */
export function configOf(type: ActionType, texts: ConfigTexts): Config {
  const timeoutMs = texts.timeout === '' ? undefined : Math.round(Number(texts.timeout) * 1000);
  const time = timeoutMs === undefined ? {} : { timeoutMs };
  if (type === 'script')
    return {
      command: texts.command.trim(),
      args: linesOf(texts.args),
      cwd: texts.cwd.trim() || null,
      env: texts.env.trim() === '' ? null : fromPairs(texts.env, '='),
      ...time,
    };
  if (type === 'webhook')
    return {
      url: texts.url.trim(),
      method: texts.method,
      headers: fromPairs(texts.headers, ':'),
      payload: jsonOf(texts.payload) ?? null,
      secret: texts.secret.trim() || null,
      retryCount: Number(texts.retryCount || 0),
      ...time,
    };
  return { workflowId: texts.workflowId, inputs: jsonOf(texts.inputs) ?? {} };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const jsonOf = (text: string): unknown => {
  const parsed = parseJson(text);
  return 'value' in parsed ? parsed.value : undefined;
};

const pairs = (values: unknown, between: string): string =>
  Object.entries(values as Record<string, string>)
    .map(([name, value]) => `${name}${between}${value}`)
    .join('\n');

const fromPairs = (text: string, between: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf(between);
      return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

import type { NativeCall } from '../../core/call/native-call.ts';
import { parseShallow } from '../../core/text/json-depth.ts';
import type { Data } from './format.ts';

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const record = (value: unknown): Data => (isRecord(value) ? value : {});

/**
 * What a tool is called with; some clients send that as JSON in a string. What we cannot read, the client may read yet: to
 * judge it as a call without arguments would be to judge another one.
 */
export function argumentsIn(value: unknown): Data {
  const given = typeof value === 'string' && value.trim() !== '' ? parseShallow(value) : value;
  if (given === undefined || given === null || given === '') return {};
  if (isRecord(given)) return given;
  throw new Error("the call's arguments are not a JSON object");
}

/** An event without its session or tool is none that can be judged. */
export function required(value: unknown, name: string): string {
  const found = text(value);
  if (found === undefined) throw new Error(`the client's event has no ${name}`);
  return found;
}

/** An event that is none of a call. Where the client waits for an answer before it does something, silence is a yes. */
export function otherEvent(name: string): { readonly kind: 'other' } {
  if (/^(pre|before)/i.test(name) && !OF_NO_CALL.test(name))
    throw new Error(`Toolgate does not know the event ${name}, which asks before something is done`);
  return { kind: 'other' };
}

const OF_NO_CALL = /^(pre_?(compact|compress)|before_?(agent|model|tool_?selection|submit_?prompt))$/i;

/** `mcp__server__tool`, as most clients write it. */
export function mcpIn(tool: string, pattern = /^mcp__(?=.+$)(.+?)__(.+)$/): NativeCall['mcp'] {
  const [, server, name] = pattern.exec(tool) ?? [];
  return server === undefined || name === undefined ? undefined : { server, name };
}

/** The fields that are there; with `exactOptionalPropertyTypes` an undefined one is not the same as none. */
export const given = <T extends Data>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // Sound: what is left has no undefined in it.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { LATER } from '../../core/workflow/planned-call.ts';

/** What templates and conditions can look at. */
export interface Scope {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly steps: Readonly<Record<string, unknown>>;
  readonly run: Readonly<Record<string, unknown>>;
}

/** What has no value yet when a run is planned. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** The value at a path; own properties only, so that nothing of JavaScript itself can be reached. */
export function valueAt(scope: object, path: readonly string[]): unknown {
  let value: unknown = scope;
  for (const name of path) {
    if (value === UNKNOWN) return UNKNOWN;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** Whether a part of a planned value is still to come. */
export function isLater(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === LATER || value === UNKNOWN;
  return Object.values(value).some(isLater);
}

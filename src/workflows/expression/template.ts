import { LATER } from '../../core/workflow/planned-call.ts';
import { fillShell } from './fill-shell.ts';
import { createRoom, type Room } from './room.ts';
import { type Scope, textOf, UNKNOWN, valueAt } from './scope.ts';

// With a dot in front it belongs to the templates of other programs, such as docker ps --format '{{.Names}}'.
const PLACEHOLDER = /\{\{(?!\s*\.)([^{}]*)\}\}/g;
const OPENED = /\{\{\s*(?:inputs|steps|run)\.[^\s{}]*\}?/g;
const PATH = /^(inputs|steps|run)(\.[A-Za-z0-9_-]+)+$/;

/** Paths a template asks for; what stands in braces and is none is an error to report. */
export function placeholdersIn(value: unknown): { paths: string[][]; bad: string[] } {
  const paths: string[][] = [];
  const bad: string[] = [];
  for (const text of stringsIn(value)) {
    for (const [whole, inside = ''] of text.matchAll(PLACEHOLDER)) {
      const path = inside.trim();
      if (PATH.test(path)) paths.push(path.split('.'));
      else bad.push(whole);
    }
    for (const [whole] of text.replaceAll(PLACEHOLDER, '').matchAll(OPENED)) bad.push(whole);
  }
  return { paths, bad };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** Each value stays plain text in Bash, whatever is in it; one that is not known yet stands there as a variable. */
export const fillCommand = (text: string, scope: Scope, room: Room = createRoom()): string =>
  fillShell(text, (path) => {
    const value = valueAt(scope, path.split('.'));
    return value === UNKNOWN ? UNKNOWN : room(textOf(value));
  });

function fillText(text: string, scope: Scope, room: Room): string {
  const isLate = placeholdersIn(text).paths.some((path) => valueAt(scope, path) === UNKNOWN);
  return isLate
    ? LATER
    : text.replace(PLACEHOLDER, (_, path: string) => room(textOf(valueAt(scope, path.trim().split('.')))));
}

/**
 * Values are put into strings of data, never into the text of JSON: no value can break out of where it stands.
 * A string that is one placeholder and nothing else takes the value as it is.
 */
export function fillValue(value: unknown, scope: Scope, room: Room = createRoom()): unknown {
  if (typeof value === 'string') {
    const [, only] = /^\{\{(?!\s*\.)([^{}]*)\}\}$/.exec(value) ?? [];
    if (only === undefined) return fillText(value, scope, room);
    const filled = valueAt(scope, only.trim().split('.'));
    if (filled === UNKNOWN) return LATER;
    room(textOf(filled));
    return filled ?? null;
  }
  if (Array.isArray(value)) return value.map((item) => fillValue(item, scope, room));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillValue(item, scope, room)]));
}

/** The same for a person to read: what is not known yet is named. */
export function fillNamed(value: unknown, scope: Scope, room: Room = createRoom()): unknown {
  if (typeof value === 'string')
    return value.replace(PLACEHOLDER, (_, path: string) => {
      const found = valueAt(scope, path.trim().split('.'));
      return found === UNKNOWN ? `<${path.trim()}>` : room(textOf(found));
    });
  if (Array.isArray(value)) return value.map((item) => fillNamed(item, scope, room));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillNamed(item, scope, room)]));
}

/** The same for strings only, as variables need them. */
export const fillStrings = (
  values: Readonly<Record<string, string>>,
  scope: Scope,
  room: Room,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, fillText(text, scope, room)]));

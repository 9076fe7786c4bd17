import { MASK } from '../../../core/text/mask.ts';
import type { Redacted as ReadText, Redactor } from '../redactor.ts';
import { isSecretField } from '../values/secret-values.ts';
import { createBudget } from './budget.ts';

export interface Redacted<T> {
  /** The very value that was given if nothing in it was masked. */
  readonly value: T;
  readonly count: number;
}

/** The same value with every string in it redacted. */
export const redactDeep = <T>(value: T, redactor: Redactor): T => createDeepRedaction(redactor)(value).value;

/** Redacts the parts of one answer, which share long texts, and the time for all: a text is looked through once. */
export function createDeepRedaction(redactor: Redactor): <T>(value: T) => Redacted<T> {
  const budget = createBudget();
  const readOnce = rememberLast((text) => redactor.value(text, budget));
  let count = 0;

  function redactString(text: string, name?: string): string {
    const redacted = readOnce(text);
    if (redacted.count === 0 && (name === undefined || !isSecretField(name, text))) return text;
    count += redacted.count || 1;
    return redacted.count === 0 ? MASK : redacted.text;
  }

  function redactValue(value: unknown, name?: string): unknown {
    if (typeof value === 'string') return redactString(value, name);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return redactItems(value, name);
    // Sound: only the keys that are listed are read.
    return redactMembers(value as Record<string, unknown>);
  }

  function redactItems(items: readonly unknown[], name?: string): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [i, item] of items.entries()) {
      const redacted = redactValue(item, name);
      if (redacted === item) continue;
      copy ??= [...items];
      copy[i] = redacted;
    }
    return copy ?? items;
  }

  function redactMembers(members: Record<string, unknown>): Record<string, unknown> {
    let copy: Record<string, unknown> | undefined;
    let hasSecretName = false;
    for (const name of Object.keys(members)) {
      hasSecretName ||= readOnce(name).count > 0;
      const redacted = redactValue(members[name], name);
      if (redacted === members[name]) continue;
      copy ??= { ...members };
      copy[name] = redacted;
    }
    return hasSecretName ? redactNames(copy ?? members) : (copy ?? members);
  }

  /** Two names that become the same mask are told apart by a number. */
  function redactNames(members: Record<string, unknown>): Record<string, unknown> {
    const renamed = new Map<string, unknown>();
    for (const [name, value] of Object.entries(members)) {
      const { text, count: masks } = readOnce(name);
      count += masks;
      let shown = text;
      for (let n = 2; renamed.has(shown); n++) shown = `${text} ${n}`;
      renamed.set(shown, value);
    }
    return Object.fromEntries(renamed);
  }

  return <T>(value: T) => {
    count = 0;
    // Sound: strings become strings, arrays arrays, and objects keep their keys but for those that are secrets.
    return { value: redactValue(value) as T, count };
  };
}

/** Shorter texts cost less than the comparison saves. */
const WORTH_KEEPING = 200;

/** The last long texts with what came of them; to compare two equal ones is far cheaper than to read one again. */
function rememberLast(read: (text: string) => ReadText): (text: string) => ReadText {
  const kept: { text: string; redacted: ReadText }[] = [];
  return (text) => {
    if (text.length < WORTH_KEEPING) return read(text);
    const known = kept.find((entry) => entry.text === text);
    if (known !== undefined) return known.redacted;
    const redacted = read(text);
    if (kept.unshift({ text, redacted }) > 4) kept.pop();
    return redacted;
  };
}

import { oneOfInAnyCase } from '../../core/text/one-of.ts';
import { isPathField } from './named-paths.ts';

type Data = Record<string, unknown>;

/** What is said of a call, which changes nothing that is written. */
const REMARKS = oneOfInAnyCase`explanation description task_progress tool_?call_?id`;

const BEFORE = oneOfInAnyCase`old_?(str|string|text)`;
const AFTER = oneOfInAnyCase`new_?(str|string|text|source)`;
const WHOLE = oneOfInAnyCase`contents? file_?text text`;

/**
 * What a person sees of a change, and an answer is bound to: all arguments but the names of files. One text that is
 * replaced, or the whole content, is shown as such; which of several a client takes is up to it, so each argument beside
 * that stands there under its name.
 */
export function changeInWords(input: Data): string {
  const given = Object.entries(input).filter(
    ([field, value]) =>
      value !== undefined && value !== null && !isNameOfFile(field, value) && !REMARKS.test(field),
  );
  const shown = [only(given, BEFORE), only(given, AFTER), only(given, WHOLE)];
  const [before, after, whole] = shown;
  // A replacement and a content in one call: nobody here knows which of them counts.
  const isPlain = whole === undefined || (before === undefined && after === undefined);
  if (!isPlain || (after === undefined && whole === undefined)) return asJson(given);
  const others = given.filter((one) => !shown.includes(one));
  return [
    // The first line is ours: a content that looks like a replacement is told from one.
    whole ? WHOLE_FILE : before ? REPLACEMENT : INSERTION,
    ...(others.length > 0 ? [asJson(others)] : []),
    ...(before ? signed(before, '-') : []),
    ...(after ? signed(after, '+') : []),
    ...(whole ? [String(whole[1])] : []),
  ].join('\n');
}

const WHOLE_FILE = 'The whole content of the file becomes:';
const REPLACEMENT = 'This text is replaced:';
const INSERTION = 'This text is put in:';

const isNameOfFile = (field: string, value: unknown): boolean =>
  isPathField(field) && typeof value === 'string';

type Field = readonly [string, unknown];

/** The one argument of these names, if it is one and a text. */
function only(given: readonly Field[], names: RegExp): Field | undefined {
  const fitting = given.filter(([field]) => names.test(field));
  return fitting.length === 1 && typeof fitting[0]?.[1] === 'string' ? fitting[0] : undefined;
}

const signed = ([, text]: Field, sign: string): string[] =>
  String(text)
    .split('\n')
    .map((line) => `${sign}${line}`);

const asJson = (given: readonly Field[]): string => JSON.stringify(Object.fromEntries(given), null, 2);

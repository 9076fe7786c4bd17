import { MASK } from '../../core/mask.ts';
import { findAssignments } from './assignments.ts';
import { findCommandSecrets } from './command-lines.ts';
import { findFileSecrets } from './credential-files.ts';
import { createSearch } from './find-secrets.ts';
import { holdsBack } from './hold-back.ts';
import { type Environment, findKnownValues, secretsOf } from './known-values.ts';
import { isSecretField } from './secret-values.ts';
import { countMasks, type Finder, mergeSpans, replaceSpans } from './spans.ts';
import { createStream, MOST_HELD, type RedactionStream } from './stream.ts';
import { findTokens } from './token-formats.ts';
import { findUrlCredentials } from './url-credentials.ts';

/** Takes secrets out of text; spans are replaced, the rest stays as it is. */
export interface Redactor {
  (text: string): string;
  /** The same, with the number of secrets. */
  text(input: string): { readonly text: string; readonly count: number };
  /** A string that belongs to a name: `password: 'hunter2'` is known for what it is only by its name. */
  field(name: string, value: string): string;
  stream(): RedactionStream;
}

export interface RedactorOptions {
  /** Values whose name looks secret are masked wherever they appear. */
  readonly env?: Environment;
  /** More values to mask wherever they appear. */
  readonly known?: readonly string[];
}

export function createRedactor({ env = {}, known = [] }: RedactorOptions): Redactor {
  const findKnown = findKnownValues([...secretsOf(env), ...known]);
  const finders: Finder[] = [
    ...(findKnown === undefined ? [] : [findKnown]),
    findTokens,
    findUrlCredentials,
    findAssignments,
    findCommandSecrets,
    findFileSecrets,
  ];
  const stream = () => createStream(createSearch(finders), holdsBack);

  function text(input: string): { text: string; count: number } {
    if (input.length > MOST_HELD) {
      const pieces = stream();
      const redacted = pieces.push(input) + pieces.end();
      return { text: redacted, count: pieces.count };
    }
    const spans = mergeSpans(createSearch(finders)(input, 0, input.length));
    return { text: replaceSpans(input, 0, input.length, spans), count: countMasks(spans) };
  }

  function field(name: string, value: string): string {
    const redacted = text(value);
    if (redacted.count > 0) return redacted.text;
    return isSecretField(name, value) ? MASK : value;
  }

  return Object.assign((input: string) => text(input).text, { text, field, stream });
}

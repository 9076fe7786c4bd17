import { encodingsOf } from '../finders/encodings.ts';
import { classifyName, splitWords } from '../finders/secret-names.ts';
import { isAlphanumeric } from '../scan/boundaries.ts';
import type { Literal } from '../scan/literal.ts';
import type { Finder } from '../scan/spans.ts';
import { hasOrdinaryShape } from './ordinary-values.ts';
import { isPlaceholder } from './placeholders.ts';
import { looksRandom } from './randomness.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST = 6;
const URL_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:]*:([^\s/?#@]+)@/i;
/** Values that many settings have and that many texts contain. */
const TRIVIAL =
  /^(?:true|false|yes|enabled|disabled|required|optional|always|never|default|undefined|basic|bearer|digest|oauth2?|password|public|private|localhost|development|production|testing|staging|\d{1,7})$/i;
const WORD = /^(?:[A-Za-z]+|\d+)$/;

/** These values in every form a program may write them in. */
export const knownLiterals = (values: Iterable<string>): Literal[] =>
  [...values]
    .filter((value) => value.length >= SHORTEST && !TRIVIAL.test(value))
    .flatMap(linesOf)
    .flatMap(encodingsOf)
    .map((text): Literal => ({ layer: 'known', text }));

/** Exactly the values that are known. */
export const findKnownValues: Finder = (text, _from, { known = [] }, report) => {
  let next = 0;
  for (const { index, text: form } of known) {
    const end = index + form.length;
    if (index < next || (WORD.test(form) && !standsAlone(text, index, end))) continue;
    report(index, end);
    next = end;
  }
};

/** A plain word or number is masked as a word only, not inside another one. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  !isAlphanumeric(text.charCodeAt(start - 1)) && !isAlphanumeric(text.charCodeAt(end));

/** Text is read line by line, so a value of several lines is known by those of its lines that are secret alone. */
function linesOf(value: string): string[] {
  const trimmed = value.trim();
  if (!trimmed.includes('\n')) return trimmed.length >= SHORTEST ? [trimmed] : [];
  const lines = trimmed.split(/\r?\n/).map((line) => line.trim());
  const written = lines.join('\\n');
  return [written, ...lines.filter((line) => !line.includes(' ') && looksRandom(line, { shortest: 16 }))];
}

/** The values of the environment that its names call secret, and passwords inside its URLs. */
export function secretsOf(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const password = URL_PASSWORD.exec(value)?.[1];
    if (password !== undefined) return isTelling(password) ? [password] : [];
    return isSecretSetting(name, value.trim()) ? [value] : [];
  });
}

function isSecretSetting(name: string, value: string): boolean {
  if (!isTelling(value)) return false;
  const kind = classifyName(name);
  if (kind === 'password' || kind === 'secret') return true;
  if (splitWords(name).at(-1) === 'auth') return true;
  return kind !== 'none' && looksRandom(value, { shortest: 12 });
}

/** Not a word, path or address that ordinary text contains as well. */
const isTelling = (value: string): boolean =>
  value.length >= SHORTEST && !TRIVIAL.test(value) && !hasOrdinaryShape(value) && !isPlaceholder(value);

import { ToolError } from '../../core/errors.ts';
import { UNKNOWN } from './scope.ts';
import { type ShellPlace, shellPlaces } from './shell-places.ts';

// With a dot in front it belongs to the templates of other programs, such as docker ps --format '{{.Names}}'.
const PLACEHOLDER = /\{\{(?!\s*\.)([^{}]*)\}\}/g;

/** Puts values into a line of Bash by the quotes around each place; undefined leaves a placeholder as it is. */
export function fillShell(
  text: string,
  valueFor: (path: string) => string | typeof UNKNOWN | undefined,
): string {
  const places = new Map(shellPlaces(text).map((place) => [place.at, place]));
  return text.replace(PLACEHOLDER, (whole: string, inside: string, at: number) => {
    const path = inside.trim();
    const value = valueFor(path);
    if (value === undefined) return whole;
    const place = places.get(at);
    if (!place || place.problem !== undefined)
      throw new ToolError('VALIDATION', unsafePlace(whole, place?.problem), { hint: SAFE_PLACE });
    if (value === UNKNOWN) return variable(path, place);
    return quoted(value, place, { before: text.slice(0, at), after: text.slice(at + whole.length) });
  });
}

export const SAFE_PLACE = 'Hand it over in env and use "$NAME" there.';

export const unsafePlace = (placeholder: string, why = 'its place is not understood'): string =>
  `${placeholder} cannot stand there safely: ${why}`;

function variable(path: string, { quotes }: ShellPlace): string {
  const name = path.replaceAll(/[^A-Za-z0-9]/g, '_');
  return { none: `"$${name}"`, double: `\${${name}}`, single: `'"$${name}"'` }[quotes];
}

const PLAIN = /^[A-Za-z0-9_./:@%+-]+$/;
/** Of a variable that stands right before a value, and would go on with it. */
const LONGEST_NAME = 100;
const RESERVED = /^(if|then|elif|else|fi|for|in|while|until|do|done|case|esac|select|function|time|coproc)$/;

function quoted(
  value: string,
  { quotes }: ShellPlace,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  if (quotes === 'single') return inner(value);
  const isPlain = PLAIN.test(value) && !/\$\w*$|^\w{100}$/.test(before.slice(-LONGEST_NAME));
  if (quotes === 'double') return isPlain ? value : `"${word(value)}"`;
  // Bare, it would be a keyword, a home directory, the number of a stream or the name of a variable.
  const isBare = isPlain && !RESERVED.test(value) && !before.endsWith('~') && !/^[<>=([+{]/.test(after);
  return isBare ? value : word(value);
}

const inner = (value: string): string => value.replaceAll("'", `'\\''`);
const word = (value: string): string => `'${inner(value)}'`;

/** A text as one word of Bash. */
export const shellWord = (value: string): string =>
  quoted(value, { at: 0, quotes: 'none' }, { before: '', after: '' });

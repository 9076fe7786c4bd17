import type { Redirect } from 'unbash';
import { UNKNOWN, type Variables, wordValue } from '../parse/words.ts';
import { reach } from '../paths/reach.ts';
import type { Place } from '../place.ts';
import type { Judged } from './judged.ts';

/** `> file` and `< file`; what goes from one descriptor to another reaches nothing. */
export function judgeRedirect(
  { target: word, operator }: Redirect,
  text: string,
  shell: Variables & { readonly place: Place },
): Judged[] {
  if (!word) return [];
  const target = wordValue(word, shell);
  const isDescriptor = (operator === '>&' || operator === '<&') && /^(\d+-?|-)$/.test(target.text);
  if (isDescriptor && target.isKnown && !target.alternatives) return [];
  const access = operator === '<' || operator === '<&' ? 'read' : 'write';
  return [
    { text, findings: reach(target.isGlob && access === 'write' ? UNKNOWN : target, access, shell.place) },
  ];
}

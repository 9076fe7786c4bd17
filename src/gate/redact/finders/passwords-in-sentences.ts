import { matchAt } from '../scan/boundaries.ts';
import type { Report } from '../scan/spans.ts';
import { isChosenAsSaid } from '../values/chosen-passwords.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { looksRandom } from '../values/randomness.ts';

/** "use ... as the root password", "... is your new password". */
const SAID = /(?:^|[ \t("'`])([^\s"'`()<>=]{8,64})["'`]? (?:as|is)(?: [a-z']{1,12}){0,3} $/i;
const LONGEST = 120;

const AFTER = /[.,;!?)]|[ \t]*(?:\r?\n|$)|[ \t]+(?:for|on|of|to|in|at|and|there|here|now)\b/y;

/** Whether the word for it is the last of its phrase: "as the password" and not "as the password manager". */
export const endsPhrase = (text: string, end: number): boolean => matchAt(AFTER, text, end) !== null;

/** A password that stands before the word for it, at the end of `before`. */
export function reportPasswordInSentence(before: string, end: number, report: Report): void {
  if (!before.includes(' as ') && !before.includes(' is ')) return;
  const found = SAID.exec(before.slice(-LONGEST));
  const value = found?.[1];
  if (found === null || value === undefined || isPlaceholder(value)) return;
  if (!isChosenAsSaid(value) && !looksRandom(value, { shortest: 10 })) return;
  const start = end - found[0].length + found[0].indexOf(value);
  report(start, start + value.length);
}

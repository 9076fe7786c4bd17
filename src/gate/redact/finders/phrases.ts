import { matchAt } from '../scan/boundaries.ts';
import type { Literal } from '../scan/literal.ts';
import type { Finder } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';

export const PHRASE_LITERALS: readonly Literal[] = ['mnemonic', 'phrase'].map((text) => ({
  layer: 'phrase',
  text,
  ignoresCase: true,
}));

/** After the name: twelve to twenty-four words of the list that all wallets share. */
const WORDS =
  /(?:mnemonic|phrase)(?:[\\"'`\]*]{0,4})(?:[ \t]*[:=]|[ \t]+(?:is|was)(?:[ \t]*:)?)[ \t*]*(?:\r?\n\s{0,40})?[\\"'`]{0,3}((?:(?:\d{1,2}[.)]? ?)?[a-z]{3,8}(?: |\r?\n[ \t]*)){11,23}(?:\d{1,2}[.)]? ?)?[a-z]{3,8})(?![a-z]| [a-z])/iy;
const COMMON = /(?:^|\s)(?:the|and|are|for|your|from|that|with|this|which|words?|not|can|has|have)\s/;

/** The words from which a wallet's keys are made. */
export const findPhrases: Finder = (text, _from, { phrase = [] }, report) => {
  for (const { index } of phrase) {
    const found = matchAt(WORDS, text, index);
    const words = found?.[1];
    if (found === null || words === undefined || COMMON.test(words) || isPlaceholder(words)) continue;
    const end = index + found[0].length;
    report(end - words.length, end);
  }
};

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SMALL = CAPITALS.toLowerCase();
const DIGITS = '0123456789';

/** The character sets that an example may ask for. */
const ALPHABETS: Readonly<Record<string, string>> = {
  '': CAPITALS + SMALL + DIGITS,
  a: CAPITALS + SMALL,
  A: `${CAPITALS}234567`,
  b: SMALL + DIGITS,
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  p: `${CAPITALS}${SMALL}${DIGITS}!#*%^`,
  s: `${CAPITALS}${SMALL}${DIGITS}+/`,
  w: `${CAPITALS}${SMALL}${DIGITS}-_`,
};

/**
 * Writes generated characters where a `<36>` stands: `<36>` letters and digits, `<32h>` hex and so on. No example
 * in the source has the form of a token, so no scanner takes one for a leak.
 */
export function expandExample(template: string, random: () => number): string {
  return template.replace(/<(\d+)([aAbdhpsw]?)>/g, (_, count: string, kind: string) => {
    const alphabet = ALPHABETS[kind] ?? '';
    const pick = () => alphabet.charAt(Math.floor(random() * alphabet.length));
    const made = Array.from({ length: Number(count) }, pick);
    // A password that happens to be all letters would be another case.
    if (kind === 'p')
      made.splice(1, 2, DIGITS.charAt(Math.floor(random() * 10)), SMALL.charAt(Math.floor(random() * 26)));
    return made.join('');
  });
}

/** A text with its secrets between « and », as the text it stands for and as it should come out. */
export function readExample(template: string, random: () => number): { text: string; masked: string } {
  const expanded = expandExample(template, random);
  return { text: expanded.replace(/[«»]/g, ''), masked: expanded.replace(/«[^»]*»/g, '[REDACTED]') };
}

/** A small generator with a seed, so that a failing example can be made again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

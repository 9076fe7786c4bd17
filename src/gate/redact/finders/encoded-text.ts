import { isAlphanumeric } from '../scan/boundaries.ts';
import type { Hit, Literal } from '../scan/literal.ts';
import type { Report } from '../scan/spans.ts';

/** What most secrets have beside them or begin with, and what therefore shows in the base64 of a text with secrets. */
const TELLING = [
  ...['password', 'passwd', 'secret', 'token', 'Token', 'api_key', 'apiKey', 'Bearer ', 'PRIVATE KEY'],
  ...['ghp_', 'gho_', 'ghs_', 'github_pat_', 'glpat-', 'npm_', 'AKIA', 'AIza', 'eyJhbGci', 'hf_'],
  ...[
    'xoxb-',
    'xoxp-',
    'sk_live_',
    'sk_test_',
    'sk-ant-',
    'sk-proj-',
    'PASSWORD',
    'SECRET',
    'TOKEN',
    'API_KEY',
    // user:password@host
    '://',
  ],
];
/** Where in a group of four the first character stands that depends on the text alone, by the bytes before it. */
const OFFSETS = [0, 2, 3];
const GROUP = 4;
const SHORTEST_LITERAL = 3;
const SHORTEST_RUN = 24;
const LONGEST_RUN = 16_384;

/** The base64 of a telling word, which differs with its place in a group. */
const FORMS = new Map(
  TELLING.flatMap((word) =>
    OFFSETS.map((offset, shift) => {
      const encoded = Buffer.from('\0'.repeat(shift) + word).toString('base64');
      const certain = Math.floor(((shift + word.length) * 8) / 6);
      return [encoded.slice(offset, certain), offset] as const;
    }),
  ).filter(([form]) => form.length >= SHORTEST_LITERAL),
);

export const ENCODED_LITERALS = [...FORMS.keys()].map((text): Literal => ({ layer: 'encoded', text }));

/** Masks base64 whose text has secrets in it, whole: a part of it could not be read any more. */
export function maskEncoded(
  text: string,
  hits: readonly Hit[],
  hasSecrets: (decoded: string) => boolean,
  report: Report,
): void {
  let run: Run = { start: 0, end: 0 };
  /** How the groups of this run may lie: it is read once for each. */
  let tried = new Set<number>();
  for (const { index, text: form } of hits) {
    if (index >= run.end) {
      run = runAround(text, index, index + form.length);
      tried = new Set();
    }
    const shift = (index - (FORMS.get(form) ?? 0) - run.start + GROUP) % GROUP;
    if (run.end - run.start < SHORTEST_RUN || tried.has(shift)) continue;
    tried.add(shift);
    const decoded = Buffer.from(text.slice(run.start + shift, run.end), 'base64').toString('latin1');
    if (isPrintable(decoded) && hasSecrets(decoded)) report(run.start, run.end);
  }
}

interface Run {
  readonly start: number;
  readonly end: number;
}

function runAround(text: string, from: number, to: number): Run {
  let start = from;
  while (start > 0 && from - start < LONGEST_RUN && isBase64(text.charCodeAt(start - 1))) start--;
  let end = to;
  while (end - to < LONGEST_RUN && isBase64(text.charCodeAt(end))) end++;
  while (text[end] === '=' && end - to < LONGEST_RUN) end++;
  return { start, end };
}

/** Also + and /. */
const isBase64 = (code: number): boolean => isAlphanumeric(code) || code === 43 || code === 47;

/** Whether a person wrote it: a picture or an archive is not looked through. */
const isPrintable = (decoded: string): boolean => /^[\t\n\r\x20-\x7e]+$/.test(decoded);

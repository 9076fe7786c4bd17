import { hasText } from '../../../core/text/find-text.ts';
import { createLineSplitter } from '../../process/child/line-splitter.ts';

/** What `ssh -v` tells of a connection while it is made. */
export interface ConnectionFacts {
  /** The host key that was shown, as SHA256:... */
  fingerprint?: string;
  keyType?: string;
  /** Where it went, as address:port. */
  address?: string;
  user?: string;
  /** Keys that were tried. */
  readonly offered: string[];
  /** What the server takes for a login. */
  accepts?: string;
  /** What was said outside of the log: errors and warnings. */
  words: string;
}

const LONGEST_WORDS = 8000;

/** Each with what it tells. Where there is a jump host, its lines come first: the last one counts. */
const TOLD: readonly (readonly [RegExp, (facts: ConnectionFacts, found: readonly string[]) => void])[] = [
  [
    /^Server host (?:key|certificate): (\S+) (SHA256:[^\s,]+)/,
    (facts, [keyType = '', fingerprint = '']) => Object.assign(facts, { keyType, fingerprint }),
  ],
  [
    /^Authenticating to (\S+) as '(.*)'/,
    (facts, [address = '', user = '']) => {
      Object.assign(facts, { address, user });
      facts.offered.length = 0;
    },
  ],
  [
    /^Offering public key: (\S+) (\S+)/,
    (facts, [file = '', kind = '']) => facts.offered.push(`${file} (${kind})`),
  ],
  [/^Authentications that can continue: (\S+)/, (facts, [accepts = '']) => Object.assign(facts, { accepts })],
];

/** Reads the log; tells when channels can be opened through `controlPath`. */
export function readConnectionLog(controlPath: string, onReady: () => void) {
  const facts: ConnectionFacts = { offered: [], words: '' };
  const take = (line: string): void => {
    const told = /^debug\d: (.*)/.exec(line)?.[1];
    if (told === undefined) {
      if (!line.startsWith('Authenticated to')) facts.words = `${facts.words}${line}\n`.slice(-LONGEST_WORDS);
      return;
    }
    for (const [pattern, note] of TOLD) {
      const found = pattern.exec(told);
      if (found) note(facts, found.slice(1));
    }
    if (told.startsWith('channel ') && hasText(told, `[${controlPath}]`)) onReady();
  };
  const splitter = createLineSplitter((lines) => {
    for (const line of lines) take(line.trimEnd());
  });
  return { feed: (piece: Buffer) => splitter.add(piece), end: () => splitter.end(), facts };
}

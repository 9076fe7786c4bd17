import { matchAt } from './boundaries.ts';
import type { Layer, Literal } from './literal.ts';
import { isPlaceholder } from './placeholders.ts';
import type { Finder } from './spans.ts';

/** A form in which a secret stands at a certain place, without a name of its own. */
interface Place {
  readonly literals: readonly string[];
  /** Tried where a literal stands; the group `secret` is what is masked. */
  readonly pattern: RegExp;
}

const PLACES: readonly Place[] = [
  {
    literals: ['@tcp(', '@unix('],
    pattern: /(?<=(?:^|["'`=\s])[\w.-]{1,64}:(?<secret>[^\s"'`@]{3,80}))@(?:tcp|unix)\(/dy,
  },
  {
    literals: ['oracle:thin:'],
    pattern: /oracle:thin:[\w.$#-]{1,64}\/(?<secret>[^\s"'`/]{3,64}?)@/diy,
  },
  {
    literals: ['sqlplus ', 'impdp ', 'expdp ', 'sqlldr '],
    pattern:
      /[a-z]+ (?:-\w{1,8}(?: \d+)? ){0,4}["']?[A-Za-z][\w.$#-]{0,63}\/["']?(?<secret>[^\s"'`/@]{4,64})(?=["']?(?:@|\s|$))/diy,
  },
  {
    literals: ['wifi:'],
    pattern: /wifi:(?:[A-OQ-Z]:(?:[^;\\\n]|\\.){0,80};){0,4}P:(?<secret>(?:[^;\\\n]|\\.){4,64});/diy,
  },
  {
    literals: [':::'],
    pattern: /(?<=:\d{1,7}:[0-9a-f]{32}:(?<secret>[0-9a-f]{32})):::/diy,
  },
  {
    literals: ['%3a%2f%2f'],
    pattern: /%3a%2f%2f[^\s%&"'<>]{0,64}%3a(?<secret>(?:(?!%40|%2f)[^\s&"'<>]){4,128})%40/diy,
  },
  {
    literals: ['static key v1-----'],
    pattern:
      /(?<=-----BEGIN OpenVPN )static key v1-----\s{1,4}(?<secret>(?:[0-9a-f]{32}\s{1,4}){0,15}[0-9a-f]{32})/diy,
  },
];

const LAYER: Layer = 'place';
export const PLACE_LITERALS = PLACES.flatMap(({ literals }) =>
  literals.map((text): Literal => ({ layer: LAYER, text, ignoresCase: true })),
);
const PATTERNS = new Map(
  PLACES.flatMap(({ literals, pattern }) => literals.map((literal) => [literal, pattern] as const)),
);

/** Secrets that the form of what is around them gives away. */
export const findByPlace: Finder = (text, _from, { place }, report) => {
  if (place === undefined) return;
  for (const { index, text: literal } of place) {
    const pattern = PATTERNS.get(literal);
    const span = pattern && matchAt(pattern, text, index)?.indices?.groups?.secret;
    if (span && !isPlaceholder(text.slice(...span))) report(...span);
  }
};

import { matchAt } from '../scan/boundaries.ts';
import type { Layer, Literal } from '../scan/literal.ts';
import type { Finder } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { isSecretValue } from '../values/secret-values.ts';

/** A form in which a secret stands at a certain place, without a name of its own. */
interface Place {
  readonly literals: readonly string[];
  /** Tried where a literal stands; the group `secret` is what is masked. */
  readonly pattern: RegExp;
  /** What the value must look like: a password beside its name, or one that stands alone; anything unless said. */
  readonly looks?: 'named' | 'alone';
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
    literals: [' -p '],
    pattern: /(?<=[ \t]-u[ =]?[\w.@\\/-]{1,64}) -p ["']?(?<secret>[^\s"'`|;<>]{6,64})/diy,
    looks: 'alone',
  },
  {
    // The tools of PuTTY, and the scheduler of Windows.
    literals: [' -pw ', ' /rp '],
    pattern: / [-/](?:pw|rp) ["']?(?<secret>[^\s"'`|;<>]{6,64})/diy,
    looks: 'named',
  },
  {
    literals: ['@10.', '@172.', '@192.'],
    pattern: /(?<=(?:^|[\s"'/=>])[\w.-]{1,40}:(?<secret>[^\s"'`@:/]{6,64}))@\d{1,3}(?:\.\d{1,3}){3}\b/dy,
    looks: 'alone',
  },
  {
    literals: [']:25 ', ']:465 ', ']:587 '],
    pattern: /\]:\d+[ \t]+[^\s:]{1,80}:(?<secret>\S{4,64})/dy,
    looks: 'named',
  },
  {
    literals: [' on >'],
    pattern: /(?<=\buser [\w.-]{1,64}) on >(?<secret>\S{4,64})/dy,
  },
  {
    literals: ['\\r"'],
    pattern: /(?<=assword[^\n]{0,16}\n[ \t]{0,40}send (?:-- )?"(?<secret>[^"\\\n]{4,64}))\\r"/dy,
  },
  {
    literals: [' LOGIN '],
    pattern: /(?<=(?:^|\n)[\w.]{1,8}) LOGIN "?[\w.@-]{1,64}"? "?(?<secret>[^\s"]{6,64})"?(?=\r?\n|$)/dy,
    looks: 'alone',
  },
  {
    literals: ['snmp-server community ', 'addauth digest ', 'wpa_passphrase ', 'rootpw '],
    pattern:
      /(?:snmp-server community|addauth digest [\w.-]{1,40}:|wpa_passphrase \S{1,40}|rootpw(?: --\w{1,12})?) ?(?<secret>[^\s"'`]{6,64})/diy,
    looks: 'named',
  },
  {
    literals: ['{plain}', '{clear}', '{cleartext}'],
    pattern: /\{[a-z]+\}(?<secret>[^\s:"']{4,64})/diy,
  },
  {
    literals: ['static key v1-----'],
    pattern:
      /(?<=-----BEGIN OpenVPN )static key v1-----\s{1,4}(?<secret>(?:[0-9a-f]{32}\s{1,4}){0,15}[0-9a-f]{32})/diy,
  },
];

const LAYER: Layer = 'place';
export const PLACE_LITERALS = PLACES.flatMap(({ literals }) =>
  literals.map((text): Literal => ({ layer: LAYER, text, ignoresCase: text === text.toLowerCase() })),
);
const BY_LITERAL = new Map(
  PLACES.flatMap((place) => place.literals.map((literal) => [literal, place] as const)),
);

const FORMS = {
  named: { isQuoted: true, next: '', isLoose: false },
  alone: { isQuoted: true, next: '', isLoose: true, isSaid: true },
};

/** Secrets that the form of what is around them gives away. */
export const findByPlace: Finder = (text, _from, { place }, report) => {
  if (place === undefined) return;
  for (const { index, text: literal } of place) {
    const found = BY_LITERAL.get(literal);
    const span = found && matchAt(found.pattern, text, index)?.indices?.groups?.secret;
    if (span === undefined) continue;
    const value = text.slice(...span);
    const isSecret = found?.looks
      ? isSecretValue(value, 'password', FORMS[found.looks])
      : !isPlaceholder(value);
    if (isSecret) report(...span);
  }
};

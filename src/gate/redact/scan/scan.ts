import { anchorsOf } from './anchors.ts';
import type { Hit, Hits, Layer, Literal } from './literal.ts';
import { hasSegments } from './segments.ts';

/** Everything at `from` or later that may belong to a secret. */
export type Scan = (text: string, from: number) => Hits;

/** The answer for most texts: nothing in it could belong to a secret. */
export const NO_HITS: Hits = {};

interface Entry {
  readonly literal: Literal;
  /** Where in the literal its anchor ends. */
  readonly anchorEnd: number;
}

/** The literals of a scan by their anchors. */
export interface AnchorTable {
  /** By the hash of an anchor: zero says that there is none. */
  readonly mayBeAnchor: Uint8Array;
  readonly entries: ReadonlyMap<number, readonly Entry[]>;
}

/** A table of these literals and of those that another one has. */
export function createTable(literals: readonly Literal[], base?: AnchorTable): AnchorTable {
  const mayBeAnchor = base === undefined ? new Uint8Array(HASHES) : base.mayBeAnchor.slice();
  const entries = new Map(base?.entries);
  for (const literal of literals) {
    for (const { bytes, end } of anchorsOf(literal)) {
      entries.set(bytes, [...(entries.get(bytes) ?? NONE), { literal, anchorEnd: end }]);
      mayBeAnchor[hashOf(bytes)] = 1;
    }
  }
  return { mayBeAnchor, entries };
}

/**
 * One pass over the text for all layers: of each literal three characters are in a table. The text is read as bytes,
 * because that is several times faster than to ask a string for its characters. Those beyond Latin-1 lose half of
 * themselves there, which can feign a literal but not hide one, and what is found is compared with the text.
 */
export const createScan =
  ({ mayBeAnchor, entries }: AnchorTable): Scan =>
  (text, from) => {
    const { length } = text;
    const bytes = bytesOf(text);
    let hits: Collected | undefined = hasSegments(bytes, from, length)
      ? { shape: [{ index: from, text: '' }] }
      : undefined;
    for (let at = from - 1; ; ) {
      at = nextAnchor(bytes, mayBeAnchor, at + 1, length);
      if (at === length) return hits ?? NO_HITS;
      for (const { literal, anchorEnd } of entries.get(anchorAt(bytes, at)) ?? NONE) {
        const index = at + 1 - anchorEnd;
        if (index < from || !standsAt(literal, text, index)) continue;
        hits ??= {};
        insert(hits, literal, index);
      }
    }
  };

/** The first place at `from` or later where an anchor may end. A function of its own, and two bytes in each turn, since only then is it fast. */
function nextAnchor(bytes: Uint8Array, mayBeAnchor: Uint8Array, from: number, to: number): number {
  let last = anchorAt(bytes, from - 1);
  let at = from;
  for (const pairs = to - 1; at < pairs; at += 2) {
    const first = (last << 8) | (bytes[at] ?? 0);
    last = (first << 8) | (bytes[at + 1] ?? 0);
    if (((mayBeAnchor[hashOf(first)] ?? 0) | (mayBeAnchor[hashOf(last)] ?? 0)) !== 0)
      return mayBeAnchor[hashOf(first)] !== 0 ? at : at + 1;
  }
  for (; at < to; at++) {
    last = (last << 8) | (bytes[at] ?? 0);
    if (mayBeAnchor[hashOf(last)] !== 0) return at;
  }
  return to;
}

/** The last three bytes up to this place. */
const anchorAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at - 2] ?? 0) << 16) | ((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0);

const HASH_BITS = 17;
const HASHES = 1 << HASH_BITS;

/** Of the lower three bytes, spread over the whole table by the golden ratio. */
const hashOf = (anchor: number): number => Math.imul(anchor << 8, 0x9e3779b1) >>> (32 - HASH_BITS);

type Collected = Partial<Record<Layer, Hit[]>>;

const NONE: readonly Entry[] = [];

let scratch = Buffer.alloc(0);

/** The bytes of the text, and behind them those of longer texts before it. */
function bytesOf(text: string): Uint8Array {
  if (scratch.length < text.length) scratch = Buffer.allocUnsafeSlow(Math.max(131_072, text.length));
  scratch.write(text, 0, 'latin1');
  return scratch;
}

function standsAt(
  { text: literal, ignoresCase, next, isMeant }: Literal,
  text: string,
  index: number,
): boolean {
  for (let i = 0; i < literal.length; i++) {
    const code = text.charCodeAt(index + i);
    const isCapital = code >= 65 && code <= 90;
    if ((ignoresCase && isCapital ? code + 32 : code) !== literal.charCodeAt(i)) return false;
  }
  if (next !== undefined && !isOneOf(next, text.charCodeAt(index + literal.length))) return false;
  return isMeant === undefined || isMeant(text, index);
}

function isOneOf(characters: string, code: number): boolean {
  for (let i = 0; i < characters.length; i++) if (characters.charCodeAt(i) === code) return true;
  return false;
}

/** Anchors end at different places of their literals, so hits come almost in order. */
function insert(hits: Collected, { layer, text }: Literal, index: number): void {
  const list = hits[layer] ?? [];
  hits[layer] = list;
  let at = list.length;
  for (let before = list[at - 1]; before !== undefined; before = list[at - 1]) {
    if (before.index < index || (before.index === index && before.text.length >= text.length)) break;
    at--;
  }
  if (at === list.length) list.push({ index, text });
  else list.splice(at, 0, { index, text });
}

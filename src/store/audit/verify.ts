import type { Anchor } from './anchors.ts';
import { type AuditRow, problemBehind, START, type Tail } from './chain.ts';

export interface Verification {
  /** The number of the last entry that was found in order. */
  readonly entries: number;
  /** The first entry that is still kept. */
  readonly first: number;
  readonly last: Tail | undefined;
  /** The first thing that is wrong. */
  readonly problem: string | undefined;
}

/** An entry behind the newest anchor. */
export interface Unanchored {
  readonly seq: number;
  readonly kind: string;
}

/** Who checks it may know more than the chain says. */
interface Checks {
  /** Whether an entry that names a removal is by us. */
  readonly isOurRemoval?: (body: Readonly<Record<string, unknown>>) => boolean;
  /** Is told of each entry behind the newest anchor. */
  readonly onUnanchored?: (entry: Unanchored) => void;
}

/**
 * Follows the chain: an edited, removed, inserted or moved row breaks it; a missing end, and a chain that was made
 * anew, show against an anchor. Entries that retention removed must be named by one that is there, and is ours.
 */
export function verifyRows(
  rows: Iterable<AuditRow>,
  anchors: readonly Anchor[],
  { isOurRemoval = () => true, onUnanchored }: Checks = {},
): Verification {
  const newest = newestOf(anchors);
  const expected = hashesByNumber(anchors);
  const removals = new Map<number, string>();
  let start: Tail | undefined;
  let last: Tail | undefined;
  const found = (problem: string | undefined): Verification => ({
    entries: last?.seq ?? 0,
    first: (start?.seq ?? 0) + 1,
    last,
    problem,
  });
  try {
    for (const row of rows) {
      start ??= startBefore(row);
      const problem = problemBehind(last ?? start, row) ?? rewritten(row, expected.get(row.seq));
      if (problem !== undefined) return found(problem);
      if (row.kind === 'retention') noteRemoval(row, removals, isOurRemoval);
      if (row.seq > newest) onUnanchored?.(row);
      last = { seq: row.seq, hash: row.hash };
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return found(`The record cannot be read behind entry ${last?.seq ?? 0}: ${words}`);
  }
  return found(missingStart(start, removals) ?? missingEnd(last, anchors));
}

/** Several anchors of one entry that differ cannot all be right. */
function hashesByNumber(anchors: readonly Anchor[]): ReadonlyMap<number, ReadonlySet<string>> {
  const hashes = new Map<number, Set<string>>();
  for (const { seq, hash } of anchors) hashes.set(seq, (hashes.get(seq) ?? new Set()).add(hash));
  return hashes;
}

/** The first entry that is kept may follow others that are not. */
const startBefore = ({ seq, prev }: AuditRow): Tail => (seq === 1 ? START : { seq: seq - 1, hash: prev });

const rewritten = ({ seq, hash }: AuditRow, anchored: ReadonlySet<string> | undefined): string | undefined =>
  anchored && (anchored.size > 1 || !anchored.has(hash))
    ? `Entry ${seq} is not the one that was anchored: the record was rewritten`
    : undefined;

export const newestOf = (anchors: readonly Anchor[]): number =>
  anchors.reduce((newest, { seq }) => Math.max(newest, seq), 0);

function noteRemoval(
  { body }: AuditRow,
  removals: Map<number, string>,
  isOurRemoval: NonNullable<Checks['isOurRemoval']>,
): void {
  const removal = JSON.parse(body) as Record<string, unknown>; // Sound: compared below.
  if (isOurRemoval(removal)) removals.set(Number(removal.lastSeq), String(removal.lastHash));
}

function missingStart(start: Tail | undefined, removals: ReadonlyMap<number, string>): string | undefined {
  if (!start || start.seq === 0 || removals.get(start.seq) === start.hash) return undefined;
  return `Entries 1 to ${start.seq} are missing, and no entry of ours says that they were removed`;
}

function missingEnd(last: Tail | undefined, anchors: readonly Anchor[]): string | undefined {
  const end = last?.seq ?? 0;
  const cut = anchors.find(({ seq }) => seq > end);
  return cut && `The end is missing: entry ${cut.seq} was there, and the record ends at ${end}`;
}

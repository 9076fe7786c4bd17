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

/**
 * Follows the chain: an edited, removed, inserted or moved row breaks it; a missing end, and a chain that was made
 * anew, show against an anchor. Entries that retention removed must be named by one that is there.
 */
export function verifyRows(rows: Iterable<AuditRow>, anchors: readonly Anchor[]): Verification {
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
      if (row.kind === 'retention') noteRemoval(row, removals);
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

function noteRemoval({ body }: AuditRow, removals: Map<number, string>): void {
  const { lastSeq, lastHash } = JSON.parse(body) as Record<string, unknown>; // Sound: compared below.
  removals.set(Number(lastSeq), String(lastHash));
}

function missingStart(start: Tail | undefined, removals: ReadonlyMap<number, string>): string | undefined {
  if (!start || start.seq === 0 || removals.get(start.seq) === start.hash) return undefined;
  return `Entries 1 to ${start.seq} are missing, and no entry says that they were removed`;
}

function missingEnd(last: Tail | undefined, anchors: readonly Anchor[]): string | undefined {
  const end = last?.seq ?? 0;
  const cut = anchors.find(({ seq }) => seq > end);
  return cut && `The end is missing: entry ${cut.seq} was there, and the record ends at ${end}`;
}

import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { listSegments, type Segment, segmentPath } from './segments.ts';
import { isSignedBy } from './signing-key.ts';

/** What the record says of rows that were removed: enough to see that the rest continues them. */
export type Removed = Pick<Segment, 'firstSeq' | 'lastSeq' | 'lastHash'>;

/** What the signature of a removal covers: anybody can add a row to the chain that names one. */
export const removalText = ({ firstSeq, lastSeq, lastHash }: Removed): string =>
  `toolgate retention\n${firstSeq}\n${lastSeq}\n${lastHash}`;

/** Whether an entry names a removal by us. */
export const isSignedRemoval = (body: Readonly<Record<string, unknown>>, publicKey: string): boolean => {
  const { firstSeq, lastSeq, lastHash, signature } = body;
  const removed = { firstSeq: Number(firstSeq), lastSeq: Number(lastSeq), lastHash: String(lastHash) };
  return isSignedBy(publicKey, removalText(removed), String(signature));
};

interface ExpiryParts {
  readonly db: DatabaseSync;
  readonly path: string;
  /** 0: for ever. */
  readonly keepDays: number;
  /** Writes the removal into the record, before it happens: nothing leaves without a word. */
  readonly note: (removed: Removed) => void;
}

const DAY_MS = 86_400_000;

/** Removes segments that were kept long enough, the oldest first. */
export function removeExpired({ db, path, keepDays, note }: ExpiryParts): void {
  if (keepDays === 0) return;
  const limit = new Date(Date.now() - keepDays * DAY_MS).toISOString();
  for (const segment of listSegments(db)) {
    if (segment.removedAt !== null) continue;
    if (segment.lastTs >= limit) return;
    const { firstSeq, lastSeq, lastHash } = segment;
    note({ firstSeq, lastSeq, lastHash });
    rmSync(segmentPath(path, segment), { force: true });
    db.prepare('UPDATE segment SET removed_at = ? WHERE last_seq = ?').run(new Date().toISOString(), lastSeq);
  }
}

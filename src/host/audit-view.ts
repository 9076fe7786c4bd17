import { existsSync } from 'node:fs';
import { UsageError } from '../core/errors.ts';
import { anchorsPath, readAnchors } from '../store/anchors.ts';
import { type Anchor, type AuditFile, openAuditFile, type Verification } from '../store/audit-file.ts';

/** The record of a data directory together with its anchors. */
export interface AuditView extends Omit<AuditFile, 'verify'> {
  verify(): Verification;
}

export function openAuditView(path: string, dataDir: string, stateHome: string | undefined): AuditView {
  const anchors = readAnchors(anchorsPath(stateHome), dataDir);
  const last = anchors.at(-1);
  if (last && !existsSync(path)) return missing(path, last);
  const file = openAuditFile(path);
  return { ...file, verify: () => file.verify(anchors) };
}

/** A record that was taken away whole: its anchors are all that is left of it. */
function missing(path: string, { seq }: Anchor): AuditView {
  const problem = `The record is gone: entry ${seq} was there, and there is no ${path}`;
  const refuse = (): never => {
    throw new UsageError(`${problem}.`);
  };
  return {
    query: refuse,
    stats: refuse,
    rows: refuse,
    verify: () => ({ entries: 0, last: undefined, problem }),
    close: () => {},
  };
}

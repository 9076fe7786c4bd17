import { anchorsPath, readAnchors } from '../store/anchors.ts';
import { type AuditFile, openAuditFile, type Verification } from '../store/audit-file.ts';

/** The record of a data directory together with its anchors. */
export interface AuditView extends Omit<AuditFile, 'verify'> {
  verify(): Verification;
}

export function openAuditView(path: string, dataDir: string, stateHome: string | undefined): AuditView {
  const file = openAuditFile(path);
  return { ...file, verify: () => file.verify(readAnchors(anchorsPath(stateHome), dataDir)) };
}

import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import { anchorsPath, openAnchors } from '../store/audit/anchors.ts';
import { type AuditLog, openAudit } from '../store/audit/audit-log.ts';
import { openSigner } from '../store/audit/signing-key.ts';
import { keyPath } from './own-places.ts';

interface RecordParts {
  /** Of audit.db. */
  readonly path: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Config['audit'];
  readonly log: Log;
  /** The record was taken away. */
  readonly onLost?: (() => void) | undefined;
}

/** The record of a host, with its anchors outside the data directory. */
export function openRecord({ path, dataDir, env, settings, log, onLost }: RecordParts): AuditLog {
  const { signAnchors, segmentBytes, segmentDays, keepDays } = settings;
  return openAudit(path, {
    anchors: openAnchors({
      path: anchorsPath(env.XDG_STATE_HOME),
      dataDir,
      signer: signAnchors ? () => openSigner(signingKeyPath(env)) : undefined,
      warn: (error) => log.warn('anchors of the record cannot be written', { error }),
    }),
    // Only closed entries can be removed.
    segments: { segmentBytes, segmentDays: Math.min(segmentDays, keepDays || segmentDays) },
    keepDays,
    warn: log.warn,
    onLost: () => {
      log.error('the record was taken away while it was in use; this host ends', { path });
      onLost?.();
    },
  });
}

export const signingKeyPath = (env: RecordParts['env']): string => keyPath(env, 'audit-signing.key');

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditFound } from '../core/call/audit-query.ts';
import { UsageError } from '../core/errors.ts';
import { ANCHOR_EVERY, type Anchor, anchorsPath, forgedAnchor, readAnchors } from '../store/audit/anchors.ts';
import { type AuditFile, openAuditFile } from '../store/audit/audit-file.ts';
import { openSealed } from '../store/audit/seal.ts';
import { exportSigned } from '../store/audit/signed-export.ts';
import { fingerprintOf, keyMadeAt, openSigner, publicKeyAt } from '../store/audit/signing-key.ts';
import { newestOf, type Unanchored, type Verification } from '../store/audit/verify.ts';
import { keyIn } from '../store/look-at.ts';
import { SEAL_KEY } from '../store/secrets.ts';
import { signingKeyPath } from './open-record.ts';

export type { Verification };

type Environment = Readonly<Record<string, string | undefined>>;

/** The record of a data directory together with its anchors. */
export interface AuditView extends Omit<AuditFile, 'verify'> {
  verify(): Verification;
  /** Every entry as a line of JSON. */
  lines(): Iterable<string>;
  /** The same with signatures, so that it can be verified anywhere, with the public key alone. */
  signed(): Iterable<string>;
}

export function openAuditView(dataDir: string, env: Environment): AuditView {
  const path = join(dataDir, 'audit.db');
  const read = () => readAnchors(anchorsPath(env.XDG_STATE_HOME), dataDir);
  const anchors = read();
  const last = anchors.at(-1);
  if (last && !existsSync(path)) return missing(path, last);
  const file = openAuditFile(path);
  return {
    ...file,
    verify: () => {
      const { unanchored, ...found } = file.verify(anchors, publicKeyAt(signingKeyPath(env)));
      const problem =
        found.problem ??
        problemWithAnchors(file, found, anchors, env) ??
        // A host that runs beside went on meanwhile, and its anchors with it.
        addedBehind(unanchored, newestOf(read()));
      return { ...found, problem };
    },
    *lines() {
      for (const row of file.rows()) yield JSON.stringify(row);
    },
    signed: () => exportSigned(file.rows(), anchors, openSigner(signingKeyPath(env))),
  };
}

/** All arguments of an entry, with what is masked in it; undefined where nothing is. */
export function openedArguments(dataDir: string, { callId, body }: AuditFound): string | undefined {
  if (typeof body.sealed !== 'string') return undefined;
  return openSealed(keyIn(join(dataDir, 'toolgate.db'), SEAL_KEY), callId, body.sealed);
}

/** The public half of the key that signs the record of this user. */
export function auditPublicKey(env: Environment): { readonly pem: string; readonly fingerprint: string } {
  const pem = openSigner(signingKeyPath(env)).publicKey;
  return { pem, fingerprint: fingerprintOf(pem) };
}

function problemWithAnchors(
  file: AuditFile,
  { last }: Verification,
  anchors: readonly Anchor[],
  env: Environment,
): string | undefined {
  if (!last) return undefined;
  if (anchors.length === 0)
    return (
      `There is no anchor for this record in ${anchorsPath(env.XDG_STATE_HOME)}, so nobody can tell whether its end was ` +
      'cut off. Was the data directory moved, or were the anchors removed?'
    );
  const key = publicKeyAt(signingKeyPath(env));
  if (key === undefined) return undefined;
  const forged = forgedAnchor(anchors, key);
  if (forged) return `The anchor of entry ${forged.seq} was not signed with the key of this user`;
  const signedUpTo = Math.max(
    0,
    ...anchors.filter(({ signature }) => signature !== undefined).map(({ seq }) => seq),
  );
  const [newest] = file.query({ seq: last.seq, limit: 1 });
  const isOlderThanKey = newest === undefined || newest.ts < keyMadeAt(signingKeyPath(env));
  return (signedUpTo > 0 && last.seq - signedUpTo < ANCHOR_EVERY) || isOlderThanKey
    ? undefined
    : `Entries after ${signedUpTo} have no signed anchor: signed anchors were removed`;
}

/**
 * Every write is anchored at once, so only what was being written when a host was killed can lie behind the newest anchor.
 * Answers of people, changes of settings and removals are reported even then: nobody can tell who added them.
 */
function addedBehind(unanchored: readonly Unanchored[], newest: number): string | undefined {
  const added = unanchored.filter(({ seq }) => seq > newest);
  const weighty =
    added.length > MOST_AT_ONCE
      ? added[0]
      : added.find(({ kind }) => !/^(intent|outcome|refusal)$/.test(kind));
  return (
    weighty &&
    `Entry ${weighty.seq} has no anchor: something else than Toolgate added it, or Toolgate was ended while it wrote it`
  );
}

/** Entries of one turn are written together. */
const MOST_AT_ONCE = 64;

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
    lines: refuse,
    signed: refuse,
    verify: () => ({ entries: 0, first: 1, last: undefined, problem }),
    close: () => {},
  };
}

import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Scope } from '../core/approval/scopes.ts';
import { UsageError } from '../core/errors.ts';
import type { Migrations } from './database.ts';

export const TOKEN_MIGRATIONS: Migrations = [
  `CREATE TABLE token (
     id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL,
     created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
   ) STRICT;`,
];

export interface TokenInfo {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: string | undefined;
}

/** Bearer tokens; only their hash is kept, so a stolen file opens nothing. */
export interface Tokens {
  create(token: NewToken): TokenInfo & { readonly secret: string };
  list(): TokenInfo[];
  /** By name or id. */
  revoke(nameOrId: string): TokenInfo;
  /** Whether there is one of this name that lets somebody in now. */
  isValid(name: string): boolean;
  /** Called with each token that is revoked. */
  onRevoke(listener: (token: TokenInfo) => void): void;
  /** Called with each secret when it is made, and when it is first shown by somebody who has it. */
  onSecret(listener: (secret: string) => void): void;
  /** The token behind a secret that is valid now. */
  verify(secret: string): TokenInfo | undefined;
}

const PREFIX = 'tg_';

export function createTokens(db: DatabaseSync): Tokens {
  const byHash = db.prepare('SELECT * FROM token WHERE hash = ?');
  const listeners = new Set<(token: TokenInfo) => void>();
  const learners = new Set<(secret: string) => void>();
  const tell = (secret: string): void => {
    for (const learn of learners) learn(secret);
  };
  const touch = db.prepare('UPDATE token SET last_used_at = ? WHERE id = ?');
  const find = (digest: string): TokenInfo | undefined => {
    const row = byHash.get(digest);
    return row && toInfo(row);
  };
  const byName = (nameOrId: string) =>
    db.prepare('SELECT * FROM token WHERE name = ? OR id = ?').get(nameOrId, nameOrId);

  /** Tokens that were verified since the last change, by hash; a change of the table empties it. */
  const verified = new Map<string, TokenInfo>();

  return {
    create: ({ name, scopes, expiresAt }) => {
      assertFree(name, byName(name));
      const secret = PREFIX + randomBytes(32).toString('base64url');
      const id = randomUUID();
      db.prepare('INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)').run(
        id,
        name,
        hash('sha256', secret),
        JSON.stringify(scopes),
        new Date().toISOString(),
        expiresAt ?? null,
      );
      tell(secret);
      return { ...toInfo(byName(id)), secret };
    },
    list: () => db.prepare('SELECT * FROM token ORDER BY created_at').all().map(toInfo),
    revoke: (nameOrId) => {
      const row = byName(nameOrId);
      if (!row) throw new UsageError(`There is no token "${nameOrId}". toolgate tokens list shows them.`);
      db.prepare('UPDATE token SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?').run(
        new Date().toISOString(),
        String(row.id),
      );
      verified.clear();
      const revoked = toInfo(byName(nameOrId));
      for (const listener of listeners) listener(revoked);
      return revoked;
    },
    isValid: (name) => {
      const row = byName(name);
      return row !== undefined && letsIn(toInfo(row));
    },
    onRevoke: (listener) => void listeners.add(listener),
    onSecret: (listener) => void learners.add(listener),
    verify: (secret) => {
      // Looking up a SHA-256 of 256 random bits leaks nothing about them through timing.
      const digest = hash('sha256', secret);
      const info = verified.get(digest) ?? find(digest);
      if (!info || !letsIn(info)) return undefined;
      const now = new Date().toISOString();
      // Once a minute is enough for "last used", and keeps the write off the path of every request.
      const isRecent = info.lastUsedAt?.slice(0, 16) === now.slice(0, 16);
      if (!isRecent) touch.run(now, info.id);
      if (!verified.has(digest)) tell(secret);
      verified.set(digest, isRecent ? info : { ...info, lastUsedAt: now });
      return info;
    },
  };
}

/** A name is a principal in the record, so it stays with the token it was given to. */
function assertFree(name: string, taken: Record<string, unknown> | undefined): void {
  if (!/^[\w.@-]{1,64}$/.test(name))
    throw new UsageError(
      `"${name}" is not a valid name for a token; use 1 to 64 letters, digits, ".", "_", "@" or "-".`,
    );
  if (!taken) return;
  const why = taken.revoked_at === null ? 'There is a token' : 'There was a token';
  const end =
    taken.revoked_at === null ? ' already' : ', which was revoked; the record knows agents by their names';
  throw new UsageError(`${why} named "${name}"${end}. Choose another name.`);
}

// Sound: the table is STRICT and only `create` writes it.
const toInfo = (row: Record<string, unknown> | undefined): TokenInfo => ({
  id: row?.id as string,
  name: row?.name as string,
  scopes: JSON.parse(row?.scopes as string) as Scope[],
  createdAt: row?.created_at as string,
  expiresAt: row?.expires_at as string | null,
  lastUsedAt: row?.last_used_at as string | null,
  revokedAt: row?.revoked_at as string | null,
});

const letsIn = ({ revokedAt, expiresAt }: TokenInfo): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > new Date().toISOString());

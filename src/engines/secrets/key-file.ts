import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { userId } from '../../core/process/user-id.ts';

const KEY_BYTES = 32;

/** A key in a file that only its owner can read. */
export function readKeyFile(path: string): Buffer {
  if (!existsSync(path))
    throw new UsageError(
      `The key ${path} is missing, and the secrets cannot be decrypted without it. ` +
        'Restore it from a backup, or remove secrets.json from the data directory and set the secrets again.',
    );
  assertPrivate(path);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new UsageError(`${path} holds no key of ${KEY_BYTES} bytes in base64. Restore it from a backup.`);
  return key;
}

/** Keeps a key; where there is one already, that one is answered. */
export function keepKeyFile(path: string, key: Buffer): Buffer {
  if (existsSync(path)) return readKeyFile(path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  // A wide umask cannot widen the mode, but a file system may ignore it: then this is said now, not at the next start.
  chmodSync(path, 0o600);
  assertPrivate(path);
  return key;
}

function assertPrivate(path: string): void {
  const { mode, uid } = statSync(path);
  if (process.platform === 'win32') return;
  if ((mode & 0o077) !== 0)
    throw new UsageError(
      `${path} can be read or written by others (mode ${(mode & 0o777).toString(8)}). ` +
        `Run: chmod 600 ${path}. If others use this machine, set the secrets again.`,
    );
  const own = userId();
  if (own !== 0 && uid !== own) throw new UsageError(`${path} belongs to another user (uid ${uid}).`);
}

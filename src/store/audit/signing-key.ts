import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../core/errors.ts';

/** Signs what the record says of itself. */
export interface Signer {
  sign(text: string): string;
  /** As PEM; it can check signatures and make none. */
  readonly publicKey: string;
}

/** The key in this file, made with the first use. */
export function openSigner(path: string): Signer {
  const key = existsSync(path) ? readKey(path) : makeKey(path);
  return {
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
    publicKey: pemOf(createPublicKey(key)),
  };
}

/** The public half of the key in this file, if there is one. */
export const publicKeyAt = (path: string): string | undefined =>
  existsSync(path) ? pemOf(createPublicKey(readKey(path))) : undefined;

/** When it was made. */
export const keyMadeAt = (path: string): string => statSync(path).mtime.toISOString();

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    return verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** A short name of a public key, to compare by eye. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32);

function readKey(path: string): KeyObject {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new UsageError(`${path} can be read or written by others. Run: chmod 600 ${path}`);
  const key = createPrivateKey(readFileSync(path, 'utf8'));
  if (key.asymmetricKeyType !== 'ed25519') throw new UsageError(`${path} holds no Ed25519 key.`);
  return key;
}

function makeKey(path: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  return privateKey;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { UsageError } from '../../core/errors.ts';

const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];

/** Encrypts what a row must have and nobody may read in it; for a person with the key of the data directory. */
export type Seal = (callId: string, text: string) => string;

export const createSeal =
  (key: Buffer): Seal =>
  (callId, text) => {
    const iv = randomBytes(IV_BYTES);
    // No row can be given the sealed text of another.
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(callId));
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64');
  };

export function openSealed(key: Buffer | undefined, callId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const tagEnd = IV_BYTES + TAG_BYTES;
  try {
    if (!key) throw new Error('There is no key');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(callId))
      .setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
  } catch {
    throw new UsageError(
      'The arguments of this entry cannot be decrypted: it was changed, or it comes from another data directory.',
    );
  }
}

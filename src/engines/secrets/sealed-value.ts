import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { UsageError } from '../../core/errors.ts';

const CIPHER = 'aes-256-gcm';

/** A value as it lies on the disk, in base64. */
export interface SealedValue {
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

export function sealValue(key: Buffer, name: string, value: string): SealedValue {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(name));
  const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]).toString('base64');
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data };
}

/** Throws for a value that another key sealed, that was changed, or that was sealed under another name. */
export function openValue(key: Buffer, name: string, { iv, tag, data }: SealedValue): string {
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64'), { authTagLength: 16 })
      .setAAD(boundTo(name))
      .setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(data, 'base64'), decipher.final()]).toString('utf8');
  } catch {
    throw new UsageError(
      `The secret "${name}" cannot be decrypted: it was changed, or it was encrypted with another key. ` +
        'Restore the key, or remove the secret and set it again.',
    );
  }
}

// Nobody can give one secret the value of another by swapping lines of the file.
const boundTo = (name: string): Buffer => Buffer.from(`toolgate secret ${name}`);

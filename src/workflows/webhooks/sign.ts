import { createHmac, timingSafeEqual } from 'node:crypto';

/** Standard Webhooks: the signature covers id, time and the very bytes of the body. */
export const signature = (secret: string, id: string, timestamp: number, body: string | Buffer): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;

/** `whsec_` and base64, as the standard has it; any other text is taken as it is. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

export const githubSignature = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Takes the same time wherever two texts differ. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

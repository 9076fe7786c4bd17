import { createHmac, timingSafeEqual } from 'node:crypto';

export const LINK_PATH = '/approve/';

/**
 * A link that answers one approval and nothing else, for a person who is not at this terminal. Nothing has to be
 * remembered for it: it is signed, and an approval can be decided only once.
 */
export const linkPath = (key: Buffer, id: string): string => `${LINK_PATH}${id}.${sign(key, id)}`;

/** The approval a link is for; undefined for a link that is not ours. */
export function approvalOfLink(key: Buffer, pathname: string): string | undefined {
  const [id = '', signature = ''] = pathname.slice(LINK_PATH.length).split('.');
  const expected = Buffer.from(sign(key, id));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

const sign = (key: Buffer, id: string): string =>
  createHmac('sha256', key).update(`approval link ${id}`).digest('base64url');

import { randomBytes } from 'node:crypto';

/** A hidden name for what is not complete; two calls at the same moment have two. */
export const unfinishedName = (): string => `.toolgate-${randomBytes(12).toString('hex')}.tmp`;

export const isUnfinished = (name: string): boolean => /^\.toolgate-[0-9a-f]{24}\.tmp$/.test(name);

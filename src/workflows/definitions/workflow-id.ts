import { hash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../core/text/canonical-json.ts';

export const newId = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`;

/** The same file is the same workflow, whatever it says. */
export const idOfFile = (path: string): string => `wf_${hash('sha256', path).slice(0, 12)}`;

export const hashOf = (document: unknown): string => hash('sha256', canonicalJson(document)).slice(0, 16);

import type { ProgramRule } from '../program-rule.ts';
import { coreutils } from './coreutils.ts';

/** All tables; one file per family. */
export const tables: readonly (readonly ProgramRule[])[] = [coreutils];

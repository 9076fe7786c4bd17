import type { ProgramRule } from '../program-rule.ts';
import { coreutils } from './coreutils.ts';
import { coreutilsWrite } from './coreutils-write.ts';
import { coreutilsFacts } from './coreutils-facts.ts';
import { runners } from './runners.ts';
import { builtins } from './builtins.ts';
import { textSearch } from './text-search.ts';
import { textPrograms } from './text-programs.ts';

/** All tables; one file per family. */
export const tables: readonly (readonly ProgramRule[])[] = [coreutils, coreutilsWrite, coreutilsFacts, runners, builtins, textSearch, textPrograms];

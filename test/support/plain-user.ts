import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { FilesEngine } from '../../src/engines/files/files.ts';
import { temporaryDirectory } from './program.ts';

const SCRIPT = join(import.meta.dirname, 'scripts/use-files.ts');
/** Root may do everything, by its capabilities; without them the bits of a file hold for it as for anybody. */
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--'];

interface Outcome {
  readonly done?: unknown;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

/** Uses the file engine in a directory as a user without special rights. */
export function asPlainUser<Act extends keyof FilesEngine>(
  root: string,
  act: Act,
  ...args: Parameters<FilesEngine[Act]>
): Outcome {
  const [program = '', ...words] = [
    ...(process.getuid?.() === 0 ? WITHOUT_RIGHTS : []),
    ...[process.execPath, SCRIPT, root, temporaryDirectory(), act, JSON.stringify(args)],
  ];
  // Sound: the script prints nothing else.
  return JSON.parse(execFileSync(program, words, { encoding: 'utf8' })) as Outcome;
}

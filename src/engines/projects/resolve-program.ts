import type { Argv } from '../../core/text/command-words.ts';
import { childEnvironment } from '../process/child/environment.ts';
import { findProgram, missingProgram } from '../process/child/missing-program.ts';

/** Those corepack can bring, in the version the project asks for. */
const COREPACK = new Set(['pnpm', 'yarn']);

/** The command as it can be started here: through corepack where the package manager itself is not installed. */
export async function resolveProgram(
  argv: Argv,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Argv> {
  const [program, ...args] = argv;
  const { PATH = '' } = await childEnvironment(env);
  if (findProgram(program, cwd, PATH) !== undefined) return argv;
  if (COREPACK.has(program) && findProgram('corepack', cwd, PATH) !== undefined)
    return ['corepack', program, ...args];
  throw missingProgram(program, cwd);
}

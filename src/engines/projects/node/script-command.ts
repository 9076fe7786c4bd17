import type { Argv } from '../../../core/text/command-words.ts';
import type { PackageManager } from './package-manager.ts';

/**
 * Runs a script with arguments that arrive as they are. Everything behind `--` is taken literally by npm, pnpm
 * and both kinds of yarn, the script's own name included; yarn 1 would take a `-v` without it for itself.
 */
export const scriptCommand = (
  { name }: Pick<PackageManager, 'name'>,
  script: string,
  args: readonly string[] = [],
): Argv => (name === 'bun' ? ['bun', 'run', script, ...args] : [name, 'run', '--', script, ...args]);

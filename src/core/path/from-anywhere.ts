import { basename, resolve } from 'node:path';
import { mayMatchGlob } from './match-glob.ts';

/**
 * A pattern of files as it may count below a directory: `src/in/*.ts` is `/*.ts` in `src/in`. Some programs take it from the
 * directory they run in, wherever they search, and others from where they search.
 */
export function fromAnywhere(glob: string, directory: string, cwd: string): readonly string[] {
  const name = basename(resolve(cwd, directory));
  const parts = glob.split('/');
  if (glob.startsWith('!') || parts.length === 1 || resolve(cwd, directory) === resolve(cwd)) return [glob];
  // Which of its slashes part names, nobody looks up.
  if (/[{[][^{[}\]]*\//.test(glob)) return [glob, '**'];
  const isAbove = (part: string): boolean => part === '**' || mayMatchGlob(name, part);
  const rests = parts.flatMap((part, i) => (isAbove(part) ? [`/${parts.slice(i + 1).join('/')}`] : []));
  return [glob, ...rests.filter((rest) => rest !== '/')];
}

import { resolve } from 'node:path';
import { isInside } from '../../core/paths.ts';

/** Programs and devices that everybody uses; nobody can put something else there unasked. */
const HARMLESS = /^\/(dev\/(null|std(in|out|err)|tty|zero|u?random)$|usr\/|bin\/|sbin\/|lib\w*\/|opt\/)/;

/**
 * Whether a word of a command may name a file outside of the open directories: a config, a plugin or a program that was put
 * there unasked. A word that only the run knows may be anything.
 */
export function leadsOutside(word: string, cwd: string, roots: readonly string[]): boolean {
  if (word === '') return true;
  return [word, ...word.split(/[=:,]/).slice(1)].some((text) => {
    if (/^(~|file:)/.test(text)) return true;
    const isPath = text.startsWith('/') || /(^|\/)\.\.(\/|$)/.test(text);
    return isPath && !HARMLESS.test(text) && !isInside(resolve(cwd, text), roots);
  });
}

import { resolve } from 'node:path';
import { isInside } from '../../core/path/paths.ts';

/** Programs and devices that everybody uses; nobody can put something else there unasked. */
const HARMLESS =
  /^\/(dev\/(null|std(out|err)|tty|zero|u?random)$|usr\/|bin\/|sbin\/|lib\w*\/|opt\/|nix\/store\/)/;

export const isHarmlessPlace = (path: string): boolean => HARMLESS.test(path);

/**
 * Whether a word of a command may name a file outside of the open directories: a config, a plugin or a program that was put
 * there unasked. A word that only the run knows may be anything.
 */
export function leadsOutside(word: string, cwd: string, roots: readonly string[]): boolean {
  if (word === '' || /(^|[^\w.-])(~|(file|data|https?|node):)/.test(word)) return true;
  return pathsIn(word).some((path) => !isHarmlessPlace(path) && !isInside(resolve(cwd, path), roots));
}

/** `/tmp/x`, `-r/tmp/x`, `--config=/tmp/x`, `@/tmp/x`, `{"a":"/tmp/x"}`, `../x`: whatever may begin a path. */
const pathsIn = (word: string): string[] => [
  ...(word.match(/(?<![\w.-])\/[^ \t\n"'`,;]*/g) ?? []),
  ...(/^-{1,2}[A-Za-z]+(\/.*)$/.exec(word)?.slice(1) ?? []),
  // A blank or a quote may be a part of the name: `/project x/y`.
  ...[word, ...word.split(/[=:,@]/)].filter((text) => /^\/|(^|\/)\.\.(\/|$)/.test(text)),
];

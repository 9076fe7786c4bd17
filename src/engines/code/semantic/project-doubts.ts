import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LanguageServer } from './language-server.ts';

/** What a server misses that is told by files which sources belong together: it guesses without one, and knows one at a time. */
export function projectDoubts(
  { root, kind }: Pick<LanguageServer, 'root' | 'kind'>,
  { definedIn, opened }: { readonly definedIn: readonly string[]; readonly opened: readonly string[] },
): string[] {
  const { name, projectFiles } = kind;
  if (!projectFiles) return [];
  const known = new Map<string, string | undefined>();
  const projectOf = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder);
    const isHere = projectFiles.some((file) =>
      [file, join('build', file)].some((path) => existsSync(join(root, folder, path))),
    );
    const found = isHere ? folder : folder === '.' ? undefined : projectOf(dirname(folder));
    known.set(folder, found);
    return found;
  };
  const projects = new Set(definedIn.map((file) => projectOf(dirname(file))));
  if (projects.has(undefined)) return [`${name} guesses without ${projectFiles.join(' or ')}`];
  const others = opened.filter((file) => !projects.has(projectOf(dirname(file))));
  return others.length > 0
    ? [
        `${others.length === 1 ? '1 file that holds the name is' : `${others.length} files that hold the name are`} of other projects`,
      ]
    : [];
}

import picomatch from 'picomatch';
import type { Workspace } from '../../core/project.ts';
import type { ProjectFiles } from './project-files.ts';

const MAX_WORKSPACES = 500;
const MAX_FOLDERS = 3000;
const MAX_DEPTH = 5;

/** The packages below a directory that these globs name; `nameOf` knows what makes one, and what it is called. */
export function workspacesIn(
  files: ProjectFiles,
  directory: string,
  globs: readonly string[],
  nameOf: (directory: string) => string | undefined,
): Workspace[] {
  const plain = globs.map((glob) => glob.replace(/^(!?)\.?\//, '$1').replace(/\/$/, ''));
  const wanted = plain.filter((glob) => !glob.startsWith('!'));
  if (wanted.length === 0) return [];
  const ignore = plain.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const isWanted = picomatch(wanted, { ignore });
  const depths = wanted.map((glob) => (glob.includes('**') ? MAX_DEPTH : glob.split('/').length));
  return foldersBelow(files, directory, Math.min(MAX_DEPTH, Math.max(...depths)))
    .filter((path) => isWanted(path))
    .slice(0, MAX_WORKSPACES)
    .flatMap((path) => {
      const name = nameOf(`${directory}/${path}`);
      return name === undefined ? [] : [{ name, path }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Level by level, so that a large folder does not hide its neighbours. */
function foldersBelow(files: ProjectFiles, directory: string, depth: number): string[] {
  const found: string[] = [];
  let level = [''];
  for (let i = 0; i < depth && level.length > 0 && found.length < MAX_FOLDERS; i++) {
    level = level.flatMap((prefix) =>
      files
        .entries(`${directory}/${prefix}`)
        .filter(
          (entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'),
        )
        .map(({ name }) => (prefix === '' ? name : `${prefix}/${name}`)),
    );
    found.push(...level);
  }
  return found.slice(0, MAX_FOLDERS);
}

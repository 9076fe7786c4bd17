import { ToolError } from '../../core/errors.ts';
import { compileGlob, type PathTest } from '../../core/path/glob.ts';
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
  const takenOut = plain.filter((glob) => glob.startsWith('!')).map((glob) => testOf(glob.slice(1)));
  const tests = wanted.map(testOf);
  const depths = wanted.map((glob) => (glob.includes('**') ? MAX_DEPTH : glob.split('/').length));
  return foldersBelow(files, directory, Math.min(MAX_DEPTH, Math.max(...depths)))
    .filter((path) => tests.some((test) => test(path)) && !takenOut.some((test) => test(path)))
    .slice(0, MAX_WORKSPACES)
    .flatMap((path) => {
      const name = nameOf(`${directory}/${path}`);
      return name === undefined ? [] : [{ name, path }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A glob that cannot be read names nothing: it is the project's mistake, and no reason to show none of it. */
function testOf(glob: string): PathTest {
  try {
    return compileGlob(glob);
  } catch (error) {
    if (error instanceof ToolError) return () => false;
    throw error;
  }
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

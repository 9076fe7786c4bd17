import { ToolError } from '../../core/errors.ts';
import { compileGlob, type PathTest } from '../../core/path/glob.ts';
import type { Workspace } from '../../core/project.ts';
import { createPauses, inTurns } from '../../core/timing/in-turns.ts';
import type { ProjectFiles } from './project-files.ts';

const MAX_WORKSPACES = 500;
const MAX_FOLDERS = 3000;
const MAX_DEPTH = 5;

/** The packages below a directory that these globs name; `nameOf` knows what makes one, and what it is called. */
export async function workspacesIn(
  files: ProjectFiles,
  directory: string,
  globs: readonly string[],
  nameOf: (directory: string) => string | undefined,
): Promise<Workspace[]> {
  const plain = globs.map((glob) => glob.replace(/^(!?)\.?\//, '$1').replace(/\/$/, ''));
  const wanted = plain.filter((glob) => !glob.startsWith('!'));
  if (wanted.length === 0) return [];
  const takenOut = plain.filter((glob) => glob.startsWith('!')).map((glob) => testOf(glob.slice(1)));
  const tests = wanted.map(testOf);
  const depths = wanted.map((glob) => (glob.includes('**') ? MAX_DEPTH : glob.split('/').length));
  const folders = await foldersBelow(files, directory, Math.min(MAX_DEPTH, Math.max(...depths)));
  const named = folders
    .filter((path) => tests.some((test) => test(path)) && !takenOut.some((test) => test(path)))
    .slice(0, MAX_WORKSPACES);
  const workspaces = await inTurns(named, (path) => {
    const name = nameOf(`${directory}/${path}`);
    return name === undefined ? [] : [{ name, path }];
  });
  return workspaces.sort((a, b) => (a.path < b.path ? -1 : 1));
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
async function foldersBelow(files: ProjectFiles, directory: string, depth: number): Promise<string[]> {
  const pause = createPauses();
  const found: string[] = [];
  let level = [''];
  for (let i = 0; i < depth && level.length > 0; i++) {
    const next: string[] = [];
    for (const prefix of level) {
      if (found.length + next.length >= MAX_FOLDERS) break;
      await pause();
      for (const entry of files.entries(`${directory}/${prefix}`)) {
        if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
        next.push(prefix === '' ? entry.name : `${prefix}/${entry.name}`);
      }
    }
    found.push(...next);
    level = next;
  }
  return found.slice(0, MAX_FOLDERS);
}

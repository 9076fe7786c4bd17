import { ToolError } from '../../core/errors.ts';
import { compileGlob, type PathTest } from '../../core/path/glob.ts';
import type { Workspace } from '../../core/project.ts';
import type { Work } from '../../core/timing/in-turns.ts';
import type { ProjectFiles } from './project-files.ts';

const MAX_GLOBS = 1000;
const MAX_WORKSPACES = 500;
const MAX_FOLDERS = 3000;
const MAX_DEPTH = 5;

export interface Workspaces {
  readonly workspaces: readonly Workspace[];
  /** Why there may be more of them. */
  readonly leftOut?: string;
}

/** The packages below a directory that these globs name; `nameOf` knows what makes one, and what it is called. */
export async function workspacesIn(
  files: ProjectFiles,
  directory: string,
  globs: readonly string[],
  nameOf: (directory: string) => string | undefined,
): Promise<Workspaces> {
  const plain = globs.slice(0, MAX_GLOBS).map((glob) => glob.replace(/^(!?)\.?\//, '$1').replace(/\/$/, ''));
  const wanted = plain.filter((glob) => !glob.startsWith('!'));
  if (wanted.length === 0) return { workspaces: [] };
  const takenOut = plain.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const depths = wanted.map((glob) => (glob.includes('**') ? MAX_DEPTH : glob.split('/').length));
  const folders = await foldersBelow(files, directory, Math.min(MAX_DEPTH, Math.max(...depths)));
  const fitting = await fittingIn(folders, wanted, files.work);
  const unwanted = new Set(await fittingIn(fitting, takenOut, files.work));
  const named = fitting.filter((path) => !unwanted.has(path));
  const workspaces: Workspace[] = [];
  for (const path of named.slice(0, MAX_WORKSPACES)) {
    await files.work.pause();
    const name = files.work.isOver ? undefined : nameOf(`${directory}/${path}`);
    if (name !== undefined) workspaces.push({ name, path });
  }
  const reasons = [
    ...(globs.length > MAX_GLOBS
      ? [`only ${MAX_GLOBS} of ${globs.length} workspace globs are looked at`]
      : []),
    ...(folders.length >= MAX_FOLDERS ? [`only ${MAX_FOLDERS} directories are looked at`] : []),
    ...(named.length > MAX_WORKSPACES
      ? [`only ${MAX_WORKSPACES} of ${named.length} packages are looked at`]
      : []),
    ...(files.work.isOver ? ['to look at all of them takes too long'] : []),
  ];
  return {
    workspaces: workspaces.sort((a, b) => (a.path < b.path ? -1 : 1)),
    ...(reasons.length > 0 && { leftOut: `There may be more workspaces: ${reasons.join('; ')}.` }),
  };
}

/** One glob after the other, so that what their braces stand for is never there all at once. */
async function fittingIn(
  folders: readonly string[],
  globs: readonly string[],
  work: Work,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const glob of globs) {
    if (work.isOver) break;
    const test = testOf(glob);
    for (const path of folders) {
      if (work.isDue) await work.pause();
      if (work.isOver) break;
      if (!found.has(path) && test(path)) found.add(path);
    }
  }
  return folders.filter((path) => found.has(path));
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
  const found: string[] = [];
  let level = [''];
  for (let i = 0; i < depth && level.length > 0; i++) {
    const next: string[] = [];
    for (const prefix of level) {
      if (found.length + next.length >= MAX_FOLDERS) break;
      await files.work.pause();
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

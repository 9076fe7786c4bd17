import { isSecretFile } from '../../core/path/sensitive-paths.ts';
import type { IgnoreChain } from './ignore-chain.ts';

/** A directory of the index. */
export interface Folder {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly parent: Folder | undefined;
  readonly files: Set<string>;
  /** Files that look like they hold secrets: known by name, never shown. */
  readonly secrets: Set<string>;
  readonly folders: Map<string, Folder>;
  /** Names that something happened to since they were looked at. */
  dirty: Set<string>;
  /** The rules of the directories above it, and those with its own. */
  readonly above: IgnoreChain;
  chain: IgnoreChain;
  /** Names of files and directories in the order of their paths, until something changes. */
  order: readonly string[] | undefined;
  /** All paths below it, once somebody asked, until something changes. */
  paths: Paths | undefined;
  close(): void;
}

/** Paths relative to a directory. */
export interface Paths {
  /** Sorted. */
  readonly files: readonly string[];
  readonly secrets: readonly string[];
}

export function addFile(folder: Folder, name: string): void {
  (isSecretFile(name) ? folder.secrets : folder.files).add(name);
  changed(folder);
}

/** Forgets a name, whatever it was, with everything below it. Answers how many files and directories that were. */
export function forget(folder: Folder, name: string): { files: number; folders: number } {
  changed(folder);
  const files = Number(folder.files.delete(name)) + Number(folder.secrets.delete(name));
  const child = folder.folders.get(name);
  folder.folders.delete(name);
  if (!child) return { files, folders: 0 };
  const below = empty(child);
  child.close();
  return { files: files + below.files, folders: below.folders + 1 };
}

/** Forgets everything in a directory, but keeps watching it. */
export function empty(folder: Folder): { files: number; folders: number } {
  const sum = { files: 0, folders: 0 };
  for (const name of [...folder.folders.keys(), ...folder.files, ...folder.secrets]) {
    const { files, folders } = forget(folder, name);
    sum.files += files;
    sum.folders += folders;
  }
  return sum;
}

/** What was worked out of a directory, and of those above it, is out of date. */
export function changed(folder: Folder): void {
  folder.order = undefined;
  for (let above: Folder | undefined = folder; above; above = above.parent) above.paths = undefined;
}

export function pathsBelow(folder: Folder): Paths {
  if (folder.paths) return folder.paths;
  const paths = { files: [], secrets: [] };
  collect(folder, '', paths);
  folder.paths = paths;
  return paths;
}

function collect(folder: Folder, prefix: string, into: { files: string[]; secrets: string[] }): void {
  for (const name of folder.secrets) into.secrets.push(prefix + name);
  for (const name of orderOf(folder)) {
    const child = folder.folders.get(name);
    if (child) collect(child, `${prefix}${name}/`, into);
    else into.files.push(prefix + name);
  }
}

function orderOf(folder: Folder): readonly string[] {
  if (folder.order) return folder.order;
  // With its slash a directory sorts as the paths below it do.
  const keys = [...folder.files, ...[...folder.folders.keys()].map((name) => `${name}/`)].sort();
  folder.order = keys.map((key) => (key.endsWith('/') ? key.slice(0, -1) : key));
  return folder.order;
}

/** The directory of the index at a path relative to its top; undefined where none is shown. */
export function folderAt(top: Folder, relative: string): Folder | undefined {
  let folder: Folder | undefined = top;
  for (const name of relative === '' ? [] : relative.split('/')) folder = folder?.folders.get(name);
  return folder;
}

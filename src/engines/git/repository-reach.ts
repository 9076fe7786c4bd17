import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/paths.ts';
import { isDirectory, lookAt, readSmall, realPath } from './git-files.ts';

/** Where the parts of a repository are. */
interface Parts {
  readonly gitDir: string;
  readonly commonDir: string;
  /** The directory that was asked for. */
  readonly base: string;
}

// What git would open by name; a link among them would show what lies elsewhere.
const SHARED_PARTS = [
  'config',
  'objects',
  'objects/pack',
  'objects/info',
  'refs',
  'packed-refs',
  'info',
  'info/exclude',
];
const OWN_PARTS = ['HEAD', 'index', 'config.worktree', 'logs'];

/** Refuses a repository of which any part lies, or is borrowed from, outside the roots. */
export function checkReach(repository: Parts, roots: readonly string[]): void {
  const { gitDir, commonDir } = repository;
  const parts = [
    ...SHARED_PARTS.map((name) => join(commonDir, name)),
    ...OWN_PARTS.map((name) => join(gitDir, name)),
  ];
  for (const part of parts) {
    const real = realPath(part);
    if (real !== undefined && !isInside(real, roots)) throw leadsOut(repository.base, part, roots);
  }
  for (const part of ['objects', 'objects/pack']) {
    const link = linkIn(join(commonDir, part));
    if (link !== undefined) throw leadsOut(repository.base, link, roots);
  }
  checkAlternates(join(commonDir, 'objects'), repository, roots, new Set());
}

/** git makes no links among its objects; one there borrows from somebody who did not lend. */
function linkIn(directory: string): string | undefined {
  if (!isDirectory(directory)) return undefined;
  const link = readdirSync(directory, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
  return link && join(directory, link.name);
}

/** Objects that are borrowed from elsewhere are as readable as our own. */
function checkAlternates(
  objects: string,
  repository: Parts,
  roots: readonly string[],
  seen: Set<string>,
): void {
  if (seen.has(objects)) return;
  seen.add(objects);
  const file = join(objects, 'info/alternates');
  if (!lookAt(file)) return;
  for (const line of readSmall(file).split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    // A name in quotes may be written in any way; git itself writes none here.
    const named = line.startsWith('"') ? line : resolve(objects, line);
    const real = realPath(named);
    if (!isInside(real ?? named, roots)) throw leadsOut(repository.base, named, roots);
    if (real !== undefined) checkAlternates(real, repository, roots, seen);
  }
}

export const leadsOut = (from: string, to: string, roots: readonly string[]): ToolError =>
  new ToolError('OUTSIDE_ROOT', `The repository of ${from} reaches outside the open directories: ${to}`, {
    hint: `Open ${basename(to) === 'objects' ? 'the repository it borrows from' : 'the main repository'} too. Open are: ${roots.join(', ')}`,
  });

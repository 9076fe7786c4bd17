import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { isSecretFile } from '../../../core/path/sensitive-paths.ts';
import { isRacy, stampOf } from './file-stamp.ts';
import { isDirectory, lookAt, readGitFile, realPath } from './git-files.ts';

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

const checked = new Map<string, string>();
const MAX_CHECKED = 200;
/** Each is looked through for links while others wait. */
const MOST_TREES = 1000;
/** Git makes none, or a few; where one leads can take a while to find out. */
const MOST_LINKS = 100;

/** Refuses a repository of which any part lies, or is borrowed from, outside the roots. */
export function checkReach(repository: Parts, roots: readonly string[]): void {
  const { gitDir, commonDir } = repository;
  const objects = join(commonDir, 'objects');
  const trees = directoriesIn(join(commonDir, 'worktrees'));
  if (trees.length > MOST_TREES) throw tooManyTrees(commonDir, trees.length);
  const homes = [...new Set([gitDir, commonDir, join(objects, 'info'), ...trees])];
  checkCount(commonDir, homes.flatMap(linksIn));
  const states = [...new Set(homes.flatMap(statesIn))];
  if (states.length > MOST_TREES) throw tooManyStates(commonDir, states.length);
  const places = [
    ...trees,
    ...states,
    gitDir,
    commonDir,
    objects,
    ...['info', 'objects/pack', 'objects/info'].map((name) => join(commonDir, name)),
  ];
  const id = [gitDir, commonDir, ...roots].join('\0');
  const stamp = stampOf(places);
  if (checked.get(id) === stamp) return;
  const hasLinks = checkParts(repository, roots);
  for (const part of [objects, join(objects, 'pack'), join(commonDir, 'worktrees'), ...trees]) {
    const [link] = linksIn(part);
    if (link !== undefined) throw leadsOut(repository.base, link, roots);
  }
  const others = [gitDir, commonDir, ...states, join(objects, 'info')];
  const links = [...new Set(others)].flatMap(linksIn);
  checkCount(commonDir, links);
  for (const link of links) {
    const place = realPath(link);
    // Git quotes what it cannot read.
    if (place !== undefined && (!isInside(place, roots) || isSecretFile(place))) throw isLink(link);
  }
  checkAlternates(objects, repository, roots, new Set());
  if (checked.size >= MAX_CHECKED) checked.clear();
  // Without links, nothing can be put in the place of a part without a change to the directory it is in.
  const isLasting =
    !hasLinks &&
    links.length === 0 &&
    lookAt(join(objects, 'info/alternates')) === undefined &&
    !isRacy(places);
  if (isLasting) checked.set(id, stamp);
}

/** Answers whether any part is a link, though it stays inside. */
function checkParts({ base, gitDir, commonDir }: Parts, roots: readonly string[]): boolean {
  const parts = [
    ...SHARED_PARTS.map((name) => join(commonDir, name)),
    ...OWN_PARTS.map((name) => join(gitDir, name)),
  ];
  const real = parts.map((part) => ({ part, place: realPath(part) }));
  const outside = real.find(({ place }) => place !== undefined && !isInside(place, roots));
  if (outside) throw leadsOut(base, outside.part, roots);
  return real.some(({ part, place }) => place !== part && lookAt(part) !== undefined);
}

/** git makes no links among its objects and notes; one there borrows from somebody who did not lend. */
function linksIn(directory: string): string[] {
  if (!isDirectory(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink() && entry.name !== 'hooks')
    .map(({ name }) => join(directory, name));
}

function directoriesIn(directory: string): string[] {
  if (!isDirectory(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name));
}

/** Each is looked at whenever the repository is asked, while everybody waits; and in a sandbox each is a mount. */
export const MOST_BORROWED = 50;

/** They are looked at by themselves, or hold nothing that git shows as it is. */
const NO_STATE = /^(objects|refs|logs|hooks|modules|worktrees|lfs|pack)$/;

/** Where git notes how far something has come: a rebase, for instance, of which `git status` prints the lines. */
function statesIn(directory: string): string[] {
  if (!isDirectory(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !NO_STATE.test(entry.name) && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => join(directory, name))
    .filter(isDirectory);
}

/** Objects that are borrowed from elsewhere are as readable as our own. `seen`: the stores that are named so far. */
function checkAlternates(
  objects: string,
  repository: Parts,
  roots: readonly string[],
  seen: Set<string>,
): void {
  const file = join(objects, 'info/alternates');
  if (!lookAt(file)) return;
  for (const line of new Set(readGitFile(file).split('\n'))) {
    if (line === '' || line.startsWith('#')) continue;
    // A name in quotes may be written in any way; git itself writes none here.
    const named = line.startsWith('"') ? line : resolve(objects, line);
    if (seen.has(named)) continue;
    if (seen.add(named).size > MOST_BORROWED) throw tooManyLenders(repository.base);
    const real = realPath(named);
    if (!isInside(real ?? named, roots)) throw leadsOut(repository.base, named, roots);
    if (real !== undefined) checkAlternates(real, repository, roots, seen);
  }
}

function checkCount(commonDir: string, links: readonly string[]): void {
  if (links.length <= MOST_LINKS) return;
  throw new ToolError(
    'TOO_LARGE',
    `The repository ${commonDir} has ${links.length} links that git does not make`,
    {
      hint: `Toolgate follows ${MOST_LINKS} at most. A person can remove them.`,
    },
  );
}

const tooManyTrees = (commonDir: string, count: number): ToolError =>
  new ToolError('TOO_LARGE', `The repository ${commonDir} has ${count} working trees`, {
    hint: `Toolgate looks through ${MOST_TREES} at most. A person can remove old ones with git worktree prune.`,
  });

const tooManyStates = (commonDir: string, count: number): ToolError =>
  new ToolError('TOO_LARGE', `The repository ${commonDir} has ${count} directories that git does not make`, {
    hint: `Toolgate looks through ${MOST_TREES} at most. A person can remove them.`,
  });

const tooManyLenders = (base: string): ToolError =>
  new ToolError('TOO_LARGE', `The repository of ${base} borrows from more than ${MOST_BORROWED} stores`, {
    hint: 'A person can bring what it needs into it with git repack -a, and remove objects/info/alternates.',
  });

const isLink = (path: string): ToolError =>
  new ToolError('OUTSIDE_ROOT', `${path} is a link, and git would show what it leads to`, {
    hint: 'Git itself makes no such link; a person can remove it.',
  });

export const leadsOut = (from: string, to: string, roots: readonly string[]): ToolError =>
  new ToolError('OUTSIDE_ROOT', `The repository of ${from} reaches outside the open directories: ${to}`, {
    hint: `Open ${basename(to) === 'objects' ? 'the repository it borrows from' : 'the main repository'} too. Open are: ${roots.join(', ')}`,
  });

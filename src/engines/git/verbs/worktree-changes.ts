import { appendFileSync, closeSync, constants, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside, outsideRoot } from '../../../core/path/paths.ts';
import { checkDenied } from '../../files/open/reach.ts';
import { nearestExisting } from '../../files/open/real-path.ts';
import { isDirectory } from '../repository/git-files.ts';
import { realParentOf } from '../repository/real-parent.ts';
import type { Repository } from '../repository/repository.ts';
import type { GitCapability } from '../run/git-process.ts';
import { fillPattern, nextNumber } from '../run/name-pattern.ts';
import type { Git } from '../run/run-git.ts';
import { type Branch, readBranches } from './branches.ts';
import { readWorktrees } from './worktrees.ts';

export interface AddWorktreeOptions {
  /** A branch, or a pattern with {name} and {num}. */
  readonly branch: string;
  /** What {name} stands for. */
  readonly name?: string | undefined;
  /** A directory, or a pattern with {name}, {branch}, {num} and {repo}; default: the directory for worktrees. */
  readonly path?: string | undefined;
  readonly baseBranch?: string | undefined;
}

export interface AddedWorktree {
  readonly path: string;
  readonly branch: string;
  readonly head: string;
  readonly created: boolean;
}

/** Adds a working tree with a branch of its own, made from the base where it does not exist yet. */
export async function addWorktree(
  git: Git,
  repository: Repository,
  options: AddWorktreeOptions,
  capability: Pick<GitCapability, 'roots' | 'denied'>,
): Promise<AddedWorktree> {
  const [branches, worktrees] = await Promise.all([readBranches(git), readWorktrees(git, repository)]);
  const main = worktrees[0]?.path ?? repository.commonDir;
  const pattern = options.path ?? '{name}';
  const num = nextNumber([
    { pattern: options.branch, names: branches.map(nameWithoutRemote) },
    { pattern: basename(pattern), names: worktrees.map(({ path }) => basename(path)) },
  ]);
  const branch = fillPattern(options.branch, { name: options.name, num });
  const named = fillPattern(pattern, {
    name: options.name ?? branch.replaceAll('/', '-'),
    branch: branch.replaceAll('/', '-'),
    num,
    repo: basename(main),
  });
  const isBare = worktrees[0]?.isBare ?? false;
  const path = resolve(options.path === undefined ? defaultPlace(main, isBare, capability) : main, named);
  checkFree(path, capability);
  // A branch with a number of its own is nobody's yet; where it is there all the same, git says so.
  const created =
    options.branch.includes('{num}') || !branches.some(({ name, remote }) => !remote && name === branch);
  ignoreInside(path, main, repository);
  mkdirSync(dirname(path), { recursive: true });
  const base = options.baseBranch ?? remoteOf(branch, branches) ?? 'HEAD';
  const words = created
    ? ['--no-track', '-b', branch, '--end-of-options', path, base]
    : ['--end-of-options', path, branch];
  await git(['worktree', 'add', '--quiet', ...words], { isChange: true, drivers: true });
  const added = (await readWorktrees(git, repository)).find(
    (worktree) => worktree.path === realParentOf(path),
  );
  return { path, branch, head: added?.head ?? '', created };
}

/** Where working trees go; for a bare repository beside it, since all of it is git's own, unless only it is open. */
function defaultPlace(main: string, isBare: boolean, { roots }: Pick<GitCapability, 'roots'>): string {
  const beside = dirname(main);
  if (!isBare || !isInside(beside, roots)) return join(main, '.worktrees');
  return join(beside, `${basename(main).replace(/\.git$/, '')}.worktrees`);
}

const nameWithoutRemote = ({ name, remote }: Branch): string =>
  remote ? name.slice(name.indexOf('/') + 1) : name;

const remoteOf = (branch: string, branches: readonly Branch[]): string | undefined =>
  branches.find((other) => other.remote && nameWithoutRemote(other) === branch)?.name;

function checkFree(path: string, { roots, denied }: Pick<GitCapability, 'roots' | 'denied'>): void {
  const real = realParentOf(path);
  if (!isInside(real, roots)) throw outsideRoot(path, roots);
  checkDenied(real, { denied });
  const nearest = nearestExisting(path);
  if (!isDirectory(nearest))
    throw new ToolError('CONFLICT', `${nearest} is a file`, { hint: 'Give another path.' });
  if (nearest === path && readdirSync(path).length > 0)
    throw new ToolError('CONFLICT', `${path} exists and is not empty`, { hint: 'Give another path.' });
}

// Not waiting: a named pipe in its place has nobody at its other end.
const TO_ADD =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A working tree inside another would show up there as untracked; the exclude file is nobody's commit. */
function ignoreInside(path: string, main: string, { commonDir }: Repository): void {
  const [first] = relative(main, path).split('/');
  if (!isInside(path, [main]) || first === undefined || first === '' || existsSync(join(main, first))) return;
  mkdirSync(join(commonDir, 'info'), { recursive: true });
  // Not through a link: whatever it leads to would get a line of the caller's choice.
  const fd = openSync(join(commonDir, 'info/exclude'), TO_ADD, 0o644);
  appendFileSync(fd, `\n/${first.replace(/[\\*?[\]!# ]/g, '\\$&')}/\n`);
  closeSync(fd);
}

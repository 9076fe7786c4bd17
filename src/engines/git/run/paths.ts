import { basename, dirname, join, relative, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { realParentOf } from '../repository/real-parent.ts';
import type { Repository } from '../repository/repository.ts';

/** A path of the caller, as git names it: from the top of the working tree. */
export function toPathspec(path: string, { base, top }: Repository): string {
  const from = top ?? '/';
  const named = resolve(top === undefined ? '/' : base, path);
  if (isInside(named, [from])) return relative(from, named) || '.';
  // The working tree is known by its real place; the caller may have come through a link.
  const real = join(realParentOf(dirname(named)), basename(named));
  if (isInside(real, [from])) return relative(from, real) || '.';
  throw new ToolError('OUTSIDE_ROOT', `${path} is outside the repository ${from}`, {
    hint: `Paths start at ${base}.`,
  });
}

/** `--` and the paths, where there are any; git takes them as they are, no pattern in them. */
export const pathArguments = (paths: readonly string[] | undefined, repository: Repository): string[] =>
  paths === undefined || paths.length === 0
    ? []
    : ['--', ...paths.map((path) => toPathspec(path, repository))];

/** Whether a path of the repository is one of these, or below it. */
export const isNamedBy = (path: string, named: readonly string[]): boolean =>
  named.some((spec) => spec === '.' || path === spec || path.startsWith(`${spec.replace(/\/$/, '')}/`));

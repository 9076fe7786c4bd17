import { realpathSync, statSync } from 'node:fs';
import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/path/paths.ts';
import { isTooWide } from '../../core/path/wide-places.ts';

interface Surroundings {
  readonly roots: readonly string[];
  readonly dataDir: string;
  readonly home: string;
}

/** A directory that may become a project: it may lie outside the roots, since a person was asked. */
export function findRegistrable(path: string, { roots, dataDir, home }: Surroundings): string {
  const directory = realDirectory(path);
  // The person was told "inside a root", and a link led out of it.
  if (isInside(path, roots) && !isInside(directory, roots)) throw outsideRoot(path, roots);
  if (isTooWide(directory, home) || isInside(directory, SYSTEM))
    throw refused(directory, 'it is a directory of the system, or your home');
  const own = realOr(dataDir);
  if (isInside(directory, [own]) || isInside(own, [directory]))
    throw refused(directory, "it holds Toolgate's own data, or lies in it");
  return directory;
}

/** Nobody's work lies in these, at whatever depth. */
const SYSTEM = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/run', '/sbin', '/sys', '/usr'];

function realDirectory(path: string): string {
  const real = realOr(path);
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory()) return real;
  throw new ToolError('NOT_FOUND', `There is no directory ${path}`);
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const refused = (path: string, why: string): ToolError =>
  new ToolError('BLOCKED_BY_POLICY', `${path} cannot be a project: ${why}`, {
    hint: 'Register a directory below it.',
  });

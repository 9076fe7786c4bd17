import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot, resolveFrom } from '../../core/path/paths.ts';
import type { ProjectRecords, RegisteredProject } from '../../core/project.ts';
import { type Opened, withOpened } from '../files/open/open-inside.ts';
import type { Reach } from '../files/open/reach.ts';

/** Where a call works, from what it says. */
export interface Places {
  readonly roots: readonly string[];
  /** What it names, else the caller's own directory, else the only project there is. */
  absolute(path: string | undefined): string;
  /** The same, where something is there and lies inside the roots. */
  existing(path: string | undefined): string;
  /** The same, where it is a directory; links are resolved. */
  directory(path: string | undefined): string;
}

export function createPlaces(reach: Reach, records: Pick<ProjectRecords, 'list'>): Places {
  const { cwd, roots } = reach;
  const absolute = (path: string | undefined): string =>
    resolveFrom(cwd, path ?? cwd ?? onlyProject(records.list()));
  const inside = (path: string | undefined): string => {
    const place = absolute(path);
    if (!isInside(place, roots)) throw outsideRoot(place, roots);
    return place;
  };
  return {
    roots,
    absolute,
    existing: (path) => {
      const place = inside(path);
      return withOpened(place, reach, () => place, { access: 'list' });
    },
    directory: (path) => realDirectory(inside(path), reach),
  };
}

function onlyProject([only, ...others]: readonly RegisteredProject[]): string {
  if (only && others.length === 0) return only.path;
  throw noPlace(only ? [only, ...others] : []);
}

/** Through the descriptor: a link to a place outside is not a way there. */
function realDirectory(path: string, reach: Reach): string {
  const directoryOf = ({ stats, realPath }: Opened): string => {
    if (stats.isDirectory()) return realPath;
    throw new ToolError('VALIDATION', `${path} is not a directory`, {
      hint: 'Give the directory it is in.',
    });
  };
  return withOpened(path, reach, directoryOf, { access: 'list' });
}

const noPlace = (known: readonly RegisteredProject[]): ToolError =>
  new ToolError('VALIDATION', 'This connection has no current directory: say which project is meant', {
    hint:
      known.length > 0
        ? `Registered are: ${known.map(({ path }) => path).join(', ')}`
        : 'Register one with register_project, or give an absolute path.',
  });

import { basename } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { homePlaces } from '../machine/home/home-places.ts';
import { findInWorkspace, type WorkspaceFinds } from './workspace-index.ts';

/** What the PATH leads to outside of the system's own directories, and what of it nobody must see. */
export interface ProgramFinds {
  readonly places: readonly string[];
  readonly hidden: readonly string[];
}

const KEPT_MS = 30_000;
const found = new Map<string, { readonly at: number; readonly finds: Promise<WorkspaceFinds> }>();

/**
 * A directory of programs may lie in a project, or hold one: it is looked through for secrets like an open directory, and
 * its history stays out of sight. One that is too large to be looked through is not shown.
 */
export async function programsInPath(path: string, home: string): Promise<ProgramFinds> {
  const { programs, toolchains } = homePlaces(path, home);
  // Those of a toolchain are shown with it.
  const others = [...new Set(programs)].filter((place) => !isInside(place, toolchains));
  const looked = await Promise.all(others.map(async (place) => ({ place, ...(await lookThrough(place)) })));
  const whole = looked.filter(({ isComplete }) => isComplete);
  return {
    places: whole.map(({ place }) => place),
    hidden: whole.flatMap(({ secrets, protected: guarded }) => [
      ...secrets,
      ...guarded.filter((one) => basename(one) === '.git'),
    ]),
  };
}

function lookThrough(place: string): Promise<WorkspaceFinds> {
  const before = found.get(place);
  if (before && performance.now() - before.at < KEPT_MS) return before.finds;
  const finds = findInWorkspace(place);
  found.set(place, { at: performance.now(), finds });
  return finds;
}

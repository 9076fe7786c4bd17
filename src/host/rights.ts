import type { Caller } from '../core/call/caller.ts';
import { choseRoots } from '../core/call/owner.ts';
import type { Config } from '../core/config.ts';
import { isInside } from '../core/path/paths.ts';
import type { ProjectRecords } from '../core/project.ts';
import { once } from '../core/timing/once.ts';
import { openRoots } from './agent.ts';
import type { Narrowing } from './load-config.ts';
import { createProjectFiles, placesOf } from './project-files.ts';

/** What a person changes or closes binds the next call of everybody, however long they have been connected. */
export interface Rights {
  /** What is open to those who chose no directories themselves. */
  openToAll(): readonly string[];
  /** Reads what has changed in the directories of the caller; undefined where all is known. */
  ready(caller: Caller): Promise<void> | undefined;
  /** The caller with what it may do and reach at this moment. */
  asOfNow(caller: Caller): Caller;
}

export function createRights(
  config: Config,
  projects: Pick<ProjectRecords, 'list'>,
  roots: readonly string[] = config.roots,
): Rights {
  const files = createProjectFiles();
  const chosen = once(() => openRoots({ roots }, {}));
  const openToAll = (): readonly string[] =>
    chosen().length > 0 ? chosen() : projects.list().map(({ path }) => path);
  const whole = (caller: Caller): Caller => {
    const now = caller.settings ? { ...caller, ...caller.settings() } : caller;
    return choseRoots(now) ? now : keptTo(openToAll(), now);
  };
  return {
    openToAll,
    ready: (caller) => files.read(placesOf(whole(caller))),
    asOfNow: (caller) => {
      const now = whole(caller);
      const { narrowings, problem } = files.known(placesOf(now));
      const narrowed = narrowings.reduce((inside, narrow) => narrowedCaller(inside, narrow, config), now);
      return problem === undefined ? narrowed : { ...narrowed, refused: problem };
    },
  };
}

function narrowedCaller(caller: Caller, narrow: Narrowing, config: Config): Caller {
  const { mode, packs, profile, toolPermissions } = caller;
  const inside = narrow({ ...config, permissionLevel: mode, packs: [...packs], profile, toolPermissions });
  return {
    ...caller,
    mode: inside.permissionLevel,
    packs: inside.packs,
    profile: inside.profile,
    toolPermissions: inside.toolPermissions,
  };
}

/** What was stored, or copied when a session was opened, may be closed by now. */
function keptTo(open: readonly string[], caller: Caller): Caller {
  if (caller.roots.every((root) => isInside(root, open))) return caller;
  const roots = caller.roots.flatMap((root) =>
    isInside(root, open) ? [root] : open.filter((one) => isInside(one, [root])),
  );
  const { cwd } = caller;
  return { ...caller, roots, cwd: cwd !== undefined && isInside(cwd, roots) ? cwd : undefined };
}

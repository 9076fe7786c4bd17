import type { Caller } from '../core/call/caller.ts';
import { choseRoots } from '../core/call/owner.ts';
import type { Config } from '../core/config.ts';
import { isInside } from '../core/path/paths.ts';
import type { ProjectRecords } from '../core/project.ts';
import { once } from '../core/timing/once.ts';
import { openRoots } from './agent.ts';

/** What a person changes or closes binds the next call of everybody, however long they have been connected. */
export interface Rights {
  /** What is open to those who chose no directories themselves. */
  openToAll(): readonly string[];
  /** The caller with what it may do and reach at this moment. */
  asOfNow(caller: Caller): Caller;
}

export function createRights(config: Config, projects: Pick<ProjectRecords, 'list'>): Rights {
  const chosen = once(() => openRoots(config, {}));
  const openToAll = (): readonly string[] =>
    chosen().length > 0 ? chosen() : projects.list().map(({ path }) => path);
  return {
    openToAll,
    asOfNow: (caller) => {
      const now = caller.settings ? { ...caller, ...caller.settings() } : caller;
      return choseRoots(now) ? now : keptTo(openToAll(), now);
    },
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

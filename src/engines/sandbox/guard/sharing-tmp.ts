import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '../../../core/errors.ts';
import { emptyTmp } from '../machine/session-tmp.ts';
import type { Guard } from './guard-run.ts';

/** Fails where a run may have seen what it must not see. */
type Look = () => Promise<void>;

/** Runs that have the same /tmp at the same time. */
interface Group {
  readonly looks: Set<Look>;
  failure?: { readonly error: unknown };
  readonly failed: PromiseWithResolvers<void>;
  /** All of them have ended. */
  readonly over: PromiseWithResolvers<void>;
}

const groups = new Map<string, Group>();

/** Runs that are to end are killed; another waits no longer than this for what cannot be killed. */
const LONGEST_WAIT_MS = 10_000;

/**
 * A run that saw a secret being saved may have handed it on before it is ended: through the /tmp that it shares, or by its
 * port. One that began after that had nothing in sight itself, and finds it there. So all of them end, and the next one
 * begins when they have, in an empty /tmp.
 */
export function sharingTmp(
  tmp: string,
  lookAtOwn: Look,
): Required<Pick<Guard, 'begin' | 'look' | 'finish' | 'found'>> {
  const found = Promise.withResolvers<void>();
  let group = newGroup();
  let finished: Promise<readonly string[]> | undefined;

  const failing = async (look: Look): Promise<void> => {
    await look().catch((error: unknown) => {
      // What was in sight once was seen, also if it is gone by now.
      group.failure ??= { error };
      group.failed.resolve();
    });
    if (group.failure) throw group.failure.error;
  };
  const look = async () => {
    await failing(lookAtOwn);
    for (const one of [...group.looks]) if (one !== lookAtOwn && group.looks.has(one)) await failing(one);
    return [];
  };
  const leave = (): void => {
    group.looks.delete(lookAtOwn);
    if (group.looks.size > 0) return;
    if (groups.get(tmp) === group) groups.delete(tmp);
    group.over.resolve();
  };
  const finish = async () => {
    try {
      return await look();
    } catch (error) {
      // It may have put there what it saw, for the next one to print.
      await emptyTmp(tmp, { isAllowed: false });
      throw error;
    } finally {
      leave();
    }
  };
  return {
    found: found.promise,
    begin: async () => {
      group = await joined(tmp, lookAtOwn);
      void group.failed.promise.then(found.resolve);
    },
    look,
    finish: () => (finished ??= finish()),
  };
}

const newGroup = (): Group => ({
  looks: new Set(),
  failed: Promise.withResolvers(),
  over: Promise.withResolvers(),
});

const stillEnding = (): ToolError =>
  new ToolError(
    'CONFLICT',
    'Commands of this session saw a secret that was saved, and are still being ended',
    {
      hint: 'Call again in a moment.',
    },
  );

/** Joins those that run; where they have failed, the next ones. */
async function joined(tmp: string, look: Look): Promise<Group> {
  for (let known = groups.get(tmp); known?.failure; known = groups.get(tmp)) {
    const { over } = known;
    const isOver = await Promise.race([
      over.promise.then(() => true),
      delay(LONGEST_WAIT_MS, false, { ref: false }),
    ]);
    if (!isOver) throw stillEnding();
  }
  const group = groups.get(tmp) ?? newGroup();
  groups.set(tmp, group);
  group.looks.add(look);
  return group;
}

import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { emptyTmp } from '../machine/session-tmp.ts';
import type { Guard } from './guard-run.ts';

/** Fails where a run may have seen what it must not see. */
type Look = () => Promise<void>;

/** One that may see no secret. */
interface Run {
  /** Without, it has one that goes with it. */
  readonly tmp: string | undefined;
  readonly roots: readonly string[];
  readonly look: Look;
  /** It, or one beside it, may have seen a secret being saved. */
  failure?: { readonly error: unknown };
  readonly failed: PromiseWithResolvers<void>;
  readonly over: PromiseWithResolvers<void>;
}

const runs = new Set<Run>();

/** Runs that are to end are killed; another waits no longer than this for what cannot be killed. */
const LONGEST_WAIT_MS = 10_000;

/**
 * A run that saw a secret being saved may have handed it on before it is ended: through the /tmp that it shares, by its
 * port, or to a run of another session by which files it opens and when, which anybody can watch. One that began after
 * that had nothing in sight itself, and finds it there. So all that have a directory in common end, and the next one
 * begins when they have, in an empty /tmp. Runs of other directories go on: who may write here must not end those.
 */
export function runsTogether(
  { tmp, roots }: Pick<Run, 'tmp' | 'roots'>,
  look: Look,
): Required<Pick<Guard, 'begin' | 'look' | 'finish' | 'found'>> {
  const own: Run = {
    ...{ tmp, roots, look: shared(look) },
    ...{ failed: Promise.withResolvers(), over: Promise.withResolvers() },
  };
  let finished: Promise<readonly string[]> | undefined;

  const lookAtAll = async () => {
    await Promise.all([...beside(own)].map((one) => lookAt(one, own)));
    return [];
  };
  const finish = async () => {
    try {
      return await lookAtAll();
    } catch (error) {
      // It may have put there what it saw, for the next one to print.
      if (tmp !== undefined) await emptyTmp(tmp, { isAllowed: false });
      throw error;
    } finally {
      runs.delete(own);
      own.over.resolve();
    }
  };
  return {
    found: own.failed.promise,
    begin: async () => {
      await othersOver(own);
      runs.add(own);
    },
    look: lookAtAll,
    finish: () => (finished ??= finish()),
  };
}

/** All look at all: who wants a look while one goes on shares the next one, which begins after it was wanted. */
function shared(look: Look): Look {
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        current = look();
        return current;
      });
    return next;
  };
}

/** Also fails for what was found before: what was in sight once was seen, also if it is gone by now. */
async function lookAt(one: Run, own: Run): Promise<void> {
  await one.look().catch((error: unknown) => {
    for (const each of beside(one)) {
      each.failure ??= { error: each === one || sharesTmp(each, one) ? error : savedElsewhere() };
      each.failed.resolve();
    }
  });
  if (own.failure) throw own.failure.error;
}

/** Those it may have handed something to, and those they may have handed it to. */
function beside(run: Run): ReadonlySet<Run> {
  const all = new Set([run]);
  for (const one of all) for (const other of runs) if (meets(one, other)) all.add(other);
  return all;
}

const sharesTmp = (one: Run, other: Run): boolean => one.tmp !== undefined && one.tmp === other.tmp;

const meets = (one: Run, other: Run): boolean =>
  sharesTmp(one, other) ||
  one.roots.some((root) => isInside(root, other.roots)) ||
  other.roots.some((root) => isInside(root, one.roots));

/** Waits for those that are being ended. */
async function othersOver(own: Run): Promise<void> {
  const late = delay(LONGEST_WAIT_MS, true, { ref: false });
  const ending = () => [...runs].find((one) => one.failure && meets(one, own));
  for (let one = ending(); one; one = ending()) {
    const isLate = await Promise.race([one.over.promise.then(() => false), late]);
    if (isLate) throw stillEnding();
  }
}

/** The file may lie where the other run may not look. */
const savedElsewhere = (): ToolError =>
  new ToolError('CONFLICT', 'A secret was saved while the command ran, and one beside it could see it then', {
    retryable: true,
    hint: 'Its output is withheld, and what commands nobody was asked about left in /tmp is gone. Call again.',
  });

const stillEnding = (): ToolError =>
  new ToolError('CONFLICT', 'Commands that saw a secret being saved are still being ended', {
    retryable: true,
    hint: 'Call again in a moment.',
  });

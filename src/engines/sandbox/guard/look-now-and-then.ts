import type { Child } from '../../process/child/start-child.ts';
import type { Guard } from './guard-run.ts';

/** Often enough for people, seldom enough for large directories: a look takes at most a twentieth of the time. */
const LOOK_EVERY_MS = 1000;
const PAUSE_PER_LOOK = 20;

/** Looks after a run for as long as it goes on, and once more at its end. */
export async function lookNowAndThen(
  { look, finish, endsTheRun }: Guard,
  child: Pick<Child, 'ended' | 'end'>,
): Promise<void> {
  let hasEnded = false;
  const end = child.ended.catch(() => {}).finally(() => (hasEnded = true));
  for (let pause = LOOK_EVERY_MS; !hasEnded; ) {
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, pause).unref())]);
    if (hasEnded) break;
    const startedAt = performance.now();
    // What cannot be given another name stays, and must not take the host down.
    await look().catch(() => endsTheRun && child.end(0));
    pause = Math.max(LOOK_EVERY_MS, PAUSE_PER_LOOK * (performance.now() - startedAt));
  }
  await finish();
}

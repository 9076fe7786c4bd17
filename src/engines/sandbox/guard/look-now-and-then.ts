import type { Child } from '../../process/child/start-child.ts';
import type { Guard } from './guard-run.ts';
import { wordsOf, wordsOfFailure } from './guard-words.ts';

/** Often enough for people, seldom enough for large directories: a look takes at most a twentieth of the time. */
const LOOK_EVERY_MS = 1000;
const PAUSE_PER_LOOK = 20;

/**
 * Looks after a run for as long as it goes on, and once more at its end. Nobody waits for what comes of that, so each thing
 * is told once to those who read its output.
 */
export async function lookNowAndThen(
  { look, finish, endsTheRun, found }: Guard,
  child: Pick<Child, 'ended' | 'end'>,
  tell: (words: string) => void = () => {},
): Promise<void> {
  const told = new Set(['']);
  const tellOnce = (words: string): void => {
    if (!told.has(words)) tell(words);
    told.add(words);
  };
  let hasEnded = false;
  // Of the pause that goes on now: a race would leave something behind each second on what stays open for days.
  let wake = (): void => {};
  let isDue = false;
  // What cannot be given another name stays, and must not take the host down.
  const toldOf = (work: Promise<readonly string[]>): Promise<void> =>
    work.then(
      (setAside) => tellOnce(wordsOf(setAside)),
      (error: unknown) => {
        if (!endsTheRun) return tellOnce(wordsOfFailure(error));
        if (!hasEnded) void child.end(0);
      },
    );
  void child.ended
    .catch(() => {})
    .then(() => {
      hasEnded = true;
      wake();
    });
  void found?.then(() => {
    isDue = true;
    wake();
  });
  for (let pause = LOOK_EVERY_MS; !hasEnded; ) {
    if (!isDue)
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause).unref();
      });
    isDue = false;
    if (hasEnded) break;
    const startedAt = performance.now();
    await toldOf(look());
    pause = Math.max(LOOK_EVERY_MS, PAUSE_PER_LOOK * (performance.now() - startedAt));
  }
  await toldOf(finish());
}

import type { Progress } from '../core/call/call.ts';
import type { ToolOutput } from './tool-output.ts';

/** A call whose progress arrives before its answer, as the SDK takes preliminary results. */
export async function* withProgress(
  run: (tell: (progress: Progress) => void) => Promise<ToolOutput>,
): AsyncGenerator<ToolOutput | { readonly progress: Progress }> {
  // Only the newest: who is slow to listen wants to know where it is, not where it was.
  let newest: Progress | undefined;
  let wake = (): void => {};
  const told = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  let next = told();
  const answer = run((progress) => {
    newest = progress;
    wake();
  });
  const ended = answer.then(
    () => true,
    () => true,
  );
  while ((await Promise.race([ended, next])) !== true) {
    const progress = newest;
    next = told();
    if (progress) yield { progress };
  }
  yield await answer;
}

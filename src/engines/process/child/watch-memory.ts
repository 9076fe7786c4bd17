import { inTurns, type Steps } from './in-turns.ts';
import { lookAgain } from './look-again.ts';
import { memoryOf } from './proc-files.ts';
import { findKin, type TreeRoot } from './process-tree.ts';
import type { Child } from './start-child.ts';

const LOOK_MS = 250;

/**
 * Ends a child once it holds more memory than this, with everything it started. By what the kernel counts: a limit of
 * the heap does not reach native code, and one of addresses would stop programs that only set many aside.
 */
export function endBeyond(child: Child, maxBytes: number, onOver: () => void = () => {}): void {
  const find = async () => ((await inTurns(residentBytes(child.root))) > maxBytes ? 'too much' : undefined);
  const stop = lookAgain(find, { firstMs: LOOK_MS, lastMs: LOOK_MS }, () => {
    onOver();
    void child.end(0);
  });
  child.ended.then(stop, stop);
}

function* residentBytes(root: TreeRoot): Steps<number> {
  let sum = 0;
  for (const process of yield* findKin(root)) {
    sum += memoryOf(process).resident;
    yield;
  }
  return sum;
}

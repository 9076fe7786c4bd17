import { readFileSync } from 'node:fs';
import { findTree } from './process-tree.ts';
import type { Child } from './start-child.ts';

const LOOK_MS = 250;
const PAGE_BYTES = 4096;

/**
 * Ends a child once it holds more memory than this, with everything it started. By what the kernel counts: a limit of
 * the heap does not reach native code, and one of addresses would stop programs that only set many aside.
 */
export function endBeyond(child: Child, maxBytes: number, onOver: () => void = () => {}): void {
  const watch = setInterval(() => {
    if (residentBytes(child) <= maxBytes) return;
    clearInterval(watch);
    onOver();
    void child.end(0);
  }, LOOK_MS).unref();
  const stop = (): void => clearInterval(watch);
  child.ended.then(stop, stop);
}

const residentBytes = ({ root }: Child): number =>
  findTree(root).reduce((sum, { pid }) => sum + residentBytesOf(pid), 0);

function residentBytesOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    // Gone, or a system without /proc: then nothing is known of it.
    return 0;
  }
}

import { statSync } from 'node:fs';

// What changed this recently could change again without a new time.
const RACY_MS = 50;

/** Changes when any of these files or directories does, appears or goes. */
export const stampOf = (paths: readonly string[]): string => paths.map(stampOfOne).join();

function stampOfOne(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return '-';
  }
}

/** Whether a stamp taken now could miss the next change. */
export const isRacy = (paths: readonly string[]): boolean =>
  paths.some((path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) < RACY_MS);

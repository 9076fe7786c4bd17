import { closeSync, readdirSync, readFileSync } from 'node:fs';

const O_CLOEXEC = 0o2000000;
const FIRST_OWN = 3;

/**
 * Closes what the program that started us left open by accident: a host outlives it, and every child would get it too. What
 * Node opens closes itself in a child, so whatever does not was here before. Only Linux tells.
 */
export function closeInherited(): void {
  if (process.platform !== 'linux') return;
  for (const fd of readdirSync('/proc/self/fd').map(Number)) {
    if (fd >= FIRST_OWN && isInherited(fd)) closeSync(fd);
  }
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The one the directory was read through is gone again.
    return false;
  }
}

import { closeSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

const O_CLOEXEC = 0o2000000;
const O_ACCMODE = 0o3;
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
    const info = readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1');
    const flags = Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] ?? '', 8);
    return (flags & O_CLOEXEC) === 0 && !isFileForReading(fd, flags);
  } catch {
    // The one the directory was read through is gone again.
    return false;
  }
}

/**
 * OpenSSL reads certificates in a thread while we start (NODE_EXTRA_CA_CERTS) and marks nothing. It would close the number
 * a second time, when it already belongs to another file, such as the lock of the data directory. Nobody waits for the end
 * of a file that is only read, so one that was really left open does no harm.
 */
const isFileForReading = (fd: number, flags: number): boolean =>
  (flags & O_ACCMODE) === 0 && readlinkSync(`/proc/self/fd/${fd}`).startsWith('/');

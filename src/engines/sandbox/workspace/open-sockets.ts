import { readFileSync } from 'node:fs';
import { isInside } from '../../../core/path/paths.ts';
import { fromDisk } from '../../files/open/disk-names.ts';

/**
 * Sockets in these directories that programs have open at this moment, wherever they lie: an index does not look into what
 * other programs fill, such as `node_modules`. What is bound by a relative name, or later, is not among them.
 */
export function openSocketsIn(directories: readonly string[]): string[] {
  const names = table()
    .flatMap((line) => /\s(\/.+)$/s.exec(line)?.[1] ?? [])
    .map(fromLine);
  return [...new Set(names)].filter((path) => isInside(path, directories));
}

/** A name in there may be any bytes. */
const fromLine = (name: string): string => fromDisk(Buffer.from(name, 'latin1'));

function table(): string[] {
  try {
    return readFileSync('/proc/net/unix', 'latin1').split('\n');
  } catch {
    // There is none outside of Linux.
    return [];
  }
}
